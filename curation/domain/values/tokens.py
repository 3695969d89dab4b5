"""Tokens: the whole words and numbers of a text, with the separators between them.

A token is what stands between spaces, brackets and list separators. Signs, decimal points, percent signs, inner hyphens
and inner digits belong to it: 123 is no token of 1234, 12 none of −12, 9 none of 39.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from curation.domain.values.dates import MONTHS
from curation.domain.values.normalise import normalise_lines

_PIECES = re.compile(
    r"""(?P<gap>[\s;|•()\[\]{}"、¦]+)
      | (?P<mark>[†‡§¶*])
      | (?P<chunk>(?:(?<=\d)\(\d+\)(?![^\W_])|[^\s;|•()\[\]{}"、¦†‡§¶*])+)
    """,
    re.VERBOSE,
)
_SEPARATOR = re.compile(r"\S|\n")
_GROUP_SPACE = re.compile(r"(?<![\d.,'])\d{1,3}(?: \d{3})+(?!\d)")
_SPACED_PERCENT = re.compile(r"(?<=\d) %")
_INCH = re.compile(r"(['°]\d+(?:\.\d+)?)\"")
# Inside a run of characters a comma, slash or colon parts words (Reid,Bean; TV/Radio), not digits (1,032; 1:31; 5/8).
_CUT = re.compile(r"(?<=[^\d\s])[,/:](?=\S)|(?<=\S)[,/:](?=[^\d\s,/:.'])|(?<=\d)(?=°[cfk]\b)")
_CURRENCY = re.compile(r"(?P<sign>[-+±]?)(?P<symbol>us\$|[$€£¥₹₩₽₺₴₦₫฿₱])(?=[-+]?[\d.])")
_DECIMAL_START = re.compile(r"[+\-±<>≤≥~]?\.\d")
_DIGIT = re.compile(r"[\d½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
_WORD_CHARACTER = re.compile(r"[^\W_]|[^\x00-\x7f\s]")


@dataclass(frozen=True, slots=True)
class Token:
    """One whole word or number. `start` and `end` are offsets in `prepared` text.

    `apart` says that a bracket, comma, line break or other separator stands before it. `numeric` tokens hold a digit.
    """

    text: str
    start: int
    end: int
    apart: bool = False
    numeric: bool = False


@lru_cache(maxsize=1 << 16)
def prepared(text: str) -> str:
    """Normalised text with digit groups written with commas, and percent and inch signs kept with their number."""
    grouped = _GROUP_SPACE.sub(lambda match: match.group().replace(" ", ","), normalise_lines(text))
    return _INCH.sub("\\1″", _SPACED_PERCENT.sub("%", grouped))


@lru_cache(maxsize=1 << 16)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order."""
    return _join_dates(list(_scan(prepared(text))))


def _scan(text: str) -> Iterator[Token]:
    apart = True
    for piece in _PIECES.finditer(text):
        if piece["gap"]:
            apart = apart or _SEPARATOR.search(piece["gap"]) is not None
        elif piece["mark"]:
            yield Token(piece["mark"], piece.start(), piece.end(), True)
            apart = True
        else:
            found = list(_chunk(piece["chunk"], piece.start(), apart))
            yield from (token for token, _ in found if token.text)
            apart = found[-1][1]


def _chunk(chunk: str, offset: int, apart: bool) -> Iterator[tuple[Token, bool]]:
    """The tokens of one run of characters, each with whether a separator follows it."""
    at = 0
    for cut in (*_CUT.finditer(chunk), None):
        end = cut.start() if cut else len(chunk)
        for token, after in _trim(chunk[at:end], offset + at, apart):
            apart = after or bool(cut and cut.group())
            yield token, apart
        at = cut.end() if cut else end


def _trim(text: str, offset: int, apart: bool) -> Iterator[tuple[Token, bool]]:
    """One token without the punctuation around it; a currency symbol becomes a token of its own.

    A text of nothing but punctuation gives an empty token, whose separation counts.
    """
    body = text.rstrip(".,:!?…")
    tail = text[len(body) :]
    hard = tail.strip(".") != "" or (tail == "." and body.isdigit())
    kept = body if _DECIMAL_START.match(body) else body.lstrip(".,:!?…¿¡")
    if len(kept) > 2 and kept[0] == kept[-1] == "'":
        kept = kept[1:-1]
    start = offset + text.find(kept)
    if money := _CURRENCY.match(kept):
        yield Token(money["symbol"], start, start + money.end(), apart), False
        kept, start, apart = money["sign"] + kept[money.end() :], start + money.end(), False
    dash = kept in {"-", "/"}
    end = start + len(kept)
    yield (
        Token("" if kept == "/" else kept, start, end, apart or dash, _DIGIT.search(kept) is not None),
        hard or dash,
    )


def _join_dates(found: list[Token]) -> tuple[Token, ...]:
    """Takes back the separation that the comma of a date would make: January 3, 1973 is one thing."""
    for index, token in enumerate(found):
        if not (token.apart and index and len(token.text) == 4 and token.text.isdigit()):
            continue
        near = found[max(0, index - 2) : index]
        if near[-1].end == token.start - 2 and any(word.text in MONTHS for word in near):
            found[index] = replace(token, apart=False)
    return tuple(found)


def is_symbol(token: Token) -> bool:
    """Whether the token is a lone ASCII sign such as - or &, which is no word."""
    return _WORD_CHARACTER.search(token.text) is None
