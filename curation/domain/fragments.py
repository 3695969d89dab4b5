"""Text fragments: the `#:~:text=` end of a link, by which a browser scrolls to words on the page (methods C.4)."""

from __future__ import annotations

from urllib.parse import quote

LONGEST = 60
WORDS_AT_END = 4


def text_fragment(text: str, *, start: str = "") -> str:
    """The end of a link that leads to a text, "" when there is nothing to look for.

    `start` is a text that stands before it in the same row, such as the row's key: a short value alone would be found
    earlier on the page. Long texts are named by their first and last words, since a term must lie in one block.
    """
    line = next((part.strip() for part in text.split("\n") if part.strip()), "")
    opening = next((part.strip() for part in start.split("\n") if part.strip()), "")
    if not line:
        return ""
    if opening and opening != line and len(opening) <= LONGEST and len(line) <= LONGEST:
        return f"#:~:text={_term(opening)},{_term(line)}"
    if len(line) <= LONGEST:
        return f"#:~:text={_term(line)}"
    words = line.split()
    if len(words) <= 2 * WORDS_AT_END:
        return f"#:~:text={_term(line)}"
    first, last = " ".join(words[:WORDS_AT_END]), " ".join(words[-WORDS_AT_END:])
    return f"#:~:text={_term(first)},{_term(last)}"


def _term(text: str) -> str:
    """Percent-encoded; `-`, `,` and `&` have a meaning in fragments, and `-` is left bare by quote."""
    return quote(text, safe="").replace("-", "%2D")
