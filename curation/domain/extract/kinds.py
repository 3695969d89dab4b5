"""What each row of a grid is: header, body, group (full width) or footer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from curation.domain.content import Cell, RowKind

Slots = Sequence[Sequence[int | None]]
_TOTALS = re.compile(
    r"(?:grand )?totals?|sum|averages?|sources?|notes?|references?|key|legend|gesamt|summe|quellen?|total général",
    re.IGNORECASE,
)


def row_kinds(
    cells: Sequence[Cell], slots: Slots, groups: Sequence[str], sortbottom: Sequence[bool]
) -> list[RowKind]:
    """The kind of every row. `groups` names the row group element of each row, `sortbottom` the rows a wiki pins."""
    kinds = [_first_guess(cells, slots, groups, y) for y in range(len(slots))]
    _spread_headers(kinds, cells, slots)
    _mark_footers(kinds, cells, slots, sortbottom)
    return kinds


def row_cells(cells: Sequence[Cell], slots: Slots, y: int) -> list[Cell]:
    """The different cells that cover a row, from left to right."""
    seen: list[int] = []
    for index in slots[y]:
        if index is not None and (not seen or seen[-1] != index) and index not in seen[-3:]:
            seen.append(index)
    return [cells[index] for index in seen]


def _first_guess(cells: Sequence[Cell], slots: Slots, groups: Sequence[str], y: int) -> RowKind:
    if groups[y] == "tfoot":
        return RowKind.FOOTER
    covering = row_cells(cells, slots, y)
    if groups[y] == "thead":
        return RowKind.HEADER
    if _is_full_width(covering, slots, y):
        return RowKind.GROUP
    filled = [cell for cell in covering if cell.header or cell.content.text]
    if filled and all(cell.header for cell in filled) and any(cell.row == y for cell in filled):
        return RowKind.BODY if _is_row_header_only(filled) else RowKind.HEADER
    return RowKind.BODY


def _is_full_width(covering: Sequence[Cell], slots: Slots, y: int) -> bool:
    """One cell of one row spans the whole width of a table that has several columns."""
    if len(covering) != 1 or len(slots[y]) < 2:
        return False
    only = covering[0]
    return only.row == y and only.row_span == 1 and only.col_span >= len(slots[y]) and bool(only.content.text)


def _is_row_header_only(filled: Sequence[Cell]) -> bool:
    return len(filled) == 1 and filled[0].scope in ("row", "rowgroup")


def _spread_headers(kinds: list[RowKind], cells: Sequence[Cell], slots: Slots) -> None:
    """A row that a header cell of the row above reaches into from the top block is a header row too."""
    if all(kind is RowKind.HEADER for kind in kinds):
        return
    top = _leading(kinds)
    reach = max((_reach(cells, slots, y) for y in range(top) if kinds[y] is RowKind.HEADER), default=0)
    if reach < len(slots):
        for y in range(top, reach):
            kinds[y] = RowKind.HEADER


def _leading(kinds: Sequence[RowKind]) -> int:
    """Number of header and group rows on top, up to the last header row among them."""
    last = 0
    for y, kind in enumerate(kinds):
        if kind is RowKind.HEADER:
            last = y + 1
        elif kind is not RowKind.GROUP:
            break
    return last


def _reach(cells: Sequence[Cell], slots: Slots, y: int) -> int:
    """The row after the last one that a header cell of row `y` covers."""
    covering = row_cells(cells, slots, y)
    return max(
        (cell.row + cell.row_span for cell in covering if cell.header and cell.scope != "row"), default=0
    )


def _mark_footers(
    kinds: list[RowKind], cells: Sequence[Cell], slots: Slots, sortbottom: Sequence[bool]
) -> None:
    """Rows at the end that sum up or name sources are footers; a header row repeated there stays a header."""
    for y in range(len(kinds) - 1, 0, -1):
        covering = row_cells(cells, slots, y)
        first = next((cell.content.text for cell in covering if cell.content.text), "")
        label = first.split(":")[0].split("\n")[0].strip()
        looks_last = sortbottom[y] or kinds[y] is RowKind.GROUP or bool(_TOTALS.fullmatch(label))
        if kinds[y] is RowKind.FOOTER or (kinds[y] is RowKind.HEADER and not _TOTALS.fullmatch(label)):
            continue
        if not looks_last or RowKind.BODY not in kinds[:y]:
            break
        kinds[y] = RowKind.FOOTER
