"""What a page may ask of us: pages are untrusted, and some are made to take forever."""

from __future__ import annotations

import re

MAX_NESTING = 5_000
"""Block elements within one another; the parser's work grows with the square of this."""

_CHUNKS = 64
_BLOCK = re.compile(
    rb"<(/?)(?:address|article|aside|blockquote|center|details|dialog|dir|div|dl|fieldset|figcaption|figure|footer"
    rb"|form|header|hgroup|main|menu|nav|ol|pre|search|section|summary|ul)\b",
    re.IGNORECASE,
)


class UnreadablePage(ValueError):
    """A page that asks for more than any real page needs. The message says what of, in words for people."""


class TableTooLarge(UnreadablePage):
    """A table whose spans ask for more slots than a page may use."""


class NestedTooDeep(UnreadablePage):
    """A page whose elements stand in one another far deeper than a browser would follow."""


def check_nesting(html: bytes) -> None:
    """Raise NestedTooDeep before a page is parsed. Costs a fiftieth of the parse on a page that is not suspicious."""
    step = len(html) // _CHUNKS + 1
    balance = 0
    for start in range(0, len(html), step):
        balance += html.count(b"<", start, start + step) - 2 * html.count(b"</", start, start + step)
        if balance > MAX_NESTING:
            _measure(html)
            return


def _measure(html: bytes) -> None:
    depth = 0
    for tag in _BLOCK.finditer(html):
        depth = max(depth - 1, 0) if tag[1] else depth + 1
        if depth > MAX_NESTING:
            raise NestedTooDeep(f"its elements stand in one another more than {MAX_NESTING:,} deep")
