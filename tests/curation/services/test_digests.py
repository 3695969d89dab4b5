"""Tests of curation.services.digests: what a digest covers, and breaks that the ledger finds."""

from __future__ import annotations

import pytest
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from django.db import connection

from curation.models import Cell, Contract, Row, Snapshot
from curation.services.digests import broken_snapshots, broken_versions, version_digest
from stageaudit_web.core import appendonly
from tests.curation.factories import make_question, make_staged

pytestmark = pytest.mark.django_db


def tamper(sql: str, *values: object) -> None:
    """Changes a row as somebody could who owns the database and took the guards away."""
    with appendonly.lifted(connection), connection.cursor() as cursor:
        cursor.execute(sql, values)


def test_the_digest_is_recomputed_from_the_database():
    version = make_staged()
    assert version_digest(version) == version.digest


def test_the_same_table_has_the_same_digest_elsewhere():
    assert make_staged().digest == make_staged(question=make_question("again")).digest


@pytest.mark.parametrize(
    "rows",
    [
        [("Amur", "Asia", "2,824"), ("Danube", "Europe", "2,850")],
        [("Amur", "Asia", "2,824"), ("Danube", "Europe", "2,850"), ("Nile", "Africa", "6,651")],
        [("Danube", "Europe", "2,850"), ("Amur", "Asia", "2,824"), ("Nile", "Africa", "6,650")],
    ],
    ids=["a row less", "another digit", "another order"],
)
def test_another_table_has_another_digest(rows):
    assert make_staged().digest != make_staged(rows, question=make_question("again")).digest


def test_the_number_of_queries_does_not_grow(django_assert_num_queries):
    small = make_staged()
    large = make_staged(
        [(f"River {n}", "Asia", f"{n}") for n in range(1, 41)], question=make_question("large")
    )
    for version in (small, large):
        with django_assert_num_queries(5):
            version_digest(version)


def test_an_untouched_ledger_holds(capsys):
    make_staged()
    assert list(broken_versions()) == []
    assert list(broken_snapshots()) == []
    call_command("verify_ledger")
    assert "The ledger holds" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("sql", "pk"),
    [
        (
            "UPDATE curation_cell SET value = '2,825' WHERE id = %s",
            lambda: Cell.objects.get(row__ordinal=1, position=2).pk,
        ),
        ("UPDATE curation_row SET partition = 'Europe' WHERE id = %s", lambda: Row.objects.get(ordinal=1).pk),
        (
            "UPDATE curation_locator SET printed = 'x' WHERE id = %s",
            lambda: Row.objects.get(ordinal=1).locator_id,
        ),
        ("UPDATE curation_snapshot SET revision_id = 8 WHERE id = %s", lambda: Snapshot.objects.get().pk),
        ("DELETE FROM curation_celllocator WHERE cell_id = %s", lambda: Cell.objects.first().pk),
    ],
    ids=["cell", "row", "locator", "snapshot", "evidence"],
)
def test_a_change_behind_our_back_is_named(sql, pk):
    version = make_staged()
    tamper(sql, pk())
    (found,) = broken_versions()
    assert found.where == f"table version {version.pk}"
    with pytest.raises(CommandError, match=f"table version {version.pk}"):
        call_command("verify_ledger")


def test_a_changed_contract_is_named():
    make_staged()
    tamper("UPDATE curation_contract SET scope = 'everything' WHERE id = %s", Contract.objects.get().pk)
    assert [found.what for found in broken_versions()] == [
        "its contract 1 does not match the contract's own digest",
        "its rows, cells, locators or sources do not match the digest it was staged with",
    ]


def test_changed_bytes_are_named():
    snapshot = make_staged().frontier.get().snapshot
    with default_storage.open(snapshot.path, "wb") as file:
        file.write(b"<p>Forged</p>")
    assert [found.what for found in broken_snapshots()] == [
        "the bytes of “List of rivers” are not those that were hashed"
    ]
    default_storage.delete(snapshot.path)
    assert [found.what for found in broken_snapshots()] == [
        "the bytes of “List of rivers” are not in media storage"
    ]
