"""Locators: where in a snapshot a value stands, their printed form, and what resolving one reads (methods C.4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curation.domain.content import Content


class LocatorKind(StrEnum):
    """What a locator points at."""

    TABLE_ROW = "table_row"
    INFOBOX = "infobox"
    LIST_ITEM = "list_item"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Locator:
    """A place in one page.

    `page` is the page title; `ordinal` is the k-th table, infobox, list item or sentence of the section (1-based);
    `row` is the 0-based grid row (header rows counted) of a table or infobox; `row_key` names the row by the text of
    some of its columns; `column` is the header text of the cell (a table), or the label path joined by " / " (infobox).
    `header_fingerprint` is a short digest of the table's header texts; `quote` is the text the place held.
    """

    page: str
    kind: LocatorKind
    section_path: tuple[str, ...] = ()
    ordinal: int = 1
    table_index: int | None = None
    row: int | None = None
    row_key: tuple[tuple[str, str], ...] = ()
    column: str = ""
    column_index: int | None = None
    header_fingerprint: str = ""
    quote: str = ""


class Part(StrEnum):
    """Which part of a locator's content carried a value."""

    CELL = "cell"
    ROW_HEADER = "row_header"
    COLUMN_HEADER = "column_header"
    GROUP = "group"
    CAPTION = "caption"
    SECTION = "section"
    TITLE = "title"
    ITEM = "item"
    LABEL = "label"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Reading:
    """What an extractor sees at a locator: the content itself first, then its context, each with the part it is.

    For a table cell: the cell under the column's header; then row headers, column headers, group row, caption, section
    path (innermost first) and page title. Other cells of the row are not part of it.
    """

    content: Content
    part: Part
    context: tuple[tuple[Part, Content], ...] = ()
