"""Rows of a table version: filtered, sorted, paged, each cell with the rung that its witness reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, QuerySet

from curation.domain.contract import Column
from curation.domain.sorting import NUMERIC, natural, sort_key
from curation.domain.staged import fold_for_search
from curation.domain.witness import Rung
from curation.models import Cell, Row, TableVersion
from curation.selectors.versions import VersionHead, version_head

PAGE_SIZES = (50, 100, 200)
PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class RowFilter:
    """What the address asks for. `sort` is `row`, `partition` or `c` and a column's position, `-` first to turn it."""

    q: str = ""
    partition: str = ""
    rung: str = ""
    sort: str = "row"
    per: int = PER_PAGE
    page: str = ""
    row: int | None = None
    column: int | None = None

    @property
    def is_narrowed(self) -> bool:
        """Whether some rows may be left out."""
        return bool(self.q or self.partition or self.rung)

    @property
    def query(self) -> str:
        """The start of a query string that keeps filters, order and page: "q=amur&page=2&", or ""."""
        standard = RowFilter()
        names = ("q", "partition", "rung", "sort", "per", "page")
        held = {name: getattr(self, name) for name in names if getattr(self, name) != getattr(standard, name)}
        return urlencode(held) + "&" if held else ""


@dataclass(frozen=True, slots=True)
class ColumnHead:
    """One column of the page: its place in the contract, name, unit, and whether its values are numbers."""

    position: int
    name: str
    unit: str
    type: str
    is_number: bool
    is_key: bool
    sort: str


@dataclass(frozen=True, slots=True)
class CellLine:
    """One cell: its value, the rung, the part that carried it and the note of the witness."""

    position: int
    value: str
    rung: str
    part: str
    note: str
    is_number: bool
    is_key: bool
    is_selected: bool


@dataclass(frozen=True, slots=True)
class RowLine:
    """One row with its cells in the contract's order."""

    ordinal: int
    label: str
    partition: str
    locator: str
    page_title: str
    cells: tuple[CellLine, ...]
    is_selected: bool


@dataclass(frozen=True, slots=True)
class RowsPage:
    """One page of a version's rows, with what the filters offer."""

    head: VersionHead
    filter: RowFilter
    columns: tuple[ColumnHead, ...]
    page: Page[Any]
    rows: tuple[RowLine, ...]
    partitions: tuple[tuple[str, int], ...]
    rungs: tuple[tuple[str, int], ...]
    page_sizes: tuple[int, ...] = PAGE_SIZES


def read_filter(query: Mapping[str, str]) -> RowFilter:
    """The filter that an address asks for; what makes no sense falls back to the default."""
    per = _whole(query.get("per"))
    return RowFilter(
        q=query.get("q", "")[:200].strip(),
        partition=query.get("partition", "")[:300],
        rung=query.get("rung", "") if query.get("rung", "") in set(Rung) else "",
        sort=query.get("sort", "row")[:10],
        per=per if per in PAGE_SIZES else PER_PAGE,
        page=query.get("page", "")[:10],
        row=_whole(query.get("row")),
        column=_whole(query.get("c")),
    )


def rows_page(version: TableVersion, wanted: RowFilter) -> RowsPage:
    """The rows of one page; the number of queries does not depend on how many there are."""
    columns = version.contract.as_domain().columns
    filtered = _filtered(version, wanted)
    ordered = _ordered(filtered, wanted.sort, columns)
    page = Paginator(ordered, wanted.per).get_page(wanted.page or _page_of(wanted, filtered))
    return RowsPage(
        head=version_head(version),
        filter=wanted,
        columns=column_heads(version),
        page=page,
        rows=_lines(list(page.object_list), version, wanted),
        partitions=_partitions(version),
        rungs=_rungs(version),
    )


def column_heads(version: TableVersion) -> tuple[ColumnHead, ...]:
    """The contract's columns as heads of a table."""
    contract = version.contract.as_domain()
    return tuple(
        ColumnHead(
            position=position,
            name=column.name,
            unit=column.unit,
            type=column.type.value,
            is_number=column.type in NUMERIC,
            is_key=column.name in contract.key,
            sort=f"c{position}",
        )
        for position, column in enumerate(contract.columns)
    )


def _filtered(version: TableVersion, wanted: RowFilter) -> QuerySet[Row]:
    found = Row.objects.filter(version=version)
    for word in fold_for_search(wanted.q).split()[:10]:
        found = found.filter(search__contains=word)
    if wanted.partition:
        found = found.filter(partition=wanted.partition)
    if wanted.rung:
        found = found.filter(Exists(Cell.objects.filter(row=OuterRef("pk"), rung=wanted.rung)))
    return found


def _ordered(found: QuerySet[Row], sort: str, columns: tuple[Column, ...]) -> QuerySet[Any] | list[int]:
    """Ids of the rows in the order asked for; values are text in the database, so columns are ordered here."""
    down, name = sort.startswith("-"), sort.lstrip("-")
    position = _whole(name[1:]) if name.startswith("c") else None
    if position is not None and position < len(columns):
        values = Cell.objects.filter(row__in=found, position=position).order_by("row__ordinal")
        keyed = [(sort_key(value, columns[position]), pk) for pk, value in values.values_list("row", "value")]
        return _in_order(keyed, down)
    if name == "partition":
        named = found.order_by("ordinal").values_list("partition", "pk")
        return _in_order([((0 if text else 2, natural(text)), pk) for text, pk in named], down)
    return found.order_by("-ordinal" if down and name == "row" else "ordinal").values_list("pk", flat=True)


def _in_order(keyed: list[Any], down: bool) -> list[int]:
    """Sorted either way with the empty ones (2 first in their key) last; equal ones stay in the table's order."""
    held = [item for item in keyed if item[0][0] != 2]
    empty = [item for item in keyed if item[0][0] == 2]
    return [pk for _, pk in [*sorted(held, key=lambda item: item[0], reverse=down), *empty]]


def _page_of(wanted: RowFilter, filtered: QuerySet[Row]) -> int:
    """The page that holds the row of the address, in the table's own order; the first page otherwise."""
    if wanted.row is None or wanted.sort != "row":
        return 1
    return filtered.filter(ordinal__lt=wanted.row).count() // wanted.per + 1


def _lines(ids: list[int], version: TableVersion, wanted: RowFilter) -> tuple[RowLine, ...]:
    """The rows in the order of `ids`. Read as plain values: a page holds up to some thousand cells."""
    fields = ("pk", "ordinal", "label", "partition", "locator__printed", "locator__entry__snapshot__title")
    rows = {pk: facts for pk, *facts in Row.objects.filter(pk__in=ids).values_list(*fields)}
    cells: dict[int, list[tuple[Any, ...]]] = {pk: [] for pk in ids}
    values = Cell.objects.filter(row__in=ids).order_by("row", "position")
    for row, *facts in values.values_list("row", "position", "value", "rung", "part", "note"):
        cells[row].append(tuple(facts))
    heads = column_heads(version)
    return tuple(_line(rows[pk], cells[pk], heads, wanted) for pk in ids)


def _line(
    row: list[Any], cells: list[tuple[Any, ...]], heads: tuple[ColumnHead, ...], wanted: RowFilter
) -> RowLine:
    ordinal, label, partition, locator, title = row
    selected = ordinal == wanted.row
    return RowLine(
        ordinal=ordinal,
        label=label,
        partition=partition,
        locator=locator,
        page_title=title,
        is_selected=selected,
        cells=tuple(
            CellLine(
                position=position,
                value=value,
                rung=rung,
                part=part,
                note=note,
                is_number=heads[position].is_number,
                is_key=heads[position].is_key,
                is_selected=selected and position == wanted.column,
            )
            for position, value, rung, part, note in cells
        ),
    )


def _partitions(version: TableVersion) -> tuple[tuple[str, int], ...]:
    """Partitions with their number of rows, the contract's first, then others that rows name."""
    counted = Row.objects.filter(version=version).values_list("partition").annotate(Count("pk")).order_by()
    counts = Counter(dict(counted))
    named = [partition["name"] for partition in version.contract.partitions]
    others = sorted(name for name in counts if name and name not in named)
    return tuple((name, counts[name]) for name in [*named, *others])


def _rungs(version: TableVersion) -> tuple[tuple[str, int], ...]:
    """Rungs with the number of cells that reached them, best first."""
    counted = (
        Cell.objects.filter(row__version=version).exclude(rung="").values_list("rung").annotate(Count("pk"))
    )
    counts = dict(counted.order_by())
    return tuple((rung.value, counts[rung.value]) for rung in Rung if rung.value in counts)


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 10 else None
