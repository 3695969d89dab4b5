"""Small subjects for checks: a table of rivers, written out so that a test shows all it needs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from audit.domain.subject import Cell, Entry, Place, Row, Subject
from curation.domain.contract import Column, ColumnType, Contract, Partition
from curation.domain.frontier import Operator
from curation.domain.locators import LocatorKind, Part
from curation.domain.witness import Rung

RIVER = Column("River")
CONTINENT = Column("Continent")
LENGTH = Column("Length", ColumnType.QUANTITY, unit="km")
COUNTRIES = Column("Countries", ColumnType.LIST)


def make_contract(**changes: Any) -> Contract:
    """River (key), continent, length in km."""
    fields: dict[str, Any] = {"query": "Rivers", "key": ("River",), "columns": (RIVER, CONTINENT, LENGTH)}
    return Contract(**{**fields, **changes})


def make_partitioned(*names: str, expected: dict[str, int] | None = None, **changes: Any) -> Contract:
    """The same with continents as partitions."""
    partitions = tuple(Partition(name, (expected or {}).get(name)) for name in names)
    return make_contract(partitions=partitions, partition_column="Continent", **changes)


def make_place(printed: str = "Lists > Table 1 > row[River=Amur] > Length", **changes: Any) -> Place:
    """A place that resolves."""
    fields: dict[str, Any] = {"page": "List of rivers", "kind": LocatorKind.TABLE_ROW}
    return Place(printed, **{**fields, **changes})


def make_cell(column: str, value: str, **changes: Any) -> Cell:
    """An exact, supported cell at a place that resolves; an empty value has none of it."""
    if not value:
        return Cell(column, "", **changes)
    fields: dict[str, Any] = {
        "rung": Rung.EXACT,
        "part": Part.CELL,
        "places": (make_place(),),
        "supported": True,
    }
    return Cell(column, value, **{**fields, **changes})


def make_row(ordinal: int, river: str = "", continent: str = "", length: str = "", **changes: Any) -> Row:
    """A row of the rivers table; `cells` replaces them."""
    cells = (make_cell("River", river), make_cell("Continent", continent), make_cell("Length", length))
    fields: dict[str, Any] = {"key": (river,), "cells": cells, "places": (make_place(),)}
    return Row(ordinal, **{**fields, **changes})


def make_entry(title: str = "List of rivers", operator: Operator = Operator.SEED, **changes: Any) -> Entry:
    """An admitted page that is in order."""
    fields: dict[str, Any] = {
        "ordinal": 1,
        "url": f"https://en.wikipedia.org/w/index.php?title={title.replace(' ', '_')}&oldid=7",
        "wiki": "en.wikipedia.org",
        "revision_id": 7,
        "revision_at": datetime(2025, 3, 4, tzinfo=UTC),
        "retrieved_at": datetime(2026, 1, 1, tzinfo=UTC),
        "sha256": "a" * 64,
        "reason": "the question's seed",
        "rows": 2,
        "cells": 6,
        "links_to": frozenset(),
    }
    return Entry(title=title, operator=operator, **{**fields, **changes})


def make_subject(*rows: Row, **changes: Any) -> Subject:
    """A version of the rivers table with one seed page."""
    fields: dict[str, Any] = {
        "contract": make_contract(),
        "seed": "List of rivers",
        "entries": (make_entry(),),
    }
    return Subject(rows=rows, **{**fields, **changes})


AMUR = make_row(1, "Amur", "Asia", "2,824 km")
RHINE = make_row(2, "Rhine", "Europe", "1,233 km")
