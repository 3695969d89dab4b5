"""Rows within the limits that a question states in numbers: the column a limit is about, the rows that keep to it."""

from __future__ import annotations

from collections.abc import Sequence

from curation.domain.cleaning import has_unit, leading_number, number_in_unit
from curation.domain.contract import Contract
from curation.domain.fit import TableOffer
from curation.domain.names import without_brackets, words
from curation.domain.scope import Limit

PEOPLE = frozenset(words("people person inhabitant resident"))
RANKS = frozenset({"pos", "position", "rank", "place", "number", "ranking", "standing"})


def limited_column(limit: Limit, tables: Sequence[TableOffer], contract: Contract) -> str | None:
    """The column that a limit is about, the same one for all tables; None when none of them tells.

    It is a column with the limit's unit in its header or its cells, the one named beside the limit before others; for
    a limit without a unit the one named beside it; for people one of population, of the limit's year if there is one.
    """
    named = _named(limit, contract)
    population = _of_population(limit, tables, contract) if limit.unit in PEOPLE else None
    if population is not None:
        return population
    if not limit.unit:
        return next((name for name in named if any(name in table.slots for table in tables)), None)
    able = [column.name for column in contract.columns if _has_unit(column.name, limit, tables, contract)]
    ranked = sorted(able, key=lambda name: name not in named)
    return next(
        iter(ranked), next((name for name in named if any(name in table.slots for table in tables)), None)
    )


def _named(limit: Limit, contract: Contract) -> list[str]:
    """Columns whose names share words with what stands beside the limit, most words first."""
    said = set(words(limit.noun))
    shared = {
        column.name: len(said & set(words(without_brackets(column.name)))) for column in contract.columns
    }
    return sorted((name for name in shared if shared[name]), key=lambda name: -shared[name])


def within(
    rows: Sequence[int], table: TableOffer, limit: Limit, column: str | None, contract: Contract
) -> list[int]:
    """Rows that keep to a limit. A row whose number cannot be read is kept: only what the text decides is decided."""
    if limit.kind == "top":
        return _top(rows, table, limit)
    if column is None or column not in table.slots:
        return list(rows)
    header = f"{table.slots[column].name} {column} {contract.column(column).unit}"
    unit = "" if limit.unit in PEOPLE else limit.unit
    numbers = {row: number_in_unit(table.text(row, column), unit, header) for row in rows}
    return [row for row in rows if (number := numbers[row]) is None or limit.allows(number)]


def _of_population(limit: Limit, tables: Sequence[TableOffer], contract: Contract) -> str | None:
    counted = [
        (column.name, words(f"{column.name} {table.slots[column.name].name}"))
        for column in contract.columns
        for table in tables
        if column.name in table.slots
    ]
    counted = [(name, said) for name, said in counted if "population" in said]
    dated = [(name, said) for name, said in counted if limit.year in said]
    return next((name for name, _ in dated or counted), None)


def _has_unit(name: str, limit: Limit, tables: Sequence[TableOffer], contract: Contract) -> bool:
    """Whether a column has the unit in its name or header, or in most of its filled cells, in one table at least."""
    for table in tables:
        if name not in table.slots:
            continue
        if limit.unit in words(f"{table.slots[name].name} {name} {contract.column(name).unit}"):
            return True
        texts = [text for row in table.rows if (text := table.text(row, name)).strip()]
        if texts and sum(has_unit(text, limit.unit) for text in texts) * 2 >= len(texts):
            return True
    return False


def _top(rows: Sequence[int], table: TableOffer, limit: Limit) -> list[int]:
    """Rows of the first places: by a rank column, else the first rows as they stand."""
    rank = next((name for name, slot in table.slots.items() if RANKS & set(words(slot.name))), None)
    if rank is None:
        return list(rows[: int(limit.number)])
    numbers = {row: leading_number(table.text(row, rank)) for row in rows}
    return [row for row in rows if (place := numbers[row]) is not None and place <= limit.number]
