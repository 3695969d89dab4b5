"""Small wikis for tests of discovery, curator and gate: pages written as HTML, read by the real extraction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from curation.domain.content import PageContent
from curation.domain.contract import Column, Contract
from curation.domain.extract import extract_page
from curation.domain.locators import Locator, infobox_locator, item_locator, table_locator
from curation.domain.pages import ResolvedTitle
from curation.domain.rows import ProposedCell, ProposedRow


def table(*rows: Sequence[str], caption: str = "", classes: str = "wikitable") -> str:
    """A table whose first row is its header; a cell that begins with `<t` is taken as it is."""
    head, *body = rows
    lines = ["".join(_cell("th", text) for text in head)] + [
        "".join(_cell("td", text) for text in row) for row in body
    ]
    title = f"<caption>{caption}</caption>" if caption else ""
    return f"<table class='{classes}'>{title}" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _cell(tag: str, text: str) -> str:
    return text if text.startswith(("<td", "<th")) else f"<{tag}>{text}</{tag}>"


def infobox(**entries: str) -> str:
    """An infobox with one row per label; underscores in labels are blanks."""
    rows = "".join(
        f"<tr><th>{name.replace('_', ' ')}</th><td>{value}</td></tr>" for name, value in entries.items()
    )
    return f"<table class='infobox'><tr><th colspan=2>Box</th></tr>{rows}</table>"


def link(title: str, text: str = "") -> str:
    """A link to a page of the wiki."""
    return f"<a href='/wiki/{title.replace(' ', '_')}' title='{title}'>{text or title}</a>"


def page(title: str, html: str) -> PageContent:
    """The content of a page."""
    return extract_page(html, title=title)


def contract(query: str, key: str, *columns: str) -> Contract:
    """A contract of text columns; key columns are separated by a bar."""
    return Contract(query, tuple(key.split("|")), tuple(Column(name) for name in columns))


def at_row(content: PageContent, row: int, table_index: int = 0) -> Locator:
    """The locator of a table row."""
    grid = content.grid(table_index)
    assert grid is not None
    return table_locator(content.title, grid, row)


def at_label(content: PageContent, label: str) -> Locator:
    """The locator of an infobox entry."""
    entry = next(entry for entry in content.infobox if entry.path[-1] == label)
    return infobox_locator(content.title, entry)


def at_item(content: PageContent, text: str) -> Locator:
    """The locator of the list item that begins with a text."""
    return item_locator(
        content.title, next(item for item in content.items if item.content.text.startswith(text))
    )


def row(values: Mapping[str, str], *locators: Locator) -> ProposedRow:
    """A row proposed at places that name no column."""
    return ProposedRow(tuple(ProposedCell(name, value) for name, value in values.items()), locators)


class FakeWiki:
    """A wiki of given pages that counts what it is asked."""

    def __init__(self, pages: Mapping[str, str], redirects: Mapping[str, str] | None = None) -> None:
        self.pages = {title: page(title, html) for title, html in pages.items()}
        self.redirects = dict(redirects or {})
        self.read: list[str] = []

    def resolve(self, titles: Sequence[str]) -> list[ResolvedTitle]:
        """Titles of given pages exist; redirects lead to them; nothing else does."""
        return [self._resolve(title) for title in titles]

    def content(self, title: str) -> PageContent:
        """The content of a page, noted as read."""
        self.read.append(title)
        return self.pages[title]

    def _resolve(self, title: str) -> ResolvedTitle:
        target = self.redirects.get(title, title)
        if target not in self.pages:
            return ResolvedTitle(title, title, None, missing=True)
        came_from = (title,) if target != title else ()
        return ResolvedTitle(title, target, list(self.pages).index(target) + 1, came_from)
