"""A folder of saved pages that a test edits, and versions staged from it, for tests of drift and of restaging."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from lxml import html as lxml_html

from curation.domain.content import Grid, PageContent
from curation.domain.contract import Column, Contract
from curation.domain.extract import extract_page
from curation.domain.gate import admit_all
from curation.domain.headers import column_headers, header_block
from curation.domain.locators import table_locator
from curation.domain.pages import FetchedPage
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.staged import make_draft
from curation.models import TableVersion
from curation.services.versions import mark_audited, stage_version
from tests.curation.factories import make_page, make_proposed, make_question

Element = Any


class Folder:
    """Saved pages that a site reads; writing a page gives it a new revision."""

    def __init__(self, root: Path, settings: Any) -> None:
        self.root, self.pages, self.revision = root, dict[str, dict[str, Any]](), 7
        root.mkdir(parents=True, exist_ok=True)
        (root / "site.json").write_text(json.dumps({"wiki": "en.wikipedia.org"}))
        settings.PAGE_SOURCE, settings.SAVED_PAGES = "saved", [root]

    def write(self, page: FetchedPage, html: bytes | str | None = None, **changes: Any) -> None:
        """The page as it is now: other bytes under a later revision, or another title."""
        data = page.html if html is None else html.encode() if isinstance(html, str) else html
        self.revision += 1 if html is not None else 0
        file = f"{page.page_id}.html"
        (self.root / file).write_bytes(data)
        known = {"pageid": page.page_id, "revid": self.revision, "file": file, "title": page.title}
        self.pages[page.title] = {**known, **changes}
        self._save()

    def remove(self, title: str) -> None:
        """The page is deleted from the wiki."""
        del self.pages[title]
        self._save()

    def _save(self) -> None:
        lines = [json.dumps(page) for page in self.pages.values()]
        path = self.root / "pages.jsonl"
        path.write_text("\n".join(lines))
        stamp = path.stat().st_mtime_ns + 1_000_000 * self.revision + len(lines)
        os.utime(path, ns=(stamp, stamp))


def body_rows(grid: Grid) -> list[int]:
    """Rows of a grid that hold values."""
    return [row for row, kind in enumerate(grid.row_kinds) if kind.value == "body"]


def longest(content: PageContent) -> Grid:
    """The page's table with most body rows that a reader sees and that has headers of one name each."""
    plain = [
        grid
        for grid in content.grids
        if not grid.hidden and "wikitable" in grid.classes and len(set(headers(grid))) == grid.width
    ]
    return max(plain, key=lambda grid: len(body_rows(grid)))


def headers(grid: Grid) -> list[str]:
    """Header texts over the last row."""
    return [one.text for one in column_headers(grid, header_block(grid, len(grid.slots) - 1)[0])]


def stage_real(html: bytes, *, title: str = "Real page") -> tuple[TableVersion, FetchedPage]:
    """An audited version whose rows are the rows of a real page's longest table, passed by the real gate."""
    page = make_page(title, html.decode())
    content = extract_page(page.html, title=title)
    grid = longest(content)
    names = [name for name in headers(grid) if name]
    contract = Contract("What does the page list?", (names[0],), tuple(Column(name) for name in names))
    rows = [
        ProposedRow(
            tuple(
                ProposedCell(name, " ".join(cell.content.text.split()))
                for index, name in enumerate(headers(grid))
                if name and (cell := grid.cell_at(row, index)) is not None
            ),
            (table_locator(title, grid, row),),
        )
        for row in body_rows(grid)
    ]
    question = make_question(f"real-{page.page_id}", contract=contract, seed_title=title)
    version = make_proposed(question, pages={title: page})
    outcomes = admit_all(rows, contract=contract, sources=[title], pages={title: content})
    draft = make_draft(outcomes, contract=contract, pages={title: content})
    return mark_audited(version=stage_version(version=version, draft=draft)), page


def edited(html: bytes, edit: Callable[[Element], None]) -> bytes:
    """A copy of a page with an edit done to its tree."""
    tree = lxml_html.document_fromstring(html.decode())
    edit(tree)
    done: str = lxml_html.tostring(tree, encoding="unicode")
    return done.encode()
