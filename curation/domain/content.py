"""What a stored page contains, as frozen values: grids, infobox entries, list items and sentences.

Extraction (`curation.domain.extract`) fills these from the bytes of a snapshot; locators point into them. Text stays
text: nothing here is parsed into a number, a date or a missing value.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Link:
    """A link inside a piece of content. `title` is the wiki page it leads to (None for an external link)."""

    text: str
    title: str | None
    fragment: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """The displayed text of one element and what stands beside it.

    `text` leaves out references, edit links, hidden spans and sort keys; white space is folded, line breaks and list
    items become newlines, exponents are written `10^6`. `anchor` finds the element again in the
    stored page: the position of the element among all elements in document order (0-based).
    """

    text: str
    links: tuple[Link, ...] = ()
    sort_key: str | None = None
    notes: tuple[str, ...] = ()
    lang: str = ""
    direction: str = ""
    anchor: int = -1


class RowKind(StrEnum):
    """What a grid row is: headers may repeat in the body; a group row spans the full width."""

    HEADER = "header"
    BODY = "body"
    GROUP = "group"
    FOOTER = "footer"


@dataclass(frozen=True, slots=True)
class Cell:
    """One origin cell of a grid; a spanned value is one cell that fills several slots."""

    content: Content
    row: int
    column: int
    row_span: int = 1
    col_span: int = 1
    header: bool = False
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """A table formed by the HTML table-forming algorithm.

    `slots[r][c]` is an index into `cells`, or None where no cell covers the slot. `table_index` counts every `<table>`
    of the page in document order (0-based), `ordinal` counts tables within the section (1-based). `hidden` marks
    a table that a reader does not see (display:none, persondata).
    """

    table_index: int
    ordinal: int
    section_path: tuple[str, ...]
    cells: tuple[Cell, ...]
    slots: tuple[tuple[int | None, ...], ...]
    row_kinds: tuple[RowKind, ...]
    caption: Content | None = None
    classes: tuple[str, ...] = ()
    nested_in: int | None = None
    anchor: int = -1
    hidden: bool = False
    width: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """The width, number of columns of the widest row, is asked for with every cell and counted once."""
        object.__setattr__(self, "width", max((len(row) for row in self.slots), default=0))

    def cell_at(self, row: int, column: int) -> Cell | None:
        """The origin cell that covers a slot, or None for an empty or missing slot."""
        if not (0 <= row < len(self.slots) and 0 <= column < len(self.slots[row])):
            return None
        index = self.slots[row][column]
        return None if index is None else self.cells[index]


@dataclass(frozen=True, slots=True)
class InfoboxEntry:
    """One labelled value of an infobox. `path` is the label under its section headers: ("Population", "Total")."""

    path: tuple[str, ...]
    value: Content
    table_index: int
    row: int
    infobox: int = 1


@dataclass(frozen=True, slots=True)
class ListItem:
    """One item of a bullet, numbered or definition list; `ordinal` is 1-based within its section."""

    section_path: tuple[str, ...]
    ordinal: int
    content: Content
    depth: int = 1
    term: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence of running text; `ordinal` is 1-based within its section."""

    section_path: tuple[str, ...]
    ordinal: int
    content: Content


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its path from the top of the page; the lead has the empty path.

    Two headings with the same words under the same parent differ in the path by a number: "Iowa", "Iowa (2)";
    `title` is the heading as displayed, `element` its position among all elements of the page.
    """

    path: tuple[str, ...]
    anchor: str
    level: int
    title: str = ""
    element: int = -1


@dataclass(frozen=True, slots=True)
class PageContent:
    """Everything extraction finds in one stored page."""

    title: str
    sections: tuple[Section, ...] = ()
    grids: tuple[Grid, ...] = ()
    infobox: tuple[InfoboxEntry, ...] = ()
    items: tuple[ListItem, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    links: tuple[Link, ...] = ()
    redirects: tuple[str, ...] = field(default=())

    def grid(self, table_index: int) -> Grid | None:
        """The grid with that position among all tables of the page."""
        return next((grid for grid in self.grids if grid.table_index == table_index), None)

    def section(self, path: tuple[str, ...]) -> Section | None:
        """The section with that path; None for the lead and for a path the page does not have."""
        return next((section for section in self.sections if section.path == path), None)
