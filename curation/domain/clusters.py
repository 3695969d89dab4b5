"""The clusters format: questions with seed, complements, key, columns, and rows that say where they stand.

One JSON list of objects; `_loc` of a row names file, page, section, kind and position (a table row, an
infobox label or a list item). Everything read here is untrusted: a broken file is an error with the place
of the fault, a broken locator is a reason why its row is not staged.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from curation.domain.contract import Column, Contract
from curation.domain.locators import Locator, LocatorKind

KINDS = {"table": LocatorKind.TABLE_ROW, "infobox": LocatorKind.INFOBOX, "list": LocatorKind.LIST_ITEM}
LEAD = "(lead)"


class ClusterError(ValueError):
    """A clusters file that cannot be read: `where` is the path to the fault, `expected` what should stand there."""

    def __init__(self, where: str, expected: str) -> None:
        super().__init__(f"{where}: expected {expected}")
        self.where = where
        self.expected = expected


@dataclass(frozen=True, slots=True)
class ClaimedPlace:
    """One `_loc` as claimed: the locator it makes, or the `fault` that keeps it from being one."""

    file: str
    locator: Locator | None
    wikitable_index: int | None = None
    section: str | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ClusterRow:
    """One row: its values by column, and the places it claims."""

    number: int
    values: Mapping[str, str]
    places: tuple[ClaimedPlace, ...]


@dataclass(frozen=True, slots=True)
class Cluster:
    """One question of the file with its truth. `files` maps page titles to the files the cluster names for them."""

    id: str
    question: str
    seed: str
    complements: tuple[str, ...] | None
    key: tuple[str, ...]
    columns: tuple[str, ...]
    rows: tuple[ClusterRow, ...]
    truth_keys: tuple[tuple[str, ...], ...] | None
    files: Mapping[str, str]

    @property
    def contract(self) -> Contract:
        """The contract without types: the format declares none, so every value is text as displayed."""
        return Contract(self.question, self.key, tuple(Column(name) for name in self.columns))

    @property
    def sources(self) -> frozenset[str]:
        """The pages that rows may come from: the seed and its complements, or every named page when none is given."""
        if self.complements is None:
            return frozenset({self.seed, *self.files})
        return frozenset({self.seed, *self.complements})


def read_clusters(text: str) -> list[Cluster]:
    """The clusters of a file. Raises ClusterError with the line of a JSON fault, or cluster, row and field."""
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        raise ClusterError(f"line {error.lineno}, column {error.colno}", f"JSON ({error.msg})") from error
    except ValueError as error:
        raise ClusterError("the file", "JSON without numbers of thousands of digits") from error
    except RecursionError as error:
        raise ClusterError("line 1", "JSON that is not nested thousands of levels deep") from error
    if not isinstance(raw, list):
        raise ClusterError("the file", "a list of clusters")
    return [_read_cluster(item, f"cluster {number}") for number, item in enumerate(raw, start=1)]


def _read_cluster(raw: Any, where: str) -> Cluster:
    if not isinstance(raw, dict):
        raise ClusterError(where, "an object")
    name = _text(raw, "id", where)
    where = f"{where} ({name})"
    columns = _texts(raw, "columns", where)
    key = _texts(raw, "primary_key", where)
    if not key or len(set(key)) < len(key):
        raise ClusterError(f"{where}, primary_key", "one column name or more, each once")
    if len(set(columns)) < len(columns):
        raise ClusterError(f"{where}, columns", "every name once")
    for column in key:
        if column not in columns:
            raise ClusterError(f"{where}, primary_key", f"names of columns, not “{column}”")
    rows = _list(raw, "rows", where)
    return Cluster(
        id=name,
        question=_text(raw, "question", where),
        seed=_text(raw, "seed", where),
        complements=_texts(raw, "complements", where) if raw.get("complements") is not None else None,
        key=key,
        columns=columns,
        rows=tuple(
            _read_row(row, columns, number, f"{where}, row {number}") for number, row in enumerate(rows)
        ),
        truth_keys=_keys(raw, len(key), where) if raw.get("ground_truth_keys") is not None else None,
        files=_files(raw, where),
    )


def _read_row(raw: Any, columns: Sequence[str], number: int, where: str) -> ClusterRow:
    if not isinstance(raw, dict):
        raise ClusterError(where, "an object")
    for name in raw:
        if not name.startswith("_") and name not in columns:
            raise ClusterError(f"{where}, {name}", "one of the cluster's columns")
    values = {name: _value(raw.get(name), f"{where}, {name}") for name in columns}
    places = raw.get("_loc") or []
    if isinstance(places, dict):
        places = [places]
    if not isinstance(places, list):
        raise ClusterError(f"{where}, _loc", "a list of places")
    return ClusterRow(number, values, tuple(_read_place(place) for place in places))


def _value(raw: Any, where: str) -> str:
    if raw is None:
        return ""
    if isinstance(raw, bool) or not isinstance(raw, str | int | float):
        raise ClusterError(where, "a text")
    return str(raw)


def _read_place(raw: Any) -> ClaimedPlace:
    """One claimed place; whatever is wrong with it becomes its fault, since only its own row suffers."""
    if not isinstance(raw, dict):
        return ClaimedPlace("", None, fault="a place is not an object")
    file, section = str(raw.get("file", "")), raw.get("section")
    section = section if isinstance(section, str) else None
    try:
        locator = _locator(raw, section)
    except ClusterError as error:
        return ClaimedPlace(file, None, section=section, fault=str(error))
    wikitable = raw.get("wikitable_index")
    if wikitable is not None and not _is_index(wikitable):
        return ClaimedPlace(file, None, section=section, fault="wikitable_index: expected a whole number")
    return ClaimedPlace(file, locator, wikitable, section)


def _locator(raw: Mapping[str, Any], section: str | None) -> Locator:
    kind = KINDS.get(str(raw.get("kind")))
    if kind is None:
        raise ClusterError("kind", "table, infobox or list")
    page = _text(raw, "page", "_loc")
    path = section_path(section)
    if kind is LocatorKind.LIST_ITEM:
        return Locator(page, kind, path, ordinal=_index(raw, "item"))
    table, row = _index(raw, "table_index_all"), _index(raw, "row")
    if kind is LocatorKind.INFOBOX:
        return Locator(page, kind, path, table_index=table, row=row, column=_text(raw, "label", "_loc"))
    return Locator(page, kind, path, table_index=table, row=row)


def section_path(section: str | None) -> tuple[str, ...]:
    """A section as the format writes it, "A > B", to a path; the lead is the empty path."""
    if not section or section == LEAD:
        return ()
    return tuple(part.strip() for part in section.split(" > "))


def _index(raw: Mapping[str, Any], field: str) -> int:
    value = raw.get(field)
    if not isinstance(value, int) or not _is_index(value):
        raise ClusterError(field, "a whole number, 0 or more")
    return value


def _is_index(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _text(raw: Mapping[str, Any], field: str, where: str) -> str:
    value = raw.get(field)
    if not isinstance(value, str) or not value.strip():
        raise ClusterError(f"{where}, {field}", "a text")
    return value


def _list(raw: Mapping[str, Any], field: str, where: str) -> list[Any]:
    value = raw.get(field)
    if not isinstance(value, list):
        raise ClusterError(f"{where}, {field}", "a list")
    return value


def _texts(raw: Mapping[str, Any], field: str, where: str) -> tuple[str, ...]:
    values = _list(raw, field, where)
    if not all(isinstance(value, str) and value for value in values):
        raise ClusterError(f"{where}, {field}", "a list of texts")
    return tuple(values)


def _keys(raw: Mapping[str, Any], width: int, where: str) -> tuple[tuple[str, ...], ...]:
    keys = _list(raw, "ground_truth_keys", where)
    for key in keys:
        if not isinstance(key, list) or len(key) != width:
            raise ClusterError(f"{where}, ground_truth_keys", f"lists of {width} texts")
    return tuple(tuple(str(part) for part in key) for key in keys)


def _files(raw: Mapping[str, Any], where: str) -> dict[str, str]:
    pages = raw.get("pages") or []
    if not isinstance(pages, list) or not all(isinstance(page, dict) for page in pages):
        raise ClusterError(f"{where}, pages", "a list of objects")
    return {str(page["title"]): str(page["file"]) for page in pages if page.get("title") and page.get("file")}
