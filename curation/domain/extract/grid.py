"""Tables to grids by the HTML table-forming algorithm, placed as a browser places the cells (methods C.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from curation.domain.content import Cell, Content
from curation.domain.extract import dom

MAX_COLSPAN = 1000
MAX_ROWSPAN = 65534
MAX_SLOTS = 2_000_000
_INTEGER = re.compile(r"[ \t\n\r\f]*\+?(\d+)")
_GROUPS = frozenset({"thead", "tbody", "tfoot"})


class TableTooLarge(ValueError):
    """A table whose spans ask for more slots than a page may use."""


@dataclass(slots=True)
class Formed:
    """Cells and slots of one table, and for each grid row the element and the kind of row group it came from."""

    cells: list[Cell] = field(default_factory=list)
    slots: list[list[int | None]] = field(default_factory=list)
    rows: list[LexborNode] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    covered: int = 0


def span(value: str | None, *, most: int) -> int:
    """A span attribute read as browsers do: leading digits count ("2;" is 2), nonsense is 1, too much is `most`."""
    match = _INTEGER.match(value) if value else None
    return min(int(match[1][:9]), most) if match else 1


def form(table: LexborNode, read: Callable[[LexborNode], Content]) -> Formed:
    """Place every cell of a table. `read` gives the content of a cell element. Raises TableTooLarge."""
    formed = Formed()
    for group, rows in _row_groups(table):
        _place_group(formed, group, rows, read)
    width = max((len(row) for row in formed.slots), default=0)
    for row in formed.slots:
        row.extend([None] * (width - len(row)))
    return formed


def _row_groups(table: LexborNode) -> list[tuple[str, list[LexborNode]]]:
    """Row groups in the order they are shown: the first thead on top, the first tfoot at the bottom."""
    groups: list[tuple[str, list[LexborNode]]] = []
    for child in elements(table):
        tag = child.tag or ""
        if tag in _GROUPS and not dom.is_hidden(child.attributes):
            groups.append((tag, [row for row in elements(child) if row.tag == "tr"]))
        elif tag == "tr":
            groups.append(("tbody", [child]))
    heads = [group for group in groups if group[0] == "thead"][:1]
    feet = [group for group in groups if group[0] == "tfoot"][:1]
    return heads + [group for group in groups if group not in heads + feet] + feet


def elements(node: LexborNode) -> Iterator[LexborNode]:
    """The child elements of a node."""
    child = node.first_child
    while child is not None:
        if child.tag_id != dom.TEXT_ID:
            yield child
        child = child.next


def _place_group(
    formed: Formed, group: str, rows: list[LexborNode], read: Callable[[LexborNode], Content]
) -> None:
    """Place the rows of one row group; no cell reaches past its end."""
    shown = [row for row in rows if not dom.is_hidden(row.attributes)]
    first = len(formed.slots)
    formed.slots.extend([] for _ in shown)
    formed.rows.extend(shown)
    formed.groups.extend(group for _ in shown)
    for offset, row in enumerate(shown):
        _place_row(formed, first + offset, len(formed.slots), row, read)


def _place_row(
    formed: Formed, y: int, end: int, row: LexborNode, read: Callable[[LexborNode], Content]
) -> None:
    x = 0
    line = formed.slots[y]
    for node in elements(row):
        if node.tag not in ("td", "th"):
            continue
        attributes = node.attributes
        if attributes and dom.is_hidden(attributes):
            continue
        while x < len(line) and line[x] is not None:
            x += 1
        width = span(attributes.get("colspan"), most=MAX_COLSPAN) or 1
        height = span(attributes.get("rowspan"), most=MAX_ROWSPAN)
        height = min(height, end - y) if height else end - y
        cell = Cell(
            content=read(node),
            row=y,
            column=x,
            row_span=height,
            col_span=width,
            header=node.tag == "th",
            scope=(attributes.get("scope") or "").lower(),
        )
        _cover(formed, cell)
        x += width


def _cover(formed: Formed, cell: Cell) -> None:
    """Give the slots of a cell to it; a slot that an earlier cell covers stays with that one."""
    index = len(formed.cells)
    formed.cells.append(cell)
    right = cell.column + cell.col_span
    formed.covered += cell.col_span * cell.row_span
    if formed.covered > MAX_SLOTS:
        raise TableTooLarge(f"a table covers more than {MAX_SLOTS} slots")
    for line in formed.slots[cell.row : cell.row + cell.row_span]:
        if len(line) < right:
            line.extend([None] * (right - len(line)))
        for x in range(cell.column, right):
            if line[x] is None:
                line[x] = index
