"""Makes the PostgreSQL role of the audit worker: it reads tables and runs, appends findings, and changes no table."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection, transaction
from psycopg import sql

# What the audit stage writes: its findings, the journal, its own step and run, and that a version is now audited.
GRANTS = (
    "GRANT USAGE ON SCHEMA public TO {role}",
    "GRANT SELECT ON ALL TABLES IN SCHEMA public TO {role}",
    "REVOKE SELECT ON accounts_user, django_session FROM {role}",
    "GRANT SELECT (id, username) ON accounts_user TO {role}",
    "GRANT INSERT ON audit_finding, core_journalevent, core_step TO {role}",
    "GRANT UPDATE ON core_step, core_run TO {role}",
    "GRANT UPDATE (state) ON curation_tableversion TO {role}",
    "GRANT USAGE ON SEQUENCE audit_finding_id_seq, core_journalevent_id_seq, core_step_id_seq TO {role}",
)


class Command(BaseCommand):
    """`manage.py create_audit_role NAME`: prints its AUDIT_DATABASE_URL once; repeat after `migrate`."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """NAME of the role."""
        parser.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Creates the role if it is missing and grants what it needs. Raises CommandError on SQLite."""
        if connection.vendor != "postgresql":
            raise CommandError(
                "Roles need PostgreSQL; on SQLite the services alone keep auditors from writing rows."
            )
        name, password = options["name"], secrets.token_urlsafe(24)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name])
            new = cursor.fetchone() is None
            if new:
                create = sql.SQL("CREATE ROLE {role} LOGIN PASSWORD {password}")
                cursor.execute(create.format(role=sql.Identifier(name), password=sql.Literal(password)))
            for grant in ("REVOKE ALL ON ALL TABLES IN SCHEMA public FROM {role}", *GRANTS):
                cursor.execute(sql.SQL(grant).format(role=sql.Identifier(name)))
        self.stdout.write(self._address(name, password) if new else f"The rights of {name} are up to date.")

    def _address(self, name: str, password: str) -> str:
        found = connection.settings_dict
        port = f":{found['PORT']}" if found["PORT"] else ""
        host = found["HOST"] or "localhost"
        return f"AUDIT_DATABASE_URL=postgres://{quote(name)}:{quote(password)}@{host}{port}/{quote(str(found['NAME']))}"
