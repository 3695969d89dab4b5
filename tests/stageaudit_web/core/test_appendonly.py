"""The database itself refuses changes of append-only rows, whoever asks."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import DatabaseError, connection, transaction

from stageaudit_web.core import appendonly, journal
from stageaudit_web.core.models import AppendOnlyModel, JournalEvent, Run

NOTED = journal.declare("test.noted", "A test noted something.")
APPEND_ONLY = [model for model in apps.get_models() if issubclass(model, AppendOnlyModel)]


@pytest.fixture
def event(researcher):
    run = Run.objects.create(kind="table", configuration="c", subject="question:1", title="t")
    with transaction.atomic():
        return journal.record(verb=NOTED, subject=run, by=researcher, payload={"n": 1})


def refused(statement, *values):
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement, values)


def test_an_update_is_refused(event):
    refused("UPDATE core_journalevent SET verb = 'x' WHERE id = %s", event.pk)
    refused("UPDATE core_journalevent SET payload = '{}' WHERE id = %s", event.pk)
    event.refresh_from_db()
    assert (event.verb, event.payload) == (NOTED, {"n": 1})


def test_an_update_through_the_orm_is_refused(event):
    with pytest.raises(DatabaseError, match="no update"), transaction.atomic():
        JournalEvent.objects.filter(pk=event.pk).update(actor_name="somebody else")


def test_a_delete_is_refused(event):
    refused("DELETE FROM core_journalevent WHERE id = %s", event.pk)
    with pytest.raises(DatabaseError, match="no delete"), transaction.atomic():
        JournalEvent.objects.all().delete()
    assert JournalEvent.objects.filter(pk=event.pk).exists()


@pytest.mark.skipif(
    "connection.vendor != 'sqlite'", reason="only SQLite has REPLACE, which asks no DELETE trigger"
)
@pytest.mark.parametrize("same", ["id", "uid"])
def test_replacing_a_row_is_refused(event, same):
    columns = [field.column for field in JournalEvent._meta.concrete_fields]
    other = {"id": "NULL", "uid": "'0'", "verb": "'x'"}
    values = ", ".join(f'"{name}"' if name == same else other.get(name, f'"{name}"') for name in columns)
    listed = ", ".join(f'"{name}"' for name in columns)
    refused(
        f"REPLACE INTO core_journalevent ({listed}) SELECT {values} FROM core_journalevent WHERE id = %s",
        event.pk,
    )
    event.refresh_from_db()
    assert event.verb == NOTED


def test_an_upsert_is_refused(event):
    again = JournalEvent(
        pk=event.pk, uid=event.uid, verb="x", actor_name="x", subject_type="x", subject_id="x", digest="x"
    )
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        JournalEvent.objects.bulk_create(
            [again], update_conflicts=True, update_fields=["verb"], unique_fields=["id"]
        )


@pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite has no TRUNCATE")
@pytest.mark.django_db(transaction=True)
def test_truncate_is_refused(event):
    refused("TRUNCATE core_journalevent CASCADE")


def test_saving_or_deleting_an_object_is_refused_before_the_database_is_asked(event):
    with pytest.raises(TypeError, match="write a new row"):
        event.save()
    with pytest.raises(TypeError, match="has no delete"):
        event.delete()


@pytest.mark.django_db
@pytest.mark.parametrize("model", APPEND_ONLY, ids=lambda model: model.__name__)
def test_every_append_only_table_has_its_guards(model):
    table, guards = model._meta.db_table, appendonly.installed(connection)
    assert {f"guard_{table}_update", f"guard_{table}_delete"} <= set(guards)
    if connection.vendor == "postgresql":
        assert f"guard_{table}_truncate" in guards
    for field in model._meta.concrete_fields:
        protected = field.column not in model.mutable_fields
        if connection.vendor == "sqlite":
            assert (f'OLD."{field.column}"' in guards[f"guard_{table}_update"]) is protected, field.column


@pytest.mark.django_db
def test_lifting_puts_every_guard_back(event):
    before = appendonly.installed(connection)
    with appendonly.lifted(connection):
        assert appendonly.installed(connection) == {}
    assert appendonly.installed(connection) == before
    refused("UPDATE core_journalevent SET verb = 'x' WHERE id = %s", event.pk)


@pytest.mark.django_db
def test_guards_come_back_when_lifting_fails_half_way():
    before = appendonly.installed(connection)
    with pytest.raises(KeyError), appendonly.lifted(connection):
        raise KeyError
    assert appendonly.installed(connection) == before


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        (appendonly.AppendOnly("Finding"), {}),
        (appendonly.AppendOnly("TableVersion", mutable=("state",)), {"mutable": ("state",)}),
        (
            appendonly.RefuseInsert("Row", name="n", condition="1", message="m"),
            {"name": "n", "condition": "1", "message": "m"},
        ),
        (appendonly.FreezeWhen("Row", condition="1", message="m"), {"condition": "1", "message": "m"}),
    ],
    ids=["append-only", "with a state", "refuse insert", "freeze"],
)
def test_a_guard_can_be_written_into_a_migration(operation, arguments):
    name, positional, named = operation.deconstruct()
    assert named == arguments
    assert getattr(appendonly, name)(*positional, **named).deconstruct() == operation.deconstruct()
