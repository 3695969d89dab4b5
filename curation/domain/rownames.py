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
NUMERIC = frozenset(words("number year date day rank ranking position place order season code pick id"))
_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")


def name_rows(
    grid: Grid, rows: Sequence[int], column: str, known: Sequence[int], free: Sequence[Slot]
) -> Slot | None:
    """The leftmost free column whose cells, with those of the known columns, tell nearly all rows apart.

    Columns of words come first, unless the key column is one of numbers by its name. None when the known columns tell
    the rows apart by themselves, or no free column does.
    """
    if len(rows) < 2 or (known and _distinct(grid, rows, known) >= DISTINCT):
        return None
    numeric = is_numeric(column)
    for of_words in (not numeric, numeric):
        for slot in free:
            if _names(grid, rows, slot, of_words, column) and (
                _distinct(grid, rows, [*known, slot.index]) >= DISTINCT
            ):
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
    texts = [text for row in rows if (text := _text(grid, row, slot.index))]
    if len(texts) < FILLED * len(rows):
        return False
    if "year" in words(column):
        return sum(_YEAR.search(text) is not None for text in texts) * 2 > len(texts)
    return holds_words(grid, rows, slot.index) is of_words


def _distinct(grid: Grid, rows: Sequence[int], columns: Sequence[int]) -> float:
    keys = {tuple(_text(grid, row, index) for index in columns) for row in rows}
    return len(keys) / len(rows)


def _text(grid: Grid, row: int, index: int) -> str:
    cell = grid.cell_at(row, index)
    return " ".join(cell.content.text.split()) if cell is not None else ""
