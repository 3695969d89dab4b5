"""The header rows of a grid: which rows head which, and what each column is called under them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import TypeVar

from curation.domain.content import Cell, Grid, RowKind

Made = TypeVar("Made")
REMEMBERED_GRIDS = 1 << 12


@dataclass(frozen=True, slots=True)
class ColumnHeader:
    """The header text of one column, several header rows joined by " / "; `group` names the spanning cell over it."""

    text: str
    group: int = -1


def once_per_grid(make: Callable[[Grid], Made]) -> Callable[[Grid], Made]:
    """Remembers what was made of a grid by the grid itself: comparing whole grids would cost more than making it."""
    held: dict[int, tuple[Grid, Made]] = {}

    @wraps(make)
    def made(grid: Grid) -> Made:
        found = held.get(id(grid))
        if found is None or found[0] is not grid:
            if len(held) >= REMEMBERED_GRIDS:
                held.clear()
            found = held[id(grid)] = (grid, make(grid))
        return found[1]

    return made


def header_block(grid: Grid, row: int) -> tuple[int, int]:
    """First and past-the-last row of the header rows that stand over a row; (-1, -1) when it has none.

    A table without marked headers is taken to be headed by its first row, as a reader would.
    """
    over = [block for block in _header_blocks(grid) if block[1] <= row]
    if over:
        return over[-1]
    return (0, 1) if row > 0 else (-1, -1)


@once_per_grid
def _header_blocks(grid: Grid) -> tuple[tuple[int, int], ...]:
    """Runs of header rows that head what follows: the first, and later ones that read like headers.

    Years and totals set in bold stand in header cells too; they head nothing.
    """
    blocks: list[tuple[int, int]] = []
    row = 0
    while row < len(grid.row_kinds):
        end = row
        while end < len(grid.row_kinds) and grid.row_kinds[end] is RowKind.HEADER:
            end += 1
        if end > row and (not blocks or _heads(grid, row, end, blocks[0])):
            blocks.append((row, end))
        row = max(end, row + 1)
    return tuple(blocks)


def _heads(grid: Grid, start: int, end: int, first: tuple[int, int]) -> bool:
    texts, known = (_row_texts(grid, *block) for block in ((start, end), first))
    repeated = len([text for text in texts if text in known])
    return repeated * 2 >= len(texts) or all(
        text and not any(char.isdigit() for char in text) for text in texts
    )


def _row_texts(grid: Grid, start: int, end: int) -> list[str]:
    cells = {
        (cell.row, cell.column): cell
        for row in range(start, end)
        for index in range(grid.width)
        if (cell := grid.cell_at(row, index)) is not None
    }
    return [_flat(cell) for cell in cells.values()]


def group_cell(grid: Grid, row: int) -> Cell | None:
    """The nearest full-width row over a row, which heads it and those after it; None when there is none."""
    above = _groups_above(grid)[row] if 0 <= row < len(grid.row_kinds) else -1
    return grid.cell_at(above, 0) if above >= 0 else None


@once_per_grid
def _groups_above(grid: Grid) -> tuple[int, ...]:
    """For every row the number of the nearest group row before it, -1 for none."""
    found, last = [], -1
    for row, kind in enumerate(grid.row_kinds):
        found.append(last)
        last = row if kind is RowKind.GROUP else last
    return tuple(found)


def title_cell(grid: Grid, row: int) -> Cell | None:
    """The full-width header cell of the block over a row: what tables that lack a caption are called by."""
    start, end = header_block(grid, row)
    cells = (grid.cell_at(at, 0) for at in range(max(start, 0), end if start >= 0 else 0))
    wide = (cell for cell in cells if cell is not None and cell.col_span >= grid.width > 1)
    return next((cell for cell in wide if cell.content.text.strip()), None)


def column_headers(grid: Grid, head: int) -> tuple[ColumnHeader, ...]:
    """The headers of all columns under the header block that begins at row `head` (-1: the table has none)."""
    known = _known_headers(grid)
    if head not in known:
        end = head + 1
        while head >= 0 and end < len(grid.row_kinds) and grid.row_kinds[end] is RowKind.HEADER:
            end += 1
        known[head] = tuple(_column_header(grid, head, end, index) for index in range(grid.width))
    return known[head]


@once_per_grid
def _known_headers(grid: Grid) -> dict[int, tuple[ColumnHeader, ...]]:
    """The headers read so far of a grid, by header block: resolving a row's name asks for them row after row."""
    return {}


def _column_header(grid: Grid, start: int, end: int, index: int) -> ColumnHeader:
    cells = [cell for row in range(max(start, 0), end) if start >= 0 and (cell := grid.cell_at(row, index))]
    named = [cell for cell in cells if cell.content.text and cell.col_span < grid.width] or cells
    texts = list(dict.fromkeys(_flat(cell) for cell in named))
    spanning = next((cell for cell in reversed(named) if cell.col_span > 1), None)
    lowest_spans = spanning is not None and named[-1] is spanning
    group = spanning.row * grid.width + spanning.column if spanning is not None and lowest_spans else -1
    return ColumnHeader(" / ".join(filter(None, texts)), group)


def _flat(cell: Cell) -> str:
    return " ".join(cell.content.text.split())
