"""The model-free curator: reads the pages of a source set and proposes rows, each value with the place it was read at.

It chooses tables by their headers, infobox entries by their labels and lists by their sections, takes what the title or
a section carries from there, keeps to the question's limits where the text decides them, and joins pages of one row by
what they have in common. It only proposes: whether a row stands is the gate's decision.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from curation.domain.cleaning import clean_cells, leading_number, number_in_unit
from curation.domain.content import Content, PageContent, RowKind
from curation.domain.contract import Contract
from curation.domain.crossing import crossed_rows
from curation.domain.entity_rows import entity_rows
from curation.domain.fit import TableOffer, read_offer
from curation.domain.frontier import Frontier, FrontierEntry, Operator
from curation.domain.joining import join_missing
from curation.domain.list_rows import list_rows
from curation.domain.locators import Locator, table_locator
from curation.domain.names import words
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.scope import Item, Limit, Scope, infer_scope
from curation.domain.sources import Source
from curation.domain.titling import context_value

Pages = Mapping[str, PageContent]
# Names of things that pages were admitted for, as word sets.
Things = Collection[frozenset[str]]
# A page whose best table has less than this share of the best table's weight anywhere gives no rows.
WEIGHT_SHARE = 0.5
# A key column of a page that is no list must fit its header at least this well, against the best fit anywhere.
KEY_SHARE = 0.6
LISTS = frozenset({Operator.SEED, Operator.SEED_TABLE, Operator.SIBLING_LIST})
MAX_ROWS = 5000
RANKS = frozenset({"pos", "position", "rank", "place", "number", "ranking", "standing"})
# Words for what stands and for what does not: a question about the first kind leaves out tables about the second.
STANDING = frozenset(words("completed complete existing current active operating present"))
NOT_STANDING = frozenset(
    words(
        "proposed planned construction approved cancelled canceled demolished destroyed defunct former closed unbuilt"
    )
)


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
    scope = infer_scope(question)
    sources = [
        Source(entry, pages[entry.title], read_offer(pages[entry.title], contract))
        for entry in frontier.entries
        if entry.title in pages
    ]
    rows = _table_rows(sources, contract, scope)
    for otherwise in (crossed_rows, entity_rows, list_rows):
        rows = rows or otherwise(sources, contract, scope)
    full = [row for row in rows[:MAX_ROWS] if all(row.value(name).strip() for name in contract.key)]
    return join_missing(_without_repeats(full, contract), contract, sources)


def _table_rows(sources: Sequence[Source], contract: Contract, scope: Scope) -> list[ProposedRow]:
    keys = _best_keys(sources, contract)
    chosen = _within_weight([(source, _choose_tables(source, scope, contract, keys)) for source in sources])
    things = {frozenset(words(name)) for source in sources for name in source.entry.partitions}
    return [
        _row(draft, contract, scope)
        for source, tables in chosen
        for table in tables
        for draft in _drafts(source, table, scope, contract, things)
    ]


# --- Which tables ---


def _best_keys(sources: Sequence[Source], contract: Contract) -> dict[str, float]:
    """How well any table of the source set fits each key column by name."""
    tables = [table for source in sources for table in source.offer.tables]
    return {name: max((table.score(name) for table in tables), default=0.0) for name in contract.key}


def _choose_tables(
    source: Source, scope: Scope, contract: Contract, keys: Mapping[str, float]
) -> list[TableOffer]:
    """The tables of one page that can give rows: with the keys, in a section the question means, the fullest."""
    able = [table for table in source.offer.tables if _can_give_rows(table, source.entry, contract)]
    if source.entry.operator not in LISTS:
        able = [
            table
            for table in able
            if all(table.score(name) >= KEY_SHARE * keys[name] for name in _heads(table, keys))
        ]
    able = _standing(able, scope)
    able = _in_named_sections(able, source.entry, scope)
    best = max((table.weight for table in able), default=0.0)
    fullest = [table for table in able if table.weight >= best - 1e-9]
    least = min((_strange_words(table, scope) for table in fullest), default=0)
    return [table for table in fullest if _strange_words(table, scope) == least]


def _heads(table: TableOffer, keys: Iterable[str]) -> list[str]:
    return [name for name in keys if name in table.slots]


def _can_give_rows(table: TableOffer, entry: FrontierEntry, contract: Contract) -> bool:
    """Whether every key column has a header, or all but some have and the page's own title can carry the rest."""
    with_header = [name for name in contract.key if name in table.slots]
    missing = len(contract.key) - len(with_header)
    return bool(with_header) and (missing == 0 or bool(entry.partitions))


def _standing(tables: list[TableOffer], scope: Scope) -> list[TableOffer]:
    if not scope.words & STANDING:
        return tables
    return [table for table in tables if not (_around(table) & NOT_STANDING) - scope.words]


def _around(table: TableOffer) -> frozenset[str]:
    caption = table.grid.caption.text if table.grid.caption is not None else ""
    return frozenset(words(" ".join((*table.grid.section_path, caption))))


def _in_named_sections(tables: list[TableOffer], entry: FrontierEntry, scope: Scope) -> list[TableOffer]:
    """Tables under a section that says what the page's title does not: women's events of a page on athletics."""
    titled = frozenset(words(entry.title))
    wanted = frozenset(word for name in entry.partitions for word in words(name)) - titled
    if not entry.partitions:
        wanted = frozenset(word for item in scope.items for word in item.words) - titled
    named = [table for table in tables if _around(table) & wanted]
    return named or tables


def _strange_words(table: TableOffer, scope: Scope) -> int:
    """How many words around a table neither the question nor the page's title has."""
    known = scope.words | frozenset(words(table.page))
    return len({word for word in _around(table) - known if not word.isdigit()})


def _within_weight(chosen: list[tuple[Source, list[TableOffer]]]) -> list[tuple[Source, list[TableOffer]]]:
    best = max((table.weight for _, tables in chosen for table in tables), default=0.0)
    return [
        (source, [table for table in tables if table.weight >= WEIGHT_SHARE * best])
        for source, tables in chosen
    ]


# --- Which rows ---


def _drafts(
    source: Source, table: TableOffer, scope: Scope, contract: Contract, things: Things
) -> list[_Draft]:
    rows = [row for row in table.rows if _has_keys(table, row, contract)]
    rows = _of_the_counted(rows, table, source, scope, things)
    for limit in scope.limits:
        rows = _within(rows, table, limit, contract)
    cleaned = {name: clean_cells(_column(table, name, rows)) for name in table.slots}
    groups = _merged(rows, table, contract)
    return [
        _Draft(source, table, group, {name: _joined(cleaned[name], group) for name in table.slots})
        for group in groups
    ]


def _has_keys(table: TableOffer, row: int, contract: Contract) -> bool:
    contents = [_content(table, row, name) for name in contract.key if name in table.slots]
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
    open_items = _open_items(source.entry, scope)
    if open_items:
        names = {item.words for item in open_items}
        named = [row for row in rows if _row_names(table, row) & names]
        return named if named or source.entry.partitions else rows
    if scope.items or source.entry.partitions:
        return rows
    named = [row for row in rows if _row_names(table, row) & set(named_things)]
    return named or rows


def _open_items(entry: FrontierEntry, scope: Scope) -> list[Item]:
    """Counted-off things of every count that neither the page's title nor its admission settles."""
    titled = frozenset(words(entry.title))
    settled = {
        item.group
        for item in scope.items
        if item.name in entry.partitions or (item.words and item.words <= titled)
    }
    return [item for item in scope.items if item.group not in settled]


def _row_names(table: TableOffer, row: int) -> set[frozenset[str]]:
    cells = (table.grid.cell_at(row, index) for index in range(table.grid.width))
    texts = {cell.content.text for cell in cells if cell is not None and 0 < len(cell.content.text) < 80}
    group = next((at for at in range(row - 1, -1, -1) if table.grid.row_kinds[at] is RowKind.GROUP), None)
    head = table.grid.cell_at(group, 0) if group is not None else None
    return {frozenset(words(text)) for text in (*texts, *((head.content.text,) if head is not None else ()))}


def _within(rows: list[int], table: TableOffer, limit: Limit, contract: Contract) -> list[int]:
    if limit.kind == "top":
        return _top(rows, table, limit)
    for name, slot in table.slots.items():
        column = contract.column(name)
        header = f"{slot.name} {column.name} {column.unit}"
        if limit.unit and limit.unit in words(header):
            return [row for row in rows if _allows(limit, _content(table, row, name), header)]
    return rows


def _allows(limit: Limit, content: Content | None, header: str) -> bool:
    """A row whose number cannot be read is kept: only what the text decides is decided."""
    number = number_in_unit(content.text, limit.unit, header) if content is not None else None
    return number is None or limit.allows(number)


def _top(rows: list[int], table: TableOffer, limit: Limit) -> list[int]:
    """Rows of the first places: by a rank column, else the first rows as they stand."""
    rank = next((slot for slot in table.slots.values() if RANKS & set(words(slot.name))), None)
    if rank is None:
        return rows[: int(limit.number)]
    ranked = ((row, table.grid.cell_at(row, rank.index)) for row in rows)
    numbers = {row: leading_number(cell.content.text) for row, cell in ranked if cell is not None}
    return [row for row in rows if (place := numbers.get(row)) is not None and place <= limit.number]


def _merged(rows: Sequence[int], table: TableOffer, contract: Contract) -> list[tuple[int, ...]]:
    """Neighbouring rows whose key cells are one and the same cells make one row: two bronze medals of one event."""
    groups: list[list[int]] = []
    for row in rows:
        if groups and groups[-1][-1] == row - 1 and _same_keys(table, groups[-1][0], row, contract):
            groups[-1].append(row)
        else:
            groups.append([row])
    return [tuple(group) for group in groups]


def _same_keys(table: TableOffer, one: int, other: int, contract: Contract) -> bool:
    slots = [table.slots[name] for name in contract.key if name in table.slots]
    return all(table.grid.cell_at(one, slot.index) is table.grid.cell_at(other, slot.index) for slot in slots)


def _joined(cleaned: Mapping[int, str], rows: Iterable[int]) -> str:
    return " ; ".join(dict.fromkeys(text for row in rows if (text := cleaned[row])))


# --- Rows ---


def _row(draft: _Draft, contract: Contract, scope: Scope) -> ProposedRow:
    title = draft.table.page
    places = tuple(table_locator(title, draft.table.grid, row) for row in draft.rows)
    cells = []
    for column in contract.columns:
        if column.name in draft.table.slots:
            value = draft.values[column.name]
            where = _cell_places(draft, column.name, value, places)
            cells.append(ProposedCell(column.name, value, where))
        elif column.name in contract.key:
            cells.append(
                ProposedCell(column.name, context_value(draft.source.entry, _around(draft.table), scope))
            )
        else:
            cells.append(ProposedCell(column.name, ""))
    label = " · ".join(cell.value for cell in cells if cell.column in contract.key)
    return ProposedRow(tuple(cells), places, label)


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
