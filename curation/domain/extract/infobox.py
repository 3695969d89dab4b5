"""Infobox entries: labelled values with the path of section headers and group labels above them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from curation.domain.content import Cell, Content, Grid, InfoboxEntry
from curation.domain.extract.kinds import row_cells

_BULLET = re.compile(r"^[•·▪‣–\-]\s*")
_CLASS = re.compile(r"infobox|taxobox", re.IGNORECASE)


def has_infobox_class(names: tuple[str, ...]) -> bool:
    """Whether class names are those of an infobox ("infobox", "infobox_v2", "taxobox_v3")."""
    return any(_CLASS.match(name) for name in names) and not any("navbox" in name for name in names)


def entries(grid: Grid, *, title: str, infobox: int) -> Iterator[InfoboxEntry]:
    """The labelled values of one infobox from top to bottom; `infobox` counts the infoboxes of the page.

    A label that spans rows labels every value beside it. Full-width rows without a header above them (the name of the
    subject, a picture) label nothing and are left out.
    """
    section: tuple[str, ...] = ()
    group = ""
    for y, line in enumerate(grid.slots):
        cells = [cell for cell in row_cells(grid.cells, line) if cell.row == y or cell.header]
        if len(cells) == 1 and cells[0].header and cells[0].row == y and cells[0].col_span > 1:
            section, group = _section(grid, cells[0], y, title), ""
            continue
        values = [cell for cell in cells[1:] if cell.row == y and cell.content.text]
        if len(cells) == 1:
            path, values = section, [cell for cell in cells if cell.content.text and not cell.header]
        else:
            label = _one_line(cells[0].content.text) if cells else ""
            name = _BULLET.sub("", label)
            path = (*section, *([group] if group and name != label else []), name) if name else ()
            group = group if name != label else name
        if path and values:
            yield InfoboxEntry(path, _joined(values), grid.table_index, y, infobox)


def _section(grid: Grid, cell: Cell, y: int, title: str) -> tuple[str, ...]:
    """A full-width header opens a section, but the first row of a box without caption names the subject."""
    text = _one_line(cell.content.text)
    if not text or (y == 0 and grid.caption is None) or text.casefold() == title.casefold():
        return ()
    return (text,)


def _one_line(text: str) -> str:
    return text.replace("\n", " ").rstrip(":").strip()


def _joined(values: list[Cell]) -> Content:
    """What the cells beside a label show together."""
    if len(values) == 1:
        return values[0].content
    contents = [cell.content for cell in values]
    return replace(
        contents[0],
        text="\n".join(content.text for content in contents),
        links=tuple(link for content in contents for link in content.links),
        notes=tuple(note for content in contents for note in content.notes),
    )
