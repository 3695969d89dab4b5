"""A version as CSV, JSON lines and annotations: values, locators, permalinks and digests (docs/exports.md)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import Prefetch

from curation.domain.content import PageContent
from curation.domain.extract import extract_page
from curation.domain.spreadsheets import guarded, may_be_formula
from curation.domain.staged import locator_of
from curation.domain.webannotation import web_annotation
from curation.models import Cell, CellLocator, Locator, Row, Snapshot, TableVersion
from curation.selectors.evidence import frame_url, is_public
from curation.wiki.saved import permalink

CHUNK = 500
OF_CELL = ("rung", "locator", "permalink")


def csv_lines(version: TableVersion, *, site: str, exact: bool = False) -> Iterator[str]:
    """A version as CSV: a header, then one line a row, in constant memory.

    Values that a spreadsheet could take for a formula get an apostrophe, and the column `guarded` names them; with
    `exact` no value is changed. `site` is the address of this site, for links to pages that no public wiki has.
    """
    writer = _Lines()
    names = [column["name"] for column in version.contract.columns]
    extra = [f"{name} [{what}]" for name in names for what in OF_CELL]
    head = ["row", *names, "locator", "permalink", *extra, "version", "version_digest", "guarded"]
    yield writer.line(head if exact else [guarded(text) for text in head])
    for row in _rows(version):
        fields = _csv_fields(row, names, version, site)
        risky = (
            [] if exact else [name for name, text in zip(head, fields, strict=False) if may_be_formula(text)]
        )
        yield writer.line([*(fields if exact else map(guarded, fields)), "; ".join(risky)])


def json_lines(version: TableVersion, *, site: str) -> Iterator[str]:
    """A version as JSON lines, one object a row, every value exactly as it was staged."""
    facts = _version_facts(version)
    for row in _rows(version):
        record = {
            "version": facts,
            "row": row.ordinal,
            "key": row.key,
            "label": row.label,
            "partition": row.partition,
            "locator": _evidence(row.locator, site),
            "cells": [_cell_record(cell, site) for cell in row.cells.all()],
        }
        yield json.dumps(record, ensure_ascii=False) + "\n"


def annotation_lines(version: TableVersion, *, site: str) -> Iterator[str]:
    """A version's evidence as W3C Web Annotations (JSON-LD), one line for each place of each cell."""
    pages: dict[int, PageContent] = {}
    for row in _rows(version):
        for cell in row.cells.all():
            for held in cell.evidence.all():
                locator: Locator = held.locator
                snapshot = locator.entry.snapshot
                if snapshot.pk not in pages:
                    pages[snapshot.pk] = extract_page(snapshot.read(), title=snapshot.title)
                place = locator_of(locator.place)
                source = _link(locator, site, cell)
                record = web_annotation(place, pages[snapshot.pk], source=source, value=cell.value)
                yield json.dumps(record, ensure_ascii=False) + "\n"


def _rows(version: TableVersion) -> Iterable[Row]:
    places = CellLocator.objects.select_related("locator__entry__snapshot__page").order_by("ordinal")
    cells = Cell.objects.prefetch_related(Prefetch("evidence", queryset=places)).order_by("position")
    rows = Row.objects.filter(version=version).select_related("locator__entry__snapshot__page")
    return rows.prefetch_related(Prefetch("cells", queryset=cells)).order_by("ordinal").iterator(CHUNK)


def _csv_fields(row: Row, names: list[str], version: TableVersion, site: str) -> list[str]:
    cells = {cell.column: cell for cell in row.cells.all()}
    return [
        str(row.ordinal),
        *(cells[name].value if name in cells else "" for name in names),
        row.locator.printed,
        _link(row.locator, site),
        *(text for name in names for text in _csv_evidence(cells.get(name), site)),
        str(version.pk),
        version.digest,
    ]


def _csv_evidence(cell: Cell | None, site: str) -> tuple[str, str, str]:
    """Rung, locators and permalinks of a cell; a value from several places has them joined by " ; "."""
    places = [held.locator for held in cell.evidence.all()] if cell else []
    links = dict.fromkeys(_link(locator, site, cell) for locator in places)
    return cell.rung if cell else "", " ; ".join(locator.printed for locator in places), " ; ".join(links)


def _cell_record(cell: Cell, site: str) -> dict[str, Any]:
    return {
        "column": cell.column,
        "value": cell.value,
        "rung": cell.rung or None,
        "part": cell.part or None,
        "compared": cell.compared,
        "note": cell.note,
        "evidence": [_evidence(held.locator, site, cell) for held in cell.evidence.all()],
    }


def _evidence(locator: Locator, site: str, cell: Cell | None = None) -> dict[str, Any]:
    snapshot: Snapshot = locator.entry.snapshot
    return {
        "locator": locator.printed,
        "place": locator.place,
        "content_sha256": locator.content_sha256,
        "wiki": snapshot.page.wiki,
        "title": snapshot.title,
        "page_id": snapshot.page.page_id,
        "revision_id": snapshot.revision_id,
        "snapshot_sha256": snapshot.sha256,
        "retrieved_at": snapshot.retrieved_at.isoformat(),
        "operator": locator.entry.operator,
        "permalink": _link(locator, site, cell),
    }


def _link(locator: Locator, site: str, cell: Cell | None = None) -> str:
    """Title and oldid on the wiki; for a page that no public wiki has, our stored copy at the place."""
    snapshot = locator.entry.snapshot
    if is_public(snapshot.page.wiki):
        return permalink(snapshot.page.wiki, snapshot.title, snapshot.revision_id)
    return site.rstrip("/") + frame_url(snapshot, locator, cell)


def _version_facts(version: TableVersion) -> dict[str, Any]:
    return {
        "id": version.pk,
        "table": version.table_id,
        "number": version.number,
        "question": version.table.question.key,
        "state": version.state,
        "digest": version.digest,
        "contract": version.contract.number,
        "contract_digest": version.contract.digest,
    }


class _Lines:
    """csv writes into a file; this gives each line instead."""

    def __init__(self) -> None:
        self._buffer = io.StringIO()
        self._writer = csv.writer(self._buffer)

    def line(self, fields: Iterable[str]) -> str:
        """One line of CSV (RFC 4180)."""
        self._writer.writerow(fields)
        text = self._buffer.getvalue()
        self._buffer.seek(0)
        self._buffer.truncate()
        return text
