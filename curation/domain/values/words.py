"""Words of a value inside a page's text: whole, unchanged, in another order or among others (design §6, lowest rung).

Where a value holds a digit, order and neighbours count: its tokens must stand together, and what stands beside them
must not make them another number, date or unit. A negation on the page that the value lacks ends the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

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

SameWord = Callable[[Token, Token], bool]


@dataclass(frozen=True, slots=True)
class Passage:
    """A page's text as tokens, with where something else begins: `cuts[i]` is true when a separator stands before
    token i (and at both ends), `link_starts` and `link_ends` hold token positions where a link begins or has ended."""

    words: tuple[Token, ...]
    cuts: tuple[bool, ...]
    link_starts: frozenset[int] = frozenset()
    link_ends: frozenset[int] = frozenset()

    def is_bounded(self, start: int, end: int) -> bool:
        """Whether the run of tokens is set apart on both sides: by a separator, or from a link it is not part of."""
        left = self.cuts[start] or start in self.link_ends
        return left and (self.cuts[end] or end in self.link_starts)


@lru_cache(maxsize=1 << 15)
def passage(text: str, link_texts: tuple[str, ...] = ()) -> Passage:
    """The passage of a text; `link_texts` are the displayed texts of its links, in order."""
    words = tokens(text)
    starts: set[int] = set()
    ends: set[int] = set()
    whole, at = prepared(text), 0
    for link in filter(None, map(prepared, link_texts)):
        start = whole.find(link, at)
        if start < 0:
            continue
        at = start + len(link)
        inside = [index for index, word in enumerate(words) if start <= word.start and word.end <= at]
        if inside:
            starts.add(inside[0])
            ends.add(inside[-1] + 1)
    cuts = (True, *(word.apart for word in words[1:]), True) if words else (True,)
    return Passage(words, cuts, frozenset(starts), frozenset(ends))


def same_word(value: Token, page: Token) -> bool:
    """Whether the page's word is the value's; the page may add a possessive ("Iowa's" holds Iowa)."""
    if value.text == page.text:
        return True
    return not value.numeric and page.text in (value.text + "'s", value.text + "'")


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


def stand_in(value: str, page: Passage, *, whole: bool, same: SameWord = same_word, unit: str = "") -> bool:
    """Whether the value's words stand in the page's text.

    With `whole` they must fill complete parts of it, parts being what separators set apart: a key or a text with digits
    is not found inside a longer name ("100 metres" in "100 metres hurdles"). `unit` is the unit that a bare number is
    in: another unit beside it on the page makes it another quantity.
    """
    wanted = tokens(value)
    if all(is_symbol(word) for word in wanted) or negations(page.words) - negations(wanted):
        return False
    if any(word.numeric for word in wanted):
        return any(
            (page.is_bounded(start, end) or not whole)
            and not _is_fragment(wanted, page, start, end)
            and not _has_other_unit(page, end, unit)
            for start, end in _runs(wanted, page.words, same)
        )
    return _fills_parts(wanted, page) if whole else _parts_stand(wanted, page)


def _has_other_unit(page: Passage, end: int, unit: str) -> bool:
    """Whether a known unit other than the expected one follows a run that ends in a bare number."""
    if not unit or page.cuts[end] or not page.words[end - 1].numeric:
        return False
    return is_unit(page.words[end].text) and canonical_unit(page.words[end].text) != unit


def negations(words: Sequence[Token]) -> frozenset[str]:
    """The negation words among tokens; "No. 5" is a number sign."""
    return frozenset(
        word.text
        for word, after in zip(words, (*words[1:], None), strict=True)
        if (word.text in _NEGATIONS or word.text.endswith("n't"))
        and not (word.text == "no" and after is not None and after.text.isdigit())
    )


def _runs(wanted: Sequence[Token], words: Sequence[Token], same: SameWord) -> list[tuple[int, int]]:
    """Where all wanted tokens stand in a row, in order."""
    length = len(wanted)
    return [
        (start, start + length)
        for start in range(len(words) - length + 1)
        if same(wanted[0], words[start])
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


def _parts_stand(wanted: Sequence[Token], page: Passage) -> bool:
    """Whether each part of the value (between its commas, brackets) stands in the page's text, each word used once."""
    free = set(range(len(page.words)))
    parts = _segments(wanted, (True, *(word.apart for word in wanted[1:])))
    for part in sorted(parts, key=len, reverse=True):
        used = _place([wanted[index] for index in part], page, free)
        if used is None:
            return False
        free -= used
    return bool(parts)


def _place(part: Sequence[Token], page: Passage, free: set[int]) -> set[int] | None:
    """Free positions that carry one part of a value: a run, words of one part of the page, or several whole parts."""
    for start, end in _runs(part, page.words, same_word):
        if free.issuperset(range(start, end)):
            return set(range(start, end))
    segments = [[index for index in segment if index in free] for segment in _segments(page.words, page.cuts)]
    for segment in segments:
        if (used := _pick(part, page, segment)) is not None:
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
    """Positions of whole segments that together hold exactly the part's words ("Smith, John" for John Smith)."""
    left = list(part)
    used: set[int] = set()
    for segment in segments:
        taken = [_take(left, page.words[index]) for index in segment]
        if all(taken):
            used.update(segment)
        else:
            left.extend(want for want in taken if want)
    return used if not left else None


def _take(left: list[Token], word: Token) -> Token | None:
    """Removes and returns the wanted token that this word is, if any."""
    found = next((want for want in left if same_word(want, word)), None)
    if found is not None:
        left.remove(found)
    return found


def _fills_parts(wanted: Sequence[Token], page: Passage) -> bool:
    """Whether the value fills complete parts of the page's text: a bounded run, or whole segments in another order."""
    if any(page.is_bounded(start, end) for start, end in _runs(wanted, page.words, same_word)):
        return True
    plain = [word for word in wanted if not is_symbol(word)]
    return _whole_segments(plain, page, _segments(page.words, page.cuts)) is not None


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
    spoiled = any(negations(pages[index].words) - negations(wanted) for index in counts)
    return () if spoiled else tuple(index for index, _ in counts.most_common())


def _holds(group: Sequence[Token], page: Passage) -> bool:
    """Whether the tokens stand in a row on the page, and not as a fragment of something longer."""
    return any(
        not _is_fragment(group, page, start, end) for start, end in _runs(group, page.words, same_word)
    )
