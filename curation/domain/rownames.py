"""Which column of a table names its rows, where no header is called like the key column that is looked for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from curation.domain.content import Grid
from curation.domain.names import words
from curation.domain.places import Slot

# Share of rows that must have a value of their own, and share that may already be told apart without it.
DISTINCT = 0.9
FILLED = 0.9
LONGEST_NAME = 60
NUMERIC = frozenset(words("number year date day rank ranking position place order season code pick id"))
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")


def name_rows(
    grid: Grid, rows: Sequence[int], columns: Sequence[str], known: Sequence[int], free: Sequence[Slot]
) -> dict[str, Slot]:
    """Which free columns name the rows, by key column: the leftmost that tells nearly all rows apart.

    It is taken for the last of the key columns that are looked for. Columns of words come first, unless the key column
    is one of numbers by its name. Where no column of words does it alone, the leftmost ones may do it together, one for
    each key column. {} when the known columns tell the rows apart by themselves, or no free column does.
    """
    if len(rows) < 2 or (known and _distinct(grid, rows, known) >= DISTINCT):
        return {}
    wanted = columns[-1]
    numeric = is_numeric(wanted)
    filled = [
        slot
        for slot in free
        if _filled(grid, rows, slot) >= FILLED * len(rows) and _length(grid, rows, slot) <= LONGEST_NAME
    ]
    for of_words in (not numeric, numeric):
        for slot in filled:
            if _names(grid, rows, slot, of_words, wanted) and (
                _distinct(grid, rows, [*known, slot.index]) >= DISTINCT
            ):
                return {wanted: slot}
        together = filled[: len(columns)]
        if (
            len(together) == len(columns) > 1
            and _distinct(grid, rows, [slot.index for slot in together]) >= DISTINCT
        ):
            return dict(zip(columns, together, strict=True))
    return {}


def leftmost_name(grid: Grid, rows: Sequence[int], free: Sequence[Slot]) -> Slot | None:
    """The leftmost free column of short texts of words that is filled in nearly every row."""
    for slot in free:
        full = _filled(grid, rows, slot) >= FILLED * len(rows) and _length(grid, rows, slot) <= LONGEST_NAME
        if rows and full and holds_words(grid, rows, slot.index):
            return slot
    return None


def is_numeric(column: str) -> bool:
    """Whether a column holds numbers by its name: a year, a rank, a code."""
    return bool(set(words(column)) & NUMERIC)


def holds_words(grid: Grid, rows: Sequence[int], index: int) -> bool:
    """Whether most filled cells of a column have words or at least letters in them."""
    texts = [text for row in rows if (text := _text(grid, row, index))]
    return sum(sum(char.isalpha() for char in text) > 1 for text in texts) * 2 > len(texts)


def _names(grid: Grid, rows: Sequence[int], slot: Slot, of_words: bool, column: str) -> bool:
    if "year" in words(column):
        return sum(_YEAR.search(_text(grid, row, slot.index)) is not None for row in rows) * 2 > len(rows)
    return holds_words(grid, rows, slot.index) is of_words


def _filled(grid: Grid, rows: Sequence[int], slot: Slot) -> int:
    return sum(bool(_text(grid, row, slot.index)) for row in rows)


def _length(grid: Grid, rows: Sequence[int], slot: Slot) -> float:
    """The mean length of a column's texts: remarks are longer than names."""
    return sum(len(_text(grid, row, slot.index)) for row in rows) / len(rows)


def _distinct(grid: Grid, rows: Sequence[int], columns: Sequence[int]) -> float:
    keys = {tuple(_text(grid, row, index) for index in columns) for row in rows}
    return len(keys) / len(rows)


def _text(grid: Grid, row: int, index: int) -> str:
    cell = grid.cell_at(row, index)
    return " ".join(cell.content.text.split()) if cell is not None else ""
