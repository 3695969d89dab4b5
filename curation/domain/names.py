"""How well a contract's column name and a page's header name the same thing, by their words alone.

Nothing here knows a page, a column or a question: words are compared by their stems, short forms by what they shorten.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import takewhile

STRONG = 0.75
WEAK = 0.2
# How much a column called like the lowest of several header rows alone is worth ("Chart positions / US").
LOWEST_HEADER = 0.9
_PLURAL = re.compile(r"\((?:s|es|ies)\)")
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_WORD = re.compile(r"[^\W_]+|[%#№±]")
_SYMBOL_WORDS = {
    "#": "number",
    "№": "number",
    "no": "number",
    "nr": "number",
    "%": "percent",
    "±": "change",
    "percentage": "percent",
}
_STOP = frozenset({"of", "the", "a", "an", "in", "at", "by", "for", "and", "or", "per", "to", "on"})
# Words of one family that share no stem; regular ones are told by their common beginning.
_FAMILIES = {
    word: family
    for family in (
        "birth born",
        "death died dead",
        "height high elevation altitude",
        "length long",
        "width wide",
        "depth deep",
        "win won winner winning",
    )
    for word in family.split()
}
# How long a common beginning must be, in letters and against the longer word, for two words to be of one family.
MIN_BEGINNING = 5
BEGINNING_SHARE = 0.6


@lru_cache(maxsize=1 << 14)
def words(text: str) -> tuple[str, ...]:
    """Stems of the content words of a name, in order: "Runner(s)-up" -> ("runner", "up")."""
    folded = unicodedata.normalize("NFKD", _PLURAL.sub("", text)).casefold()
    plain = (
        "".join(char for char in folded if not unicodedata.combining(char))
        .replace("'s", "")
        .replace("’s", "")
    )
    found = [_SYMBOL_WORDS.get(word, word) for word in _WORD.findall(plain)]
    content = [word for word in found if word not in _STOP] or found
    return tuple(stem(word) for word in content)


def stem(word: str) -> str:
    """A word without its plural ending; short words and words in -ss stay.

    An e after a hissing sound goes too, whether it is the plural's or the word's own: gases and gas, houses and house.
    """
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word.endswith(("se", "xe", "ze", "che", "she")) else word


@lru_cache(maxsize=1 << 14)
def without_brackets(text: str) -> str:
    """A name without what stands in brackets (units, remarks), unless nothing else would be left."""
    stripped = " ".join(_BRACKETS.sub(" ", _PLURAL.sub("", text)).split())
    return stripped or text


@lru_cache(maxsize=1 << 14)
def qualifiers(text: str) -> frozenset[str]:
    """Words in brackets: they say which of several places a column means, as in "Mass (infobox)"."""
    inside = " ".join(_BRACKETS.findall(_PLURAL.sub("", text)))
    return frozenset(words(inside)) if inside else frozenset()


@lru_cache(maxsize=1 << 16)
def name_score(column: str, header: str) -> float:
    """0..1: how far two names have the same words. 1.0 is the same name; STRONG and WEAK are the levels in use.

    Names that count or date different things ("Census 1988", "Census 2001") are not alike, whatever else they share.
    """
    if not column or not header or _numbers_differ(words(column), words(header)):
        return 0.0
    _, slash, last = header.rpartition(" / ")
    if slash and " / " not in column:
        return max(_name_score(column, header), _name_score(column, last) * LOWEST_HEADER)
    return _name_score(column, header)


def _name_score(column: str, header: str) -> float:
    full = _overlap(words(column), words(header))
    plain = words(without_brackets(column))
    bare = _overlap(plain, words(without_brackets(header))) * 0.99
    if full >= STRONG:
        return max(full, bare)
    return bare or _overlap(plain, words(header)) * 0.9


def _numbers_differ(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether both names have numbers, and no number in common."""
    numbers = [{word for word in name if word.isdigit()} for name in (one, other)]
    return all(numbers) and not numbers[0] & numbers[1]


def _overlap(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    if "".join(one) == "".join(other):
        return 1.0
    if _is_short_for(one, other) or _is_short_for(other, one):
        return 0.6
    left, shared = list(other), 0.0
    for word in one:
        best = max(left, key=lambda candidate: _same(word, candidate), default=None)
        if best is not None and (weight := _same(word, best)) > 0:
            shared += weight
            left.remove(best)
    total = len(one) + len(other) - shared
    return shared / total if total else 0.0


def _same(one: str, other: str) -> float:
    if one == other:
        return 1.0
    short, long = sorted((one, other), key=len)
    if one in _FAMILIES and _FAMILIES[one] == _FAMILIES.get(other):
        return 0.9
    if not short.isalpha() or short[0] != long[0]:
        return 0.0
    if long.startswith(short) and len(short) >= 3:
        return 0.9
    if long.startswith(short) and len(short) == 2:
        return 0.8
    if _common_beginning(one, other) >= max(MIN_BEGINNING, BEGINNING_SHARE * len(long)):
        return 0.6
    return 0.6 if 2 <= len(short) <= 4 and len(long) > len(short) + 1 and _is_squeezed(short, long) else 0.0


def _is_short_for(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether a name of one word is the first letters of another name's words: VC for virtual channel."""
    return len(one) == 1 < len(other) and one[0] == "".join(word[0] for word in other)


def _common_beginning(one: str, other: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _is_squeezed(short: str, long: str) -> bool:
    """Whether a word is another one with letters left out, first and last kept: pts for points."""
    letters = iter(long)
    kept = short.rstrip("s") or short
    return kept[-1] in long[-2:] and all(char in letters for char in kept)
