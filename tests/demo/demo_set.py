"""Reads the demo's own pages, questions and true rows for the tests of this folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from curation.domain.content import PageContent
from curation.domain.extract import extract_page

DEMO = Path(__file__).resolve().parents[2] / "demo"
PAGES = DEMO / "pages"


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
