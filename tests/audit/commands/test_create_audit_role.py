"""The audit worker's database role: it can do its audit, and the database refuses it everything else."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction

from audit.tasks import AUDIT
from curation.models import Cell, Row, TableVersion
from stageaudit_web.core import work
from stageaudit_web.core.models import JournalEvent
from tests.audit.tables import make_staged

on_postgresql = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no roles")
ROLE = "stageaudit_test_auditor"
FORBIDDEN = [
    "UPDATE curation_cell SET value = 'x'",
    "UPDATE curation_row SET ordinal = 99",
    "UPDATE curation_tableversion SET digest = 'x'",
    "UPDATE curation_question SET text = 'x'",
    "INSERT INTO curation_row SELECT * FROM curation_row",
    "INSERT INTO curation_cell SELECT * FROM curation_cell",
    "INSERT INTO curation_contract SELECT * FROM curation_contract",
    "INSERT INTO curation_frontierentry SELECT * FROM curation_frontierentry",
    "INSERT INTO curation_snapshot SELECT * FROM curation_snapshot",
    "INSERT INTO audit_disposition SELECT * FROM audit_disposition",
    "INSERT INTO audit_signoff SELECT * FROM audit_signoff",
    "DELETE FROM audit_finding",
    "UPDATE accounts_user SET password = 'x'",
    "SELECT password FROM accounts_user",
    "SELECT session_data FROM django_session",
    "DROP TRIGGER guard_audit_finding_update ON audit_finding",
]


@pytest.fixture
def version(db):
    """A staged version whose run waits for its audit step."""
    run = work.plan_run(
        by=None, steps=[work.StepPlan(AUDIT)], kind="table", configuration="c", subject="q:1", title="t"
    )
    return make_staged(run=run)


@pytest.fixture
def as_auditor(version):
    """Everything in the test is done with the rights of the role."""
    call_command("create_audit_role", ROLE)
    with connection.cursor() as cursor:
        cursor.execute(f"SET ROLE {ROLE}")
    yield version
    if not connection.needs_rollback:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE")


@on_postgresql
@pytest.mark.requirement("S3")
def test_the_role_can_do_a_whole_audit_step(as_auditor):
    work.perform_all(as_auditor.run)
    assert (as_auditor.run.state, as_auditor.run.reason) == ("done", "")
    assert TableVersion.objects.get(pk=as_auditor.pk).state == "audited"
    assert as_auditor.findings.count() == 2
    assert JournalEvent.objects.filter(verb="version.audited").count() == 1


@on_postgresql
@pytest.mark.requirement("S3")
@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_database_refuses_the_role_everything_else(as_auditor, statement):
    refused = pytest.raises(DatabaseError, match=r"permission denied|must be owner")
    with refused, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert Row.objects.filter(version=as_auditor).count() == 3
    assert not Cell.objects.filter(value="x").exists()


@on_postgresql
def test_the_address_is_printed_once(db, capsys):
    call_command("create_audit_role", ROLE)
    call_command("create_audit_role", ROLE)
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"AUDIT_DATABASE_URL=postgres://{ROLE}:")
    assert second == f"The rights of {ROLE} are up to date."


@pytest.mark.django_db
@pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PostgreSQL has roles")
def test_sqlite_is_told_that_it_has_no_roles():
    with pytest.raises(CommandError, match="Roles need PostgreSQL"):
        call_command("create_audit_role", ROLE)
