"""Tables to grids by the HTML table-forming algorithm, placed as a browser places the cells (methods C.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from curation.domain.content import Cell, Content
from curation.domain.extract.dom import TAG, TEXT_ID, Attributes, traits

MAX_COLSPAN = 1000
MAX_ROWSPAN = 65534
MAX_SLOTS = 2_000_000
_INTEGER = re.compile(r"[ \t\n\r\f]*\+?([0-9]+)")
_GROUPS = {TAG["thead"]: "thead", TAG["tbody"]: "tbody", TAG["tfoot"]: "tfoot"}
_TR, _TD, _TH = TAG["tr"], TAG["td"], TAG["th"]

Reader = Callable[[LexborNode, Attributes], Content]


class TableTooLarge(ValueError):
    """A table whose spans ask for more slots than a page may use."""


@dataclass(slots=True)
class Formed:
    """Cells and slots of one table, and for each grid row its element and the kind of its row group."""

    cells: list[Cell] = field(default_factory=list)
    slots: list[list[int | None]] = field(default_factory=list)
    rows: list[LexborNode] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    covered: int = 0


def span(value: str | None, *, most: int) -> int:
    """A span attribute read as browsers do: leading digits count ("2;" is 2), nonsense is 1.

    The result is at most `most`; 0 is returned as 0.
    """
    match = _INTEGER.match(value) if value else None
    return min(int(match[1][:9]), most) if match else 1


def form(table: LexborNode, read: Reader) -> Formed:
    """Place every cell of a table. `read` gives the content of a cell element. Raises TableTooLarge."""
    formed = Formed()
    for group, rows in _row_groups(table):
        _place_group(formed, group, rows, read)
    width = max(map(len, formed.slots), default=0)
    if width * len(formed.slots) > MAX_SLOTS:
        raise TableTooLarge(f"a table asks for {width} columns in {len(formed.slots)} rows")
    for line in formed.slots:
        if len(line) < width:
            line.extend([None] * (width - len(line)))
    return formed


def elements(node: LexborNode) -> Iterator[LexborNode]:
    """The child elements of a node."""
    child = node.first_child
    while child is not None:
        if child.tag_id != TEXT_ID:
            yield child
        child = child.next


def _row_groups(table: LexborNode) -> list[tuple[str, list[LexborNode]]]:
    """Row groups in the order they are shown: the first thead on top, the first tfoot at the bottom."""
    groups: list[tuple[str, list[LexborNode]]] = []
    for child in elements(table):
        tag = child.tag_id
        if tag in _GROUPS and not traits(child.attributes).hidden:
            groups.append((_GROUPS[tag], [row for row in elements(child) if row.tag_id == _TR]))
        elif tag == _TR:
            groups.append(("tbody", [child]))
    heads = [group for group in groups if group[0] == "thead"][:1]
    feet = [group for group in groups if group[0] == "tfoot"][:1]
    return heads + [group for group in groups if group not in heads + feet] + feet


def _place_group(formed: Formed, group: str, rows: list[LexborNode], read: Reader) -> None:
    """Place the rows of one row group; no cell reaches past its end."""
    shown = [row for row in rows if not traits(row.attributes).hidden]
    first = len(formed.slots)
    formed.slots.extend([] for _ in shown)
    formed.rows.extend(shown)
    formed.groups.extend(group for _ in shown)
    for y, row in enumerate(shown, first):
        _place_row(formed, y, row, read)


def _place_row(formed: Formed, y: int, row: LexborNode, read: Reader) -> None:
    x = 0
    line = formed.slots[y]
    child = row.first_child
    while child is not None:
        tag = child.tag_id
        if tag == _TD or tag == _TH:
            attributes = child.attributes
            if not attributes or not traits(attributes).hidden:
                while x < len(line) and line[x] is not None:
                    x += 1
                x += _place_cell(formed, y, x, read(child, attributes), attributes, header=tag == _TH)
        child = child.next


def _place_cell(
    formed: Formed, y: int, x: int, content: Content, attributes: Attributes, *, header: bool
) -> int:
    """Put one cell at a slot, cover what it spans, and give its width."""
    index = len(formed.cells)
    line = formed.slots[y]
    if "colspan" not in attributes and "rowspan" not in attributes:
        scope = (attributes.get("scope") or "").lower() if attributes else ""
        formed.cells.append(Cell(content, y, x, 1, 1, header, scope))
        if x == len(line):
            line.append(index)
        else:
            line[x] = index
        return 1
    width = span(attributes.get("colspan"), most=MAX_COLSPAN) or 1
    left = len(formed.slots) - y
    height = min(span(attributes.get("rowspan"), most=MAX_ROWSPAN) or left, left)
    formed.cells.append(Cell(content, y, x, height, width, header, (attributes.get("scope") or "").lower()))
    _cover(formed, index, y, x, height, width)
    return width


def _cover(formed: Formed, index: int, y: int, x: int, height: int, width: int) -> None:
    """Give the slots a cell spans to it; a slot that an earlier cell covers stays with that one."""
    formed.covered += width * height
    if formed.covered > MAX_SLOTS:
        raise TableTooLarge(f"the cells of a table cover more than {MAX_SLOTS} slots")
    for line in formed.slots[y : y + height]:
        if len(line) < x + width:
            line.extend([None] * (x + width - len(line)))
        for at in range(x, x + width):
            if line[at] is None:
                line[at] = index
