"""What each row of a grid is: header, body, group (full width) or footer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from curation.domain.content import Cell, RowKind
from curation.domain.extract.grid import Formed, SourceRow

Slots = Sequence[Sequence[int | None]]
_TOTALS = re.compile(
    r"(?:grand |sub)?totals?|sum|averages?|sources?|notes?|references?|key|legend"
    r"|gesamt|summe|quellen?|total général|fuente|fonte",
    re.IGNORECASE,
)


def row_kinds(formed: Formed) -> list[RowKind]:
    """The kind of every row of a formed table."""
    cells, slots = formed.cells, formed.slots
    kinds = [_first_guess(cells, slots[y], formed.groups[y], y) for y in range(len(slots))]
    if len(kinds) > 1 and kinds[0] is RowKind.BODY and _heads_in_bold(*formed.rows[:2]):
        kinds[0] = RowKind.HEADER
    _spread_headers(kinds, cells, slots)
    _free_data(kinds, cells, slots)
    _mark_comments(kinds)
    _mark_footers(kinds, cells, slots, [row.pinned for row in formed.rows])
    return kinds


def _heads_in_bold(first: SourceRow, second: SourceRow) -> bool:
    """A first row set in bold, for the most part, over one that is not: how pages without `th` head a table."""
    numbers = any(content.text.isdecimal() for content, _, _ in first.cells)
    return first.bold * 3 >= len(first.cells) * 2 > 2 and not second.bold and not numbers


def row_cells(cells: Sequence[Cell], line: Sequence[int | None]) -> list[Cell]:
    """The different cells that cover a row, from left to right."""
    return [cells[index] for index in dict.fromkeys(line) if index is not None]


def _first_guess(cells: Sequence[Cell], line: Sequence[int | None], group: str, y: int) -> RowKind:
    if group != "tbody":
        return RowKind.FOOTER if group == "tfoot" else RowKind.HEADER
    first = cells[line[0]] if line and line[0] is not None else None
    if first is not None and first.col_span >= len(line) > 1:
        full = first.row == y and first.row_span == 1 and first.content.text
        return RowKind.GROUP if full else RowKind.BODY
    if first is not None and not first.header and first.content.text:
        return RowKind.BODY
    covering = row_cells(cells, line)
    heads = [cell for cell in covering if cell.header]
    filled = [cell for cell in covering if cell.content.text and not cell.header]
    if filled or len(heads) * 2 < len(covering) or not any(cell.row == y for cell in heads):
        return RowKind.BODY
    return RowKind.BODY if len(heads) == 1 and heads[0].scope in ("row", "rowgroup") else RowKind.HEADER


def _spread_headers(kinds: list[RowKind], cells: Sequence[Cell], slots: Slots) -> None:
    """A row that a header cell of the block on top reaches into is a header row too."""
    if all(kind is RowKind.HEADER for kind in kinds):
        return
    top = leading(kinds)
    reach = max((_reach(cells, slots[y]) for y in range(top) if kinds[y] is RowKind.HEADER), default=0)
    if reach < len(slots):
        for y in range(top, reach):
            kinds[y] = RowKind.HEADER


def _free_data(kinds: list[RowKind], cells: Sequence[Cell], slots: Slots) -> None:
    """A row of header cells with numbers, under a header row that names every column in words, is data set in bold."""
    if len(kinds) < 3 or kinds[0] is not RowKind.HEADER or not _names_columns(cells, slots[0]):
        return
    for y in range(1, leading(kinds)):
        texts = [cell.content.text for cell in row_cells(cells, slots[y])]
        numbers = sum(any(char.isdigit() for char in text) for text in texts)
        if kinds[y] is RowKind.HEADER and len(texts) == len(slots[y]) and numbers * 2 >= len(texts):
            kinds[y] = RowKind.BODY


def _names_columns(cells: Sequence[Cell], line: Sequence[int | None]) -> bool:
    """Whether every column has a header cell of its own in a row, each with words and without a number."""
    heads = row_cells(cells, line)
    return len(heads) == len(line) and all(
        cell.content.text and cell.row_span == 1 and not any(char.isdigit() for char in cell.content.text)
        for cell in heads
    )


def leading(kinds: Sequence[RowKind]) -> int:
    """Number of header and group rows on top, up to the last header row among them."""
    last = 0
    for y, kind in enumerate(kinds):
        if kind is RowKind.HEADER:
            last = y + 1
        elif kind is not RowKind.GROUP:
            break
    return last


def _reach(cells: Sequence[Cell], line: Sequence[int | None]) -> int:
    """The row after the last one that a header cell of this row covers."""
    heads = (cell for cell in row_cells(cells, line) if cell.header and cell.scope != "row")
    return max((cell.row + cell.row_span for cell in heads), default=0)


def _mark_comments(kinds: list[RowKind]) -> None:
    """Full-width rows that follow every row, the last one too, speak of the row above: they head nothing."""
    body = "".join(kind[0] for kind in kinds[leading(kinds) :])
    if re.fullmatch(r"(b+)g(?:\1g)+", body):
        for y in range(leading(kinds), len(kinds)):
            if kinds[y] is RowKind.GROUP:
                kinds[y] = RowKind.FOOTER


def _mark_footers(kinds: list[RowKind], cells: Sequence[Cell], slots: Slots, pinned: Sequence[bool]) -> None:
    """Rows at the end that sum up or name sources are footers; a header row repeated there stays a header."""
    for y in range(len(kinds) - 1, 0, -1):
        sums_up = bool(_TOTALS.fullmatch(_label(cells, slots[y])))
        if kinds[y] is RowKind.FOOTER or (kinds[y] is RowKind.HEADER and not (sums_up or pinned[y])):
            continue
        if not (pinned[y] or sums_up or kinds[y] is RowKind.GROUP) or RowKind.BODY not in kinds[:y]:
            break
        kinds[y] = RowKind.FOOTER


def _label(cells: Sequence[Cell], line: Sequence[int | None]) -> str:
    """The words a row begins with, up to a colon or a line end."""
    first = next((cell.content.text for cell in row_cells(cells, line) if cell.content.text), "")
    return re.split(r"[:\n]", first, maxsplit=1)[0].strip()
