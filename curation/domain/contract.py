"""The contract of a table: query, key, typed columns, scope with partitions (Stage-Audit §3.1, A = (Q, K, C, P, S, E))."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
class Contract:
    """Query, primary key (column names), columns and scope statement. The source set and evidence live on the version."""

    query: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    scope: str = ""
    partitions: tuple[Partition, ...] = ()
    partition_column: str = ""
    expected_rows: int | None = None
    as_of: str = ""

    def column(self, name: str) -> Column:
        """The column with that name. Raises KeyError when the contract has none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise KeyError(name)
