"""What a page offers to a contract, by names alone: tables with the columns they seem to have, infobox labels, lists.

This is how the curator chooses where to look before any value is known. The gate does not rely on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from curation.domain.content import Grid, PageContent, RowKind
from curation.domain.contract import Contract
from curation.domain.headers import header_block
from curation.domain.names import STRONG, name_score, qualifiers
from curation.domain.places import Slot, SlotKind, table_slots
from curation.domain.rownames import holds_words, is_numeric, leftmost_name, name_rows

# How alike a column's name and a header must be for the curator to read one as the other.
ALIKE = 0.3
# How alike for a page to count as having what the contract asks for.
TELLING = 0.45
MAX_GRID_ROWS = 5000
KINDS = frozenset({"table", "infobox", "list"})


@dataclass(frozen=True, slots=True)
class TableOffer:
    """One table under one header block: which columns it seems to have, and its body rows.

    `guessed` are the key columns that were found by their cells, under a header of another name.
    """

    page: str
    grid: Grid
    head: int
    slots: Mapping[str, Slot]
    rows: tuple[int, ...]
    guessed: frozenset[str] = frozenset()

    def score(self, column: str) -> float:
        """How well the column's name fits its header here, 0 for a column the table has not."""
        slot = self.slots.get(column)
        return name_score(column, slot.name) if slot is not None else 0.0

    def text(self, row: int, column: str) -> str:
        """What stands under a column in a row, "" where nothing does."""
        cell = self.grid.cell_at(row, self.slots[column].index)
        return cell.content.text if cell is not None else ""

    @property
    def weight(self) -> float:
        """How much of the contract the table seems to have: fitting columns, each by how well its name fits."""
        return sum(self.score(column) for column in self.slots)


@dataclass(frozen=True, slots=True)
class PageOffer:
    """Everything on a page that the contract may use, and the best name score of each column anywhere on it."""

    title: str
    tables: tuple[TableOffer, ...] = ()
    labels: Mapping[str, Slot] = field(default_factory=dict)
    best: Mapping[str, float] = field(default_factory=dict)

    def tells(self, columns: Iterable[str]) -> tuple[str, ...]:
        """Those of the columns that the page seems to have."""
        return tuple(column for column in columns if self.best.get(column, 0.0) >= TELLING)


def read_offer(page: PageContent, contract: Contract) -> PageOffer:
    """What a page offers to a contract."""
    names = [column.name for column in contract.columns]
    in_tables = _in_tables(contract)
    tables = tuple(
        with_row_name(offer, contract)
        for grid in page.grids
        for offer in _table_offers(grid, in_tables, page.title)
    )
    slots = [Slot(SlotKind.LABEL, entry.path[-1], path=entry.path) for entry in page.infobox if entry.path]
    labels = assign([name for name in names if _may_stand(name, "infobox")], slots)
    best = {
        name: max(
            (
                name_score(name, slot.name)
                for slot in (*(t.slots.get(name) for t in tables), labels.get(name))
                if slot
            ),
            default=0.0,
        )
        for name in names
    }
    return PageOffer(page.title, tables, labels, best)


def with_row_name(table: TableOffer, contract: Contract) -> TableOffer:
    """The table with a key column that no header is named like, where it has most of the rest of the contract.

    Tables name their rows under any header ("Name", "Town", none at all). A key column is read from a column without
    one only where the key columns that have a header do not tell the rows apart. A header that is only a little like a
    key column ("Area" for "Council area") is not it where numbers stand under it and words under another one.
    """
    present = [name for name in contract.key if name in table.slots and not _is_doubtful(table, name)]
    titled = {token.casefold() for token in table.page.replace(",", " ").split()}
    missing = [name for name in contract.key if name not in present]
    missing.sort(key=lambda name: name.casefold() not in titled)
    others = [column.name for column in contract.columns if column.name not in contract.key]
    slots = usable_slots(table.grid, table.head, table.rows)
    given = assign([name for name in _in_tables(contract) if name in present or name in others], slots)
    fitting = sum(name in given for name in others)
    if not missing or (present and len(missing) > 1) or not fitting or fitting * 2 < len(others):
        return table
    free = [slot for slot in slots if slot not in given.values()]
    known = [given[name].index for name in present if name in given]
    found = name_rows(table.grid, table.rows, missing, known, free)
    return replace(table, slots={**given, **found}, guessed=frozenset(found)) if found else table


def with_named_rows(table: TableOffer, contract: Contract, column: str) -> TableOffer:
    """The table with a key column read from its leftmost free column of words, whatever that is called."""
    slots = usable_slots(table.grid, table.head, table.rows)
    free = [slot for slot in slots if slot not in table.slots.values()]
    found = leftmost_name(table.grid, table.rows, free)
    if found is None:
        return table
    return replace(table, slots={**table.slots, column: found}, guessed=table.guessed | {column})


def _is_doubtful(table: TableOffer, key: str) -> bool:
    """Whether a key column of names has a header of another name, over numbers."""
    index = table.slots[key].index
    return (
        table.score(key) < STRONG and not is_numeric(key) and not holds_words(table.grid, table.rows, index)
    )


def _in_tables(contract: Contract) -> list[str]:
    return [column.name for column in contract.columns if _may_stand(column.name, "table")]


def _may_stand(column: str, kind: str) -> bool:
    """Whether a column's bracketed words leave room for a kind of place: "Mass (infobox)" stands in no table."""
    said = qualifiers(column) & KINDS
    return not said or kind in said


def assign(names: Sequence[str], slots: Sequence[Slot]) -> dict[str, Slot]:
    """Columns to slots by name, the best fit first, each slot once; under a spanning header in the contract's order."""
    scored = sorted(
        (
            (-score, names.index(name), at, name, slot)
            for name in names
            for at, slot in enumerate(slots)
            if (score := name_score(name, slot.name)) >= ALIKE
        ),
        key=lambda item: item[:3],
    )
    given: dict[str, Slot] = {}
    for _, _, _, name, slot in scored:
        if name not in given and slot not in given.values():
            given[name] = slot
    return given


def header_end(grid: Grid, head: int) -> int:
    """The row after the header block that begins at `head`."""
    end = head + 1
    while end < len(grid.row_kinds) and grid.row_kinds[end] is RowKind.HEADER:
        end += 1
    return end


def _table_offers(grid: Grid, names: Sequence[str], page: str) -> list[TableOffer]:
    if (
        len(grid.slots) < 2
        or grid.width < 2
        or len(grid.slots) > MAX_GRID_ROWS
        or "infobox" in " ".join(grid.classes)
    ):
        return []
    by_head: dict[int, list[int]] = {}
    for row, kind in enumerate(grid.row_kinds):
        head = header_block(grid, row)[0]
        if kind is RowKind.BODY and head >= 0 and row >= header_end(grid, head):
            by_head.setdefault(head, []).append(row)
    offers = [
        TableOffer(page, grid, head, assign(names, usable_slots(grid, head, rows)), tuple(rows))
        for head, rows in by_head.items()
    ]
    return [offer for offer in offers if offer.slots]


def usable_slots(grid: Grid, head: int, rows: Sequence[int]) -> list[Slot]:
    """The columns under a header block, but for empty ones (a party's colour) that share their header with others."""
    slots = table_slots(grid, head)
    names = Counter(slot.name for slot in slots)
    return [slot for slot in slots if names[slot.name] < 2 or _is_filled(grid, slot, rows)]


def _is_filled(grid: Grid, slot: Slot, rows: Sequence[int]) -> bool:
    cells = (grid.cell_at(row, slot.index) for row in rows)
    return any(cell is not None and cell.content.text.strip() for cell in cells)
