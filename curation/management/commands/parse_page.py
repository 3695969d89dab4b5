"""parse_page: everything that stands in one saved page, as JSON. Needs no database."""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from curation.domain.content import Cell, Content, Grid, PageContent
from curation.domain.extract import UnreadablePage, extract_page

MOST_BYTES = 50_000_000
_MARKUP = re.compile(
    rb"<(?:!doctype html|html|body|div|p|table|h[1-6]|section|ul|ol|dl|span|a)\b", re.IGNORECASE
)


class Command(BaseCommand):
    """Prints grids, infoboxes, lists and sentences of a page as the evidence engine sees them."""

    help = "Prints the tables, infoboxes, lists and sentences of a saved HTML page."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the page's title, and the form of the output."""
        parser.add_argument("file", type=Path, help="an HTML file: a rendered page or a part of one")
        parser.add_argument("--title", help="the page's title (default: from the file's name)")
        parser.add_argument(
            "--json", action="store_true", help="one JSON object with everything; else a summary"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, extract, print."""
        path: Path = options["file"]
        title = options["title"] or path.name.split(".")[0].replace("_", " ")
        try:
            page = extract_page(_read(path), title=title)
        except UnreadablePage as error:
            raise CommandError(f"{path} cannot be parsed: {error}.") from error
        if options["json"]:
            self.stdout.write(json.dumps(page_json(page), ensure_ascii=False))
        else:
            self.stdout.write(_summary(page))


def _read(path: Path) -> bytes:
    """The bytes of an HTML file, or a CommandError that says what is wrong with it."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise CommandError(f"{path} is larger than {MOST_BYTES // 1_000_000} MB.")
        html = path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    if not _MARKUP.search(html):
        raise CommandError(f"{path} is not HTML: it holds no markup of a page.")
    return html


def page_json(page: PageContent) -> dict[str, Any]:
    """A page in the form that --json prints."""
    return {
        "title": page.title,
        "sections": [asdict(section) for section in page.sections],
        "grids": [_grid(grid) for grid in page.grids],
        "infobox": [{**asdict(entry), "value": _content(entry.value)} for entry in page.infobox],
        "lists": [{**asdict(item), "content": _content(item.content)} for item in page.items],
        "sentences": [{**asdict(one), "content": _content(one.content)} for one in page.sentences],
    }


def _grid(grid: Grid) -> dict[str, Any]:
    """A grid: `rows` holds for each slot the number of its cell in `cells`, or null."""
    return {
        "table_index": grid.table_index,
        "ordinal": grid.ordinal,
        "section_path": grid.section_path,
        "caption": _content(grid.caption) if grid.caption is not None else None,
        "classes": grid.classes,
        "hidden": grid.hidden,
        "nested_in": grid.nested_in,
        "row_kinds": grid.row_kinds,
        "rows": grid.slots,
        "cells": [_cell(cell) for cell in grid.cells],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "row": cell.row,
        "column": cell.column,
        "row_span": cell.row_span,
        "col_span": cell.col_span,
        "header": cell.header,
        "scope": cell.scope,
        **_content(cell.content),
    }


def _content(content: Content) -> dict[str, Any]:
    return {
        "text": content.text,
        "links": [asdict(link) for link in content.links],
        "sort_key": content.sort_key,
        "notes": content.notes,
        "lang": content.lang,
        "direction": content.direction,
        "anchor": content.anchor,
    }


def _summary(page: PageContent) -> str:
    lines = [f"{page.title}: {len(page.grids)} tables, {len(page.infobox)} infobox values, "]
    lines[0] += f"{len(page.items)} list items, {len(page.sentences)} sentences"
    for grid in page.grids:
        where = " > ".join((*grid.section_path, f"Table {grid.ordinal}"))
        lines.append(
            f"  {where}: {len(grid.slots)} rows, {grid.width} columns{' (hidden)' if grid.hidden else ''}"
        )
    return "\n".join(lines)
