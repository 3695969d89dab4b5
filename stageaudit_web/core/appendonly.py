"""Migration operations by which the database itself refuses changes of append-only rows and rule-breaking inserts.

`AppendOnly` installs triggers that refuse DELETE, TRUNCATE and any UPDATE of a column that is not listed as mutable;
`RefuseInsert` refuses rows for which an SQL condition over NEW holds; `FreezeWhen` refuses updates of a row whose old
state makes it final. All work on SQLite and PostgreSQL.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import UniqueConstraint

PREFIX = "guard_"


class Guard(Operation):
    """Base of the operations: forward installs triggers, backward removes them; no state changes."""

    reduces_to_sql = True
    reversible = True

    def __init__(self, model_name: str, **options: Any) -> None:
        self.model_name, self.options = model_name, options

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        """How a migration file writes this operation."""
        return type(self).__name__, [self.model_name], dict(self.options)

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Triggers are not part of the model state."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Installs the triggers."""
        for statement in self._statements(app_label, schema_editor, to_state.apps):
            schema_editor.execute(statement)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Removes the triggers."""
        table = from_state.apps.get_model(app_label, self.model_name)._meta.db_table
        for name in self.trigger_names(table):
            schema_editor.execute(
                f"DROP TRIGGER IF EXISTS {name}"
                + (f" ON {table}" if schema_editor.connection.vendor == "postgresql" else "")
            )

    def _statements(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, apps: Any
    ) -> Iterator[str]:
        model = apps.get_model(app_label, self.model_name)
        columns = [field.column for field in model._meta.concrete_fields]
        vendor = schema_editor.connection.vendor
        if vendor == "sqlite":
            yield from self.sqlite(model._meta.db_table, columns)
            yield from self.sqlite_replace(model._meta.db_table, _unique_sets(model))
        elif vendor == "postgresql":
            yield from self.postgresql(model._meta.db_table)
        else:
            raise NotImplementedError(
                f"StageAudit keeps its promises on SQLite and PostgreSQL, not on {vendor}"
            )

    def trigger_names(self, table: str) -> list[str]:
        """Names of the triggers this operation makes on a table."""
        raise NotImplementedError

    def sqlite(self, table: str, columns: list[str]) -> Iterator[str]:
        """CREATE TRIGGER statements for SQLite."""
        raise NotImplementedError

    def sqlite_replace(self, table: str, unique: list[list[str]]) -> Iterator[str]:
        """CREATE TRIGGER statements against INSERT OR REPLACE, which deletes without asking DELETE triggers."""
        yield from ()

    def postgresql(self, table: str) -> Iterator[str]:
        """CREATE FUNCTION and CREATE TRIGGER statements for PostgreSQL."""
        raise NotImplementedError

    def describe(self) -> str:
        """One line for `migrate` output."""
        return f"{type(self).__name__} on {self.model_name}"


def _unique_sets(model: Any) -> list[list[str]]:
    """The sets of columns of which no two rows have the same values: keys, unique fields, unique constraints."""
    fields = [[field.column] for field in model._meta.concrete_fields if field.unique]
    constraints = [
        [model._meta.get_field(name).column for name in constraint.fields]
        for constraint in model._meta.constraints
        if isinstance(constraint, UniqueConstraint) and constraint.fields
    ]
    return fields + constraints


def _exists(table: str, columns: list[str]) -> str:
    same = " AND ".join(f'"{column}" = NEW."{column}"' for column in columns)
    return f"EXISTS (SELECT 1 FROM {table} WHERE {same})"  # noqa: S608 - our own table and columns


def _quoted(message: str) -> str:
    return "'" + message.replace("'", "''").replace("%", "%%") + "'"


def _postgresql_trigger(
    name: str, table: str, event: str, condition: str, message: str, level: str = "ROW"
) -> Iterator[str]:
    result = {"INSERT": "NEW", "UPDATE": "NEW", "DELETE": "OLD"}.get(event, "NULL")
    yield (
        f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $guard$ BEGIN "
        f"IF {condition} THEN RAISE EXCEPTION {_quoted(message)} "
        "USING ERRCODE = 'integrity_constraint_violation'; END IF; "
        f"RETURN {result}; END $guard$"
    )
    yield f"DROP TRIGGER IF EXISTS {name} ON {table}"
    yield f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH {level} EXECUTE FUNCTION {name}()"


def _sqlite_trigger(name: str, table: str, event: str, condition: str, message: str) -> Iterator[str]:
    yield f"DROP TRIGGER IF EXISTS {name}"
    yield (
        f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW WHEN {condition} "
        f"BEGIN SELECT RAISE(ABORT, {_quoted(message)}); END"
    )


class AppendOnly(Guard):
    """`AppendOnly("Finding")`, or `AppendOnly("TableVersion", mutable=("state",))`."""

    def __init__(self, model_name: str, mutable: tuple[str, ...] = ()) -> None:
        super().__init__(model_name, **({"mutable": tuple(mutable)} if mutable else {}))
        self.mutable = tuple(mutable)

    def trigger_names(self, table: str) -> list[str]:
        """The guards of a table: update, delete, and truncate (PostgreSQL) or replace (SQLite)."""
        return [f"{PREFIX}{table}_{act}" for act in ("update", "delete", "truncate", "replace")]

    def sqlite(self, table: str, columns: list[str]) -> Iterator[str]:
        """Refuses DELETE and any UPDATE that changes a protected column."""
        update, delete, *_ = self.trigger_names(table)
        changed = " OR ".join(
            f'OLD."{column}" IS NOT NEW."{column}"' for column in columns if column not in self.mutable
        )
        yield from _sqlite_trigger(
            update, table, "UPDATE", f"({changed})", f"{table} is append-only: no update"
        )
        yield from _sqlite_trigger(delete, table, "DELETE", "1", f"{table} is append-only: no delete")

    def sqlite_replace(self, table: str, unique: list[list[str]]) -> Iterator[str]:
        """Refuses an INSERT that meets a row with the same unique values, before REPLACE can remove that row."""
        met = " OR ".join(_exists(table, columns) for columns in unique)
        name = self.trigger_names(table)[-1]
        yield from _sqlite_trigger(
            name, table, "INSERT", f"({met})", f"{table} is append-only: a row is there already"
        )

    def postgresql(self, table: str) -> Iterator[str]:
        """The same for PostgreSQL, and TRUNCATE besides."""
        update, delete, truncate, _ = self.trigger_names(table)
        kept = "ARRAY[" + ", ".join(f"'{column}'" for column in self.mutable) + "]::text[]"
        changed = f"(to_jsonb(OLD) - {kept}) IS DISTINCT FROM (to_jsonb(NEW) - {kept})"
        yield from _postgresql_trigger(update, table, "UPDATE", changed, f"{table} is append-only: no update")
        yield from _postgresql_trigger(delete, table, "DELETE", "TRUE", f"{table} is append-only: no delete")
        yield from _postgresql_trigger(
            truncate, table, "TRUNCATE", "TRUE", f"{table} is append-only: no truncate", "STATEMENT"
        )


class FreezeWhen(Guard):
    """`FreezeWhen("TableVersion", condition="OLD.state IN ('accepted', 'returned')", message="…")`: no update then."""

    def __init__(self, model_name: str, condition: str, message: str) -> None:
        super().__init__(model_name, condition=condition, message=message)
        self.condition, self.message = condition, message

    def trigger_names(self, table: str) -> list[str]:
        """One guard."""
        return [f"{PREFIX}{table}_frozen"]

    def sqlite(self, table: str, columns: list[str]) -> Iterator[str]:
        """Refuses the update."""
        yield from _sqlite_trigger(
            self.trigger_names(table)[0], table, "UPDATE", self.condition, self.message
        )

    def postgresql(self, table: str) -> Iterator[str]:
        """Refuses the update."""
        yield from _postgresql_trigger(
            self.trigger_names(table)[0], table, "UPDATE", self.condition, self.message
        )


class RefuseInsert(Guard):
    """`RefuseInsert("Row", name="open_version", condition="<SQL over NEW>", message="…")`: no insert when it holds."""

    def __init__(self, model_name: str, name: str, condition: str, message: str) -> None:
        super().__init__(model_name, name=name, condition=condition, message=message)
        self.name, self.condition, self.message = name, condition, message

    def trigger_names(self, table: str) -> list[str]:
        """One guard."""
        return [f"{PREFIX}{table}_{self.name}"]

    def sqlite(self, table: str, columns: list[str]) -> Iterator[str]:
        """Refuses the insert."""
        yield from _sqlite_trigger(
            self.trigger_names(table)[0], table, "INSERT", self.condition, self.message
        )

    def postgresql(self, table: str) -> Iterator[str]:
        """Refuses the insert."""
        yield from _postgresql_trigger(
            self.trigger_names(table)[0], table, "INSERT", self.condition, self.message
        )


def installed(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """The guards a database has: name of the trigger, and the statement that made it (for `lifted`)."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'guard%'"
            )
        else:
            cursor.execute(
                "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal AND tgname LIKE 'guard%'"
            )
        return dict(cursor.fetchall())


@contextmanager
def lifted(connection: BaseDatabaseWrapper) -> Iterator[None]:
    """Takes every guard away and puts it back: only for test runners that must empty a database between tests."""
    guards = installed(connection)
    with connection.cursor() as cursor:
        for name, statement in guards.items():
            table = statement.split(" ON ", 1)[1].split()[0]
            cursor.execute(
                f"DROP TRIGGER {name}" + (f" ON {table}" if connection.vendor == "postgresql" else "")
            )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            for statement in guards.values():
                cursor.execute(statement)
