"""Small pages and clusters that the tests of this folder write for themselves."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def write_page(folder: Path, title: str, html: str) -> str:
    """Store a page under `folder`/pages and return the file's path relative to the folder."""
    file = f"pages/{title.replace(' ', '_')}.html"
    (folder / "pages").mkdir(exist_ok=True)
    (folder / file).write_text(html, encoding="utf-8")
    return file


def as_clusters(
    seed: str, key: Sequence[str], columns: Sequence[str], rows: Sequence[Mapping[str, Any]]
) -> str:
    """A clusters file of one question about one page."""
    cluster = {"id": "one", "question": "What is there?", "seed": seed, "complements": []}
    return json.dumps(
        [{**cluster, "primary_key": [*key], "columns": [*columns], "rows": [*rows]}], ensure_ascii=False
    )
