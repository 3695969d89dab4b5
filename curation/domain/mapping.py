"""Which header, label or item of a place carries which contract column, decided once per place and not row by row.

Two kinds of evidence: the names, and which header's cells support the rows. Equal names decide by themselves, so that a
file of wrong rows cannot move a column. Where names only resemble each other, or say nothing, the rows have to show it:
with values that say something (a dash does not), counted once each, in a slot that no other column has a better claim
to. One slot serves two columns only where each is a part of its own of what stands there.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise, permutations

from curation.domain.content import Content, PageContent
from curation.domain.contract import Column, Contract
from curation.domain.locators import Locator, LocatorKind, Part, Reading
from curation.domain.names import STRONG, WEAK, name_score, qualifiers, without_brackets, words
from curation.domain.places import Place, Slot, SlotKind, infobox_entry, place_of, slot_content, table_slots
from curation.domain.rows import ProposedRow
from curation.domain.witness import Rung, Support, support

# Shares of the different telling values of a column that a slot must support.
RESEMBLING = 0.5
UNNAMED = 0.5
NAMELESS = 0.8
# How much more alike a header must be to speak against another one, and how much for one value alone to speak.
CLEARLY = 2.0
TELLING = 0.45
MARGIN = 0.1
HARDLY = 0.1
# How a slot must carry a value to count: at all, as all of what stands there, or as a complete part of it.
ANY, WHOLE, PART = "any", "whole", "part"
JOINTS = (" – ", " - ", "–", ", ", " ")
MAX_SPAN_GROUP = 6

Slots = tuple[Slot, ...]
Pages = Mapping[str, PageContent]
# Values that slots support, and all values, each counted once.
Counted = tuple[set[str], set[str]]


@dataclass(frozen=True, slots=True)
class ColumnMap:
    """For every place of a batch of rows: the slots that carry each column (two slots where a value spans both).

    `partial` names the columns whose values are, as a rule, only part of what stands in their slot.
    """

    slots: Mapping[tuple[Place, str], Slots] = field(default_factory=dict)
    partial: frozenset[str] = frozenset()

    def at(self, place: Place | None, column: str) -> Slots:
        """The slots of a column at a place, () when the place has none for it."""
        return self.slots.get((place, column), ()) if place is not None else ()

    def columns_at(self, place: Place) -> tuple[str, ...]:
        """The columns that have a slot at a place."""
        return tuple(column for held, column in self.slots if held == place)


@dataclass(frozen=True, slots=True)
class _Sample:
    """What the rows of one place hold: per row its values, and the locators that point into the place."""

    place: Place
    slots: Slots
    rows: tuple[tuple[ProposedRow, tuple[Locator, ...]], ...]


def map_columns(rows: Sequence[ProposedRow], *, contract: Contract, pages: Pages) -> ColumnMap:
    """The map of a batch of rows. Rows and locators that point nowhere count for nothing."""
    samples = _samples(rows, pages)
    return _Assignment(contract, samples, pages).result()


def read_slots(locator: Locator, slots: Slots, page: PageContent) -> tuple[Content, ...]:
    """What stands in the slots at a locator; a column that spans two slots gives one content per way to join them."""
    found = [content for slot in slots if (content := slot_content(locator, slot, page)) is not None]
    if len(slots) < 2:
        return tuple(found)
    if len(found) != len(slots) or not all(content.text for content in found):
        return ()
    return tuple(
        Content(joint.join(content.text for content in found), anchor=found[0].anchor) for joint in JOINTS
    )


@lru_cache(maxsize=1 << 17)
def carries(
    value: str, content: Content, column: Column, *, key: bool = False, part: Part = Part.CELL
) -> Support | None:
    """Whether one content carries a value, by the witness ladder (remembered: mapping asks often)."""
    return support(value, Reading(content, part), column, key=key)


@lru_cache(maxsize=1 << 16)
def is_whole(value: str, text: str) -> bool:
    """Whether a value is all that a text says, but for marks, a trailing number of a note or a trailing bracket.

    "U.S. Open" is all of "U.S. Open (2)"; "Cleveland" is not all of "One Cleveland Center".
    """
    wanted, said = _letters_and_digits(value), _letters_and_digits(text)
    if sorted(wanted) == sorted(said):
        return True
    if not any(char.isalpha() for char in value):
        return False
    bare = " ".join(without_brackets(text).split())
    return wanted == _letters_and_digits(bare) or (
        said[: len(wanted)] == wanted
        and all(word.isdigit() and len(word) <= 2 for word in said[len(wanted) :])
    )


def _letters_and_digits(text: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in text.casefold()).split()


def tells(value: str) -> bool:
    """Whether a value says something: a dash, a bullet or a mark alone supports no mapping."""
    return any(char.isalnum() for char in value)


def shape(value: str) -> str:
    """Rough shape of a value: letters, digits, or both; a few letters beside many digits are its unit."""
    letters, digits = sum(char.isalpha() for char in value), sum(char.isdigit() for char in value)
    return ("a" if letters * 2 > digits else "") + ("9" if digits else "")


def _samples(rows: Sequence[ProposedRow], pages: Pages) -> list[_Sample]:
    found: dict[Place, dict[int, list[Locator]]] = defaultdict(lambda: defaultdict(list))
    for number, row in enumerate(rows):
        for locator in row.all_locators():
            page = pages.get(locator.page)
            place = place_of(locator, page) if page is not None else None
            if place is not None:
                found[place][number].append(locator)
    return [
        _Sample(
            place,
            _slots_of(place, [locator for some in held.values() for locator in some], pages),
            tuple((rows[number], tuple(some)) for number, some in held.items()),
        )
        for place, held in found.items()
    ]


def _slots_of(place: Place, locators: Iterable[Locator], pages: Pages) -> Slots:
    page = pages[place.page]
    if place.kind is LocatorKind.TABLE_ROW:
        grid = page.grid(place.table_index)
        return table_slots(grid, place.head) if grid is not None else ()
    if place.kind is LocatorKind.INFOBOX:
        paths = [entry.path for locator in locators if (entry := infobox_entry(locator, page)) is not None]
        return tuple(
            Slot(SlotKind.LABEL, path[-1] if path else "", path=path) for path in dict.fromkeys(paths)
        )
    return (Slot(SlotKind.ITEM),)


class _Evidence:
    """How often slots support a column, counted over different telling values, pooled over places by header name."""

    def __init__(self, contract: Contract, samples: Sequence[_Sample], pages: Pages) -> None:
        self.pages = pages
        self.columns = {column.name: column for column in contract.columns}
        self._counted: dict[tuple[Place, str, Slots, str], Counted] = {}
        self._pooled: dict[tuple[str, tuple[str, ...], str], Counted] = {}
        self._alike: dict[tuple[str, ...], list[tuple[_Sample, Slots]]] = defaultdict(list)
        for sample in samples:
            for slots in (*((slot,) for slot in sample.slots), *pairwise(sample.slots)):
                if key := _names_of(slots):
                    self._alike[key].append((sample, slots))

    def share(self, sample: _Sample, column: str, slots: Slots, how: str = ANY) -> float:
        """Share of the column's telling values that the slots support, over all places with such slots."""
        names = _names_of(slots)
        alike = self._alike.get(names, [])
        places = {other.place for other, _ in alike}
        if len(places) < 2 or len(places) < len(alike):
            return _ratio(self._count(sample, column, slots, how))
        key = (column, names, how)
        if key not in self._pooled:
            counts = [self._count(other, column, alike, how) for other, alike in self._alike[names]]
            good: set[str] = set().union(*(held for held, _ in counts))
            self._pooled[key] = (good, set().union(*(seen for _, seen in counts)))
        return _ratio(self._pooled[key])

    def local(self, sample: _Sample, column: str, slot: Slot) -> float:
        """The same share at this place alone."""
        return _ratio(self._count(sample, column, (slot,), ANY))

    def rows_share(self, sample: _Sample, column: str, slot: Slot) -> float:
        """Share of rows with a telling value that the slot supports, over all places with such a slot."""
        alike = self._alike.get(_names_of((slot,)), [(sample, (slot,))])
        found = [
            self.supported(row, at, column, slots)
            for other, slots in alike
            for row, at in other.rows
            if tells(row.value(column))
        ]
        return sum(found) / len(found) if found else 1.0

    def literal(self, sample: _Sample, column: str, slot: Slot) -> float:
        """Share of rows whose value is just what stands in the slot at this place."""
        found = [
            any(content.text == row.value(column) for content in self._contents(locators, (slot,)))
            for row, locators in sample.rows
            if tells(row.value(column))
        ]
        return sum(found) / len(found) if found else 0.0

    def _contents(self, locators: Sequence[Locator], slots: Slots) -> list[Content]:
        found = (read_slots(locator, slots, self.pages[locator.page]) for locator in locators)
        return [content for contents in found for content in contents]

    def telling(self, sample: _Sample, column: str) -> set[str]:
        """The different telling values that rows of a place have in a column."""
        return {value for row, _ in sample.rows if tells(value := row.value(column))}

    def supported(
        self, row: ProposedRow, locators: Sequence[Locator], column: str, slots: Slots, how: str = ANY
    ) -> bool:
        """Whether what stands in the slots at a row's locators carries the row's value, or each a part of it."""
        value, typed = row.value(column), self.columns[column]
        contents = self._contents(locators, slots)

        def carried(part: str) -> bool:
            hits = (content for content in contents if carries(part, content, typed, key=how == PART))
            return any(how != WHOLE or is_whole(part, content.text) for content in hits)

        parts = [part.strip() for part in value.split(";")]
        return carried(value) or (len(parts) > 1 and all(carried(part) for part in parts))

    def _count(self, sample: _Sample, column: str, slots: Slots, how: str) -> Counted:
        """Values supported in at least half of their rows, and all values; a dash tells nothing and is not counted."""
        key = (sample.place, column, slots, how)
        if key not in self._counted:
            hits: dict[str, list[bool]] = defaultdict(list)
            for row, at in sample.rows:
                if tells(value := row.value(column)):
                    hits[value].append(self.supported(row, at, column, slots, how))
            good = {value for value, found in hits.items() if sum(found) * 2 >= len(found)}
            self._counted[key] = (good, set(hits))
        return self._counted[key]


def _is_named(slot: Slot) -> bool:
    return bool(slot.name) or slot.kind is SlotKind.ITEM


def _ratio(counted: Counted) -> float:
    good, all_values = counted
    return len(good) / len(all_values) if all_values else 0.0


def _names_of(slots: Slots) -> tuple[str, ...]:
    """What slots of different places have in common: their header texts. () when one of them has no name."""
    if any(slot.kind is not SlotKind.ITEM and not slot.name for slot in slots):
        return ()
    return tuple(text for slot in slots for text in (slot.kind.value, " ".join(slot.name.casefold().split())))


class _Assignment:
    """Gives columns their slots: equal names, then spans, resembling names, support alone, pairs, shared slots."""

    def __init__(self, contract: Contract, samples: Sequence[_Sample], pages: Pages) -> None:
        self.contract = contract
        self.samples = samples
        self.evidence = _Evidence(contract, samples, pages)
        self.given: dict[tuple[Place, str], Slots] = {}
        self.names = [column.name for column in contract.columns]
        self.affine = _affinity(self.names, samples)

    def result(self) -> ColumnMap:
        """Run all steps over all places; a step sees what earlier steps gave anywhere."""
        for sample in self.samples:
            self._equal_names(sample)
        self._run(self._resembling_names)
        while self._run(self._support_alone):
            pass
        self._run(self._pairs)
        self._run(self._parts)
        self._run(self._shared)
        self._run(self._marks_alone)
        self._run(self._marks_in_line)
        return ColumnMap(dict(self.given), self._partial_columns())

    def _run(self, step: Callable[[_Sample, Sequence[str]], None]) -> bool:
        """One step over all places; whether it gave a column its slots anywhere."""
        before = len(self.given)
        for sample in self.samples:
            step(sample, self._open_columns(sample))
        return len(self.given) > before

    def _fits(self, place: Place, column: str) -> bool:
        return place in self.affine.get(column, {place})

    def _open_columns(self, sample: _Sample) -> list[str]:
        """Columns without a slot here which at least half the rows cannot read at another place of theirs either."""
        return [
            column
            for column in self.names
            if (sample.place, column) not in self.given
            and self._fits(sample.place, column)
            and self._is_wanted(sample, column)
        ]

    def _is_wanted(self, sample: _Sample, column: str) -> bool:
        filled = [row for row, _ in sample.rows if row.value(column).strip()]
        return bool(filled) and sum(not self._has_elsewhere(row, column) for row in filled) * 2 >= len(filled)

    def _has_elsewhere(self, row: ProposedRow, column: str) -> bool:
        pages = self.evidence.pages
        places = (
            place_of(locator, pages[locator.page]) for locator in row.all_locators() if locator.page in pages
        )
        return any((place, column) in self.given for place in places if place is not None)

    def _taken(self, place: Place) -> set[Slot]:
        return {slot for (held, _), slots in self.given.items() if held == place for slot in slots}

    def _free(self, sample: _Sample) -> list[Slot]:
        taken = self._taken(sample.place)
        return [slot for slot in sample.slots if slot not in taken]

    def _give(self, sample: _Sample, column: str, *slots: Slot) -> None:
        self.given[sample.place, column] = slots

    def _equal_names(self, sample: _Sample) -> None:
        scored = sorted(
            (
                (
                    -name_score(column, slot.name),
                    -self.evidence.share(sample, column, (slot,)),
                    slot.index,
                    column,
                    slot,
                )
                for column in self.names
                if self._fits(sample.place, column)
                for slot in sample.slots
                if name_score(column, slot.name) >= STRONG
            ),
            key=lambda item: item[:4],
        )
        for _, _, _, column, slot in scored:
            if (sample.place, column) in self.given or slot in self._taken(sample.place):
                continue
            if slot.group >= 0:
                self._spread_span(sample, slot)
            else:
                self._give(sample, column, slot)

    def _spread_span(self, sample: _Sample, slot: Slot) -> None:
        """Columns under one spanning header: the order that the rows support best, in doubt the contract's order."""
        group = [other for other in self._free(sample) if other.group == slot.group]
        named = [
            (name_score(column, slot.name), column)
            for column in self.names
            if self._fits(sample.place, column)
            and (sample.place, column) not in self.given
            and name_score(column, slot.name) >= WEAK
            and not self._has_better(column, name_score(column, slot.name), sample, slot.group)
        ]
        best = sorted(named, key=lambda item: -item[0])[: len(group)]
        columns = [column for _, column in named if column in {name for _, name in best}]
        if not columns or len(group) > MAX_SPAN_GROUP:
            return
        orders = permutations(group, len(columns))
        order = max(
            orders,
            key=lambda taken: sum(
                self.evidence.local(sample, *pair) for pair in zip(columns, taken, strict=True)
            ),
        )
        for column, taken in zip(columns, order, strict=True):
            self._give(sample, column, taken)

    def _has_better(self, column: str, score: float, sample: _Sample, group: int) -> bool:
        return any(name_score(column, slot.name) > score for slot in sample.slots if slot.group != group)

    def _resembling_names(self, sample: _Sample, columns: Sequence[str]) -> None:
        free = self._free(sample)
        scored = sorted(
            (
                (-score, -share, slot.index, column, slot)
                for column in columns
                for slot in free
                if (score := name_score(column, slot.name)) >= WEAK
                and (share := self.evidence.share(sample, column, (slot,))) >= RESEMBLING
                and not self._contradicted(sample, column, CLEARLY * score)
            ),
            key=lambda item: item[:4],
        )
        self._give_in_order(sample, [(column, slot) for _, _, _, column, slot in scored])

    def _give_in_order(self, sample: _Sample, wanted: Sequence[tuple[str, Slot]]) -> None:
        for column, slot in wanted:
            if (sample.place, column) not in self.given and slot not in self._taken(sample.place):
                self._give(sample, column, slot)

    def _support_alone(self, sample: _Sample, columns: Sequence[str]) -> None:
        """Names say nothing: the one slot that carries most values whole, if no other column has as good a claim to it.

        A slot without a name has nothing but its values to speak for it and must carry nearly all of them. An item is
        all that its place has: the first column takes it, others may share it where their parts lie apart.
        """
        claims: dict[Slot, list[tuple[float, str]]] = defaultdict(list)
        for column in columns:
            found = None if self._contradicted(sample, column, WEAK) else self._clear_slot(sample, column)
            if found is not None and self._shape_fits(sample, column):
                claims[found[1]].append((found[0], column))
        for slot, claimed in claims.items():
            claimed.sort(key=lambda claim: -claim[0])
            if slot.kind is SlotKind.ITEM or len(claimed) == 1 or claimed[0][0] > claimed[1][0]:
                self._give(sample, claimed[0][1], slot)

    def _clear_slot(self, sample: _Sample, column: str) -> tuple[float, Slot] | None:
        """The slot that carries a column's values best, and how many of them; of two equal ones the more literal."""
        shares = sorted(
            (
                (
                    self.evidence.share(
                        sample, column, (slot,), ANY if slot.kind is SlotKind.ITEM else WHOLE
                    ),
                    self.evidence.literal(sample, column, slot),
                    slot,
                )
                for slot in self._free(sample)
                if not self._is_anothers(sample, column, slot)
            ),
            key=lambda item: (-item[0], -item[1]),
        )
        shares = [found for found in shares if found[0] >= (UNNAMED if _is_named(found[2]) else NAMELESS)]
        shares = [found for found in shares if self.evidence.rows_share(sample, column, found[2]) >= UNNAMED]
        if not shares or (len(shares) > 1 and shares[0][:2] == shares[1][:2]):
            return None
        return shares[0][0], shares[0][2]

    def _marks_alone(self, sample: _Sample, columns: Sequence[str]) -> None:
        """A column of nothing but dashes and marks, named like no header: the one slot that has them in every row."""
        claims: dict[Slot, list[str]] = defaultdict(list)
        for column in columns:
            if any(self.evidence.telling(other, column) for other in self.samples) or self._resembles(column):
                continue
            marked = [(row, at) for row, at in sample.rows if row.value(column).strip()]
            fitting = [
                slot
                for slot in self._free(sample)
                if slot.name and all(self.evidence.supported(row, at, column, (slot,)) for row, at in marked)
            ]
            if len(fitting) == 1:
                claims[fitting[0]].append(column)
        for slot, claimed in claims.items():
            if len(claimed) == 1:
                self._give(sample, claimed[0], slot)

    def _marks_in_line(self, sample: _Sample, columns: Sequence[str]) -> None:
        """A column of nothing but marks here: where it stands in tables of the page that are built the same."""
        for column in columns:
            marked = [(row, at) for row, at in sample.rows if row.value(column).strip()]
            indexes = {slot.index for other in self.samples for slot in self._in_twin(sample, other, column)}
            fitting = [slot for slot in self._free(sample) if slot.index in indexes]
            if len(fitting) != 1 or self.evidence.telling(sample, column):
                continue
            if all(self.evidence.supported(row, at, column, (fitting[0],)) for row, at in marked):
                self._give(sample, column, fitting[0])

    def _in_twin(self, sample: _Sample, other: _Sample, column: str) -> Slots:
        """The slots of a column in another table of the page with as many columns and what both have at one place."""
        both = [
            (self.given[sample.place, name], self.given[other.place, name])
            for name in self.names
            if (sample.place, name) in self.given and (other.place, name) in self.given
        ]
        alike = other.place.page == sample.place.page and len(other.slots) == len(sample.slots)
        in_line = all([slot.index for slot in one] == [slot.index for slot in two] for one, two in both)
        return self.given.get((other.place, column), ()) if alike and in_line and len(both) > 1 else ()

    def _resembles(self, column: str) -> bool:
        """Whether a header of any place has words of the column's name."""
        return any(name_score(column, slot.name) >= WEAK for sample in self.samples for slot in sample.slots)

    def _contradicted(self, sample: _Sample, column: str, alike: float) -> bool:
        """A header is more than so much like the column, but supports hardly a value: then support proves nothing.

        It may be a header of another place, if there are about as many values there. One value alone contradicts only a
        header that is much like the column. A header that a column of a name still more alike has speaks for that one.
        """
        here = len(self.evidence.telling(sample, column))
        for other in self.samples:
            there = len(self.evidence.telling(other, column))
            if not there or there * 2 < here or (other.place, column) in self.given:
                continue
            level = max(alike, TELLING if there < 2 else 0.0)
            if any(
                name_score(column, slot.name) >= level
                and not self._is_better_held(other, column, slot)
                and self.evidence.share(other, column, (slot,)) < HARDLY
                for slot in other.slots
            ):
                return True
        return False

    def _is_better_held(self, sample: _Sample, column: str, slot: Slot) -> bool:
        """Whether a column has a slot whose name is about as much like it, or more."""
        score = name_score(column, slot.name) - MARGIN
        return any(
            held == sample.place and slot in slots and name_score(name, slot.name) >= score
            for (held, name), slots in self.given.items()
        )

    def _is_anothers(self, sample: _Sample, column: str, slot: Slot) -> bool:
        """Whether a slot is called like another column that has no slot here yet, and more so than like this one."""
        score = max(name_score(column, slot.name) + MARGIN, WEAK)
        return any(
            name != column
            and (sample.place, name) not in self.given
            and self._fits(sample.place, name)
            and self.evidence.telling(sample, name)
            and name_score(name, slot.name) >= score
            for name in self.names
        )

    def _shape_fits(self, sample: _Sample, column: str) -> bool:
        """Whether the values here look like the column's values at other places that have about as many."""
        here = [shape(value) for value in self.evidence.telling(sample, column)]
        there = [
            shape(value)
            for other in self.samples
            if other is not sample and len(self.evidence.telling(other, column)) * 2 >= len(here)
            for value in self.evidence.telling(other, column)
        ]
        most = max(map(here.count, here), default=0)
        return not here or not there or any(here.count(form) == most for form in set(here) & set(there))

    def _pairs(self, sample: _Sample, columns: Sequence[str]) -> None:
        """A value that spans two neighbouring slots: from – to."""
        for column in columns:
            for first, second in pairwise(self._free(sample)):
                adjacent = second.index == first.index + 1 and first.kind is SlotKind.COLUMN
                if adjacent and self.evidence.share(sample, column, (first, second), WHOLE) >= UNNAMED:
                    self._give(sample, column, first, second)
                    break

    def _parts(self, sample: _Sample, columns: Sequence[str]) -> None:
        """A free slot of which a column's values are complete parts; several columns where their parts lie apart."""
        claims: dict[Slot, list[str]] = defaultdict(list)
        free = [slot for slot in self._free(sample) if slot.name and slot.kind is not SlotKind.ITEM]
        for column in columns:
            shares = {
                slot: self.evidence.share(sample, column, (slot,), PART)
                for slot in free
                if not self._is_anothers(sample, column, slot)
                and self.evidence.rows_share(sample, column, slot) >= UNNAMED
            }
            best = max(shares.values(), default=0.0)
            fitting = [slot for slot, share in shares.items() if share == best]
            if best < UNNAMED or len(fitting) != 1 or self._contradicted(sample, column, WEAK):
                continue
            if self.evidence.rows_share(sample, column, fitting[0]) >= UNNAMED:
                claims[fitting[0]].append(column)
        for slot, claimed in claims.items():
            if all(self._lie_apart(sample, one, other) for one, other in combinations(claimed, 2)):
                for column in claimed:
                    self._give(sample, column, slot)

    def _lie_apart(self, sample: _Sample, one: str, other: str) -> bool:
        both = [row for row, _ in sample.rows if row.value(one) and row.value(other)]
        return sum(are_apart(row.value(one), row.value(other)) for row in both) * 2 >= len(both)

    def _shared(self, sample: _Sample, columns: Sequence[str]) -> None:
        """A slot that another column has already, where both are parts of their own of what stands there."""
        for column in columns:
            for slot in sample.slots:
                holders = [
                    name
                    for (held, name), slots in self.given.items()
                    if held == sample.place and slot in slots
                ]
                if not holders or self._contradicted(sample, column, WEAK):
                    continue
                if self._apart_share(sample, column, holders, slot) >= UNNAMED:
                    self._give(sample, column, slot)
                    break

    def _apart_share(self, sample: _Sample, column: str, holders: Sequence[str], slot: Slot) -> float:
        telling = [(row, at) for row, at in sample.rows if tells(row.value(column))]
        good = [
            row
            for row, at in telling
            if self.evidence.supported(row, at, column, (slot,))
            and all(
                are_apart(row.value(column), row.value(name))
                and self.evidence.supported(row, at, name, (slot,))
                for name in holders
            )
        ]
        return len(good) / len(telling) if telling else 0.0

    def _partial_columns(self) -> frozenset[str]:
        """Columns of which at least half the values are only part of what stands in their slot."""
        counts: dict[str, list[bool]] = defaultdict(list)
        for sample in self.samples:
            for column in self.names:
                slots = self.given.get((sample.place, column))
                for row, locators in sample.rows if slots else ():
                    if slots and tells(row.value(column)):
                        counts[column].append(self._is_partial(row, locators, column, slots))
        return frozenset(column for column, partial in counts.items() if sum(partial) * 2 >= len(partial))

    def _is_partial(self, row: ProposedRow, locators: Sequence[Locator], column: str, slots: Slots) -> bool:
        value, typed = row.value(column), self.evidence.columns[column]
        found = [
            (content, hit)
            for locator in locators
            for content in read_slots(locator, slots, self.evidence.pages[locator.page])
            if (hit := carries(value, content, typed)) is not None
        ]
        return bool(found) and all(is_part(value, content.text, hit.rung) for content, hit in found)


def is_part(value: str, text: str, rung: Rung) -> bool:
    """Whether a value found at a rung is only part of what the text says."""
    return rung is Rung.WORDS and not is_whole(value, text)


def are_apart(one: str, other: str) -> bool:
    """Whether two values have no word in common, so that they can be different parts of one text."""
    return not set(_letters_and_digits(one)) & set(_letters_and_digits(other))


def stand_side_by_side(one: str, other: str, text: str) -> bool:
    """Whether a text has the words of both values, a word that both have twice: "August 1976: Act of 1976"."""
    wanted = Counter(_letters_and_digits(one)) + Counter(_letters_and_digits(other))
    return wanted <= Counter(_letters_and_digits(text))


def are_equal(one: str, other: str) -> bool:
    """Whether two values have the same words."""
    return sorted(_letters_and_digits(one)) == sorted(_letters_and_digits(other))


def _affinity(names: Sequence[str], samples: Sequence[_Sample]) -> dict[str, set[Place]]:
    """Places that a column's bracketed words point to: "(infobox)", "(table)", or a word of the page's title."""
    pointed: dict[str, set[Place]] = {}
    for name in names:
        counts = {sample.place: len(qualifiers(name) & _place_words(sample.place)) for sample in samples}
        best = max(counts.values(), default=0)
        if best > 0:
            pointed[name] = {place for place, count in counts.items() if count == best}
    return pointed


def _place_words(place: Place) -> frozenset[str]:
    return frozenset({*words(place.page), *words(place.kind.value.replace("_", " "))})
