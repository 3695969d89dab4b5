"""A locator as a W3C Web Annotation (JSON-LD), so that other tools can find the place too (methods C.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from curation.domain.content import Content, PageContent
from curation.domain.locators import Locator, LocatorKind, flat, print_locator, resolve

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
HTML_FRAGMENTS = "http://tools.ietf.org/rfc/rfc3236"
MOST_AROUND = 64

Json = dict[str, Any]


def web_annotation(locator: Locator, page: PageContent, *, source: str, value: str = "") -> Json:
    """An annotation whose target is the place of a locator in `source`, the address of one revision of the page.

    It quotes what the place says with what stands around it (a whole table row as the range from its first to its last
    cell), names the section's anchor, and has the printed locator and `value` as bodies. Raises LocatorError when the
    locator does not resolve.
    """
    content = resolve(locator, page).content
    selectors = [_row_range(locator, page) or _quote(content, page), *_section(locator, page)]
    bodies = [{"type": "TextualBody", "value": print_locator(locator), "purpose": "identifying"}]
    if value:
        bodies.append({"type": "TextualBody", "value": value, "purpose": "describing"})
    return {
        "@context": CONTEXT,
        "type": "Annotation",
        "motivation": "identifying",
        "body": bodies,
        "target": {"source": source, "selector": selectors},
    }


def _quote(content: Content, page: PageContent) -> Json:
    before, after = _around(content, page)
    return {"type": "TextQuoteSelector", "exact": flat(content.text), "prefix": before, "suffix": after}


def _row_range(locator: Locator, page: PageContent) -> Json | None:
    """The range of a locator that means a whole row of a table; None for every other one."""
    whole = locator.kind is LocatorKind.TABLE_ROW and not locator.column and locator.column_index is None
    grid = page.grid(locator.table_index) if whole and locator.table_index is not None else None
    if grid is None or locator.row is None:
        return None
    cells = [cell for column in range(grid.width) if (cell := grid.cell_at(locator.row, column))]
    filled = [cell.content for cell in cells if cell.content.text]
    if not filled:
        return None
    ends = {"startSelector": _quote(filled[0], page), "endSelector": _quote(filled[-1], page)}
    return {"type": "RangeSelector", **ends}


def _section(locator: Locator, page: PageContent) -> list[Json]:
    section = page.section(locator.section_path)
    if section is None or not section.anchor:
        return []
    return [{"type": "FragmentSelector", "value": section.anchor, "conformsTo": HTML_FRAGMENTS}]


def _around(content: Content, page: PageContent) -> tuple[str, str]:
    """The end of the text before a place and the beginning of the text after it, in the order of the page."""
    texts = sorted(_contents(page), key=lambda one: one.anchor)
    at = _index(content, texts)
    if at is None:
        return "", ""
    before = flat(texts[at - 1].text)[-MOST_AROUND:] if at else ""
    return before, flat(texts[at + 1].text)[:MOST_AROUND] if at + 1 < len(texts) else ""


def _index(content: Content, texts: Sequence[Content]) -> int | None:
    itself = (n for n, one in enumerate(texts) if one is content)
    there = (n for n, one in enumerate(texts) if one.anchor == content.anchor)
    return next(itself, next(there, None))


def _contents(page: PageContent) -> list[Content]:
    cells = [cell.content for grid in page.grids if not grid.hidden for cell in grid.cells]
    others = [item.content for item in page.items] + [one.content for one in page.sentences]
    return [content for content in cells + others if content.text]
