"""Running text cut into sentences; abbreviations, initials and numbers do not end one."""

from __future__ import annotations

import re
from collections.abc import Iterator

_END = re.compile(r"[.!?…。！？؟]+[\"'”’»)\]]*(?=\s|$)|[。！？]|\n")
_WORD_BEFORE = re.compile(r"([\w.]+)\.$")
_ABBREVIATIONS = frozenset(
    {
        "a.m", "al", "approx", "apr", "aug", "b", "bd", "bros", "bzw", "c", "ca", "capt", "cf", "cit", "co", "col",
        "corp", "d", "dec", "dept", "dr", "e.g", "ed", "eds", "est", "etc", "feb", "fig", "figs", "fl", "fr", "ft",
        "geb", "gen", "gest", "gov", "hon", "i.e", "ibid", "inc", "jan", "jr", "jul", "jun", "lt", "ltd", "m", "maj",
        "mar", "mm", "mme", "mr", "mrs", "ms", "mt", "no", "nos", "nov", "nr", "oct", "op", "p", "p.m", "pp", "pres",
        "prof", "r", "rep", "rev", "sen", "sep", "sept", "sgt", "sr", "st", "univ", "usw", "vgl", "vol", "vs", "z.b",
    }
)  # fmt: skip
_INITIALS = re.compile(r"(?:[A-Z]|(?:[^\W\d_]\.)+[^\W\d_])")
_MONTH = re.compile(
    r"\s+(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)\b"
)


def split(text: str) -> Iterator[tuple[int, int]]:
    """Start and end offsets of each sentence, without the white space around it."""
    start = 0
    for match in _END.finditer(text):
        if match[0] != "\n" and not _ends(text, match):
            continue
        yield from _trimmed(text, start, match.end())
        start = match.end()
    yield from _trimmed(text, start, len(text))


def _ends(text: str, match: re.Match[str]) -> bool:
    """Whether a mark ends the sentence: not after an abbreviation or an initial, not before a small letter.

    With a closing quotation mark behind it, or another mark than a full stop, it always does.
    """
    rest = text[match.end() :]
    following = rest.lstrip()
    if not following or match[0].strip("."):
        return True
    if following[0].islower():
        return False
    word = _WORD_BEFORE.search(text[max(0, match.start() - 24) : match.start() + 1])
    if word is None:
        return True
    token = word[1]
    if _INITIALS.fullmatch(token):
        return False
    if token.isdigit() and len(token) <= 2 and _MONTH.match(rest):
        return False
    return token.casefold() not in _ABBREVIATIONS


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end
