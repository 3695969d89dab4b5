"""Locators: where in a snapshot a value stands, their printed form, and what resolving one reads (methods C.4)."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from curation.domain.content import (
    Cell,
    Content,
    Grid,
    InfoboxEntry,
    ListItem,
    PageContent,
    RowKind,
    Sentence,
)
from curation.domain.headers import column_headers, group_cell, header_block, once_per_grid, title_cell

MOST_KEY_COLUMNS = 3


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


class LocatorError(Exception):
    """A locator that does not lead to exactly one place. `code` names the level that failed (methods C.4, F3)."""

    def __init__(self, code: str, message: str, **facts: object) -> None:
        super().__init__(message)
        self.code, self.message, self.facts = code, message, facts


def resolve(locator: Locator, page: PageContent) -> Reading:
    """What stands at a locator in a page.

    Raises LocatorError with the code of the first level that fails: wrong_page, bad_section, no_table,
    ordinal_out_of_range, section_mismatch, hidden_table, fingerprint_mismatch, row_out_of_range,
    row_key_missing, row_key_ambiguous, column_missing, column_mismatch, column_ambiguous, label_missing,
    label_ambiguous, quote_missing, quote_ambiguous.
    """
    if locator.page and locator.page != page.title:
        raise LocatorError("wrong_page", f"The locator is for “{locator.page}”, the page is “{page.title}”.")
    reading = _RESOLVERS[locator.kind](locator, page)
    if locator.quote:
        _require_quote(locator.quote, reading.content.text)
    return reading


def header_fingerprint(grid: Grid, row: int = 0) -> str:
    """Twelve hex digits over the header texts that stand over a row, so that another table is noticed."""
    names = [header.text for header in column_headers(grid, header_block(grid, row)[0])]
    return hashlib.sha256("\x1f".join(names).encode()).hexdigest()[:12]


def table_locator(page: str, grid: Grid, row: int, column: int | None = None) -> Locator:
    """The locator of a table row, or of one of its cells; the row is named by the text of its first telling cell."""
    headers = column_headers(grid, header_block(grid, row)[0])
    locator = Locator(
        page=page,
        kind=LocatorKind.TABLE_ROW,
        section_path=grid.section_path,
        ordinal=grid.ordinal,
        table_index=grid.table_index,
        row=row,
        row_key=row_key(grid, row),
        header_fingerprint=header_fingerprint(grid, row),
    )
    if column is None:
        return locator
    name = headers[column].text if column < len(headers) else ""
    return replace(locator, column=name, column_index=column)


def infobox_locator(page: str, entry: InfoboxEntry) -> Locator:
    """The locator of one labelled value of an infobox."""
    return Locator(
        page=page,
        kind=LocatorKind.INFOBOX,
        ordinal=entry.infobox,
        table_index=entry.table_index,
        row=entry.row,
        column=" / ".join(entry.path),
    )


def item_locator(page: str, item: ListItem) -> Locator:
    """The locator of a list item."""
    return Locator(
        page=page, kind=LocatorKind.LIST_ITEM, section_path=item.section_path, ordinal=item.ordinal
    )


def sentence_locator(page: str, sentence: Sentence) -> Locator:
    """The locator of a sentence."""
    return Locator(
        page=page, kind=LocatorKind.SENTENCE, section_path=sentence.section_path, ordinal=sentence.ordinal
    )


# --- Resolving ---


def _resolve_table(locator: Locator, page: PageContent) -> Reading:
    grid = _grid(locator, page)
    row = _row(locator, grid)
    if locator.column_index is None and not locator.column:
        return Reading(_whole_row(grid, row), Part.CELL, _around(grid, row, None, page))
    column = _column(locator, grid, row)
    cell = grid.cell_at(row, column)
    content = cell.content if cell is not None else Content("")
    return Reading(content, Part.CELL, _around(grid, row, column, page))


def _grid(locator: Locator, page: PageContent) -> Grid:
    _require_section(locator, page)
    if locator.table_index is not None:
        grid = page.grid(locator.table_index)
        if grid is None:
            raise LocatorError("no_table", f"The page has no table number {locator.table_index}.")
        if locator.section_path and grid.section_path != locator.section_path:
            where = " > ".join(grid.section_path) or "the lead"
            raise LocatorError("section_mismatch", f"That table stands in {where}.", section=where)
    else:
        grid = _nth([one for one in page.grids if one.section_path == locator.section_path], locator, "table")
    if grid.hidden:
        raise LocatorError("hidden_table", "Readers of the page do not see that table.")
    rows = range(len(grid.slots)) if locator.row is None else (locator.row,)
    if locator.header_fingerprint and all(
        header_fingerprint(grid, row) != locator.header_fingerprint for row in rows
    ):
        raise LocatorError("fingerprint_mismatch", "The table there has other headers.")
    return grid


def _row(locator: Locator, grid: Grid) -> int:
    if locator.row is not None and not 0 <= locator.row < len(grid.slots):
        raise LocatorError("row_out_of_range", f"The table has {len(grid.slots)} rows.", rows=len(grid.slots))
    if not locator.row_key:
        if locator.row is None:
            raise LocatorError("row_key_missing", "The locator names no row.")
        return locator.row
    if locator.row is not None and _matches(grid, locator.row, locator.row_key):
        return locator.row
    matching = [row for row in range(len(grid.slots)) if _matches(grid, row, locator.row_key)]
    named = "; ".join(f"{column}={value}" for column, value in locator.row_key)
    if locator.row is not None or not matching:
        raise LocatorError("row_key_missing", f"No row there has {named}.", rows=matching)
    if len(matching) > 1:
        raise LocatorError("row_key_ambiguous", f"{len(matching)} rows have {named}.", rows=matching)
    return matching[0]


def _matches(grid: Grid, row: int, row_key: Sequence[tuple[str, str]]) -> bool:
    if grid.row_kinds[row] is RowKind.HEADER:
        return False
    names = [header.text for header in column_headers(grid, header_block(grid, row)[0])]
    return all(
        any(
            name == column
            and (cell := grid.cell_at(row, index)) is not None
            and flat(cell.content.text) == flat(value)
            for index, name in enumerate(names)
        )
        for column, value in row_key
    )


def _column(locator: Locator, grid: Grid, row: int) -> int:
    names = [header.text for header in column_headers(grid, header_block(grid, row)[0])]
    if locator.column_index is not None:
        if not 0 <= locator.column_index < grid.width:
            raise LocatorError("column_missing", f"The table has {grid.width} columns.", columns=grid.width)
        if locator.column and names[locator.column_index] != locator.column:
            heads = names[locator.column_index]
            raise LocatorError("column_mismatch", f"That column is headed “{heads}”.", header=heads)
        return locator.column_index
    found = [index for index, name in enumerate(names) if name == locator.column]
    if not found:
        raise LocatorError("column_missing", f"No column there is headed “{locator.column}”.", headers=names)
    if len({id(grid.cell_at(row, index)) for index in found}) > 1:
        raise LocatorError(
            "column_ambiguous", f"{len(found)} columns are headed “{locator.column}”.", columns=found
        )
    return found[0]


def _around(grid: Grid, row: int, column: int | None, page: PageContent) -> tuple[tuple[Part, Content], ...]:
    around = list(_row_headers(grid, row, column))
    if column is not None:
        header = _column_header(grid, row, column)
        around += [(Part.COLUMN_HEADER, header)] if header.text else []
    cell = group_cell(grid, row)
    around += [(Part.GROUP, cell.content)] if cell is not None else []
    title = title_cell(grid, row)
    around += [(Part.CAPTION, title.content)] if title is not None else []
    around += [(Part.CAPTION, grid.caption)] if grid.caption is not None and grid.caption.text else []
    return (*around, *_page_context(grid.section_path, page))


def _column_header(grid: Grid, row: int, column: int) -> Content:
    """What heads a column over a row: its header texts joined, the links of all, the place of the lowest."""
    start, end = header_block(grid, row)
    cells = [cell for at in range(start, end) if start >= 0 and (cell := grid.cell_at(at, column))]
    return Content(
        column_headers(grid, start)[column].text,
        links=tuple(link for cell in dict.fromkeys(cells) for link in cell.content.links),
        anchor=cells[-1].content.anchor if cells else -1,
    )


def _row_headers(grid: Grid, row: int, column: int | None) -> Iterator[tuple[Part, Content]]:
    seen: set[int] = set()
    for index in range(grid.width):
        cell = grid.cell_at(row, index)
        if cell is not None and cell.header and index != column and id(cell) not in seen:
            seen.add(id(cell))
            yield Part.ROW_HEADER, cell.content


def _page_context(section_path: tuple[str, ...], page: PageContent) -> tuple[tuple[Part, Content], ...]:
    paths = [section_path[:length] for length in range(len(section_path), 0, -1)]
    sections = tuple((Part.SECTION, section_content(path, page)) for path in paths)
    return (*sections, (Part.TITLE, Content(page.title)))


def section_content(path: tuple[str, ...], page: PageContent) -> Content:
    """The heading of a section as a reader sees it: without the number that tells it from another one."""
    section = page.section(path)
    return Content(path[-1]) if section is None else Content(section.title, anchor=section.element)


def _whole_row(grid: Grid, row: int) -> Content:
    cells: dict[int, Cell] = {}
    for index in range(grid.width):
        cell = grid.cell_at(row, index)
        if cell is not None:
            cells.setdefault(id(cell), cell)
    # A cell merged from above stands in the element of another row: the row is shown at a cell of its own.
    first = next((cell for cell in cells.values() if cell.row == row), next(iter(cells.values()), None))
    text = " | ".join(cell.content.text for cell in cells.values())
    return Content(text, anchor=first.content.anchor if first is not None else -1)


def _resolve_infobox(locator: Locator, page: PageContent) -> Reading:
    wanted = locator.column
    found = [
        entry
        for entry in page.infobox
        if (locator.table_index is None or entry.table_index == locator.table_index)
        and (locator.table_index is not None or entry.infobox == locator.ordinal)
        and (not wanted or " / ".join(entry.path) == wanted or entry.path[-1:] == (wanted,))
        and (locator.row is None or entry.row == locator.row)
    ]
    if not found:
        raise LocatorError("label_missing", f"No infobox there has the label “{wanted}”.")
    if len(found) > 1:
        raise LocatorError("label_ambiguous", f"{len(found)} entries there have the label “{wanted}”.")
    entry = found[0]
    labels = tuple((Part.LABEL, Content(text)) for text in reversed(entry.path))
    return Reading(entry.value, Part.CELL, (*labels, *_page_context((), page)))


def _resolve_item(locator: Locator, page: PageContent) -> Reading:
    _require_section(locator, page)
    item = _nth([one for one in page.items if one.section_path == locator.section_path], locator, "list item")
    term = ((Part.LABEL, Content(item.term)),) if item.term else ()
    return Reading(item.content, Part.ITEM, (*term, *_page_context(item.section_path, page)))


def _resolve_sentence(locator: Locator, page: PageContent) -> Reading:
    _require_section(locator, page)
    found = _nth(
        [one for one in page.sentences if one.section_path == locator.section_path], locator, "sentence"
    )
    return Reading(found.content, Part.SENTENCE, _page_context(found.section_path, page))


_RESOLVERS = {
    LocatorKind.TABLE_ROW: _resolve_table,
    LocatorKind.INFOBOX: _resolve_infobox,
    LocatorKind.LIST_ITEM: _resolve_item,
    LocatorKind.SENTENCE: _resolve_sentence,
}


def _require_section(locator: Locator, page: PageContent) -> None:
    if locator.section_path and all(section.path != locator.section_path for section in page.sections):
        raise LocatorError("bad_section", f"The page has no section “{' > '.join(locator.section_path)}”.")


def _nth(found: Sequence[Any], locator: Locator, what: str) -> Any:
    by_ordinal = [one for one in found if one.ordinal == locator.ordinal]
    if len(by_ordinal) != 1:
        raise LocatorError(
            "ordinal_out_of_range",
            f"The section has {len(found)} of the kind {what}, not number {locator.ordinal}.",
        )
    return by_ordinal[0]


def _require_quote(quote: str, text: str) -> None:
    times = flat(text).count(flat(quote)) if flat(quote) else 0
    if times == 0:
        raise LocatorError("quote_missing", f"The place does not say “{quote}”.")
    if times > 1:
        raise LocatorError("quote_ambiguous", f"The place says “{quote}” {times} times.", times=times)


def row_key(grid: Grid, row: int) -> tuple[tuple[str, str], ...]:
    """The shortest run of leading columns whose texts name this row and no other; () when none does."""
    known = _known_keys(grid)
    if row not in known:
        names = [header.text for header in column_headers(grid, header_block(grid, row)[0])]
        known[row] = _row_key(grid, row, names)
    return known[row]


@once_per_grid
def _known_keys(grid: Grid) -> dict[int, tuple[tuple[str, str], ...]]:
    """The names of rows read so far: every cell of a row asks for it, and it is looked for in the whole table."""
    return {}


def _row_key(grid: Grid, row: int, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    key: list[tuple[str, str]] = []
    alike: set[int] = set()
    for index, name in enumerate(names):
        cell = grid.cell_at(row, index)
        text = flat(cell.content.text) if cell is not None else ""
        if not text or not name or names.count(name) > 1:
            continue
        rows = _rows_by_text(grid).get((name, text), set())
        alike = alike & rows if key else rows
        key.append((name, text))
        if len(alike) == 1:
            return tuple(key)
        if len(key) == MOST_KEY_COLUMNS:
            break
    return ()


@once_per_grid
def _rows_by_text(grid: Grid) -> dict[tuple[str, str], set[int]]:
    """Body rows by a column's name and the text that stands under it: what a row's name is looked up in."""
    found: dict[tuple[str, str], set[int]] = defaultdict(set)
    for row, kind in enumerate(grid.row_kinds):
        if kind is RowKind.HEADER:
            continue
        for index, header in enumerate(column_headers(grid, header_block(grid, row)[0])):
            if (cell := grid.cell_at(row, index)) is not None:
                found[header.text, flat(cell.content.text)].add(row)
    return found


# --- Printed form ---

_SPECIAL = re.compile(r"[\\>\[\]=;]")
_NUMBERED = re.compile(r"(Table|Infobox|Item|Sentence) (\d+)")
_UNSEEN = ("Cc", "Cf", "Cs")  # control, format (bidi marks among them) and surrogate characters
_ROW = re.compile(r"row (\d+)")
_WORD_OF = {
    LocatorKind.TABLE_ROW: "Table",
    LocatorKind.INFOBOX: "Infobox",
    LocatorKind.LIST_ITEM: "Item",
    LocatorKind.SENTENCE: "Sentence",
}
_KIND_OF = {word: kind for kind, word in _WORD_OF.items()}


def flat(text: str) -> str:
    """A text with its white space folded to single spaces."""
    return " ".join(text.split())


def print_locator(locator: Locator) -> str:
    """The short form for people and models: `Lists > Table 2 > row[River=Amur] > Length`.

    Sections, then the numbered thing, then for a table the row (by key, else by number), then the column or label.
    """
    parts = [_escape(section) for section in locator.section_path]
    parts.append(f"{_WORD_OF[locator.kind]} {locator.ordinal}")
    if locator.kind is LocatorKind.TABLE_ROW:
        key = "; ".join(f"{_escape(column)}={_escape(value)}" for column, value in locator.row_key)
        parts.append(f"row[{key}]" if key else f"row {locator.row if locator.row is not None else '?'}")
    if locator.column:
        parts.append(_escape(locator.column))
    return " > ".join(parts)


def parse_locator(text: str, page: str = "") -> Locator:
    """Reads the printed form. Raises LocatorError `unparseable` with what was expected and where."""
    parts = _split(text, ">")
    at = next((n for n in range(len(parts) - 1, -1, -1) if _NUMBERED.fullmatch(parts[n].strip())), None)
    if at is None:
        raise _unparseable(text, "a part such as “Table 2”, “Infobox 1”, “Item 3” or “Sentence 1”")
    numbered = _NUMBERED.fullmatch(parts[at].strip())
    assert numbered is not None
    kind = _KIND_OF[numbered[1]]
    sections = tuple(_unescape(part.strip()) for part in parts[:at])
    locator = Locator(page=page, kind=kind, section_path=sections, ordinal=int(numbered[2]))
    rest = [part.strip() for part in parts[at + 1 :]]
    if kind is LocatorKind.TABLE_ROW:
        if not rest:
            raise _unparseable(text, "a row after the table")
        locator = _with_row(locator, rest.pop(0), text)
    if len(rest) > 1:
        raise _unparseable(text, "nothing after the column")
    return replace(locator, column=_unescape(rest[0])) if rest else locator


def _with_row(locator: Locator, part: str, text: str) -> Locator:
    numbered = _ROW.fullmatch(part)
    if numbered is not None:
        return replace(locator, row=int(numbered[1]))
    if not (part.startswith("row[") and part.endswith("]")):
        raise _unparseable(text, "“row[Column=text]” or “row 5”")
    pairs = [_split(pair, "=") for pair in _split(part[4:-1], ";")]
    if any(len(pair) != 2 for pair in pairs):
        raise _unparseable(text, "pairs “Column=text” between the brackets")
    return replace(
        locator, row_key=tuple((_unescape(name.strip()), _unescape(value.strip())) for name, value in pairs)
    )


def _unparseable(text: str, expected: str) -> LocatorError:
    return LocatorError(
        "unparseable", f"“{text[:200]}” is no locator: expected {expected}.", expected=expected
    )


def _escape(text: str) -> str:
    marked = _SPECIAL.sub(lambda found: "\\" + found[0], flat(text))
    safe = "".join(
        f"\\u{{{ord(char):x}}}" if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char
        for char in marked
    )
    return f"\\ {safe}" if _NUMBERED.fullmatch(safe) else safe


def _unescape(text: str) -> str:
    text = text.removeprefix("\\ ")
    return re.sub(
        r"\\u\{([0-9a-f]+)\}|\\(.)", lambda found: chr(int(found[1], 16)) if found[1] else found[2], text
    )


def _split(text: str, mark: str) -> list[str]:
    """Splits at a mark that is neither escaped nor within brackets."""
    parts, depth, escaped, start = [], 0, False, 0
    for at, char in enumerate(text):
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char == "[":
            depth += 1
        elif char == "]":
            depth -= 1
        elif char == mark and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]
