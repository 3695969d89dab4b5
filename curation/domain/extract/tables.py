"""Tables met on the walk over a page: their rows are collected while their cells go by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from curation.domain.content import Content, Grid
from curation.domain.extract import dom
from curation.domain.extract.grid import RowGroup, SourceRow, form
from curation.domain.extract.kinds import row_kinds
from curation.domain.extract.sections import Path

_KINDS = {dom.TAG["thead"]: "thead", dom.TAG["tbody"]: "tbody", dom.TAG["tfoot"]: "tfoot"}

_TH = dom.TAG["th"]
_BOLD = (dom.TAG["b"], dom.TAG["strong"])


@dataclass(slots=True)
class OpenTable:
    """A table whose rows are being collected.

    `infobox` is the number of the infobox it is or belongs to, 0 when it is none.
    """

    index: int
    ordinal: int
    path: Path
    anchor: int
    classes: tuple[str, ...]
    nested_in: int | None
    hidden: bool
    infobox: int = 0
    groups: list[RowGroup] = field(default_factory=list)
    group: RowGroup | None = None
    row: SourceRow | None = None
    rows: int = 0
    caption: Content | None = None

    def start_group(self, node: LexborNode) -> None:
        """A `thead`, `tbody` or `tfoot` begins."""
        self.row, self.group = None, RowGroup(_KINDS[node.tag_id])
        if dom.is_shown(node.attributes):
            self.groups.append(self.group)

    def start_row(self, node: LexborNode) -> None:
        """A `tr` begins; the cells of a row that is not shown are dropped."""
        attributes = node.attributes
        self.row, self.rows = SourceRow(), self.rows + 1
        if not attributes:
            self._keep_row()
            return
        self.row.pinned = "sortbottom" in (attributes.get("class") or "")
        if not dom.traits(attributes).hidden:
            self._keep_row()

    def _keep_row(self) -> None:
        if self.group is not None and self.row is not None:
            self.group.rows.append(self.row)

    def add_cell(self, node: LexborNode, content: Content, attributes: dom.Attributes) -> None:
        """A cell with what it shows. Whether a row is bold matters in the first two rows only."""
        row = self.row
        if row is None:
            return
        if self.rows <= 2:
            row.bold += _is_bold(node)
        if attributes and ("colspan" in attributes or "rowspan" in attributes):
            row.spans = True
        row.cells.append((content, attributes, node.tag_id == _TH))

    def grid(self) -> Grid:
        """The finished grid. Raises TableTooLarge."""
        formed = form(self.groups)
        return Grid(
            table_index=self.index,
            ordinal=self.ordinal,
            section_path=self.path,
            cells=tuple(formed.cells),
            slots=tuple(map(tuple, formed.slots)),
            row_kinds=tuple(row_kinds(formed)),
            caption=self.caption,
            classes=self.classes,
            nested_in=self.nested_in,
            anchor=self.anchor,
            hidden=self.hidden,
        )


def _is_bold(cell: LexborNode) -> bool:
    """Whether a cell holds bold text and nothing else."""
    held = [
        child for child in children(cell) if child.tag_id != dom.TEXT_ID or (child.text_content or "").strip()
    ]
    return bool(held) and all(child.tag_id in _BOLD for child in held)


def children(node: LexborNode) -> Iterator[LexborNode]:
    """The child nodes of an element, text and comments included."""
    child = node.first_child
    while child is not None:
        yield child
        child = child.next
