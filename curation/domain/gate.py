"""The gate: a proposed row is staged only with sources in S, locators that resolve, and a witness for every cell.

Nothing else counts as evidence: not what a model remembers, not what a person typed, not a neighbouring column. What
the gate refuses is kept whole, with the reason. It does not certify truth; it certifies that the page says so.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from curation.domain.content import Content, PageContent
from curation.domain.contract import Contract
from curation.domain.locators import Locator, LocatorError, LocatorKind, Part, Reading, resolve
from curation.domain.mapping import (
    ColumnMap,
    are_apart,
    are_equal,
    is_part,
    map_columns,
    read_slots,
    stand_side_by_side,
    tells,
)
from curation.domain.places import Place, Slot, SlotKind, context_at, locator_at, place_of, slot_content
from curation.domain.rows import ProposedCell, ProposedRow, Refusal, StagedCell, StagedRow
from curation.domain.values.normalise import normalise
from curation.domain.witness import (
    NO_ALIASES,
    Aliases,
    CellWitness,
    Rung,
    Support,
    context_reading,
    support,
    witness_row,
)

__all__ = ["Batch", "ProposedCell", "ProposedRow", "Refusal", "StagedCell", "StagedRow", "admit", "admit_all"]

Pages = Mapping[str, PageContent]
SURROUNDINGS = frozenset({Part.GROUP, Part.CAPTION, Part.SECTION, Part.TITLE})


@dataclass(frozen=True, slots=True)
class Batch:
    """What rows are judged against: contract, source set S (titles), pages by title, and the map of their columns.

    `constants` holds, per place and group row, the one value that a column carried by the context alone has there;
    `contextual` are the columns that the context carries in most rows that have no slot for them.
    """

    contract: Contract
    sources: frozenset[str]
    pages: Pages
    columns: ColumnMap
    aliases: Aliases = field(default_factory=lambda: NO_ALIASES)
    constants: Mapping[tuple[Place, str, str], str] = field(default_factory=dict)
    contextual: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Sight:
    """One reading of a cell: what was read, at which locators, and whether it stands in a slot of the column."""

    reading: Reading
    locators: tuple[Locator, ...]
    slots: tuple[Slot, ...] = ()


class _Refused(Exception):
    """Stops the judging of a row. Never leaves this module."""

    def __init__(self, code: str, message: str, **facts: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts = facts


def admit_all(
    rows: Sequence[ProposedRow],
    *,
    contract: Contract,
    sources: Collection[str],
    pages: Pages,
    aliases: Aliases = NO_ALIASES,
) -> list[StagedRow | Refusal]:
    """Judge rows that belong together; columns are mapped once per place from all of them. Order is kept."""
    batch = make_batch(rows, contract=contract, sources=sources, pages=pages, aliases=aliases)
    return [judge(row, batch) for row in rows]


def admit(
    row: ProposedRow,
    *,
    contract: Contract,
    sources: Collection[str],
    pages: Pages,
    batch: Batch | None = None,
    aliases: Aliases = NO_ALIASES,
) -> StagedRow | Refusal:
    """Judge one row; `batch` is the one made from the rows it belongs to, so that one row cannot bend the mapping."""
    return judge(
        row, batch or make_batch([row], contract=contract, sources=sources, pages=pages, aliases=aliases)
    )


def make_batch(
    rows: Sequence[ProposedRow],
    *,
    contract: Contract,
    sources: Collection[str],
    pages: Pages,
    aliases: Aliases = NO_ALIASES,
) -> Batch:
    """The ground on which rows are judged. Pages outside the source set are not looked at, whatever `pages` holds."""
    allowed = {title: page for title, page in pages.items() if title in set(sources)}
    columns = map_columns(rows, contract=contract, pages=allowed)
    batch = Batch(contract, frozenset(sources), allowed, columns, aliases)
    return replace(batch, constants=_constants(rows, batch), contextual=_contextual(rows, batch))


def judge(row: ProposedRow, batch: Batch) -> StagedRow | Refusal:
    """Stage the row or refuse it, with the reason and with what was read by then."""
    staged: tuple[StagedCell, ...] = ()
    try:
        _check_shape(row, batch)
        for locator in row.all_locators():
            _check_locator(locator, batch)
        sights = {cell.column: _sights(row, cell, batch) for cell in row.cells if cell.value.strip()}
        witnesses = _witnesses(row, sights, batch)
        staged = tuple(_staged(cell, witnesses, sights) for cell in row.cells)
        for cell in row.cells:
            _check_cell(cell, sights.get(cell.column, ()), witnesses[cell.column], batch)
        _check_sharing(staged)
        _check_identity(row, batch)
    except _Refused as refused:
        return Refusal(refused.code, refused.message, row, refused.facts, staged)
    return StagedRow(staged, row.all_locators(), row.label)


def _check_shape(row: ProposedRow, batch: Batch) -> None:
    known = {column.name for column in batch.contract.columns}
    held = [cell.column for cell in row.cells]
    for name in held:
        if name not in known:
            raise _Refused("unknown_column", f"“{name}” is not a column of the contract.", column=name)
        if held.count(name) > 1:
            raise _Refused("column_twice", f"The row has two values for “{name}”.", column=name)
    for name in batch.contract.key:
        if not row.value(name).strip():
            raise _Refused("key_empty", f"The key column “{name}” is empty.", column=name)
    if not row.all_locators():
        raise _Refused("no_locator", "The row names no place where it stands; memory is not evidence.")


def _check_locator(locator: Locator, batch: Batch) -> None:
    if locator.page not in batch.sources:
        raise _Refused("outside_sources", f"“{locator.page}” is not in the source set.", page=locator.page)
    page = batch.pages.get(locator.page)
    if page is None:
        raise _Refused(
            "page_missing", f"“{locator.page}” is in the source set but not stored.", page=locator.page
        )
    try:
        resolve(locator, page)
    except LocatorError as error:
        facts = {"page": locator.page, "level": error.code}
        raise _Refused("locator_unresolved", f"The locator does not resolve: {error}", **facts) from error
    if place_of(locator, page) is None:
        raise _Refused("locator_unresolved", "The locator names no row, entry or item.", page=locator.page)


def _sights(row: ProposedRow, cell: ProposedCell, batch: Batch) -> tuple[_Sight, ...]:
    """Every reading that may carry a cell: the slots of its column; where it has none at all, the context."""
    claimed = cell.locators or row.locators
    in_slots = [sight for locator in claimed for sight in _slot_sights(locator, cell, batch)]
    if in_slots:
        return tuple(in_slots)
    return tuple(sight for locator in claimed for sight in _context_sights(locator, cell, batch))


def _slot_sights(locator: Locator, cell: ProposedCell, batch: Batch) -> list[_Sight]:
    page = batch.pages[locator.page]
    slots = batch.columns.at(place_of(locator, page), cell.column)
    named = bool(cell.locators) and (locator.column_index is not None or bool(locator.column))
    if named and not _names_a_slot(locator, slots):
        place = locator.column or f"column {locator.column_index}"
        raise _Refused(
            "column_mismatch",
            f"“{cell.column}” is not what “{place}” holds.",
            column=cell.column,
            page=locator.page,
            named=place,
        )
    if not slots or slot_content(locator, slots[0], page) is None:
        return []
    places = tuple(locator_at(locator, slot) for slot in slots)
    if len(slots) == 1:
        return [_Sight(_slot_reading(locator, slots[0], page), places, slots)]
    part = Part.CELL
    return [_Sight(Reading(content, part), places, slots) for content in read_slots(locator, slots, page)]


def _names_a_slot(locator: Locator, slots: Sequence[Slot]) -> bool:
    if locator.kind is LocatorKind.TABLE_ROW:
        if locator.column_index is not None:
            return any(slot.index == locator.column_index for slot in slots)
        return any(slot.name == locator.column for slot in slots)
    return bool(slots) or locator.kind in (LocatorKind.LIST_ITEM, LocatorKind.SENTENCE)


def _slot_reading(locator: Locator, slot: Slot, page: PageContent) -> Reading:
    """A cell with its headers, which lend it a unit; an item alone, so that nothing around it speaks for it."""
    read = resolve(locator_at(locator, slot), page)
    if slot.kind is SlotKind.ITEM:
        return Reading(read.content, Part.ITEM)
    return Reading(read.content, Part.CELL, read.context)


def _context_sights(locator: Locator, cell: ProposedCell, batch: Batch) -> list[_Sight]:
    if not tells(cell.value) or cell.column not in batch.contextual:
        return []
    page = batch.pages[locator.page]
    reading = _context(locator, page)
    if reading is None:
        return []
    place = place_of(locator, page)
    settled = batch.constants.get((place, _group(locator, page), cell.column)) if place is not None else None
    if settled is not None and settled != cell.value:
        return []
    return [_Sight(reading, (locator,))]


def _context(locator: Locator, page: PageContent) -> Reading | None:
    return context_reading(Reading(Content(""), Part.CELL, context_at(locator, page)))


def _group(locator: Locator, page: PageContent) -> str:
    return next((content.text for part, content in context_at(locator, page) if part is Part.GROUP), "")


def _witnesses(
    row: ProposedRow, sights: Mapping[str, Sequence[_Sight]], batch: Batch
) -> Mapping[str, CellWitness]:
    values = {cell.column: cell.value for cell in row.cells}
    readings = {name: [sight.reading for sight in seen] for name, seen in sights.items()}
    return witness_row(values, readings, batch.contract, aliases=batch.aliases).cells


def _staged(
    cell: ProposedCell, witnesses: Mapping[str, CellWitness], sights: Mapping[str, Sequence[_Sight]]
) -> StagedCell:
    found = witnesses[cell.column]
    if found.support is None:
        return StagedCell(cell.column, cell.value)
    used = [sights[cell.column][index] for index in found.reading_indexes]
    places = tuple(dict.fromkeys(locator for sight in used for locator in sight.locators))
    hit = found.support
    return StagedCell(cell.column, cell.value, hit.rung, hit.part, places, hit.compared, hit.note)


def _check_cell(cell: ProposedCell, sights: Sequence[_Sight], found: CellWitness, batch: Batch) -> None:
    if not cell.value.strip():
        return
    facts = {"column": cell.column, "value": cell.value}
    if not sights:
        message = f"{cell.column}: “{cell.value}” has no column, label or context at the row's places."
        raise _Refused("no_place_for_column", message, **facts)
    if found.support is None:
        texts = " | ".join(dict.fromkeys(" ".join(sight.reading.content.text.split()) for sight in sights))
        message = f"{cell.column}: “{cell.value}” does not stand at its place, which reads “{texts[:200]}”."
        raise _Refused("cell_unsupported", message, read=texts[:500], **facts)
    _check_alias(cell, sights, found, batch)
    _check_whole(cell, sights, found, batch)
    _check_all_places(cell, sights, batch)


def _check_alias(cell: ProposedCell, sights: Sequence[_Sight], found: CellWitness, batch: Batch) -> None:
    """The page that a cell links to is no name for it where another cell of the column says just that name.

    A satellite's callsign may lead to the page of the station that it repeats, which has a row of its own.
    """
    if found.support is None or found.support.rung is not Rung.LINK_ALIAS:
        return
    wanted = normalise(cell.value)
    for locator in (locator for index in found.reading_indexes for locator in sights[index].locators):
        grid = batch.pages[locator.page].grid(-1 if locator.table_index is None else locator.table_index)
        if locator.kind is not LocatorKind.TABLE_ROW or grid is None or locator.column_index is None:
            continue
        cells = (grid.cell_at(row, locator.column_index) for row in range(len(grid.slots)))
        if any(other is not None and normalise(other.content.text) == wanted for other in cells):
            message = f"{cell.column}: “{cell.value}” is what another row of the column is called."
            raise _Refused("name_of_another_row", message, column=cell.column, value=cell.value)


def _check_whole(cell: ProposedCell, sights: Sequence[_Sight], found: CellWitness, batch: Batch) -> None:
    """A value that is part of a cell must be a complete part of it, in a column whose values are parts as a rule."""
    hit = found.support
    if hit is None or hit.part is not Part.CELL or len(found.reading_indexes) > 1:
        return
    if not is_part(cell.value, hit.compared, hit.rung):
        return
    reading = sights[found.reading_indexes[0]].reading
    typed = batch.contract.column(cell.column)
    if cell.column in batch.columns.partial and support(cell.value, reading, typed, key=True) is not None:
        return
    message = (
        f"{cell.column}: “{cell.value}” is part of “{hit.compared}”; other values of the column are whole."
    )
    if cell.column in batch.columns.partial:
        message = (
            f"{cell.column}: “{cell.value}” stands inside “{hit.compared}”, and is no part of its own there."
        )
    raise _Refused("part_of_cell", message, column=cell.column, value=cell.value, read=hit.compared[:500])


def _check_all_places(cell: ProposedCell, sights: Sequence[_Sight], batch: Batch) -> None:
    """Where a row has several rows of one table as its places, each different cell of a column must be in the value."""
    if len({locator for sight in sights if sight.slots for locator in sight.locators}) < 2:
        return
    typed = batch.contract.column(cell.column)
    wanted = [cell.value, *(part.strip() for part in cell.value.split(";"))]
    for place, readings in _by_place(sights, batch).items():
        texts = {reading.content.text for reading in readings if reading.content.text.strip()}
        if len(texts) < 2 or any(len(batch.columns.at(place, cell.column)) > 1 for _ in texts):
            continue
        for reading in readings:
            if reading.content.text.strip() and not any(support(part, reading, typed) for part in wanted):
                message = (
                    f"{cell.column}: the row's places also say “{reading.content.text[:200]}”, unlike it."
                )
                raise _Refused("place_left_out", message, column=cell.column, value=cell.value)


def _by_place(sights: Sequence[_Sight], batch: Batch) -> dict[Place, list[Reading]]:
    found: dict[Place, list[Reading]] = defaultdict(list)
    for sight in sights:
        place = place_of(sight.locators[0], batch.pages[sight.locators[0].page]) if sight.slots else None
        if place is not None:
            found[place].append(sight.reading)
    return found


def _check_sharing(cells: Sequence[StagedCell]) -> None:
    """Two columns read from one slot must be different parts of it; two read from one context, different values."""
    read: dict[tuple[Locator, ...], list[StagedCell]] = defaultdict(list)
    for cell in cells:
        if cell.rung is not None:
            read[cell.locators].append(cell)
    for held in read.values():
        for one, other in combinations(held, 2):
            in_context = one.part in SURROUNDINGS
            if in_context is not (other.part in SURROUNDINGS):
                continue
            if _repeat_each_other(one, other, in_context=in_context):
                message = f"“{one.column}” and “{other.column}” are read from one place and repeat each other's words."
                raise _Refused("same_words_twice", message, column=one.column, other=other.column)


def _repeat_each_other(one: StagedCell, other: StagedCell, *, in_context: bool) -> bool:
    if in_context:
        return are_equal(one.value, other.value)
    return not are_apart(one.value, other.value) and not stand_side_by_side(
        one.value, other.value, one.compared
    )


def _check_identity(row: ProposedRow, batch: Batch) -> None:
    """Every locator must be about this row: it carries a key, or a value that a place carrying a key has too."""
    waiting = list(row.all_locators())
    known: list[Locator] = []
    for locator in list(waiting):
        carried = _keys_carried(row, locator, batch)
        if carried:
            known.append(locator)
            waiting.remove(locator)
    while waiting:
        linked = [locator for locator in waiting if _is_linked(row, locator, known, batch)]
        if not linked:
            where = waiting[0]
            message = f"Nothing at a place on “{where.page}” shows that it is about this row."
            raise _Refused("other_row", message, page=where.page)
        known += linked
        waiting = [locator for locator in waiting if locator not in linked]


def _keys_carried(row: ProposedRow, locator: Locator, batch: Batch) -> bool:
    """Whether a locator carries a key value. Raises when a key column has a slot there that says something else."""
    page = batch.pages[locator.page]
    place = place_of(locator, page)
    carried = False
    for name in batch.contract.key:
        slots = batch.columns.at(place, name)
        if slots and _is_at(locator, slots, page):
            texts = read_slots(locator, slots, page)
            if not any(_carries(row.value(name), content, Part.CELL, name, batch) for content in texts):
                said = " ".join(texts[0].text.split()) if texts else "nothing"
                message = f"A place on “{locator.page}” is about another row: its {name} is “{said[:120]}”."
                raise _Refused("other_row", message, page=locator.page, column=name)
            carried = True
        elif _in_context(row.value(name), locator, name, batch):
            carried = True
    return carried


def _is_at(locator: Locator, slots: Sequence[Slot], page: PageContent) -> bool:
    """Whether a locator can be read in the slots: an infobox locator points at one label and at no other."""
    return slots[0].kind is not SlotKind.LABEL or slot_content(locator, slots[0], page) is not None


def _carries(value: str, content: Content, part: Part, name: str, batch: Batch) -> Support | None:
    parts = [value, *(piece.strip() for piece in value.split(";") if ";" in value)]
    column = batch.contract.column(name)
    hits = (support(piece, Reading(content, part), column, aliases=batch.aliases) for piece in parts if piece)
    return next((hit for hit in hits if hit is not None), None)


def _in_context(value: str, locator: Locator, name: str, batch: Batch) -> bool:
    reading = _context(locator, batch.pages[locator.page])
    return (
        reading is not None
        and tells(value)
        and support(value, reading, batch.contract.column(name), aliases=batch.aliases) is not None
    )


def _is_linked(row: ProposedRow, locator: Locator, known: Sequence[Locator], batch: Batch) -> bool:
    """Whether a place carries a value of the row, with a word in it, that a known place of the row also holds."""
    for cell in row.cells:
        if sum(char.isalpha() for char in cell.value) < 3 or not _holds(cell, locator, batch):
            continue
        if any(_holds(cell, other, batch) or _stands_in_row(cell.value, other, batch) for other in known):
            return True
    return False


def _holds(cell: ProposedCell, locator: Locator, batch: Batch) -> bool:
    page = batch.pages[locator.page]
    slots = batch.columns.at(place_of(locator, page), cell.column)
    contents = read_slots(locator, slots, page)
    return any(
        _carries(cell.value, content, Part.CELL, cell.column, batch) for content in contents
    ) or _in_context(cell.value, locator, cell.column, batch)


def _stands_in_row(value: str, locator: Locator, batch: Batch) -> bool:
    """Whether some cell of the locator's table row is the value."""
    grid = batch.pages[locator.page].grid(-1 if locator.table_index is None else locator.table_index)
    if grid is None or locator.row is None or locator.kind is not LocatorKind.TABLE_ROW:
        return False
    cells = (grid.cell_at(locator.row, index) for index in range(grid.width))
    return any(
        " ".join(cell.content.text.split()).casefold() == value.casefold()
        for cell in cells
        if cell is not None
    )


def _constants(rows: Sequence[ProposedRow], batch: Batch) -> dict[tuple[Place, str, str], str]:
    """Rows read under one context must agree in a column that only it carries; the most frequent value holds."""
    counts: dict[tuple[Place, str, str], Counter[str]] = defaultdict(Counter)
    for row in rows:
        for locator in row.all_locators():
            page = batch.pages.get(locator.page)
            place = place_of(locator, page) if page is not None else None
            if page is None or place is None:
                continue
            for cell in row.cells:
                if not batch.columns.at(place, cell.column) and _in_context(
                    cell.value, locator, cell.column, batch
                ):
                    counts[place, _group(locator, page), cell.column][cell.value] += 1
    return {key: max(held, key=lambda value: (held[value], len(value))) for key, held in counts.items()}


def _contextual(rows: Sequence[ProposedRow], batch: Batch) -> frozenset[str]:
    """Columns that the context carries in at least half of the rows whose places have no slot for them."""
    seen: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        known = [locator for locator in row.all_locators() if locator.page in batch.pages]
        places = {locator: place_of(locator, batch.pages[locator.page]) for locator in known}
        for cell in row.cells:
            if tells(cell.value) and not any(
                batch.columns.at(place, cell.column) for place in places.values()
            ):
                seen[cell.column].append(
                    any(
                        place and _in_context(cell.value, at, cell.column, batch)
                        for at, place in places.items()
                    )
                )
    return frozenset(column for column, carried in seen.items() if sum(carried) * 2 >= len(carried))
