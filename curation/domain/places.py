"""Places that locators point into, and the slots a place has: columns of a table, labels of an infobox, a whole item.

A place is one table under one block of header rows, one infobox, the list items or the sentences of one section.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from curation.domain.content import (
    Content,
    Grid,
    InfoboxEntry,
    ListItem,
    PageContent,
    Sentence,
)
from curation.domain.headers import column_headers, group_cell, header_block, title_cell
from curation.domain.locators import Locator, LocatorKind, Part, section_content


class SlotKind(StrEnum):
    """What a value is read from at a place."""

    COLUMN = "column"
    LABEL = "label"
    ITEM = "item"


@dataclass(frozen=True, slots=True)
class Place:
    """Where rows come from together. `head` is the grid row at which the header block of a table begins (-1: none)."""

    page: str
    kind: LocatorKind
    table_index: int = -1
    section_path: tuple[str, ...] = ()
    head: int = -1


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing to read at a place. `name` is the header text or label; `group` the spanning header cell it lies under.

    `index` is the grid column of a COLUMN slot, -1 otherwise.
    """

    kind: SlotKind
    name: str = ""
    index: int = -1
    path: tuple[str, ...] = ()
    group: int = -1


def place_of(locator: Locator, page: PageContent) -> Place | None:
    """The place of a locator, or None when the page has nothing there."""
    if locator.kind is LocatorKind.TABLE_ROW:
        grid = page.grid(-1 if locator.table_index is None else locator.table_index)
        if grid is None or locator.row is None or not 0 <= locator.row < len(grid.slots):
            return None
        return Place(
            page.title, locator.kind, grid.table_index, grid.section_path, header_block(grid, locator.row)[0]
        )
    if locator.kind is LocatorKind.INFOBOX:
        entry = infobox_entry(locator, page)
        return None if entry is None else Place(page.title, locator.kind, entry.table_index)
    found = item_of(locator, page)
    return None if found is None else Place(page.title, locator.kind, section_path=found.section_path)


def infobox_entry(locator: Locator, page: PageContent) -> InfoboxEntry | None:
    """The infobox entry a locator points at: by table and row where given, and by its label where given."""
    wanted = tuple(part for part in locator.column.split(" / ") if part)
    found = [
        entry
        for entry in page.infobox
        if (locator.table_index is None or entry.table_index == locator.table_index)
        and (locator.row is None or entry.row == locator.row)
        and (not wanted or entry.path[-len(wanted) :] == wanted)
    ]
    return found[0] if found and (locator.row is not None or len(found) == 1) else None


def item_of(locator: Locator, page: PageContent) -> ListItem | Sentence | None:
    """The list item or sentence a locator points at."""
    pool: Sequence[ListItem | Sentence] = (
        page.items if locator.kind is LocatorKind.LIST_ITEM else page.sentences
    )
    return next(
        (
            item
            for item in pool
            if item.section_path == locator.section_path and item.ordinal == locator.ordinal
        ),
        None,
    )


def table_slots(grid: Grid, head: int) -> tuple[Slot, ...]:
    """The columns of a table under the header block that begins at row `head`, each with its header text."""
    return tuple(
        Slot(SlotKind.COLUMN, header.text, index, group=header.group)
        for index, header in enumerate(column_headers(grid, head))
    )


def slot_content(locator: Locator, slot: Slot, page: PageContent) -> Content | None:
    """What stands in a slot at a locator, or None for an empty or missing cell."""
    if slot.kind is SlotKind.COLUMN:
        grid = page.grid(-1 if locator.table_index is None else locator.table_index)
        cell = grid.cell_at(locator.row, slot.index) if grid is not None and locator.row is not None else None
        return cell.content if cell is not None else None
    if slot.kind is SlotKind.LABEL:
        entry = infobox_entry(locator, page)
        return entry.value if entry is not None and entry.path == slot.path else None
    item = item_of(locator, page)
    return item.content if item is not None else None


def locator_at(locator: Locator, slot: Slot) -> Locator:
    """The locator of one slot: the row's locator with the column or label it is read from."""
    if slot.kind is SlotKind.COLUMN:
        return replace(locator, column=slot.name, column_index=slot.index)
    if slot.kind is SlotKind.LABEL:
        return replace(locator, column=" / ".join(slot.path))
    return locator


def context_at(locator: Locator, page: PageContent) -> tuple[tuple[Part, Content], ...]:
    """What stands around a locator: group row, caption, infobox heading, section path (innermost first), page title."""
    around: list[tuple[Part, Content]] = []
    sections = locator.section_path
    if locator.kind is LocatorKind.TABLE_ROW:
        grid = page.grid(-1 if locator.table_index is None else locator.table_index)
        if grid is not None and locator.row is not None:
            around += _table_context(grid, locator.row)
            sections = grid.section_path
    elif locator.kind is LocatorKind.INFOBOX:
        entry = infobox_entry(locator, page)
        around += [(Part.LABEL, Content(text)) for text in reversed(entry.path if entry else ())]
    around += [
        (Part.SECTION, section_content(sections[:length], page)) for length in range(len(sections), 0, -1)
    ]
    return (*around, (Part.TITLE, Content(page.title)))


def _table_context(grid: Grid, row: int) -> list[tuple[Part, Content]]:
    cell = group_cell(grid, row)
    around = [(Part.GROUP, cell.content)] if cell is not None else []
    return [*around, *((Part.CAPTION, content) for content in captions(grid, row))]


def captions(grid: Grid, row: int) -> list[Content]:
    """What a table is called over a row: the full-width row of its headers, and its caption."""
    title = title_cell(grid, row)
    found = [title.content] if title is not None else []
    return [*found, grid.caption] if grid.caption is not None and grid.caption.text else found
