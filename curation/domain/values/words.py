"""Words of a value inside a page's text: whole, unchanged, in another order or among others (design §6, lowest rung).

Where a value holds a digit, order and neighbours count: its tokens must stand together, and what stands beside them
must not make them another number, date or unit. A negation on the page that the value lacks ends the search.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import zip_longest

from curation.domain.values.dates import MONTHS
from curation.domain.values.numbers import SCALES, parse_number
from curation.domain.values.tokens import Token, is_symbol, prepared, tokens
from curation.domain.values.units import canonical_unit, is_unit, may_continue

_NEGATIONS = frozenset({
    "not", "no", "never", "without", "none", "nor", "neither", "cannot", "non", "nobody", "nothing", "nowhere",
    "except", "excluding", "excluded",
})  # fmt: skip
# Before a number, these make another statement of it: minus 12, over 100, less than 5, 4 × 100, 10 to 20.
_BEFORE_NUMBER = frozenset({
    "minus", "negative", "plus", "over", "above", "under", "below", "than", "least", "most", "before", "after",
    "until", "to", "x", "+", "±", "~", "<", ">", "≤", "≥",
})  # fmt: skip
# After a number, these make another number of it: 5 million, 5 percent, 300 BC, 6.8 × 10^2, 10 to 20.
_AFTER_NUMBER = frozenset({"%", "percent", "percentage", "x", "bc", "bce", "b.c", "to"}) | {
    word for word in SCALES if len(word) > 2
}
_OPEN_ENDS = frozenset({"present", "incumbent", "now"})

_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")

AMONG_OTHERS = "among other words"
REORDERED = "apart or in another order"

SameWord = Callable[[Token, Token], bool]


@dataclass(frozen=True, slots=True)
class Passage:
    """A page's text as tokens, with where something else begins: `cuts[i]` is true when a separator stands before
    token i (and at both ends); `links` are the token positions where each link begins and has ended. `where` gives
    the positions of each word, with and without a possessive; `numerals`
    those of its numbers; `negations` are its negation words."""

    words: tuple[Token, ...]
    cuts: tuple[bool, ...]
    links: tuple[tuple[int, int], ...]
    where: Mapping[str, tuple[int, ...]]
    numerals: tuple[int, ...]
    negations: frozenset[str]

    def lacks(self, wanted: Sequence[Token], same: SameWord) -> bool:
        """Whether a wanted word is nowhere on the page; a number that may differ in its grouping is not looked for."""
        return any(word.text not in self.where for word in wanted if same is same_word or not word.numeric)

    def starts(self, first: Token, same: SameWord) -> Sequence[int]:
        """The positions at which a run that begins with this word can begin."""
        return self.where.get(first.text, ()) if same is same_word or not first.numeric else self.numerals

    def is_bounded(self, start: int, end: int) -> bool:
        """Whether the run of tokens is set apart on both sides: by a separator, or from a link it is not part of."""
        left = self.cuts[start] or any(link[1] == start for link in self.links)
        return left and (self.cuts[end] or any(link[0] == end for link in self.links))

    def stretch(self, start: int, end: int) -> tuple[int, int]:
        """The part between separators that the run of tokens stands in."""
        while not self.cuts[start]:
            start -= 1
        while not self.cuts[end]:
            end += 1
        return start, end

    def leaves_digits(self, start: int, end: int) -> bool:
        """Whether the run is cut out of a part that also holds a number ("Azteca" out of "Azteca 7") and is no link."""
        if (start, end) in self.links or self.is_bounded(start, end):
            return False
        first, last = self.stretch(start, end)
        return any(word.numeric for word in (*self.words[first:start], *self.words[end:last]))


@lru_cache(maxsize=1 << 15)
def passage(text: str, link_texts: tuple[str, ...] = ()) -> Passage:
    """The passage of a text; `link_texts` are the displayed texts of its links, in order."""
    words = tokens(text)
    links: list[tuple[int, int]] = []
    whole, at = prepared(text), 0
    for link in filter(None, map(prepared, link_texts)):
        start = whole.find(link, at)
        if start < 0:
            continue
        at = start + len(link)
        inside = [index for index, word in enumerate(words) if start <= word.start and word.end <= at]
        if inside:
            links.append((inside[0], inside[-1] + 1))
    cuts = (True, *(word.apart for word in words[1:]), True) if words else (True,)
    numerals = tuple(index for index, word in enumerate(words) if word.numeric)
    return Passage(words, cuts, tuple(links), _positions(words), numerals, negations(words))


def _positions(words: Sequence[Token]) -> dict[str, tuple[int, ...]]:
    """Where each word stands; "iowa's" stands for iowa too."""
    where: defaultdict[str, list[int]] = defaultdict(list)
    for index, word in enumerate(words):
        where[word.text].append(index)
        if word.text.endswith(("'s", "'")) and not word.numeric:
            where[word.text.removesuffix("s").removesuffix("'")].append(index)
    return {text: tuple(found) for text, found in where.items()}


def same_word(value: Token, page: Token) -> bool:
    """Whether the page's word is the value's; the page may add a possessive ("Iowa's" holds Iowa)."""
    if value.text == page.text:
        return True
    return not value.numeric and page.text in (value.text + "'s", value.text + "'")


@cache
def same_numeral(decimal: str) -> SameWord:
    """As `same_word`, and numbers may differ in their grouping: 2000 is 2,000."""

    def same(value: Token, page: Token) -> bool:
        if not (value.numeric and page.numeric):
            return same_word(value, page)
        return value.text == page.text or (
            (number := parse_number(value.text, decimal)) is not None
            and number == parse_number(page.text, decimal)
        )

    return same


@dataclass(frozen=True, slots=True)
class Strictness:
    """How strictly a passage is asked for a value.

    `whole`: the value must fill complete parts of it, parts being what separators set apart, so that "100 metres" is
    not found in "100 metres hurdles" (keys, ids, texts with digits). `digits`: words are not cut out of a part that
    also holds a number. `unit`: the unit a bare number is in; another unit beside it on the page makes it another
    quantity.
    """

    whole: bool = False
    digits: bool = False
    unit: str = ""
    same: SameWord = same_word


def stand_in(value: str, page: Passage, how: Strictness) -> str | None:
    """How the value's words stand in the page's text: "" in a row and set apart, else a note; None when they do not."""
    wanted = tokens(value)
    if page.lacks(wanted, how.same) or page.negations - negations(wanted):
        return None
    if not any(char.isalnum() for char in value) or _EMPTY_BRACKETS.search(value):
        return None
    if any(word.numeric for word in wanted):
        return _number_stands(wanted, page, how)
    return _fills_parts(wanted, page) if how.whole else _parts_stand(wanted, page, how)


def _number_stands(wanted: Sequence[Token], page: Passage, how: Strictness) -> str | None:
    """A value with digits: all of it in a row, and not a fragment of another number, date or quantity."""
    for start, end in _runs(wanted, page, how.same):
        bounded = page.is_bounded(start, end)
        if how.whole and not bounded:
            continue
        if not _is_fragment(wanted, page, start, end) and not _has_other_unit(page, end, how.unit):
            return "" if bounded else AMONG_OTHERS
    return None


def _has_other_unit(page: Passage, end: int, unit: str) -> bool:
    """Whether a known unit other than the expected one follows a run that ends in a bare number."""
    if not unit or page.cuts[end] or not page.words[end - 1].numeric:
        return False
    return is_unit(page.words[end].text) and canonical_unit(page.words[end].text) != unit


def negations(words: Sequence[Token]) -> frozenset[str]:
    """The negation words among tokens; "No. 5" is a number sign."""
    return frozenset(
        word.text
        for word, after in zip_longest(words, words[1:])
        if (word.text in _NEGATIONS or word.text.endswith("n't"))
        and not (word.text == "no" and after is not None and after.text.isdigit())
    )


def _runs(wanted: Sequence[Token], page: Passage, same: SameWord) -> list[tuple[int, int]]:
    """Where all wanted tokens stand in a row, in order."""
    length, words = len(wanted), page.words
    return [
        (start, start + length)
        for start in page.starts(wanted[0], same)
        if start + length <= len(words)
        and all(same(want, word) for want, word in zip(wanted, words[start : start + length], strict=True))
    ]


def _is_fragment(wanted: Sequence[Token], page: Passage, start: int, end: int) -> bool:
    """Whether the tokens around a run make it part of a longer number, range, date or quantity."""
    before, after = page.words[:start], page.words[end:]
    dated = any(word.text in MONTHS for word in wanted)
    return (wanted[0].numeric and _spoils_left(wanted[0], before, page.cuts[start], dated)) or _spoils_right(
        wanted, after, page.cuts[end], dated
    )


def _spoils_left(first: Token, before: Sequence[Token], cut: bool, dated: bool) -> bool:
    """Whether what stands before a number changes it: a sign, a bound, a month, the larger part of 5 ft 11 in."""
    if not before:
        return False
    word = before[-1]
    if word.text == "-":
        return not dated
    if cut:
        return False
    if word.text in MONTHS:
        return not (len(first.text) == 4 and first.text.isdigit())
    compound = len(before) > 1 and before[-2].numeric and may_continue(word.text)
    return word.text in _BEFORE_NUMBER or word.numeric or compound


def _spoils_right(wanted: Sequence[Token], after: Sequence[Token], cut: bool, dated: bool) -> bool:
    """Whether what stands after a number or unit changes it: a scale word, an era, a month, the end of a range."""
    if not after:
        return False
    last, word = wanted[-1], after[0]
    if last.numeric and word.text == "-" and not dated:
        return len(after) == 1 or after[1].numeric or after[1].text in _OPEN_ENDS
    if cut:
        return False
    if last.numeric:
        return word.numeric or word.text in _AFTER_NUMBER or (word.text in MONTHS and not dated)
    return word.numeric and any(want.numeric for want in wanted) and may_continue(last.text)


def _segments(words: Sequence[Token], cuts: Sequence[bool]) -> list[list[int]]:
    """Token positions between separators; lone signs are left out."""
    out: list[list[int]] = []
    for index, word in enumerate(words):
        if cuts[index] or not out:
            out.append([])
        if not is_symbol(word):
            out[-1].append(index)
    return [segment for segment in out if segment]


def _parts_stand(wanted: Sequence[Token], page: Passage, how: Strictness) -> str | None:
    """Each part of the value (between its commas, brackets) must stand in the page's text, each word used once."""
    if (note := _fills_parts(wanted, page)) is not None:
        return note
    free = set(range(len(page.words)))
    note = AMONG_OTHERS
    parts = _segments(wanted, (True, *(word.apart for word in wanted[1:])))
    for part in sorted(parts, key=len, reverse=True):
        words = [wanted[index] for index in part]
        used = _place_run(words, page, free, how)
        if used is None:
            used, note = _place_loose(words, page, free, how), REORDERED
        if used is None:
            return None
        free -= used
    return note if parts else None


def _place_run(part: Sequence[Token], page: Passage, free: set[int], how: Strictness) -> set[int] | None:
    """Free positions where a part of a value stands in a row."""
    for start, end in _runs(part, page, how.same):
        if free.issuperset(range(start, end)) and not (how.digits and page.leaves_digits(start, end)):
            return set(range(start, end))
    return None


def _place_loose(part: Sequence[Token], page: Passage, free: set[int], how: Strictness) -> set[int] | None:
    """Free positions for a part in another order: in one part of the page's text, or as several whole parts of it."""
    segments = [[index for index in segment if index in free] for segment in _segments(page.words, page.cuts)]
    for segment in segments:
        used = _pick(part, page, segment)
        if used is not None and not (how.digits and any(page.words[index].numeric for index in segment)):
            return used
    return _whole_segments(part, page, segments)


def _pick(part: Sequence[Token], page: Passage, positions: Sequence[int]) -> set[int] | None:
    """Positions for every word of a part among the given ones, in any order, or None."""
    left = list(positions)
    for want in part:
        found = next((index for index in left if same_word(want, page.words[index])), None)
        if found is None:
            return None
        left.remove(found)
    return set(positions) - set(left)


def _whole_segments(
    part: Sequence[Token], page: Passage, segments: Sequence[Sequence[int]]
) -> set[int] | None:
    """Positions of whole segments that, one after the other, make up the part ("Smith, John" for John Smith)."""
    left = [segment for segment in segments if segment]
    used: set[int] = set()
    at = 0
    while at < len(part):
        here = next((segment for segment in left if _starts_with(part[at:], segment, page)), None)
        if here is None:
            return None
        left.remove(here)
        used.update(here)
        at += len(here)
    return used


def _starts_with(part: Sequence[Token], segment: Sequence[int], page: Passage) -> bool:
    return len(segment) <= len(part) and all(
        same_word(want, page.words[index]) for want, index in zip(part, segment, strict=False)
    )


def _fills_parts(wanted: Sequence[Token], page: Passage) -> str | None:
    """The value as complete parts of the page's text: a bounded run, or whole segments in another order."""
    if any(page.is_bounded(start, end) for start, end in _runs(wanted, page, same_word)):
        return ""
    plain = [word for word in wanted if not is_symbol(word)]
    whole = plain and _whole_segments(plain, page, _segments(page.words, page.cuts)) is not None
    return REORDERED if whole else None


def carried_together(value: str, parts: Sequence[str]) -> tuple[int, ...]:
    """Which parts together carry the value, the one with most of its words first; () when they do not.

    Each part of the value that holds a digit must stand in one of them as it is; other words each in one of them.
    """
    wanted, pages = tokens(value), [passage(part) for part in parts]
    counts: Counter[int] = Counter()
    for segment in _segments(wanted, (True, *(word.apart for word in wanted[1:]))):
        words = [wanted[index] for index in segment]
        groups = [words] if any(word.numeric for word in words) else [[word] for word in words]
        for group in groups:
            home = next((index for index, page in enumerate(pages) if _holds(group, page)), None)
            if home is None:
                return ()
            counts[home] += len(group)
    spoiled = any(pages[index].negations - negations(wanted) for index in counts)
    return () if spoiled else tuple(index for index, _ in counts.most_common())


def _holds(group: Sequence[Token], page: Passage) -> bool:
    """Whether the tokens stand in a row on the page, and not as a fragment of something longer."""
    return any(not _is_fragment(group, page, start, end) for start, end in _runs(group, page, same_word))
