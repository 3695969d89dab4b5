"""Makes wrong copies of true rows, seeded, to show that the gate refuses them: one change each, and never an accident.

A change is real when the row then says something its places do not: another value, or a place that reads otherwise.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Any

from curation.domain.content import Grid, PageContent
from curation.domain.values.normalise import normalise
from curation.domain.values.units import canonical_unit

RawRow = dict[str, Any]
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
DIGITS = "0123456789"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SIGNS = "+-\u2212"
UNITS = ("kW", "MW", "ft", "km", "kg", "K", "%", "‰", "years", "points")
_NUMBER = re.compile(r"\d[\d.,:]*")
_UNIT = re.compile(r"(?<=\d)(\s?)([^\W\d_]{1,8}\b|%|°[A-Z])")
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_WORD = re.compile(r"[^\W\d_]{3,}")


class Kind(StrEnum):
    """What is changed in a row."""

    DIGIT = "digit"
    SIGN = "sign"
    UNIT = "unit"
    NAME = "name"
    DATE = "date"
    NEIGHBOUR_ROW = "neighbour_row"
    NEIGHBOUR_COLUMN = "neighbour_column"
    NEIGHBOUR_TABLE = "neighbour_table"
    OTHER_PAGE = "other_page"
    OTHER_SECTION = "other_section"


@dataclass(frozen=True, slots=True)
class Ground:
    """What a change may draw on: the cluster's columns, rows and pages (raw), and the pages' content by title."""

    columns: Sequence[str]
    rows: Sequence[RawRow]
    named: Sequence[Mapping[str, Any]]
    pages: Mapping[str, PageContent]


def corrupt_row(row: RawRow, kind: Kind, ground: Ground, rng: Random) -> RawRow | None:
    """A copy of a row with one real change of that kind, noted under `_corrupted`; None where the row allows none."""
    changed = copy.deepcopy(row)
    note = _CHANGES[kind](changed, ground, rng)
    if note is None:
        return None
    changed["_corrupted"] = {"kind": kind.value, **note}
    return changed


def corrupt_cluster(cluster: Mapping[str, Any], kind: Kind, ground: Ground, rng: Random) -> dict[str, Any]:
    """A copy of a cluster in which every row is changed; rows that allow no such change are left out."""
    rows = [made for row in ground.rows if (made := corrupt_row(row, kind, ground, rng)) is not None]
    return {**cluster, "id": f"{cluster['id']}#{kind.value}", "rows": rows}


def corrupt_one(
    cluster: Mapping[str, Any], kind: Kind, ground: Ground, rng: Random, number: int
) -> dict[str, Any] | None:
    """A copy of a cluster in which one row is changed and all others are true."""
    made = corrupt_row(ground.rows[number], kind, ground, rng)
    if made is None:
        return None
    rows = [*ground.rows[:number], made, *ground.rows[number + 1 :]]
    return {**cluster, "id": f"{cluster['id']}#{kind.value}@{number}", "rows": rows}


def _values(row: RawRow, ground: Ground, fits: Callable[[str], Any]) -> list[str]:
    return [name for name in ground.columns if row.get(name) and fits(str(row[name]))]


def _replace(row: RawRow, column: str, value: str) -> dict[str, str] | None:
    was = str(row[column])
    if _same(was, value):
        return None
    row[column] = value
    return {"column": column, "was": was}


def _same(one: str, other: str) -> bool:
    """Whether two values say the same: equal when normalised, or all words of one in the other."""
    wanted, said = (set(re.findall(r"[\w.:]+", normalise(text))) for text in (other, one))
    signs = [char for char in normalise(one) if char in "+-"] == [
        char for char in normalise(other) if char in "+-"
    ]
    return normalise(one) == normalise(other) or (wanted <= said and signs)


def _digit(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    names = _values(row, ground, lambda text: any(char in DIGITS for char in text))
    if not names:
        return None
    name = rng.choice(names)
    value = str(row[name])
    at = rng.choice([index for index, char in enumerate(value) if char in DIGITS])
    other = rng.choice([char for char in DIGITS if char != value[at]])
    return _replace(row, name, value[:at] + other + value[at + 1 :])


def _sign(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    names = _values(row, ground, lambda text: re.match(rf"[{SIGNS}]?\.?\d", text) and not _UNIT.match(text))
    if not names:
        return None
    name = rng.choice(names)
    value = str(row[name])
    bare = value.lstrip(SIGNS)
    options = [sign + bare for sign in ("+", "\u2212", "") if sign + bare != value]
    if value[0] not in SIGNS:
        options = ["\u2212" + bare]
    return _replace(row, name, rng.choice(options))


def _unit(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    names = _values(row, ground, _UNIT.search) or _values(row, ground, _NUMBER.fullmatch)
    if not names:
        return None
    name = rng.choice(names)
    value = str(row[name])
    found = _UNIT.search(value)
    if found is None:
        return _replace(row, name, f"{value} {rng.choice(UNITS)}")
    same = canonical_unit(found.group(2))
    other = rng.choice([unit for unit in UNITS if unit not in value and canonical_unit(unit) != same])
    return _replace(row, name, value[: found.start(2)] + other + value[found.end(2) :])


def _name(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    names = _values(row, ground, _WORD.search)
    if not names:
        return None
    name = rng.choice(names)
    value = str(row[name])
    others = sorted({str(other[name]) for other in ground.rows if other.get(name) and other[name] != value})
    if others and rng.random() < 0.3:
        return _replace(row, name, rng.choice(others))
    word = rng.choice(list(_WORD.finditer(value)))
    return _replace(row, name, value[: word.start()] + _misspelt(word.group(), rng) + value[word.end() :])


def _misspelt(word: str, rng: Random) -> str:
    at = rng.randrange(len(word))
    other = rng.choice([char for char in LETTERS if char != word[at].casefold()])
    changes = [word[:at] + other + word[at + 1 :], word[:at] + word[at + 1 :], word[:at] + other + word[at:]]
    return rng.choice(changes)


def _date(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    names = _values(row, ground, lambda text: _YEAR.search(text) or any(month in text for month in MONTHS))
    if not names:
        return None
    name = rng.choice(names)
    value = str(row[name])
    months = [month for month in MONTHS if month in value]
    if months and rng.random() < 0.5:
        month = rng.choice(months)
        return _replace(
            row, name, value.replace(month, rng.choice([other for other in MONTHS if other != month]), 1)
        )
    year = rng.choice(list(_YEAR.finditer(value)) or [None])
    if year is None:
        return None
    other = str(int(year.group()) + rng.choice([-10, -2, -1, 1, 2, 10]))
    return _replace(row, name, value[: year.start()] + other + value[year.end() :])


def _neighbour_row(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    """The place moved to the next row, or a value taken from another row of the same table."""
    if rng.random() < 0.5:
        shifted = _shift_row(row, ground, rng)
        if shifted is not None:
            return shifted
    near = [other for other in ground.rows if other is not row and _share_a_table(row, other)]
    rng.shuffle(near)
    for other in near:
        names = [
            name for name in ground.columns if row.get(name) and other.get(name) and row[name] != other[name]
        ]
        rng.shuffle(names)
        for name in names:
            if (note := _replace(row, name, str(other[name]))) is not None:
                return note
    return _shift_row(row, ground, rng)


def _share_a_table(row: RawRow, other: RawRow) -> bool:
    def places(some: RawRow) -> set[tuple[Any, ...]]:
        return {
            (place.get("page"), place.get("table_index_all"), place.get("section")) for place in some["_loc"]
        }

    return bool(places(row) & places(other))


def _shift_row(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    places = list(enumerate(row["_loc"]))
    rng.shuffle(places)
    for number, place in places:
        field = "item" if place.get("kind") == "list" else "row"
        for step in rng.sample([-1, 1], 2):
            moved = {**place, field: place[field] + step}
            if _reads_otherwise(row, place, moved, ground):
                row["_loc"][number] = moved
                return {"place": str(number), "field": field, "was": str(place[field])}
    return None


def _neighbour_column(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    """A value taken from a column beside it: of the contract, or of the table."""
    names = _values(row, ground, str.strip)
    rng.shuffle(names)
    for name in names:
        at = list(ground.columns).index(name)
        beside = [other for other in (at - 1, at + 1) if 0 <= other < len(ground.columns)]
        values = [str(row.get(ground.columns[other]) or "") for other in beside] + _cells_beside(
            row, name, ground
        )
        for value in rng.sample(values, len(values)):
            if value.strip() and (note := _replace(row, name, value)) is not None:
                return note
    return None


def _cells_beside(row: RawRow, column: str, ground: Ground) -> list[str]:
    found: list[str] = []
    for place in row["_loc"]:
        grid = _grid(place, ground)
        for index in range(grid.width if grid is not None else 0):
            if grid is not None and _text(grid, place["row"], index) == row[column]:
                found += [
                    _text(grid, place["row"], index - 1) if index else "",
                    _text(grid, place["row"], index + 1),
                ]
    return found


def _neighbour_table(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    """A place moved to the table before or after, with all that the place says about it."""
    places = [(number, place) for number, place in enumerate(row["_loc"]) if place.get("kind") == "table"]
    rng.shuffle(places)
    for number, place in places:
        for step in rng.sample([-2, -1, 1, 2], 4):
            moved = _other_table(place, ground, step)
            if moved is not None and _reads_otherwise(row, place, moved, ground):
                row["_loc"][number] = moved
                return {"place": str(number), "field": "table", "was": str(place["table_index_all"])}
    return None


def _other_table(place: Mapping[str, Any], ground: Ground, step: int) -> dict[str, Any] | None:
    page = ground.pages[place["page"]]
    grid = page.grid(place["table_index_all"] + step)
    if grid is None:
        return None
    moved = {**place, "table_index_all": grid.table_index, "section": " > ".join(grid.section_path)}
    tables = [other.table_index for other in page.grids if "wikitable" in other.classes]
    moved.pop("wikitable_index", None)
    if grid.table_index in tables:
        moved["wikitable_index"] = tables.index(grid.table_index)
    return moved


def _other_page(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    """A place moved to another page of the cluster: its file, its title, or both."""
    number = rng.randrange(len(row["_loc"]))
    place = row["_loc"][number]
    others = [page for page in ground.named if page.get("title") != place["page"]]
    rng.shuffle(others)
    for other in others:
        moved = {**place, "page": other["title"], "file": other["file"]}
        part = rng.choice(["file", "page", "both"])
        if part != "both":
            moved = {**place, part: moved[part]}
        elif not _reads_otherwise(row, place, moved, ground):
            continue
        row["_loc"][number] = moved
        return {"place": str(number), "field": part, "was": place["page"]}
    return None


def _other_section(row: RawRow, ground: Ground, rng: Random) -> dict[str, str] | None:
    """A place said to stand under another section of its page."""
    places = [(number, place) for number, place in enumerate(row["_loc"]) if place.get("section")]
    rng.shuffle(places)
    for number, place in places:
        paths = {" > ".join(section.path) for section in ground.pages[place["page"]].sections}
        others = sorted(paths - {place["section"]})
        rng.shuffle(others)
        for other in others:
            moved = {**place, "section": other}
            if place.get("kind") != "list" or _reads_otherwise(row, place, moved, ground):
                row["_loc"][number] = moved
                return {"place": str(number), "field": "section", "was": place["section"]}
    return None


def _reads_otherwise(row: RawRow, place: Mapping[str, Any], moved: Mapping[str, Any], ground: Ground) -> bool:
    """Whether something the row takes from a place stands differently, or not at all, at the moved place."""
    here, there = _texts(place, ground), _texts(moved, ground)
    taken = {normalise(str(row[name])) for name in ground.columns if row.get(name)}
    lost = [text for text in here if normalise(text) not in {normalise(other) for other in there}]
    return any(normalise(text) in taken or any(value in normalise(text) for value in taken) for text in lost)


def _texts(place: Mapping[str, Any], ground: Ground) -> list[str]:
    page = ground.pages.get(place["page"])
    if page is None:
        return []
    if place.get("kind") == "list":
        path = tuple(place["section"].split(" > "))
        return [
            item.content.text
            for item in page.items
            if (item.section_path, item.ordinal) == (path, place["item"])
        ]
    grid = _grid(place, ground)
    return [text for text in _row_texts(grid, place["row"]) if text.strip()] if grid is not None else []


def _row_texts(grid: Grid, row: int) -> Iterator[str]:
    return (_text(grid, row, index) for index in range(grid.width))


def _text(grid: Grid, row: int, index: int) -> str:
    cell = grid.cell_at(row, index)
    return " ".join(cell.content.text.split()) if cell is not None else ""


def _grid(place: Mapping[str, Any], ground: Ground) -> Grid | None:
    page = ground.pages.get(place["page"])
    return page.grid(place["table_index_all"]) if page is not None and "table_index_all" in place else None


_CHANGES: Mapping[Kind, Callable[[RawRow, Ground, Random], dict[str, str] | None]] = {
    Kind.DIGIT: _digit,
    Kind.SIGN: _sign,
    Kind.UNIT: _unit,
    Kind.NAME: _name,
    Kind.DATE: _date,
    Kind.NEIGHBOUR_ROW: _neighbour_row,
    Kind.NEIGHBOUR_COLUMN: _neighbour_column,
    Kind.NEIGHBOUR_TABLE: _neighbour_table,
    Kind.OTHER_PAGE: _other_page,
    Kind.OTHER_SECTION: _other_section,
}
