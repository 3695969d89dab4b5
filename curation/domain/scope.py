"""What a question asks for, read by rule: its partitions, limits and the words that narrow it (Algorithm 1, line 3).

Partitions are the things a question counts off: "Chiapas, Morelos and Veracruz", "the 94th and the 99th Congress", "by
continent". A model may replace this reading later; what it gives is only ever a lead, never evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from curation.domain.contract import Contract
from curation.domain.names import stem, words
from curation.domain.values.units import canonical_unit, is_unit


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


NUMBER_WORDS = {
    word: number
    for number, group in enumerate(
        (
            "zero",
            "one first",
            "two second",
            "three third",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
        )
    )
    for word in group.split()
}
# Groupings that a question may name without counting them off.
GROUPINGS = {
    "continent": ("Africa", "Antarctica", "Asia", "Europe", "North America", "Oceania", "South America"),
    "month": (
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
    "weekday": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
FUNCTION_WORDS = _words(
    "in of for at the from by on during to their its a an with between both also under within each every"
)
# Words that say how rows are picked, not what they are about.
ASKING_WORDS = _words(
    "which what who whose where when how many list give all every each name show find that were was is are did do does "
    "have has had and or as not plus only given stand finished"
)
# A partition named by fewer letters (a block, a grade) names no page.
MIN_PARTITION = 3
LAST_YEAR = 9999
_SENTENCE = re.compile(r"(?<=[.?!;:])\s+(?=[A-Z(])")
_SEPARATOR = re.compile(r",?\s+(?:and|or|&)\s+|,\s+|;\s+", re.IGNORECASE)
_CONJUNCTION = re.compile(r"\b(?:and|or)\b|&", re.IGNORECASE)
_LISTED = re.compile(r"\((?P<names>[^()]*,[^()]*)\)")
_TOKEN = re.compile(r"\([^()]*\)|[^\s,;()]+")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)\Z|\d{4}\Z")
_NAMELIKE = re.compile(r"\(|[A-Z]|\d+(?:st|nd|rd|th)?\Z|\d{4}\b")
_JOINERS = _words("of the de la van von da di del and")
_AT_LEAST = r"(?P<least>at least|no less than|minimum of|from|>=|≥)"
_OVER = r"(?P<over>more than|over|above|exceeding|taller than|longer than|larger than|greater than)"
_AT_MOST = r"(?P<most>at most|no more than|up to|<=|≤)"
_UNDER = r"(?P<under>less than|fewer than|under|below|shorter than|smaller than)"
# A unit, or the first word of a noun: "ft", "km²", "%", "square miles", "people".
_UNIT = r"(?:(?:sq|square|cubic)\.?\s+)?[^\W\d_]+[²³23]?|%"
_BOUND = re.compile(
    rf"(?:{_AT_LEAST}|{_OVER}|{_AT_MOST}|{_UNDER})\s+(?P<number>\d[\d,]*(?:\.\d+)?)\s*(?P<unit>{_UNIT})?",
    re.IGNORECASE,
)
_AND_MORE = re.compile(
    rf"(?P<number>\d[\d,]*(?:\.\d+)?)\s*(?P<unit>{_UNIT})?\s+(?:or|and)\s+"
    r"(?P<word>more|higher|taller|above|over|larger|less|fewer|lower|under|below)\b",
    re.IGNORECASE,
)
_YEAR = r"(?:1\d{3}|20\d{2})"
_SPAN = re.compile(
    rf"\bbetween\s+(?P<low>{_YEAR})\s+and\s+(?P<high>{_YEAR})\b"
    rf"|\b(?P<first>{_YEAR})\s*(?:to|until|through|[-–—])\s*(?P<last>{_YEAR})\b",
    re.IGNORECASE,
)
_SOON_YEAR = re.compile(rf"[^.?!\d]{{0,40}}\b(?P<year>{_YEAR})\b")
_DECADE = re.compile(r"\b(?P<low>(?:1\d{2}|20\d)0)['’]?s\b")
_OPEN_SPAN = re.compile(rf"\b(?P<word>since|after|before|until)\s+(?P<year>{_YEAR})\b", re.IGNORECASE)
_TOP = re.compile(r"\b(?:top|first|best)\s+(?P<number>\d+|[a-z]+)\b", re.IGNORECASE)
_PODIUM = re.compile(
    r"\bpodiums?\b|\bfirst,?\s+second,?\s+(?:and\s+)?third\b(?=\s*(?:[,.;:?!]|$|places?\b|in\b|at\b|of\b))",
    re.IGNORECASE,
)
_GROUPED = re.compile(r"\b(?:by|per|for each|for every|on each|in each)\s+(?P<noun>[a-z]+)\b", re.IGNORECASE)
_LESS = frozenset({"less", "fewer", "lower", "under", "below"})


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit stated in numbers: "at least 400 ft", "top three". `kind` is `least`, `most` or `top`.

    `strict` bounds leave the number itself out; `year` is the one that the question names soon after ("in 2011");
    `measure` is the one name of a known unit, however the question writes it ("feet", "sq mi").
    """

    kind: str
    number: float
    unit: str = ""
    noun: str = ""
    strict: bool = False
    year: str = ""
    measure: str = ""

    def allows(self, number: float) -> bool:
        """Whether a number keeps within the limit."""
        if self.kind == "least":
            return number > self.number or (number == self.number and not self.strict)
        return number < self.number or (number == self.number and not self.strict)


@dataclass(frozen=True, slots=True)
class Years:
    """A span of years, both ends in it: "from 1936 to 1950", "in the 1950s", "since 1990"."""

    low: int
    high: int

    def allows(self, years: Iterable[int]) -> bool:
        """Whether one of the years lies in the span."""
        return any(self.low <= year <= self.high for year in years)


@dataclass(frozen=True, slots=True)
class Item:
    """One counted-off thing: its name as the question writes it, its content words, the count it belongs to."""

    name: str
    words: frozenset[str]
    group: int


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of a question: counted-off items, limits in numbers and in years, and all its content words (stems)."""

    items: tuple[Item, ...] = ()
    limits: tuple[Limit, ...] = ()
    words: frozenset[str] = frozenset()
    text: str = ""
    years: tuple[Years, ...] = ()

    @property
    def partitions(self) -> tuple[str, ...]:
        """Names of all items, each once."""
        return tuple(dict.fromkeys(item.name for item in self.items))

    def group(self, number: int) -> tuple[Item, ...]:
        """The items of one count."""
        return tuple(item for item in self.items if item.group == number)


def infer_scope(question: str) -> Scope:
    """Read a question. A question that counts nothing off and states no limit has an empty scope but for its words."""
    items: list[Item] = []
    for names in _counts(question):
        group = len({item.group for item in items})
        items += [Item(name, frozenset(words(_plain(name))), group) for name in names]
    plain = _SPAN.sub(" ", question)
    return Scope(tuple(items), _limits(plain), question_words(question), question, _years(question))


def scope_of(question: str, contract: Contract) -> Scope:
    """The scope of a question under its contract: partitions that the contract states take the place of guessed ones.

    They replace a count that shares a name with them, and stand in where the question counts nothing off. A count of
    nothing but words of the contract's columns ("Hebrew and Arabic name") counts columns, not things.
    """
    scope = _without_columns(infer_scope(question), contract)
    stated = [partition.name for partition in contract.partitions if len(partition.name) >= MIN_PARTITION]
    shared = [item.group for item in scope.items if item.name in stated]
    if not stated or (scope.items and not shared):
        return scope
    group = shared[0] if shared else 0
    kept = tuple(item for item in scope.items if item.group != group)
    return replace(scope, items=(*kept, *(Item(name, frozenset(words(name)), group) for name in stated)))


def _without_columns(scope: Scope, contract: Contract) -> Scope:
    asked = frozenset(word for column in contract.columns for word in words(column.name))
    about = {
        group
        for group in {item.group for item in scope.items}
        if sum(item.words <= asked for item in scope.group(group)) * 2 < len(scope.group(group))
    }
    return replace(scope, items=tuple(item for item in scope.items if item.group in about))


def question_words(text: str) -> frozenset[str]:
    """Stems of the content words of a text; both halves of hyphenated words, possessives without their ending."""
    return frozenset(word for word in words(text) if word not in ASKING_WORDS)


def _plain(name: str) -> str:
    return name.replace("(", " ").replace(")", " ")


def _counts(question: str) -> list[list[str]]:
    listed = [names for match in _LISTED.finditer(question) if (names := _all_names(match["names"]))]
    plain = _LISTED.sub(lambda match: " " if _all_names(match["names"]) else match[0], question)
    found = listed + [names for sentence in _SENTENCE.split(plain) for names in _counts_in(sentence)]
    grouped = _GROUPED.finditer(question)
    return found + [
        list(GROUPINGS[noun]) for match in grouped if (noun := stem(match["noun"].lower())) in GROUPINGS
    ]


def _all_names(text: str) -> list[str]:
    """The names that a bracket lists, "Berat, Dibër and Durrës"; [] when a part of it is no name."""
    chunks, _ = _split(text)
    read = [_names_in(chunk) for chunk in chunks]
    return _tidied([name for name, _, _ in read]) if all(whole for _, whole, _ in read) else []


def _counts_in(sentence: str) -> list[list[str]]:
    """Runs of neighbouring chunks that begin or end with names, joined by at least one "and" or "or"."""
    chunks, seams = _split(sentence)
    runs: list[list[str]] = []
    current: list[str] = []
    joined = False
    for index, chunk in enumerate(chunks):
        lead, whole, trail = _names_in(chunk)
        if current and lead:
            current.append(lead)
            joined = joined or _CONJUNCTION.search(seams[index - 1]) is not None
            if whole:
                continue
        if len(current) > 1 and joined:
            runs.append(_tidied(current))
        current, joined = ([trail] if trail else []), False
    if len(current) > 1 and joined:
        runs.append(_tidied(current))
    return runs


def _split(sentence: str) -> tuple[list[str], list[str]]:
    """Chunks between separators, and the separators; brackets are not split."""
    chunks: list[str] = []
    seams: list[str] = []
    at = 0
    for match in _SEPARATOR.finditer(sentence):
        if sentence.count("(", 0, match.start()) == sentence.count(")", 0, match.start()):
            chunks.append(sentence[at : match.start()])
            seams.append(match.group())
            at = match.end()
    return [*chunks, sentence[at:].rstrip(".?!:")], seams


def _names_in(chunk: str) -> tuple[str, bool, str]:
    """The name a chunk begins with, whether it is all of the chunk, and the name it ends with."""
    tokens = _TOKEN.findall(chunk)
    while tokens and tokens[0].casefold() in FUNCTION_WORDS:
        tokens.pop(0)
    tokens = [token.rstrip(":") for token in tokens]
    lead = _run(tokens)
    trail = _run(tokens[::-1])[::-1]
    return " ".join(lead), bool(tokens) and len(lead) == len(tokens), " ".join(trail)


def _run(tokens: Sequence[str]) -> list[str]:
    """The longest run of name-like tokens from the start; "of", "the" may stand inside."""
    taken: list[str] = []
    kept = 0
    for token in tokens:
        if _NAMELIKE.match(token):
            taken.append(token)
            kept = len(taken)
        elif taken and token in _JOINERS:
            taken.append(token)
        else:
            break
    return taken[:kept]


def _tidied(names: Sequence[str]) -> list[str]:
    """Names of one count: a bare ordinal takes the owner before it; question words in front are dropped."""
    out: list[str] = []
    owner = ""
    for name in _same_shape([*names]):
        tokens = [token for token in name.split() if token.casefold() not in ASKING_WORDS]
        if any(token.endswith(("'s", "’s")) for token in tokens):
            owner = tokens[0]
        elif owner and tokens and all(_ORDINAL.match(token) for token in tokens):
            tokens = [owner, *tokens]
        out.append(" ".join(tokens))
    return [name for name in out if name]


def _same_shape(names: list[str]) -> list[str]:
    """Among bare ordinals the first and the last lose the noun they share: "94th and 99th United States Congress".

    A year or two among names are a date, not things: "in 2011, Berat and Durrës".
    """
    bare = [all(_ORDINAL.match(token) for token in name.split()) for name in names]
    first, last = names[0].split(), names[-1].split()
    opens = bare[0] or (_ORDINAL.match(first[-1]) is not None and not _owns(first))
    closes = bare[-1] or _ORDINAL.match(last[0]) is not None
    if len(names) > 1 and opens and closes and all(bare[1:-1]) and not (bare[0] and bare[-1]):
        return [names[0] if bare[0] else first[-1], *names[1:-1], names[-1] if bare[-1] else last[0]]
    if sum(bare) * 2 < len(bare):
        return [name for name, plain in zip(names, bare, strict=True) if not plain or not name[:4].isdigit()]
    return names


def _owns(tokens: Sequence[str]) -> bool:
    return any(token.endswith(("'s", "’s")) for token in tokens)


def _limits(question: str) -> tuple[Limit, ...]:
    found = [_bound(match, question) for match in _BOUND.finditer(question)]
    for match in _AND_MORE.finditer(question):
        kind = "most" if match["word"].lower() in _LESS else "least"
        number, noun = _number(match["number"]), _beside(match, question)
        found.append(Limit(kind, number, _unit(match), noun, measure=_measure(match)))
    found += [Limit("top", number) for number in _top_numbers(question) if number > 0]
    return tuple(dict.fromkeys(found))


def _top_numbers(question: str) -> Iterator[int]:
    """How many first places a question asks for: "top three", "first, second and third", "the podium"."""
    if _PODIUM.search(question):
        yield 3
        return
    for match in _TOP.finditer(question):
        digits = match["number"]
        yield NUMBER_WORDS.get(digits.lower()) or (int(digits) if digits.isdigit() else 0)


def _bound(match: re.Match[str], question: str) -> Limit:
    kind = "least" if match["least"] or match["over"] else "most"
    strict = bool(match["over"] or match["under"])
    soon = _SOON_YEAR.match(question, match.end())
    year = soon["year"] if soon is not None else ""
    return Limit(
        kind, _number(match["number"]), _unit(match), _beside(match, question), strict, year, _measure(match)
    )


def _unit(match: re.Match[str]) -> str:
    """The unit as column names are compared: its stem, "km2" for km²."""
    found = words(match["unit"] or "")
    return found[-1] if found and found[-1] not in FUNCTION_WORDS | ASKING_WORDS else ""


def _measure(match: re.Match[str]) -> str:
    return canonical_unit(match["unit"]) if _unit(match) and is_unit(match["unit"]) else ""


def _years(question: str) -> tuple[Years, ...]:
    found = [
        Years(int(match["low"] or match["first"]), int(match["high"] or match["last"]))
        for match in _SPAN.finditer(question)
    ]
    found += [Years(int(match["low"]), int(match["low"]) + 9) for match in _DECADE.finditer(question)]
    for match in _OPEN_SPAN.finditer(question):
        word, year = match["word"].lower(), int(match["year"])
        after = word in ("since", "after")
        found.append(
            Years(year + (word == "after"), LAST_YEAR) if after else Years(0, year - (word == "before"))
        )
    return tuple(span for span in dict.fromkeys(found) if span.low <= span.high)


def _beside(match: re.Match[str], question: str) -> str:
    """The words just before a limit: what it is about when it states no unit ("a population of at least 2,000")."""
    return " ".join(
        word for word in question[: match.start()].split()[-3:] if word.casefold() not in FUNCTION_WORDS
    )


def _number(text: str) -> float:
    return float(text.replace(",", ""))
