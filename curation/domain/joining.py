"""Fills columns that a row's own table lacks from other pages of the source set that are about the same thing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from curation.domain.cleaning import one_line
from curation.domain.contract import ColumnType, Contract
from curation.domain.fit import TableOffer
from curation.domain.locators import Locator, infobox_locator, table_locator
from curation.domain.names import name_score
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.sources import Source
from curation.domain.values.normalise import normalise

# Names shorter than this are too short to tell that two places are about one thing.
MIN_NAME = 2


def join_missing(
    rows: Sequence[ProposedRow], contract: Contract, sources: Sequence[Source]
) -> list[ProposedRow]:
    """The rows with empty columns filled where exactly one other place is about the row and has the column."""
    return [_fill(row, contract, sources) for row in rows]


def _fill(row: ProposedRow, contract: Contract, sources: Sequence[Source]) -> ProposedRow:
    names = _names(row, contract, sources)
    cells = {cell.column: cell for cell in row.cells}
    places: list[Locator] = []
    for column in contract.columns:
        if cells[column.name].value or column.name in contract.key:
            continue
        found = list(_offers(column.name, row, names, contract, sources))
        if found:
            text, place = found[0]
            value = one_line(text, listed=column.type is ColumnType.LIST)
            cells[column.name] = ProposedCell(column.name, value, (place,))
            places.append(replace(place, column="", column_index=None) if place.row_key else place)
    return replace(row, cells=tuple(cells.values()), locators=tuple(dict.fromkeys((*row.locators, *places))))


def _names(row: ProposedRow, contract: Contract, sources: Sequence[Source]) -> set[str]:
    """What the row's thing is called: its key values, and cells of its own table row that name a page's thing."""
    names = {normalise(row.value(name)) for name in contract.key}
    titles = {normalise(source.entry.title) for source in sources}
    for locator in row.locators:
        source = next((held for held in sources if held.entry.title == locator.page), None)
        grid = (
            source.content.grid(-1 if locator.table_index is None else locator.table_index)
            if source
            else None
        )
        if grid is None or locator.row is None:
            continue
        cells = (grid.cell_at(locator.row, index) for index in range(grid.width))
        names |= {
            name for cell in cells if cell is not None and (name := normalise(cell.content.text)) in titles
        }
    return {name for name in names if len(name) >= MIN_NAME and not name.isdigit()}


def _offers(
    column: str, row: ProposedRow, names: set[str], contract: Contract, sources: Sequence[Source]
) -> Iterator[tuple[str, Locator]]:
    """Values for a column: labels of a page about the thing and tables with a row about it, the best name first."""
    own = {(locator.page, locator.table_index) for locator in row.locators}
    found: list[tuple[float, str, Locator]] = []
    for source in sources:
        if normalise(source.entry.title) in names and column in source.offer.labels:
            score = name_score(column, source.offer.labels[column].name)
            found += [(score, *made) for made in _labelled(column, source)]
        for table in source.offer.tables:
            if column in table.slots and (source.entry.title, table.grid.table_index) not in own:
                made = _in_table(column, row, names, contract, table, source)
                found += [(table.score(column), *held) for held in made]
    yield from ((value, locator) for _, value, locator in sorted(found, key=lambda item: -item[0]))


def _labelled(column: str, source: Source) -> Iterator[tuple[str, Locator]]:
    slot = source.offer.labels[column]
    for entry in source.content.infobox:
        if entry.path == slot.path and entry.value.text:
            yield entry.value.text, infobox_locator(source.entry.title, entry)
            return


def _in_table(
    column: str, row: ProposedRow, names: set[str], contract: Contract, table: TableOffer, source: Source
) -> Iterator[tuple[str, Locator]]:
    """The value of the one row of a table that agrees with the row in its keys, or names its thing."""
    rows = [at for at in table.rows if _agrees(row, names, contract, table, at)]
    if len(rows) != 1:
        return
    slot = table.slots[column]
    cell = table.grid.cell_at(rows[0], slot.index)
    if cell is not None and cell.content.text.strip():
        locator = table_locator(source.entry.title, table.grid, rows[0], slot.index)
        yield cell.content.text, locator


def _agrees(row: ProposedRow, names: set[str], contract: Contract, table: TableOffer, at: int) -> bool:
    shared = [name for name in contract.key if name in table.slots]
    if shared and all(
        _text(table, at, table.slots[name].index) == normalise(row.value(name)) for name in shared
    ):
        return True
    return not shared and any(_text(table, at, index) in names for index in range(table.grid.width))


def _text(table: TableOffer, row: int, index: int) -> str:
    cell = table.grid.cell_at(row, index)
    return normalise(cell.content.text) if cell is not None else ""
