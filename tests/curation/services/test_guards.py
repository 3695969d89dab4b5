"""The database itself refuses what the services refuse (design §5), whatever code asks it to."""

from __future__ import annotations

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from curation.models import (
    Cell,
    CellLocator,
    Contract,
    FrontierEntry,
    Locator,
    RefusedRow,
    Row,
    Snapshot,
    TableVersion,
)
from tests.curation.factories import (
    AMUR,
    RIVERS,
    make_page,
    make_proposed,
    make_question,
    make_river_draft,
    make_staged,
)

pytestmark = pytest.mark.django_db


def refused(sql: str, *values: object) -> str:
    """The database's answer to a statement that it must refuse."""
    with (
        pytest.raises((DatabaseError, IntegrityError)) as raised,
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql, values)
    return str(raised.value)


@pytest.mark.parametrize(
    ("model", "column", "value"),
    [
        (Contract, "scope", "everything"),
        (Snapshot, "sha256", "0" * 64),
        (TableVersion, "number", 9),
        (FrontierEntry, "operator", "reviewer"),
        (Locator, "printed", "elsewhere"),
        (Row, "label", "another"),
        (Cell, "value", "2,825"),
        (CellLocator, "ordinal", 7),
        (RefusedRow, "reason", "none"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_what_was_recorded_is_neither_changed_nor_deleted(model, column, value):
    make_staged(wrong=[("Amur", "Asia", "2,825")])
    table, pk = model._meta.db_table, model.objects.order_by("pk").first().pk
    assert "append-only" in refused(f"UPDATE {table} SET {column} = %s WHERE id = %s", value, pk)
    assert "append-only" in refused(f"DELETE FROM {table} WHERE id = %s", pk)


@pytest.mark.parametrize("model", [Contract, Snapshot, TableVersion, Row, Cell])
def test_nor_by_the_orm(model):
    make_staged()
    with pytest.raises((DatabaseError, IntegrityError)), transaction.atomic():
        model.objects.all().delete()
    with pytest.raises(TypeError, match="append-only"):
        model.objects.first().save()
    with pytest.raises(TypeError, match="append-only"):
        model.objects.first().delete()


@pytest.mark.requirement("S6")
def test_a_row_needs_a_locator():
    version = make_proposed()
    with pytest.raises(IntegrityError), transaction.atomic():
        Row.objects.create(version=version, ordinal=1, key=["Amur"], locator=None)


@pytest.mark.requirement("S8")
def test_a_row_needs_a_locator_of_its_own_source_set():
    elsewhere = make_staged(question=make_question("other")).locators.first()
    version = make_proposed()
    with (
        pytest.raises((DatabaseError, IntegrityError), match="no resolved locator in the source set"),
        transaction.atomic(),
    ):
        Row.objects.create(version=version, ordinal=1, key=["Amur"], locator=elsewhere)


@pytest.mark.requirement("S8")
def test_a_locator_needs_a_page_of_its_own_source_set():
    entry = make_staged(question=make_question("other")).frontier.get()
    version = make_proposed()
    with (
        pytest.raises((DatabaseError, IntegrityError), match="not in the source set of this version"),
        transaction.atomic(),
    ):
        Locator.objects.create(
            version=version,
            entry=entry,
            kind="table_row",
            printed="Table 1",
            place={},
            anchor=1,
            content_sha256="a",
        )


def test_a_locator_was_resolved():
    version = make_proposed()
    with pytest.raises(IntegrityError), transaction.atomic():
        Locator.objects.create(
            version=version, entry=version.frontier.get(), kind="table_row", printed="x", place={}, anchor=1,
            content_sha256="",
        )  # fmt: skip


@pytest.mark.requirement("S9")
def test_a_value_needs_a_rung():
    version = make_proposed()
    locator = Locator.objects.create(
        version=version, entry=version.frontier.get(), kind="table_row", printed="x", place={}, anchor=1,
        content_sha256="a",
    )  # fmt: skip
    row = Row.objects.create(version=version, ordinal=1, key=["Amur"], locator=locator)
    with pytest.raises(IntegrityError), transaction.atomic():
        Cell.objects.create(row=row, position=0, column="River", value="Amur", rung="")


def test_a_cell_cites_no_place_of_another_version():
    elsewhere = make_staged(question=make_question("other")).locators.first()
    version = make_proposed()
    locator = Locator.objects.create(
        version=version, entry=version.frontier.get(), kind="table_row", printed="x", place={}, anchor=1,
        content_sha256="a",
    )  # fmt: skip
    row = Row.objects.create(version=version, ordinal=1, key=["Amur"], locator=locator)
    cell = Cell.objects.create(row=row, position=0, column="River", value="Amur", rung="exact")
    with pytest.raises((DatabaseError, IntegrityError), match="another version"), transaction.atomic():
        CellLocator.objects.create(cell=cell, locator=elsewhere)


@pytest.mark.requirement("S12")
def test_nothing_is_added_to_a_staged_version():
    version = make_staged()
    locator, entry, row = version.locators.first(), version.frontier.get(), version.rows.first()
    cell = row.cells.first()
    additions = [
        lambda: Row.objects.create(version=version, ordinal=99, key=["Ob"], locator=locator),
        lambda: Cell.objects.create(row=row, position=9, column="x", value="", rung=""),
        lambda: CellLocator.objects.create(cell=cell, locator=locator, ordinal=5),
        lambda: Locator.objects.create(
            version=version, entry=entry, kind="table_row", printed="x", place={}, anchor=1, content_sha256="a"
        ),
        lambda: FrontierEntry.objects.create(
            version=version, ordinal=9, snapshot=make_proposed(
                make_question(f"q{TableVersion.objects.count()}"), pages={AMUR: make_page(AMUR, "<p>x</p>")}
            ).frontier.get().snapshot, operator="entity_page",
        ),
        lambda: RefusedRow.objects.create(version=version, ordinal=9, code="x", reason="y", values={}),
    ]  # fmt: skip
    for addition in additions:
        with (
            pytest.raises((DatabaseError, IntegrityError), match="staged: nothing can be added"),
            transaction.atomic(),
        ):
            addition()


def test_a_staged_version_keeps_its_digest_and_an_ended_one_its_state():
    version = make_staged()
    table = TableVersion._meta.db_table
    assert "keeps its digest" in refused(
        f"UPDATE {table} SET digest = %s WHERE id = %s", "0" * 64, version.pk
    )
    TableVersion.objects.filter(pk=version.pk).update(state="audited")
    TableVersion.objects.filter(pk=version.pk).update(state="accepted")
    assert "keeps its digest" in refused(f"UPDATE {table} SET state = %s WHERE id = %s", "staged", version.pk)


def test_a_version_is_staged_with_a_digest_or_not_at_all():
    version = make_proposed()
    with pytest.raises(IntegrityError), transaction.atomic():
        TableVersion.objects.filter(pk=version.pk).update(state="staged")


def test_the_factory_really_goes_through_the_gate():
    draft = make_river_draft(wrong=[("Amur", "Asia", "2,825")])
    assert {place.locator.page for place in draft.places} == {RIVERS}
    assert len(draft.refused) == 1
