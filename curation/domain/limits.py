"""Rows within the limits that a question states in numbers: the column a limit is about, the rows that keep to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from curation.domain.cleaning import leading_number
from curation.domain.contract import Contract
from curation.domain.fit import TableOffer
from curation.domain.names import without_brackets, words
from curation.domain.scope import Limit
from curation.domain.values.units import canonical_unit, convert, header_units, is_unit

PEOPLE = frozenset(words("people person inhabitant resident"))
_NUMBER = re.compile(r"[-+\u2212]?\d[\d,]*(?:\.\d+)?")
_UNIT_WORDS = re.compile(r"\s*(?:[^\W\d_]+[²³23]?|%|°[CF])(?:\s+[^\W\d_]+[²³23]?){0,2}")
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
    fits = {column.name: _unit_fits(column.name, limit, tables, contract) for column in contract.columns}
    able = [name for name, fit in fits.items() if fit]
    ranked = sorted(able, key=lambda name: (-fits[name], name not in named))
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
    units = _units_of(column, table, contract)
    numbers = {row: number_for(limit, table.text(row, column), units) for row in rows}
    return [row for row in rows if (number := numbers[row]) is None or limit.allows(number)]


def number_for(limit: Limit, text: str, units: Sequence[str]) -> float | None:
    """The number that a cell gives in a limit's unit: beside it in the cell, by the units of its header, or converted.

    A cell without any unit, under a header without any, gives its first number. None when no number can be read.
    """
    pairs = _measured(text)
    if not pairs:
        return None
    if not limit.measure or (not units and not any(unit for _, unit in pairs)):
        return pairs[0][0]
    beside = next((number for number, unit in pairs if unit == limit.measure), None)
    if beside is not None:
        return beside
    if limit.measure in units and units.index(limit.measure) < len(pairs):
        return pairs[units.index(limit.measure)][0]
    named = [(number, unit or (units[0] if units else "")) for number, unit in pairs[:1]]
    converted = (convert(Decimal(repr(number)), unit, limit.measure) for number, unit in named if unit)
    return next((float(size) for size in converted if size is not None), None)


def gives_unit(limit: Limit, text: str) -> bool:
    """Whether a text has a number with a unit that the limit's can be told in."""
    return any(_same_kind(unit, limit.measure) for _, unit in _measured(text) if unit)


def _measured(text: str) -> list[tuple[float, str]]:
    """The numbers of a text with the known unit after each, "" for none: "6,650 km (4,132 mi)"."""
    found = []
    for match in _NUMBER.finditer(text):
        after = _UNIT_WORDS.match(text, match.end())
        words_after = after.group().split() if after is not None else []
        tries = (" ".join(words_after[:count]) for count in range(len(words_after), 0, -1))
        unit = next((canonical_unit(words_tried) for words_tried in tries if is_unit(words_tried)), "")
        found.append((float(match.group().replace(",", "").replace("\u2212", "-")), unit))
    return found


def _same_kind(unit: str, other: str) -> bool:
    return unit == other or convert(Decimal(1), unit, other) is not None


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


def _unit_fits(name: str, limit: Limit, tables: Sequence[TableOffer], contract: Contract) -> int:
    """2 for a column with the limit's unit in its header or in most filled cells of a table, 1 for one to convert."""
    best = 0
    for table in tables:
        if name in table.slots and best < 2:
            said = words(f"{table.slots[name].name} {name} {contract.column(name).unit}")
            units = _units_of(name, table, contract)
            texts = [text for row in table.rows if (text := table.text(row, name)).strip()]
            here = limit.unit in said or limit.measure in units or _most(texts, limit, same=True)
            near = any(_same_kind(unit, limit.measure) for unit in units) or _most(texts, limit, same=False)
            best = max(best, 2 if here else int(near))
    return best


def _most(texts: Sequence[str], limit: Limit, *, same: bool) -> bool:
    """Whether at least half of the texts give a number in the limit's unit, or in one that it converts to."""
    given = sum(
        any(
            unit == limit.measure if same else _same_kind(unit, limit.measure)
            for _, unit in _measured(text)
            if unit
        )
        for text in (texts if limit.measure else ())
    )
    return given > 0 and given * 2 >= len(texts)


def _units_of(name: str, table: TableOffer, contract: Contract) -> tuple[str, ...]:
    declared = contract.column(name).unit
    found = header_units(table.slots[name].name) or header_units(name)
    return found or ((canonical_unit(declared),) if declared else ())


def _top(rows: Sequence[int], table: TableOffer, limit: Limit) -> list[int]:
    """Rows of the first places: by a rank column, else the first rows as they stand."""
    rank = next((name for name, slot in table.slots.items() if RANKS & set(words(slot.name))), None)
    if rank is None:
        return list(rows[: int(limit.number)])
    numbers = {row: leading_number(table.text(row, rank)) for row in rows}
    return [row for row in rows if (place := numbers[row]) is not None and place <= limit.number]
