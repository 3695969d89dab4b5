"""Rows that the gate refused, with their reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count

from curation.models import RefusedRow, TableVersion
from curation.selectors.rows import ColumnHead, column_heads
from curation.selectors.versions import VersionHead, version_head

PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class RefusedCell:
    """One proposed value, and what the gate had read for it by then. `is_reason` marks the column that failed."""

    column: str
    value: str
    rung: str
    compared: str
    is_number: bool
    is_reason: bool


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """One refused row."""

    ordinal: int
    code: str
    reason: str
    places: tuple[str, ...]
    read: str
    cells: tuple[RefusedCell, ...]


@dataclass(frozen=True, slots=True)
class RefusedPage:
    """One page of refused rows; `codes` counts the reasons."""

    head: VersionHead
    page: Page[Any]
    lines: tuple[RefusedLine, ...]
    codes: tuple[tuple[str, int], ...]
    code: str


def refused_page(version: TableVersion, *, code: str = "", number: str = "1") -> RefusedPage:
    """Refused rows of a version, of one reason when `code` names it."""
    refused = RefusedRow.objects.filter(version=version).order_by("ordinal")
    counted = refused.order_by().values_list("code").annotate(n=Count("pk")).order_by("-n", "code")
    codes = tuple(counted)
    page = Paginator(refused.filter(code=code) if code else refused, PER_PAGE).get_page(number)
    heads = column_heads(version)
    lines = tuple(_line(row, heads) for row in page.object_list)
    return RefusedPage(version_head(version), page, lines, codes, code)


def _line(row: RefusedRow, heads: tuple[ColumnHead, ...]) -> RefusedLine:
    read = {cell["column"]: cell for cell in row.cells}
    failed = row.facts.get("column")
    strange = [name for name in row.values if name not in {head.name for head in heads}]
    names = [(head.name, head.is_number) for head in heads] + [(name, False) for name in strange]
    return RefusedLine(
        ordinal=row.ordinal,
        code=row.code,
        reason=row.reason,
        places=tuple(row.places),
        read=str(row.facts.get("read", "")),
        cells=tuple(
            RefusedCell(
                column=name,
                value=row.values.get(name, ""),
                rung=(read.get(name) or {}).get("rung") or "",
                compared=(read.get(name) or {}).get("compared") or "",
                is_number=is_number,
                is_reason=name == failed,
            )
            for name, is_number in names
        ),
    )
