"""The parsed page: a browser-grade tree (lexbor), and what style and class say about an element."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from curation.domain.extract.limits import check_nesting

Attributes = dict[str, str | None]

MAX_DEPTH = 150
"""Nesting within one cell, item or paragraph below which nothing is read: far more than any page means."""

_DISPLAY_NONE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.IGNORECASE)
_APART = re.compile(
    r"float\s*:\s*(?:left|right)|position\s*:\s*absolute|display\s*:\s*(?:block|table|list-item|flex|grid)",
    re.IGNORECASE,
)
_INLINE = re.compile(r"display\s*:\s*inline\s*(?:;|$|!)", re.IGNORECASE)
_HIDDEN = frozenset(
    {
        "sortkey", "editsection", "mw-editsection", "mw-editsection-like", "editoronly", "geo-nondefault",
        "geo-multi-punct", "mw-cite-backlink", "citation-comment", "navbar", "asof-tag",
    }
)  # fmt: skip
_NOTES = frozenset({"reference", "mw-ref", "Inline-Template", "need_ref_tag", "noprint"})
_FILES = frozenset({"image", "mw-file-description"})
_OUTWARD = frozenset({"extiw", "external"})
_ASIDES = frozenset({"toc", "references", "reflist", "NavFrame"})
_SPACES = re.compile(r"[ \t\n\r\f\xa0]+")


@dataclass(frozen=True, slots=True)
class Traits:
    """What the style and class attributes of an element say: see `traits`."""

    hidden: bool = False
    sort_key: bool = False
    note: bool = False
    formula: bool = False
    file: bool = False
    outward: bool = False
    aside: bool = False
    apart: bool = False
    inline: bool = False


def parse(html: bytes | str) -> LexborHTMLParser:
    """Parse a page or a fragment as a browser would. Bytes are UTF-8; a broken byte becomes U+FFFD.

    Raises NestedTooDeep.
    """
    html = html.encode(errors="replace") if isinstance(html, str) else html
    check_nesting(html)
    return LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS)


def _tag_ids(*names: str) -> dict[str, int]:
    """The parser's numbers for tag names: comparing numbers is faster than making strings."""
    maker = LexborHTMLParser("")
    return {name: maker.create_node(name).tag_id for name in names} | {"-comment": COMMENT_ID}


TEXT_ID = 2
COMMENT_ID = 4
TAG = _tag_ids(
    "html", "head", "title", "style", "script", "template", "noscript", "section", "nav", "aside", "article", "div",
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "center", "blockquote", "address", "form", "fieldset",
    "figure", "figcaption", "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th",
    "ul", "ol", "dl", "li", "dd", "dt", "a", "b", "strong", "img", "br", "sup", "svg", "math",
)  # fmt: skip


def traits(attributes: Attributes) -> Traits:
    """What style, class and the `hidden` attribute say about an element."""
    return _traits(attributes.get("style"), attributes.get("class"), "hidden" in attributes)


@lru_cache(maxsize=16384)
def _traits(style: str | None, names: str | None, hidden: bool) -> Traits:
    names = names or ""
    tokens = frozenset(names.split())
    return Traits(
        hidden=hidden or bool(_DISPLAY_NONE.search(style or "")) or not tokens.isdisjoint(_HIDDEN),
        sort_key="sortkey" in tokens,
        note=not tokens.isdisjoint(_NOTES),
        formula="tex" in tokens or "mwe-math-fallback-image" in names,
        file=not tokens.isdisjoint(_FILES),
        outward=not tokens.isdisjoint(_OUTWARD),
        apart=bool(style and _APART.search(style)),
        inline=bool(style and _INLINE.search(style)),
        aside="navbox" in names or not tokens.isdisjoint(_ASIDES),
    )


def is_shown(attributes: Attributes) -> bool:
    """Whether a reader sees an element with these attributes."""
    return not attributes or not traits(attributes).hidden


def folded(text: str) -> str:
    """Text with every run of HTML white space and no-break spaces folded to one space."""
    if text.isprintable() and "  " not in text:
        return text
    return _SPACES.sub(" ", text.replace("\ufeff", ""))


def plain(text: str) -> str:
    """Folded text without white space at its ends."""
    if text.isprintable() and "  " not in text:
        return text.strip(" ")
    return folded(text).strip(" ")


def size(node: LexborNode) -> int:
    """Number of elements in the subtree, the element itself counted."""
    return len(list(node.traverse(include_text=False)))


def classes(node: LexborNode) -> tuple[str, ...]:
    """The class names of an element."""
    return tuple((node.attributes.get("class") or "").split())
