"""Normalised text for comparison: invisible marks, exponents, compatibility forms, dashes, quotes, space, case.

The order matters (methods C.5): superscript exponents are written out before NFKC, which would make `10⁶` into `106`;
enclosed numbers and fractions are kept from NFKC, which would make `①` into `1` and `½` into `1⁄2`. Nothing here drops
a letter, a digit or a sign; folding diacritics is a step of its own that callers report at a lower rung.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_CACHE = 1 << 16

# Bidirectional controls, soft hyphen, zero-width space, word joiner, byte order mark. Joiners (ZWJ, ZWNJ) stay: they
# change words in Persian and Hindi.
_INVISIBLE = re.compile("[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
_SUPERSCRIPT_RUN = re.compile("[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_SUPERSCRIPT_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_KEPT_FROM_NFKC = re.compile(
    "([\u00bc-\u00be\u2150-\u215f\u2189\u2460-\u2473\u24b6-\u24ea\u3251-\u325f\u3280-\u32b0\u32b1-\u32bf]+)"
)
_CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―⁃−﹘﹣－⸺⸻", "-"),
        **dict.fromkeys("‘’‚‛′ʹʼ´`＇", "'"),
        **dict.fromkeys("“”„‟″«»＂", '"'),
        **dict.fromkeys("⋅∙‧", "·"),
        "×": "x",
        "✕": "x",
        "⁄": "/",
        "٫": ".",
        "٬": ",",
    }
)
_FOREIGN_DIGIT = re.compile(r"[^\D0-9]")
_LINE_SPACE = re.compile(r"[^\S\n]+")
_LINE_EDGE = re.compile(r" ?\n[ \n]*")
# km^2 and km2 are one unit, mol^-1 and mol-1 too; after a digit the mark makes another number and stays.
_POWER_OF_LETTER = re.compile(r"(?<=[^\W\d_])\^(?=[-+]?\d)")
_LATIN_LETTERS = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ŋ": "n",
        "ħ": "h",
        "ŧ": "t",
    }
)


def _write_exponents(text: str) -> str:
    """Write superscript digits as `^n`: 10⁶ becomes 10^6, mol⁻¹ becomes mol^-1."""
    return _SUPERSCRIPT_RUN.sub(lambda match: "^" + match.group().translate(_SUPERSCRIPT_DIGITS), text)


def _compatible(text: str) -> str:
    """NFKC for everything but enclosed numbers and fractions."""
    pieces = _KEPT_FROM_NFKC.split(text)
    return "".join(
        piece if index % 2 else unicodedata.normalize("NFKC", piece) for index, piece in enumerate(pieces)
    )


def _ascii_digits(text: str) -> str:
    """Digits of other scripts as 0-9: the same digit, written in another hand."""
    return _FOREIGN_DIGIT.sub(lambda match: str(unicodedata.decimal(match.group(), match.group())), text)


@lru_cache(maxsize=_CACHE)
def clean(text: str) -> str:
    """Text with one way to write each dash, quote, space and exponent. Case and line breaks are kept."""
    if not text.isascii():
        text = _write_exponents(_INVISIBLE.sub("", text)).translate(_CHARACTERS)
        text = _ascii_digits(_compatible(text)).translate(_CHARACTERS)
    text = _POWER_OF_LETTER.sub("", text)
    return _LINE_EDGE.sub("\n", _LINE_SPACE.sub(" ", text)).strip()


@lru_cache(maxsize=_CACHE)
def normalise_id(text: str) -> str:
    """An identifier for comparison: cleaned, on one line, every letter's case kept."""
    return clean(text).replace("\n", " ")


@lru_cache(maxsize=_CACHE)
def normalise_lines(text: str) -> str:
    """Cleaned and case-folded, with line breaks kept: they bound what belongs together."""
    return clean(text).casefold()


@lru_cache(maxsize=_CACHE)
def normalise(text: str) -> str:
    """Text for comparison: cleaned, on one line, case-folded."""
    return normalise_lines(text).replace("\n", " ")


@lru_cache(maxsize=_CACHE)
def fold_diacritics(text: str) -> str:
    """Normalised text without the marks of Latin letters: räikkönen becomes raikkonen.

    Marks in other scripts make other letters (й is not и), so they stay.
    """
    if text.isascii():
        return text
    out: list[str] = []
    latin = False
    for char in unicodedata.normalize("NFD", text):
        if unicodedata.combining(char):
            if not latin:
                out.append(char)
            continue
        latin = char.isascii() or unicodedata.name(char, "").startswith("LATIN")
        out.append(char)
    return unicodedata.normalize("NFC", "".join(out)).translate(_LATIN_LETTERS)
