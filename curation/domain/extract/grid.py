"""Tables to grids by the HTML table-forming algorithm, placed as a browser places the cells (methods C.3)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from curation.domain.content import Cell, Content
from curation.domain.extract.dom import Attributes
from curation.domain.extract.limits import TableTooLarge
from curation.domain.extract.quick import maker

MAX_COLSPAN = 1000
MAX_ROWSPAN = 65534
MAX_SLOTS = 2_000_000
_cell = maker(Cell)
_INTEGER = re.compile(r"[ \t\n\r\f]*\+?([0-9]+)")


@dataclass(slots=True)
class SourceRow:
    """One `tr`: content, attributes and "is a th" of each cell; `spans` says that one of them spans.

    A wiki keeps `pinned` rows last when it sorts; `bold` counts the cells that show bold text and nothing else.
    """

    cells: list[tuple[Content, Attributes, bool]] = field(default_factory=list)
    spans: bool = False
    pinned: bool = False
    bold: int = 0


@dataclass(slots=True)
class RowGroup:
    """One `thead`, `tbody` or `tfoot` with its rows."""

    kind: str
    rows: list[SourceRow] = field(default_factory=list)


@dataclass(slots=True)
class Formed:
    """Cells and slots of one table; for each grid row its source row and the kind of its row group."""

    cells: list[Cell] = field(default_factory=list)
    slots: list[list[int | None]] = field(default_factory=list)
    rows: list[SourceRow] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    covered: int = 0


def span(value: str | None, *, most: int) -> int:
    """A span attribute read as browsers do: leading digits count ("2;" is 2), nonsense is 1.

    The result is at most `most`; 0 is returned as 0.
    """
    match = _INTEGER.match(value) if value else None
    return min(int(match[1][:9]), most) if match else 1


def form(groups: Sequence[RowGroup]) -> Formed:
    """Place every cell of a table, given its row groups in document order. Raises TableTooLarge."""
    formed = Formed()
    for group in _shown_order(groups):
        _place_group(formed, group)
    width = max(map(len, formed.slots), default=0)
    if width * len(formed.slots) > MAX_SLOTS:
        raise TableTooLarge(f"a table asks for {width} columns in {len(formed.slots)} rows")
    for line in formed.slots:
        if len(line) < width:
            line.extend([None] * (width - len(line)))
    return formed


def _shown_order(groups: Sequence[RowGroup]) -> Sequence[RowGroup]:
    """Row groups as browsers show them: the first thead on top, the first tfoot at the bottom."""
    if len(groups) < 2:
        return groups
    head = next((group for group in groups if group.kind == "thead"), None)
    foot = next((group for group in groups if group.kind == "tfoot"), None)
    middle = [group for group in groups if group is not head and group is not foot]
    return [*([head] if head else []), *middle, *([foot] if foot else [])]


def _place_group(formed: Formed, group: RowGroup) -> None:
    """Place the rows of one row group; no cell reaches past its end."""
    first = len(formed.slots)
    formed.slots.extend([] for _ in group.rows)
    formed.rows.extend(group.rows)
    formed.groups.extend(group.kind for _ in group.rows)
    for y, row in enumerate(group.rows, first):
        _place_row(formed, y, row)


def _place_row(formed: Formed, y: int, row: SourceRow) -> None:
    line, cells = formed.slots[y], formed.cells
    if not line and not row.spans:
        line.extend(range(len(cells), len(cells) + len(row.cells)))
        cells.extend(
            [
                _cell(content, y, x, 1, 1, header, _scope(attributes) if attributes else "")
                for x, (content, attributes, header) in enumerate(row.cells)
            ]
        )
        return
    x = 0
    for content, attributes, header in row.cells:
        while x < len(line) and line[x] is not None:
            x += 1
        x += _place_spanned(formed, y, x, content, attributes, header)


def _scope(attributes: Attributes) -> str:
    return (attributes.get("scope") or "").lower()


def _place_spanned(
    formed: Formed, y: int, x: int, content: Content, attributes: Attributes, header: bool
) -> int:
    """Put a cell at a slot, give it the slots it covers, and return its width.

    A slot that an earlier cell covers stays with that one.
    """
    width = span(attributes.get("colspan"), most=MAX_COLSPAN) or 1
    left = len(formed.slots) - y
    height = min(span(attributes.get("rowspan"), most=MAX_ROWSPAN) or left, left)
    formed.covered += width * height
    if formed.covered > MAX_SLOTS:
        raise TableTooLarge(f"the cells of a table cover more than {MAX_SLOTS} slots")
    index = len(formed.cells)
    formed.cells.append(_cell(content, y, x, height, width, header, _scope(attributes)))
    for line in formed.slots[y : y + height]:
        if len(line) < x + width:
            line.extend([None] * (x + width - len(line)))
        for at in range(x, x + width):
            if line[at] is None:
                line[at] = index
    return width
