"""Infobox entries: labelled values with the path of section headers and group labels above them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from curation.domain.content import Cell, Grid, InfoboxEntry
from curation.domain.extract.kinds import row_cells

_BULLET = re.compile(r"^[•·▪‣–\-]\s*")
_CLASS = re.compile(r"infobox|taxobox", re.IGNORECASE)


def has_infobox_class(names: tuple[str, ...]) -> bool:
    """Whether class names are those of an infobox ("infobox", "infobox_v2", "taxobox_v3")."""
    return any(_CLASS.match(name) for name in names) and not any("navbox" in name for name in names)


def is_infobox(grid: Grid) -> bool:
    """Whether a table is an infobox that a reader sees."""
    return has_infobox_class(grid.classes) and not grid.hidden


def entries(grid: Grid, *, title: str, infobox: int) -> Iterator[InfoboxEntry]:
    """The labelled values of one infobox from top to bottom; `infobox` counts the infoboxes of the page."""
    section: tuple[str, ...] = ()
    group: tuple[str, ...] = ()
    for y in range(len(grid.slots)):
        own = [cell for cell in row_cells(grid.cells, grid.slots[y]) if cell.row == y]
        filled = [cell for cell in own if cell.content.text]
        if not filled:
            continue
        if len(own) == 1 or (len(filled) == 1 and filled[0].header and len(own) == 1):
            if filled[0].header:
                section, group = _section(grid, filled[0], y, title), ()
            elif section:
                yield InfoboxEntry(section, filled[0].content, grid.table_index, y, infobox)
            continue
        label, values = own[0], own[1:]
        if not label.content.text:
            continue
        nested = bool(_BULLET.match(label.content.text))
        name = _BULLET.sub("", label.content.text).replace("\n", " ").rstrip(":").strip()
        path = (*section, *(group if nested else ()), name)
        if not nested:
            group = (name,)
        for cell in values:
            if cell.content.text:
                yield InfoboxEntry(path, cell.content, grid.table_index, y, infobox)


def _section(grid: Grid, cell: Cell, y: int, title: str) -> tuple[str, ...]:
    """A full-width header opens a section, but the first row of a box without caption is the name of the subject."""
    text = cell.content.text.replace("\n", " ")
    if (y == 0 and grid.caption is None) or text.casefold() == title.casefold():
        return ()
    return (text,)
