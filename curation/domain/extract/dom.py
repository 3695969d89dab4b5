"""The parsed page: a browser-grade tree (lexbor) and the positions of the elements that content points back to."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

TEXT_ID = 2
COMMENT_ID = 4
MAX_DEPTH = 400

_DISPLAY_NONE = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.IGNORECASE)
_HIDDEN_CLASS = re.compile(
    r"(?:^|\s)(?:sortkey|mw-editsection\S*|editsection|editoronly|geo-nondefault|geo-multi-punct|noexport"
    r"|mw-cite-backlink|citation-comment|navbar|mw-empty-elt|asof-tag)(?:\s|$)"
)
_SPACES = re.compile(r"[ \t\n\r\f]+")


def parse(html: bytes | str) -> LexborHTMLParser:
    """Parse a page or a fragment as a browser would. Bytes are read as UTF-8, a broken byte becomes U+FFFD."""
    return LexborHTMLParser(html.decode("utf-8", errors="replace") if isinstance(html, bytes) else html)


def is_hidden(attributes: dict[str, str | None]) -> bool:
    """Whether a reader does not see the element: by style, by the `hidden` attribute, or by a class of MediaWiki's."""
    style = attributes.get("style")
    if style and "n" in style and _DISPLAY_NONE.search(style):
        return True
    names = attributes.get("class")
    return bool(names and _HIDDEN_CLASS.search(names)) or "hidden" in attributes


def classes(node: LexborNode) -> tuple[str, ...]:
    """The class names of an element."""
    return tuple((node.attributes.get("class") or "").split())


def plain(text: str) -> str:
    """Text with every run of white space folded to one space."""
    return _SPACES.sub(" ", text.replace("\xa0", " ")).strip()


def size(node: LexborNode) -> int:
    """Number of elements in the subtree, the element itself counted."""
    return sum(1 for _ in node.traverse(include_text=False))
