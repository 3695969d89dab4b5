"""The contract of a table: query, key, typed columns, scope, partitions (Stage-Audit §3.1, A = (Q, K, C, P, S, E))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class ColumnType(StrEnum):
    """Declared type of a column. TEXT makes no claim; ID is text whose every character counts."""

    TEXT = "text"
    ID = "id"
    INTEGER = "integer"
    NUMBER = "number"
    QUANTITY = "quantity"
    PERCENT = "percent"
    DATE = "date"
    YEAR = "year"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class Column:
    """One column: displayed name, type, unit (a unit symbol such as "km"; "" for none), whether a value is required.

    `decimal` is the decimal mark the column is written with ("." or ","); `approximate` allows the declared relative
    tolerance of 0.1 % (methods C.5).
    """

    name: str
    type: ColumnType = ColumnType.TEXT
    unit: str = ""
    required: bool = False
    decimal: str = "."
    approximate: bool = False


@dataclass(frozen=True, slots=True)
class Partition:
    """One part of the scope, with the number of rows expected in it where that is known."""

    name: str
    expected_rows: int | None = None


@dataclass(frozen=True, slots=True)
class WikidataScope:
    """What Wikidata may be asked to count: instances of a class under (property, value) conditions (S37, S41).

    `partitions` are pairs of a partition's name and its further conditions. A count is a signal, never a witness.
    """

    class_id: str
    conditions: tuple[tuple[str, str], ...] = ()
    partitions: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Contract:
    """Query, primary key (column names), columns and scope. The source set and evidence live on the version."""

    query: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    scope: str = ""
    partitions: tuple[Partition, ...] = ()
    partition_column: str = ""
    expected_rows: int | None = None
    as_of: str = ""
    wikidata: WikidataScope | None = None

    def column(self, name: str) -> Column:
        """The column with that name. Raises KeyError when the contract has none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)


def wikidata_scope(fields: Mapping[str, Any] | None) -> WikidataScope | None:
    """The scope that `wikidata_fields` wrote; None for none."""
    if not fields:
        return None
    return WikidataScope(
        class_id=str(fields["class"]),
        conditions=_pairs(fields.get("conditions")),
        partitions=tuple(
            (str(name), _pairs(pairs)) for name, pairs in (fields.get("partitions") or {}).items()
        ),
    )


def wikidata_fields(scope: WikidataScope | None) -> dict[str, Any] | None:
    """A scope as JSON values, as question files and the database hold it."""
    if scope is None:
        return None
    return {
        "class": scope.class_id,
        "conditions": [list(pair) for pair in scope.conditions],
        "partitions": {name: [list(pair) for pair in pairs] for name, pairs in scope.partitions},
    }


def _pairs(raw: Any) -> tuple[tuple[str, str], ...]:
    return tuple((str(name), str(value)) for name, value in raw or ())
