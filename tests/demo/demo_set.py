"""Reads the demo's own pages, questions and true rows for the tests of this folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from curation.domain.content import Grid, PageContent, RowKind
from curation.domain.extract import extract_page

DEMO = Path(__file__).resolve().parents[2] / "demo"
PAGES = DEMO / "pages"
Place = dict[str, Any]


def read_lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a JSON lines file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def manifest() -> list[dict[str, Any]]:
    """The lines of the manifest, in its order."""
    return read_lines(PAGES / "pages.jsonl")


def questions() -> list[dict[str, Any]]:
    """The demo's questions, in the order of their file."""
    return read_lines(DEMO / "questions.jsonl")


def gold(key: str) -> list[dict[str, Any]]:
    """The true rows of a question, each with the places where its values stand."""
    return read_lines(DEMO / "gold" / f"{key}.jsonl")


def html_of(title: str) -> str:
    """The stored HTML of a page."""
    file = next(str(line["file"]) for line in manifest() if line["title"] == title)
    return (PAGES / file).read_text(encoding="utf-8")


@lru_cache(maxsize=64)
def content_of(title: str) -> PageContent:
    """A page of the demo, extracted."""
    return extract_page(html_of(title), title=title)


def gold_places() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every place that the true rows name, also those that disagree: (question, "key, column", place)."""
    for question in questions():
        for row in gold(question["key"]):
            label = " ".join(row["values"][column] for column in question["primary_key"])
            for field in ("places", "disagree"):
                for column, places in row.get(field, {}).items():
                    for place in places:
                        yield question["key"], f"{label}, {column}", place


def header(grid: Grid, column: int) -> str:
    """The header texts above a column, each once, joined as locators print them."""
    rows = [row for row, kind in enumerate(grid.row_kinds) if kind is RowKind.HEADER]
    cells = (grid.cell_at(row, column) for row in rows)
    return " / ".join(dict.fromkeys(cell.content.text for cell in cells if cell))


def texts_of_row(grid: Grid, row: int) -> dict[str, str]:
    """The texts of a grid row by header."""
    cells = ((header(grid, column), grid.cell_at(row, column)) for column in range(grid.width))
    return {name: cell.content.text for name, cell in cells if cell}


@lru_cache(maxsize=64)
def body_rows(title: str) -> list[tuple[Grid, int, dict[str, str]]]:
    """The body rows of every table of a page: grid, row and texts."""
    return [
        (grid, row, texts_of_row(grid, row))
        for grid in content_of(title).grids
        for row, kind in enumerate(grid.row_kinds)
        if kind is RowKind.BODY
    ]


def rows_at(place: Place) -> list[tuple[Grid, int, dict[str, str]]]:
    """The rows with the key of a table place; one when the place is right."""
    where = (tuple(place["section"]), place["table"])
    rows = [found for found in body_rows(place["page"]) if (found[0].section_path, found[0].ordinal) == where]
    return [found for found in rows if place["row"].items() <= found[2].items()]
