"""What makes a contract valid: every problem at once, each with the field it is in and what was expected there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from curation.domain.contract import Column, ColumnType, Contract
from curation.domain.values.units import is_known_unit

MOST_COLUMNS = 60
MOST_PARTITIONS = 500
LONGEST_NAME = 200
AS_OF = re.compile(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?")
WIKIDATA_ENTITY = re.compile(r"Q[1-9]\d{0,11}")
WIKIDATA_PROPERTY = re.compile(r"P[1-9]\d{0,6}")
WITH_UNIT = frozenset({ColumnType.QUANTITY, ColumnType.NUMBER, ColumnType.INTEGER, ColumnType.PERCENT})


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong: `field` such as `columns.2.unit` (0-based), what was found is in the sentence `expected`."""

    field: str
    expected: str


def problems(contract: Contract) -> list[Problem]:
    """Every reason why a contract cannot be used; [] when it can."""
    return [
        *_column_problems(contract.columns),
        *_key_problems(contract),
        *_partition_problems(contract),
        *_other_problems(contract),
        *_wikidata_problems(contract),
    ]


def column_type(text: str) -> ColumnType | None:
    """The type of that name, or None."""
    return next((kind for kind in ColumnType if kind.value == text.strip().lower()), None)


def _column_problems(columns: Sequence[Column]) -> Iterator[Problem]:
    if not columns:
        yield Problem("columns", "at least one column")
    if len(columns) > MOST_COLUMNS:
        yield Problem("columns", f"at most {MOST_COLUMNS} columns, not {len(columns)}")
    for position in _repeated(column.name for column in columns):
        yield Problem(
            f"columns.{position}.name", f"a name of its own: “{columns[position].name}” is there already"
        )
    for position, column in enumerate(columns):
        yield from _one_column(position, column)


def _one_column(position: int, column: Column) -> Iterator[Problem]:
    if not column.name.strip():
        yield Problem(f"columns.{position}.name", "a name")
    if len(column.name) > LONGEST_NAME:
        yield Problem(f"columns.{position}.name", f"a name of at most {LONGEST_NAME} characters")
    if column.unit and column.type not in WITH_UNIT:
        yield Problem(f"columns.{position}.unit", f"no unit: a column of type {column.type} has none")
    elif column.unit and column.type is ColumnType.QUANTITY and not is_known_unit(column.unit):
        yield Problem(f"columns.{position}.unit", f"a known unit such as km, not “{column.unit}”")
    if column.decimal not in (".", ","):
        yield Problem(f"columns.{position}.decimal", "a decimal mark: . or ,")


def _key_problems(contract: Contract) -> Iterator[Problem]:
    names = {column.name for column in contract.columns}
    if not contract.key:
        yield Problem("key", "at least one column that tells the rows apart")
    for name in contract.key:
        if name not in names:
            yield Problem("key", f"names of columns: “{name}” is none of them")
    for position in _repeated(contract.key):
        yield Problem("key", f"each column once: “{contract.key[position]}” is there twice")


def _partition_problems(contract: Contract) -> Iterator[Problem]:
    names = [partition.name for partition in contract.partitions]
    if len(names) > MOST_PARTITIONS:
        yield Problem("partitions", f"at most {MOST_PARTITIONS} partitions, not {len(names)}")
    for position in _repeated(names):
        yield Problem(
            f"partitions.{position}.name", f"a name of its own: “{names[position]}” is there already"
        )
    for position, partition in enumerate(contract.partitions):
        if not partition.name.strip():
            yield Problem(f"partitions.{position}.name", "a name")
        if partition.expected_rows is not None and partition.expected_rows < 0:
            yield Problem(f"partitions.{position}.expected_rows", "a whole number of rows, or nothing")
    if contract.partition_column and contract.partition_column not in {
        column.name for column in contract.columns
    }:
        yield Problem(
            "partition_column", f"the name of a column: “{contract.partition_column}” is none of them"
        )


def _other_problems(contract: Contract) -> Iterator[Problem]:
    if contract.as_of and not AS_OF.fullmatch(contract.as_of):
        yield Problem("as_of", f"a date as YYYY, YYYY-MM or YYYY-MM-DD, not “{contract.as_of}”")
    if contract.expected_rows is not None and contract.expected_rows < 0:
        yield Problem("expected_rows", "a whole number of rows, or nothing")


def _wikidata_problems(contract: Contract) -> Iterator[Problem]:
    scope = contract.wikidata
    if scope is None:
        return
    if not WIKIDATA_ENTITY.fullmatch(scope.class_id):
        yield Problem("wikidata.class", f"the id of a class such as Q4022, not “{scope.class_id}”")
    groups = [("wikidata.conditions", scope.conditions)]
    groups += [(f"wikidata.partitions.{name}", pairs) for name, pairs in scope.partitions]
    for field, pairs in groups:
        for name, value in pairs:
            if not (WIKIDATA_PROPERTY.fullmatch(name) and WIKIDATA_ENTITY.fullmatch(value)):
                yield Problem(
                    field, f"a property and a value such as P30 and Q15, not “{name}” and “{value}”"
                )
    known = {partition.name for partition in contract.partitions}
    for name, _ in scope.partitions:
        if name not in known:
            yield Problem("wikidata.partitions", f"names of partitions: “{name}” is none of them")


def _repeated(names: Iterable[str]) -> Iterator[int]:
    """Positions of names that stand earlier in the list too, without regard to case. Empty names pass."""
    seen: set[str] = set()
    for position, name in enumerate(names):
        folded = " ".join(name.split()).casefold()
        if folded and folded in seen:
            yield position
        seen.add(folded)
