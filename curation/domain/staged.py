"""A table ready to be stored: every row with its key, partition and search text, every place with what it read there.

Built from what the gate admitted, outside any transaction, so that storing is nothing but inserts.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from curation.domain.content import Content, PageContent
from curation.domain.contract import Contract
from curation.domain.locators import Locator, LocatorKind, Part, print_locator, resolve
from curation.domain.rows import Refusal, StagedCell, StagedRow
from curation.domain.values.normalise import fold_diacritics, normalise

# Parts that stand around a place and not in it; a value they carry is shown there, not at the row.
AROUND = frozenset({Part.GROUP, Part.CAPTION, Part.SECTION, Part.TITLE, Part.COLUMN_HEADER, Part.ROW_HEADER})


@dataclass(frozen=True, slots=True)
class PlacedLocator:
    """A locator that was resolved: its printed form, the element in document order, a digest of the text read there.

    `anchor` is -1 where no element of the stored page is meant, but its title.
    """

    locator: Locator
    printed: str
    anchor: int
    content_sha256: str


@dataclass(frozen=True, slots=True)
class DraftCell:
    """One cell; `places` are indexes into the draft's places."""

    position: int
    staged: StagedCell
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DraftRow:
    """One row; `place` is the index of its first place."""

    key: tuple[str, ...]
    label: str
    partition: str
    search: str
    place: int
    cells: tuple[DraftCell, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that staging a version stores."""

    places: tuple[PlacedLocator, ...] = ()
    rows: tuple[DraftRow, ...] = ()
    refused: tuple[Refusal, ...] = ()


def make_draft(
    outcomes: Sequence[StagedRow | Refusal],
    *,
    contract: Contract,
    pages: Mapping[str, PageContent],
    partitions: Mapping[str, Sequence[str]] | None = None,
) -> Draft:
    """The draft of a version from the gate's answers, in their order.

    `pages` are the stored pages by title; `partitions` says what each page was admitted for. A staged row whose
    locators do not resolve in `pages` raises LocatorError: the gate read other pages.
    """
    book = _Places(pages)
    rows = tuple(
        _draft_row(outcome, contract, book, partitions or {})
        for outcome in outcomes
        if isinstance(outcome, StagedRow)
    )
    refused = tuple(outcome for outcome in outcomes if isinstance(outcome, Refusal))
    return Draft(tuple(book.places), rows, refused)


def fold_for_search(text: str) -> str:
    """Text as the filter box compares it: without case, spacing differences and the diacritics of Latin letters."""
    return fold_diacritics(normalise(text))


@dataclass(slots=True)
class _Places:
    """Resolves each locator once and numbers it."""

    pages: Mapping[str, PageContent]
    places: list[PlacedLocator] = field(default_factory=list)
    known: dict[tuple[Locator, Part | None, str], int] = field(default_factory=dict)

    def index(self, locator: Locator, part: Part | None = None, compared: str = "") -> int:
        """The number of a place; for a value carried by what stands around it, of that element."""
        key = (locator, part, compared) if part in AROUND else (locator, None, "")
        if key not in self.known:
            self.known[key] = len(self.places)
            self.places.append(self._place(*key))
        return self.known[key]

    def _place(self, locator: Locator, part: Part | None, compared: str) -> PlacedLocator:
        reading = resolve(locator, self.pages[locator.page])
        around = [content for held, content in reading.context if held is part]
        exactly = [content for content in around if content.text == compared]
        content: Content = next(iter([*exactly, *around]), reading.content)
        digest = hashlib.sha256(content.text.encode()).hexdigest()
        return PlacedLocator(locator, print_locator(locator), content.anchor, digest)


def _draft_row(
    row: StagedRow, contract: Contract, book: _Places, partitions: Mapping[str, Sequence[str]]
) -> DraftRow:
    held = {cell.column: cell for cell in row.cells}
    cells = tuple(
        _draft_cell(position, held.get(column.name, StagedCell(column.name, "")), book)
        for position, column in enumerate(contract.columns)
    )
    return DraftRow(
        key=row.key(contract.key),
        label=row.label[:300],
        partition=partition_of(row, contract, partitions)[:300],
        search=fold_for_search(" ".join(cell.staged.value for cell in cells if cell.staged.value)),
        place=book.index(row.locators[0]),
        cells=cells,
    )


def _draft_cell(position: int, cell: StagedCell, book: _Places) -> DraftCell:
    places = tuple(dict.fromkeys(book.index(locator, cell.part, cell.compared) for locator in cell.locators))
    return DraftCell(position, cell, places)


def partition_of(row: StagedRow, contract: Contract, pages: Mapping[str, Sequence[str]]) -> str:
    """The partition a row belongs to: what its partition column says, else what its page was admitted for, else "".

    A page admitted for several partitions says nothing about a single row.
    """
    if contract.partition_column:
        value = row.value(contract.partition_column)
        names = {fold_for_search(partition.name): partition.name for partition in contract.partitions}
        return names.get(fold_for_search(value), value)
    of_page = pages.get(row.locators[0].page, ())
    return of_page[0] if len(of_page) == 1 else ""


def place_fields(locator: Locator) -> dict[str, Any]:
    """Every field of a locator as JSON values, for storing."""
    return {
        "page": locator.page,
        "kind": locator.kind.value,
        "section_path": list(locator.section_path),
        "ordinal": locator.ordinal,
        "table_index": locator.table_index,
        "row": locator.row,
        "row_key": [list(pair) for pair in locator.row_key],
        "column": locator.column,
        "column_index": locator.column_index,
        "header_fingerprint": locator.header_fingerprint,
        "quote": locator.quote,
    }


def locator_of(fields: Mapping[str, Any]) -> Locator:
    """The locator that `place_fields` wrote. Raises KeyError, TypeError or ValueError for fields that make none."""
    return Locator(
        page=str(fields["page"]),
        kind=LocatorKind(fields["kind"]),
        section_path=tuple(fields["section_path"]),
        ordinal=fields["ordinal"],
        table_index=fields["table_index"],
        row=fields["row"],
        row_key=tuple((str(name), str(value)) for name, value in fields["row_key"]),
        column=fields["column"],
        column_index=fields["column_index"],
        header_fingerprint=fields["header_fingerprint"],
        quote=fields["quote"],
    )
