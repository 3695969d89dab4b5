"""The model-free curator: reads the pages of a source set and proposes rows, each value with the place it was read at.

It chooses tables by their headers, infobox entries by their labels and lists by their sections, takes what the title or
a section carries from there, keeps to the question's limits where the text decides them, and joins pages of one row by
what they have in common. It only proposes: whether a row stands is the gate's decision.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from curation.domain.cleaning import clean_cells
from curation.domain.content import Content, PageContent
from curation.domain.contract import ColumnType, Contract
from curation.domain.crossing import crossed_rows
from curation.domain.entity_rows import entity_rows
from curation.domain.fit import TableOffer, read_offer, with_named_rows
from curation.domain.frontier import Frontier, FrontierEntry, Operator
from curation.domain.headed import heading_value
from curation.domain.headers import group_cell
from curation.domain.joining import join_missing
from curation.domain.limits import limited_column, within
from curation.domain.list_rows import has_asked_list, list_rows
from curation.domain.locators import Locator, table_locator
from curation.domain.names import without_brackets, words
from curation.domain.row_choice import of_asked_kind, within_years, without_remarks
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.scope import Item, Limit, Scope, scope_of
from curation.domain.sources import Source
from curation.domain.table_choice import around, choose_tables, is_guess, key_slots
from curation.domain.titling import context_value

Pages = Mapping[str, PageContent]
# Names of things that pages were admitted for, as word sets.
Things = Collection[frozenset[str]]
MAX_ROWS = 5000
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row being made: values, the cell each stands in, and the grid rows it was read from."""

    source: Source
    table: TableOffer
    rows: tuple[int, ...]
    values: Mapping[str, str] = field(default_factory=dict)


def propose(*, question: str, contract: Contract, frontier: Frontier, pages: Pages) -> list[ProposedRow]:
    """Rows for a contract from the pages of a frontier. Pages that are not in `pages` give nothing.

    Tables come first; only where they give no row are pages taken for rows, then crossings of two counts, then lists.
    """
    scope = scope_of(question, contract)
    sources = [
        Source(entry, pages[entry.title], read_offer(pages[entry.title], contract))
        for entry in frontier.entries
        if entry.title in pages
    ]
    rows = list_rows(sources, contract, scope) if _prefers_lists(sources, contract, scope) else []
    rows = (
        rows
        or _table_rows(sources, contract, scope)
        or _table_rows(sources, contract, replace(scope, years=()))
    )
    for otherwise in (crossed_rows, entity_rows, list_rows):
        rows = rows or otherwise(sources, contract, scope)
    rows += _things_without_row(rows, sources, contract, scope)
    full = [row for row in rows[:MAX_ROWS] if all(row.value(name).strip() for name in contract.key)]
    return join_missing(_without_repeats(full, contract), contract, sources)


def _prefers_lists(sources: Sequence[Source], contract: Contract, scope: Scope) -> bool:
    """Whether the question names the heading of a list, and only guesses speak for the tables."""
    chosen = choose_tables(sources, scope, contract)
    guesses = all(is_guess(source, table, scope, contract) for source, table in chosen)
    return guesses and bool(chosen) and has_asked_list(sources, contract, scope)


def _things_without_row(
    rows: Sequence[ProposedRow], sources: Sequence[Source], contract: Contract, scope: Scope
) -> list[ProposedRow]:
    """Pages about one thing that no table has a row for: of counted-off things, and those that a reviewer added."""
    if len(contract.key) != 1:
        return []
    keys = {frozenset(words(row.value(contract.key[0]))) for row in rows}
    counted = [
        source
        for source in sources
        if source.entry.operator is Operator.ENTITY_PAGE and source.entry.partitions
    ]
    missing = [source for source in counted if frozenset(words(source.entry.partitions[0])) not in keys]
    added = [source for source in sources if source.entry.operator is Operator.REVIEWER]
    wanted = [
        source for source in added if frozenset(words(without_brackets(source.entry.title))) not in keys
    ]
    return entity_rows([*(missing if len(missing) < len(counted) else ()), *wanted], contract, scope)


def _table_rows(sources: Sequence[Source], contract: Contract, scope: Scope) -> list[ProposedRow]:
    things = {frozenset(words(name)) for source in sources for name in source.entry.partitions}
    chosen = _without_constant_keys(choose_tables(sources, scope, contract), contract, scope)
    tables = [table for _, table in chosen]
    limits = [(limit, limited_column(limit, tables, contract)) for limit in scope.limits]
    drafts = [
        draft for source, table in chosen for draft in _drafts(source, table, scope, contract, things, limits)
    ]
    alike: dict[str, list[TableOffer]] = defaultdict(list)
    for _, table in chosen:
        alike[table.page].append(table)
    named = _named_first(drafts, contract, things)
    return [_row(draft, contract, scope, alike[draft.table.page]) for draft in named]


def _without_constant_keys(
    chosen: list[tuple[Source, TableOffer]], contract: Contract, scope: Scope
) -> list[tuple[Source, TableOffer]]:
    """Tables whose headings would give every row one and the same key value read that key from a column instead.

    A question about one heading needs no key column for it; its rows have a name that no header tells.
    """
    made = []
    for source, table in chosen:
        missing = [name for name in contract.key if name not in table.slots]
        alike = [other for _, other in chosen if other.page == table.page]
        if len(missing) == 1 and not source.entry.partitions and not scope.items:
            said = {
                heading_value(other, row, missing[0], scope, alike) for other in alike for row in other.rows
            }
            table = with_named_rows(table, contract, missing[0]) if len(said) < 2 else table
        made.append((source, table))
    return made


def _named_first(drafts: list[_Draft], contract: Contract, things: Things) -> list[_Draft]:
    """If some rows are a counted-off thing by their key, rows that only mention one are left out.

    Lists of one thing each keep their rows: there the thing is what all rows have in common. So do pages about one
    thing, unless the thing is the whole key.
    """
    by_key = {id(draft) for draft in drafts if _key_words(draft, contract) & set(things)}
    pages = {draft.table.page for draft in drafts if id(draft) in by_key}

    def is_judged(draft: _Draft) -> bool:
        if not draft.source.entry.partitions:
            return draft.table.page in pages
        return bool(pages) and len(contract.key) == 1 and draft.source.entry.operator is Operator.ENTITY_PAGE

    return [draft for draft in drafts if not is_judged(draft) or id(draft) in by_key]


def _key_words(draft: _Draft, contract: Contract) -> set[frozenset[str]]:
    return {frozenset(words(draft.values.get(name, ""))) for name in contract.key}


# --- Which rows ---


def _drafts(
    source: Source,
    table: TableOffer,
    scope: Scope,
    contract: Contract,
    things: Things,
    limits: Sequence[tuple[Limit, str | None]],
) -> list[_Draft]:
    keys = key_slots(table, source.entry, contract)
    rows = [row for row in table.rows if _has_keys(table, row, keys)]
    rows = without_remarks(rows, table, contract)
    rows = _of_the_counted(rows, table, source, scope, things)
    rows = of_asked_kind(rows, table, scope, contract, source.entry.title)
    rows = within_years(rows, table, scope.years, contract)
    for limit, column in limits:
        rows = within(rows, table, limit, column, contract)
    listed = {column.name: column.type is ColumnType.LIST for column in contract.columns}
    cleaned = {name: clean_cells(_column(table, name, rows), listed=listed[name]) for name in table.slots}
    groups = _merged(rows, table, keys)
    return [
        _Draft(source, table, group, {name: _joined(cleaned[name], group) for name in table.slots})
        for group in groups
    ]


def _has_keys(table: TableOffer, row: int, keys: Sequence[str]) -> bool:
    contents = [_content(table, row, name) for name in keys]
    return all(content is not None and content.text.strip() for content in contents)


def _content(table: TableOffer, row: int, column: str) -> Content | None:
    cell = table.grid.cell_at(row, table.slots[column].index)
    return cell.content if cell is not None else None


def _column(table: TableOffer, column: str, rows: Sequence[int]) -> dict[int, str]:
    found = ((row, _content(table, row, column)) for row in rows)
    return {row: content.text if content is not None else "" for row, content in found}


def _of_the_counted(
    rows: list[int], table: TableOffer, source: Source, scope: Scope, named_things: Things
) -> list[int]:
    """Only the rows that name a counted-off thing, where the page itself does not say which of them it is about.

    A question may count off two kinds of things; a page that is about one of a kind still needs rows of the other.
    """
    open_items = _open_items(source.entry, table, scope)
    if open_items:
        named = _naming(rows, table, {item.words for item in open_items})
        return named if named or source.entry.partitions else rows
    if scope.items or source.entry.partitions:
        return rows
    return _naming(rows, table, set(named_things)) or rows


def _open_items(entry: FrontierEntry, table: TableOffer, scope: Scope) -> list[Item]:
    """Counted-off things of every count that no title, section or admission settles."""
    titled = frozenset(words(entry.title)) | around(table)
    settled = {
        item.group
        for item in scope.items
        if item.name in entry.partitions or (item.words and item.words <= titled)
    }
    return [item for item in scope.items if item.group not in settled]


def _naming(rows: list[int], table: TableOffer, names: set[frozenset[str]]) -> list[int]:
    """Rows that name one of the things: in a column of the contract if any does, else in any cell."""
    own = {slot.index: frozenset(words(f"{name} {slot.name}")) for name, slot in table.slots.items()}
    for places in (own, dict.fromkeys(range(table.grid.width), frozenset[str]())):
        named = [row for row in rows if _row_names(table, row, places, names)]
        if named:
            return named
    return []


def _row_names(
    table: TableOffer, row: int, columns: Mapping[int, frozenset[str]], names: set[frozenset[str]]
) -> bool:
    """Whether a cell of the row says nothing but names ("Asia, Europe") and words of its column's own name ("County"),
    or the group row over it holds a name."""
    known = frozenset().union(*names)
    grouped = _group_words(table, row)
    if any(name <= grouped for name in names):
        return True
    for index, own in columns.items():
        cell = table.grid.cell_at(row, index)
        text = cell.content.text if cell is not None else ""
        said = frozenset(words(text)) if 0 < len(text) < LONGEST_NAME else frozenset[str]()
        if any(name <= said <= known | own for name in names):
            return True
    return False


def _group_words(table: TableOffer, row: int) -> frozenset[str]:
    """Words of the full-width row that a row stands under."""
    head = group_cell(table.grid, row)
    return frozenset(words(head.content.text)) if head is not None else frozenset()


def _merged(rows: Sequence[int], table: TableOffer, keys: Sequence[str]) -> list[tuple[int, ...]]:
    """Neighbouring rows whose key cells are one and the same cells make one row: two bronze medals of one event."""
    groups: list[list[int]] = []
    for row in rows:
        if groups and groups[-1][-1] == row - 1 and _same_keys(table, groups[-1][0], row, keys):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [tuple(group) for group in groups]


def _same_keys(table: TableOffer, one: int, other: int, keys: Sequence[str]) -> bool:
    slots = [table.slots[name] for name in keys]
    return all(table.grid.cell_at(one, slot.index) is table.grid.cell_at(other, slot.index) for slot in slots)


def _joined(cleaned: Mapping[int, str], rows: Iterable[int]) -> str:
    return " ; ".join(dict.fromkeys(text for row in rows if (text := cleaned[row])))


# --- Rows ---


def _row(draft: _Draft, contract: Contract, scope: Scope, alike: Sequence[TableOffer]) -> ProposedRow:
    title = draft.table.page
    keys = key_slots(draft.table, draft.source.entry, contract)
    places = tuple(table_locator(title, draft.table.grid, row) for row in draft.rows)
    cells = []
    for column in contract.columns:
        titled = column.name in contract.key and column.name not in keys
        if column.name in draft.table.slots and not titled:
            value = draft.values[column.name]
            where = _cell_places(draft, column.name, value, places)
            cells.append(ProposedCell(column.name, value, where))
        elif column.name in contract.key:
            cells.append(ProposedCell(column.name, _carried(draft, column.name, scope, alike)))
        elif column.name == contract.partition_column:
            cells.append(ProposedCell(column.name, _partition(draft, contract)))
        else:
            cells.append(ProposedCell(column.name, ""))
    label = " · ".join(cell.value for cell in cells if cell.column in contract.key)
    return ProposedRow(tuple(cells), places, label)


def _carried(draft: _Draft, column: str, scope: Scope, alike: Sequence[TableOffer]) -> str:
    """A key value that no cell of the row has: from the title of a page about one thing, else from the headings."""
    if draft.source.entry.partitions:
        return context_value(draft.source.entry, around(draft.table), scope)
    return heading_value(draft.table, draft.rows[0], column, scope, alike)


def _partition(draft: _Draft, contract: Contract) -> str:
    """The partition of a row as the contract names it: its page's, its section's or its group row's; "" if unclear."""
    names = {partition.name: frozenset(words(partition.name)) for partition in contract.partitions}
    held = {name for name in names if name in draft.source.entry.partitions}
    headings = [frozenset(words(part)) for part in draft.table.grid.section_path]
    held = held or {name for name, said in names.items() if said in headings}
    held = held or {name for name, said in names.items() if said == _group_words(draft.table, draft.rows[0])}
    return held.pop() if len(held) == 1 else ""


def _cell_places(draft: _Draft, column: str, value: str, places: Sequence[Locator]) -> tuple[Locator, ...]:
    """One locator per different cell that the value was read from."""
    if not value:
        return ()
    slot = draft.table.slots[column]
    by_cell: dict[int, Locator] = {}
    for row, place in zip(draft.rows, places, strict=True):
        cell = draft.table.grid.cell_at(row, slot.index)
        if cell is not None and cell.content.text.strip():
            by_cell.setdefault(id(cell), replace(place, column=slot.name, column_index=slot.index))
    return tuple(by_cell.values())


def _without_repeats(rows: Sequence[ProposedRow], contract: Contract) -> list[ProposedRow]:
    """Rows that say the same as an earlier one, or less of the same, are dropped."""
    kept: dict[tuple[str, ...], list[ProposedRow]] = defaultdict(list)
    for row in rows:
        key = row.key(contract.key)
        values = {(cell.column, cell.value) for cell in row.cells if cell.value}
        if not any(values <= {(cell.column, cell.value) for cell in other.cells} for other in kept[key]):
            kept[key].append(row)
    return [row for held in kept.values() for row in held]
