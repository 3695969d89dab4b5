"""The difference of two versions of one table, cell by cell, with what changed in the source set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from curation.domain.diff import CellChange, RowChange, TableDiff, diff_tables
from curation.models import Cell, TableVersion
from curation.selectors.rows import ColumnHead, column_heads
from curation.selectors.versions import VersionHead, VersionLine, lines_of, version_head
from stageaudit_web.core.errors import ObjectNotFound

ROW = "\x00row"  # no column of a contract can have this name
MOST_SHOWN = 500


@dataclass(frozen=True, slots=True)
class DiffCell:
    """One cell of a shown row; `change` is None where both versions say the same."""

    value: str
    is_number: bool
    change: CellChange | None


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One row that differs: `added`, `removed` or `changed`; `ordinal` is its number in the version that has it."""

    kind: str
    ordinal: int
    key: tuple[str, ...]
    cells: tuple[DiffCell, ...]


@dataclass(frozen=True, slots=True)
class DiffPage:
    """What changed from `old` to the head's version. `rows` are the first of them, `hidden` counts the rest."""

    head: VersionHead
    old: VersionLine | None
    others: tuple[VersionLine, ...]
    columns: tuple[ColumnHead, ...]
    rows: tuple[DiffRow, ...]
    hidden: int
    added: int
    removed: int
    changed: int
    unchanged: int
    pages_added: tuple[str, ...]
    pages_removed: tuple[str, ...]
    new_contract: bool


def diff_page(version: TableVersion, *, other: int | None) -> DiffPage:
    """Compares with another version of the table: the one asked for, else the parent, else the one before.

    Raises ObjectNotFound when the one asked for is no version of this table.
    """
    others = tuple(
        line
        for line in lines_of(TableVersion.objects.filter(table=version.table_id))
        if line.pk != version.pk
    )
    old = _choose(version, others, other)
    columns = column_heads(version)
    new_rows = _values(version.pk)
    old_rows = _values(old.pk) if old else {}
    found = (
        diff_tables(
            list(old_rows.values()),
            list(new_rows.values()),
            key=version.contract.key,
            columns=[column.name for column in columns],
        )
        if old
        else TableDiff()
    )
    rows = _shown(found, columns, old_rows, new_rows, version.contract.key)
    pages = _titles(version.pk), _titles(old.pk) if old else ()
    return DiffPage(
        head=version_head(version),
        old=old,
        others=others,
        columns=columns,
        rows=tuple(rows[:MOST_SHOWN]),
        hidden=max(0, len(rows) - MOST_SHOWN),
        added=len(found.added),
        removed=len(found.removed),
        changed=len(found.changed),
        unchanged=found.unchanged,
        pages_added=tuple(title for title in pages[0] if old and title not in pages[1]),
        pages_removed=tuple(title for title in pages[1] if title not in pages[0]),
        new_contract=bool(old) and _contract_of(old) != version.contract_id,
    )


def _choose(version: TableVersion, others: tuple[VersionLine, ...], other: int | None) -> VersionLine | None:
    if other is not None:
        asked = next((line for line in others if line.pk == other), None)
        if asked is None:
            raise ObjectNotFound("no_version", "That is no other version of this table.", version=other)
        return asked
    parent = next((line for line in others if line.pk == version.parent_id), None)
    return parent or next((line for line in others if line.number < version.number), None)


def _values(version: int) -> dict[str, dict[str, str]]:
    """Rows of a version as column to value, by ordinal; each also holds its ordinal under ROW."""
    rows: dict[str, dict[str, str]] = {}
    cells = Cell.objects.filter(row__version=version).order_by("row__ordinal", "position")
    for ordinal, column, value in cells.values_list("row__ordinal", "column", "value"):
        rows.setdefault(str(ordinal), {ROW: str(ordinal)})[column] = value
    return rows


def _shown(
    found: TableDiff,
    columns: tuple[ColumnHead, ...],
    old: Mapping[str, Mapping[str, str]],
    new: Mapping[str, Mapping[str, str]],
    key: list[str],
) -> list[DiffRow]:
    """Changed rows first, then added, then removed ones."""
    by_key = {tuple(row.get(name, "") for name in key): row for row in reversed(list(new.values()))}
    changed = [_changed(change, by_key[change.key], columns) for change in found.changed]
    added = [_whole("added", row, columns, key) for row in found.added]
    removed = [_whole("removed", row, columns, key) for row in found.removed]
    return [*changed, *added, *removed]


def _changed(change: RowChange, row: Mapping[str, str], columns: tuple[ColumnHead, ...]) -> DiffRow:
    changes = {cell.column: cell for cell in change.cells}
    cells = tuple(
        DiffCell(
            changes[head.name].new if head.name in changes else row.get(head.name, ""),
            head.is_number,
            changes.get(head.name),
        )
        for head in columns
    )
    return DiffRow("changed", int(row[ROW]), change.key, cells)


def _whole(kind: str, row: Mapping[str, str], columns: tuple[ColumnHead, ...], key: list[str]) -> DiffRow:
    cells = tuple(DiffCell(row.get(head.name, ""), head.is_number, None) for head in columns)
    return DiffRow(kind, int(row[ROW]), tuple(row.get(name, "") for name in key), cells)


def _titles(version: int) -> tuple[str, ...]:
    found = TableVersion.objects.filter(pk=version).order_by("frontier__ordinal")
    return tuple(title for title in found.values_list("frontier__snapshot__title", flat=True) if title)


def _contract_of(old: VersionLine | None) -> int | None:
    return TableVersion.objects.filter(pk=old.pk).values_list("contract", flat=True).first() if old else None
