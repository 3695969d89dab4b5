"""Rows at the crossing of two counts: who held each of these seats in each of these years.

The question counts off two kinds of things, the key has one column for each, and each thing has a page of its own. A
page of one kind lists members under a section and a number ("Iowa", "1."); a page of the other has a table in which the
same member stands. A row is where both pages name the same one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from curation.domain.content import ListItem
from curation.domain.contract import Contract
from curation.domain.fit import TableOffer
from curation.domain.locators import Locator, item_locator, table_locator
from curation.domain.names import qualifiers, without_brackets, words
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.scope import Item, Scope
from curation.domain.sources import Source
from curation.domain.titling import context_value

_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)\b")
_ITEM_NUMBER = re.compile(r"^\s*(\d{1,3})[.)]?\s")
_NAME_WORD = re.compile(r"[^\W\d_]{2,}")
_NAME_END = re.compile(r"[,(\n]")
MOST_NAME_WORDS = 5


@dataclass(frozen=True, slots=True)
class _Meeting:
    """One pair of pages with the list item on the first and the table row on the second that name the same one."""

    listing: Source
    item: ListItem
    seat: Source
    table: TableOffer
    row: int


def crossed_rows(sources: Sequence[Source], contract: Contract, scope: Scope) -> list[ProposedRow]:
    """Rows for every pair of counted-off things whose two pages meet in one name."""
    groups = sorted({item.group for item in scope.items})
    if len(groups) != 2 or len(contract.key) != 2:
        return []
    kinds = [_key_column(group, sources, contract, scope) for group in groups]
    if None in kinds or kinds[0] == kinds[1]:
        return []
    made = []
    for listings, seats, seat_group, listing_group in (
        (0, 1, groups[1], groups[0]),
        (1, 0, groups[0], groups[1]),
    ):
        pairs = _pairs(sources, scope, groups[listings], groups[seats])
        columns = {seat_group: str(kinds[seats]), listing_group: str(kinds[listings])}
        meetings = [_best(list(_meetings(listing, seat, item))) for listing, seat, item in pairs]
        made += [
            _row(met, columns[listing_group], columns[seat_group], contract, scope) for met in meetings if met
        ]
    return made


def _key_column(group: int, sources: Sequence[Source], contract: Contract, scope: Scope) -> str | None:
    """The key column that a count is about: the one whose name stands in the titles of its pages."""
    names = {item.name for item in scope.group(group)}
    titles = [
        frozenset(words(source.entry.title)) for source in sources if names & set(source.entry.partitions)
    ]
    fitting = [name for name in contract.key if titles and all(set(words(name)) <= title for title in titles)]
    return fitting[0] if len(fitting) == 1 else None


def _pairs(
    sources: Sequence[Source], scope: Scope, listings: int, seats: int
) -> Iterator[tuple[Source, Source, Item]]:
    of = {
        item.name: source
        for item in scope.items
        for source in sources
        if item.name in source.entry.partitions
    }
    for listing in scope.group(listings):
        for seat in scope.group(seats):
            if listing.name in of and seat.name in of:
                yield of[listing.name], of[seat.name], seat


def _meetings(listing: Source, seat: Source, thing: Item) -> Iterator[_Meeting]:
    """The item of the thing's own section and number, and the one row on the thing's page that names its member."""
    number = _ORDINAL.search(thing.name)
    place = {word for word in thing.words if not _ORDINAL.fullmatch(word)}
    for item in listing.content.items:
        found = _ITEM_NUMBER.match(item.content.text)
        in_section = bool(item.section_path) and set(words(item.section_path[-1])) == place
        if not in_section or number is None or found is None or found.group(1) != number.group(1):
            continue
        yield from _in_tables(listing, item, seat)


def _best(meetings: Sequence[_Meeting]) -> _Meeting | None:
    """The meeting whose table fits the contract best, None when two fit equally well."""
    ranked = sorted(meetings, key=lambda met: -met.table.weight)
    if not ranked or (len(ranked) > 1 and ranked[0].table.weight == ranked[1].table.weight):
        return None
    return ranked[0]


def _in_tables(listing: Source, item: ListItem, seat: Source) -> Iterator[_Meeting]:
    """The meeting in the table that fits the contract best, where just one row there names the item's member best."""
    for table in sorted(seat.offer.tables, key=lambda held: (-held.weight, -len(held.rows))):
        scored = [(_same_words(item, table, row), row) for row in table.rows]
        best = max((score for score, _ in scored), default=0)
        rows = [row for score, row in scored if score == best]
        if best and len(rows) == 1:
            yield _Meeting(listing, item, seat, table, rows[0])
            return


def _same_words(item: ListItem, table: TableOffer, row: int) -> int:
    """How many words of the item's name a cell of the row has, 0 unless the last name is the same.

    Lists and tables shorten first names as they like (James, Jim), so the last name alone must be equal.
    """
    wanted = _name_words(item.content.text)
    best = 0
    for index in range(table.grid.width):
        cell = table.grid.cell_at(row, index)
        said = _name_words(cell.content.text) if cell is not None else []
        if wanted and 2 <= len(said) <= MOST_NAME_WORDS and said[-1].casefold() == wanted[-1].casefold():
            best = max(best, len(set(wanted) & set(said)))
    return best


def _name_words(text: str) -> list[str]:
    """The words of a name without what follows a comma or stands in brackets: "Charles Mathias, Jr. (R)"."""
    return _NAME_WORD.findall(_NAME_END.split(text, 1)[0])


def _row(met: _Meeting, listing_key: str, seat_key: str, contract: Contract, scope: Scope) -> ProposedRow:
    item_place = item_locator(met.listing.entry.title, met.item)
    row_place = table_locator(met.seat.entry.title, met.table.grid, met.row)
    cells = []
    for column in contract.columns:
        if column.name == listing_key:
            cells.append(ProposedCell(column.name, context_value(met.listing.entry, frozenset(), scope)))
        elif column.name == seat_key:
            cells.append(ProposedCell(column.name, context_value(met.seat.entry, frozenset(), scope)))
        else:
            cells.append(_cell(column.name, met, item_place))
    label = " · ".join(cell.value for cell in cells if cell.column in contract.key)
    return ProposedRow(tuple(cells), (item_place, row_place), label)


def _cell(column: str, met: _Meeting, item_place: Locator) -> ProposedCell:
    """A column that points to the listing by a word in brackets takes the item; others take the table's cell."""
    said = qualifiers(column)
    titled = set(words(met.listing.entry.title)) - set(words(met.seat.entry.title))
    if said & titled:
        return ProposedCell(column, " ".join(met.item.content.text.split()), (item_place,))
    slot = met.table.slots.get(column)
    if slot is None:
        alike = [
            held
            for name, held in met.table.slots.items()
            if without_brackets(name) == without_brackets(column)
        ]
        slot = alike[0] if alike else None
    cell = met.table.grid.cell_at(met.row, slot.index) if slot is not None else None
    if slot is None or cell is None or not cell.content.text.strip():
        return ProposedCell(column, "")
    place = table_locator(met.seat.entry.title, met.table.grid, met.row, slot.index)
    return ProposedCell(column, " ".join(cell.content.text.split()), (place,))
