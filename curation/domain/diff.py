"""The difference of two versions of a table, cell by cell: rows matched by key, then by what is left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Values = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell that differs: `old` or `new` is "" where a version has no value."""

    column: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row that both versions have under one key, with the cells that differ."""

    key: tuple[str, ...]
    cells: tuple[CellChange, ...]


@dataclass(frozen=True, slots=True)
class TableDiff:
    """What changed from the old version to the new one. Rows keep the order of the version they come from."""

    added: tuple[Values, ...] = ()
    removed: tuple[Values, ...] = ()
    changed: tuple[RowChange, ...] = ()
    unchanged: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether both versions say the same."""
        return not (self.added or self.removed or self.changed)


def diff_tables(
    old: Sequence[Values], new: Sequence[Values], *, key: Sequence[str], columns: Sequence[str]
) -> TableDiff:
    """Compare two versions. Rows that share a key within one version are matched in order, equal rows first."""
    waiting = _by_key(old, key)
    pairs: list[tuple[Values, Values]] = []
    added: list[Values] = []
    for row in new:
        partner = _take(waiting[_key(row, key)], row, columns)
        if partner is None:
            added.append(row)
        else:
            pairs.append((partner, row))
    left = {id(row) for rows in waiting.values() for row in rows}
    changes = [RowChange(_key(row, key), _changes(was, row, columns)) for was, row in pairs]
    return TableDiff(
        added=tuple(added),
        removed=tuple(row for row in old if id(row) in left),
        changed=tuple(change for change in changes if change.cells),
        unchanged=sum(not change.cells for change in changes),
    )


def _key(row: Values, key: Sequence[str]) -> tuple[str, ...]:
    return tuple(row.get(name, "") for name in key)


def _by_key(rows: Sequence[Values], key: Sequence[str]) -> dict[tuple[str, ...], list[Values]]:
    found: dict[tuple[str, ...], list[Values]] = defaultdict(list)
    for row in rows:
        found[_key(row, key)].append(row)
    return found


def _take(candidates: list[Values], row: Values, columns: Sequence[str]) -> Values | None:
    """The best partner for a row among those of its key, taken out of them."""
    if not candidates:
        return None
    best = min(candidates, key=lambda other: len(_changes(other, row, columns)))
    candidates.remove(best)
    return best


def _changes(old: Values, new: Values, columns: Sequence[str]) -> tuple[CellChange, ...]:
    return tuple(
        CellChange(name, old.get(name, ""), new.get(name, ""))
        for name in columns
        if old.get(name, "") != new.get(name, "")
    )
