"""The witness ladder: does the content of a locator support a value, and at which rung (design §6).

exact → normalised → typed → link alias → words; below that a value is unsupported. Nothing here measures likeness: a
changed digit, letter, sign, unit, date or negation is another value.

Which content speaks for a value:

- a table cell or infobox value (`Part.CELL`) speaks for itself; its headers only lend it their unit. A value that
  stands in the title, a caption or another column is not supported by a cell that says something else.
- a list item or a sentence comes first, then its context; content at any rung goes before context at a better one.
- a column that the page carries in its title, section path, caption or group row is read with a reading whose content
  is that context: `context_reading` makes one. Several such parts may carry a value together, each word whole in one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType

from curation.domain.content import Content, Link
from curation.domain.contract import Column, ColumnType, Contract
from curation.domain.locators import Part, Reading
from curation.domain.values.normalise import fold_diacritics, normalise, normalise_id, normalise_lines
from curation.domain.values.tokens import is_symbol, tokens
from curation.domain.values.typed import NUMERIC, compare_typed, expected_unit, shows_units
from curation.domain.values.units import si_prefixes
from curation.domain.values.words import (
    Strictness,
    carried_together,
    negations,
    passage,
    same_numeral,
    same_word,
    stand_in,
)

Aliases = Mapping[str, Collection[str]]
NO_ALIASES: Aliases = MappingProxyType({})
FOLDED = "diacritics folded"

_SURROUNDINGS = (Part.GROUP, Part.CAPTION, Part.SECTION, Part.TITLE)
_FALLBACK = frozenset({*_SURROUNDINGS, Part.LABEL})
_HEADERS = frozenset({Part.COLUMN_HEADER, Part.LABEL, Part.ROW_HEADER})
_DISAMBIGUATION = re.compile(r"\s\([^()]*\)$")
_SPAN_DASH = re.compile(r"\s+[-–—]\s+")
_LIST_SEPARATOR = re.compile(r"\s*[;\n]\s*")


class Rung(StrEnum):
    """How a value was found, best first. Below the last rung a value is unsupported; there is no fuzzy rung."""

    EXACT = "exact"
    NORMALISED = "normalised"
    TYPED = "typed"
    LINK_ALIAS = "link_alias"
    WORDS = "words"


_ORDER = {rung: position for position, rung in enumerate(Rung)}


@dataclass(frozen=True, slots=True)
class Support:
    """The rung reached, the part of the content that carried the value, the text compared and a note for people."""

    rung: Rung
    part: Part
    compared: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class CellWitness:
    """What supports one cell and in which of its readings; both None when nothing does, or nothing needs to.

    `reading_indexes` names every reading that carried a part of a value put together from several places.
    """

    support: Support | None
    reading_index: int | None
    reading_indexes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class RowWitness:
    """The witness of a row: `witnessed` when its key cells and every non-empty cell are supported; else `reason`."""

    cells: dict[str, CellWitness]
    witnessed: bool
    reason: str | None


@dataclass(frozen=True, slots=True)
class _Question:
    """One value asked of one piece of content: how strictly, with which headers and aliases."""

    value: str
    column: Column
    whole: bool
    headers: tuple[str, ...]
    aliases: Aliases


def support(
    value: str, reading: Reading, column: Column, *, key: bool = False, aliases: Aliases = NO_ALIASES
) -> Support | None:
    """How the reading supports the value, at the best rung; None when it does not. An empty value has no support.

    With `key` a table cell must hold the value as a complete part, not inside a longer name. `aliases` gives further
    names of wiki pages (redirects) by title. Source: design §6; methods C.5 where design is silent.
    """
    if not value.strip():
        return None
    found = _support_whole(value, reading, column, key=key, aliases=aliases)
    if found is not None:
        return found
    return _support_parts(value, reading, column, aliases)


def context_reading(reading: Reading, parts: Collection[Part] = _SURROUNDINGS) -> Reading | None:
    """The same place read for a column that has no cell of its own there: group row, caption, section path and title.

    `parts` limits it to those that carry the column in the other rows. Row headers are left out, being another column
    of the row. None when the place has no such context.
    """
    around = [item for item in reading.context if item[0] in parts]
    if not around:
        return None
    return Reading(around[0][1], around[0][0], tuple(around[1:]))


def witness_row(
    values: Mapping[str, str],
    readings: Mapping[str, Sequence[Reading]],
    contract: Contract,
    *,
    aliases: Aliases = NO_ALIASES,
) -> RowWitness:
    """The witness of one row: per column its value and the readings that may carry it (Stage-Audit §3.1, App. C).

    A value of several parts ("A; B") may be carried by several readings, each part whole in one of them; so may the
    ends of a span ("A – B") when the readings, in the order of the page, hold them in that order.
    """
    cells = {
        column.name: _witness_cell(
            values.get(column.name, ""),
            readings.get(column.name, ()),
            column,
            column.name in contract.key,
            aliases,
        )
        for column in contract.columns
    }
    reason = _why_not(values, readings, contract, cells)
    return RowWitness(cells, reason is None, reason)


def _witness_cell(
    value: str, readings: Sequence[Reading], column: Column, key: bool, aliases: Aliases
) -> CellWitness:
    found = [
        (_ORDER[hit.rung], index, hit)
        for index, reading in enumerate(readings)
        if (hit := support(value, reading, column, key=key, aliases=aliases)) is not None
    ]
    if found:
        _, index, best = min(found, key=lambda item: item[:2])
        return CellWitness(best, index, (index,))
    return _witness_across(value, readings, column, aliases)


def _witness_across(value: str, readings: Sequence[Reading], column: Column, aliases: Aliases) -> CellWitness:
    """A value whose parts stand in different readings: a list in any order, both ends of a span in page order."""
    ends = _SPAN_DASH.split(value.strip())
    hits = _place_parts(_list_parts(value, column), readings, column, aliases, in_order=False)
    if not hits and len(ends) == 2:
        hits = _place_parts(ends, readings, column, aliases, in_order=True)
    if not hits:
        return CellWitness(None, None)
    indexes = tuple(dict.fromkeys(index for index, _ in hits))
    worst = max((found for _, found in hits), key=lambda found: _ORDER[found.rung])
    compared = " | ".join(dict.fromkeys(found.compared for _, found in hits))
    note = f"{len(hits)} parts from {len(indexes)} places"
    return CellWitness(Support(worst.rung, worst.part, compared, note), indexes[0], indexes)


def _place_parts(
    parts: Sequence[str], readings: Sequence[Reading], column: Column, aliases: Aliases, *, in_order: bool
) -> list[tuple[int, Support]]:
    """For every part the first reading that carries it whole, with its support; [] when a part has none.

    With `in_order` each part needs a reading after that of the part before it.
    """
    placed: list[tuple[int, Support]] = []
    for part in parts:
        first = placed[-1][0] + 1 if in_order and placed else 0
        found = (
            (index, hit)
            for index, reading in enumerate(readings)
            if index >= first
            and (hit := _support_whole(part, reading, column, key=True, aliases=aliases)) is not None
        )
        place = next(found, None)
        if place is None:
            return []
        placed.append(place)
    return placed


def _why_not(
    values: Mapping[str, str],
    readings: Mapping[str, Sequence[Reading]],
    contract: Contract,
    cells: Mapping[str, CellWitness],
) -> str | None:
    """Why a row is not witnessed, its key first; None when it is."""
    for name in [*contract.key, *(name for name in cells if name not in contract.key)]:
        value = values.get(name, "").strip()
        if name not in cells or (not value and name in contract.key):
            return (
                f"key column {name} is empty"
                if name in cells
                else f"key column {name} is not in the contract"
            )
        if value and cells[name].support is None:
            return f"{name}: “{value}” {_seen(readings.get(name, ()))}"
    strange = next((name for name, value in values.items() if value.strip() and name not in cells), None)
    return f"{strange} is not a column of the contract" if strange else None


def _seen(readings: Sequence[Reading]) -> str:
    """What was read where a value was not found, for people."""
    if not readings:
        return "has no place to be read at"
    texts = [" ".join(reading.content.text.split()) or "an empty cell" for reading in readings]
    return "does not stand at its place, which reads: " + " | ".join(
        text[:120] for text in dict.fromkeys(texts)
    )


def _support_whole(
    value: str, reading: Reading, column: Column, *, key: bool, aliases: Aliases
) -> Support | None:
    """The ladder over the content, then, where the content does not speak for itself, over its context."""
    headers = tuple(content.text for part, content in reading.context if part in _HEADERS)
    found = _climb(
        _question(value, reading.part, column, key, headers, aliases), reading.content, reading.part
    )
    if found is not None or reading.part is Part.CELL:
        return found
    around = [item for item in reading.context if item[0] in _FALLBACK]
    hits = [
        hit
        for part, content in around
        if (hit := _climb(_question(value, part, column, key, (), aliases), content, part)) is not None
    ]
    if hits:
        return min(hits, key=lambda hit: _ORDER[hit.rung])
    own = [(reading.part, reading.content)] if reading.part in _SURROUNDINGS else []
    return _carried_together(value, [*own, *around], column)


def _question(
    value: str, part: Part, column: Column, key: bool, headers: tuple[str, ...], aliases: Aliases
) -> _Question:
    """How strictly a part is asked: a cell must hold keys, ids and texts with digits as complete parts."""
    digits = column.type not in NUMERIC | {ColumnType.DATE, ColumnType.YEAR} and any(
        c.isnumeric() for c in value
    )
    whole = part is Part.CELL and (key or digits or column.type is ColumnType.ID)
    return _Question(value, column, whole, headers, aliases)


def _climb(question: _Question, content: Content, part: Part) -> Support | None:
    """The best rung at which one piece of content carries the value."""
    text = content.text
    if not text.strip() or Counter(si_prefixes(question.value)) - Counter(si_prefixes(text)):
        return None
    if question.value == text:
        return Support(Rung.EXACT, part, text)
    same = normalise_id if question.column.type is ColumnType.ID else normalise
    if same(question.value) == same(text):
        return Support(Rung.NORMALISED, part, text)
    if (marked := _with_marks(content)) != text and same(question.value) == same(marked):
        return Support(Rung.NORMALISED, part, text, "with its footnote mark")
    note = compare_typed(question.value, text, question.column, question.headers)
    if note is not None:
        return Support(Rung.TYPED, part, text, note)
    if (target := _link_alias(question, content, part)) is not None:
        return Support(Rung.LINK_ALIAS, part, text, f"the page links it to {target}")
    return _stands_in_words(question, content, part)


def _with_marks(content: Content) -> str:
    """A text as a copy has it that takes footnote marks for text, "Jimmy Hill†", but for references in brackets."""
    marks = (mark for mark in content.notes if not mark.startswith("["))
    return content.text + "".join(marks)


def _stands_in_words(question: _Question, content: Content, part: Part) -> Support | None:
    """The words rung, then the same with the diacritics of Latin letters folded, which the note says."""
    links = tuple(link.text for link in content.links)
    note = _words_note(question, question.value, content.text, links, part)
    if note is not None:
        return Support(Rung.WORDS, part, content.text, note)
    value, text = (fold_diacritics(normalise_lines(item)) for item in (question.value, content.text))
    changed = value != normalise_lines(question.value) or text != normalise_lines(content.text)
    if not changed or question.column.type is ColumnType.ID:
        return None
    if normalise(value) == normalise(text):
        return Support(Rung.WORDS, part, content.text, FOLDED)
    folded_links = tuple(fold_diacritics(normalise_lines(link)) for link in links)
    note = _words_note(question, value, text, folded_links, part)
    return (
        None
        if note is None
        else Support(Rung.WORDS, part, content.text, "; ".join(filter(None, [FOLDED, note])))
    )


def _words_note(question: _Question, value: str, text: str, links: tuple[str, ...], part: Part) -> str | None:
    column = question.column
    if column.type is ColumnType.ID and normalise_id(value) not in normalise_id(text):
        return None
    unit = expected_unit(value, column) if column.type in NUMERIC else ""
    if unit and shows_units(text, column, question.headers):
        return None
    same = same_numeral(column.decimal) if column.type in NUMERIC else same_word
    how = Strictness(question.whole, digits=part is Part.CELL, unit=unit, same=same)
    return stand_in(value, passage(text, links), how)


def _link_alias(question: _Question, content: Content, part: Part) -> str | None:
    """The title of a link in the content that is the value, when the content says nothing that the value lacks.

    A page title's redirects count as its aliases. Numbers, dates and ids have no aliases.
    """
    if question.column.type not in {ColumnType.TEXT, ColumnType.LIST}:
        return None
    wanted = normalise(question.value)
    if part is Part.TITLE and wanted in map(normalise, question.aliases.get(content.text, ())):
        return content.text
    for link in content.links:
        named = link.title and not link.fragment and _is_named(link.title, wanted, question.aliases)
        if named and _is_accounted_for(question.value, content.text, link):
            return link.title
    return None


def _is_named(title: str, wanted: str, aliases: Aliases) -> bool:
    """Whether the normalised text names a linked page: its title, with or without qualifier, or a redirect to it."""
    return wanted in _title_names(title) or wanted in map(normalise, aliases.get(title, ()))


@lru_cache(maxsize=1 << 15)
def _title_names(title: str) -> tuple[str, str]:
    """A page title normalised, and again without its bracketed qualifier."""
    return normalise(title), normalise(_DISAMBIGUATION.sub("", title))


def _is_accounted_for(value: str, text: str, link: Link) -> bool:
    """Whether all that the content says is the link or stands in the value, its digits and negations in any case."""
    words = tokens(text)
    if _is_cut_short(value, link.text):
        return False
    said = Counter(word.text for word in words if not is_symbol(word))
    named = Counter(word.text for word in (*tokens(value), *tokens(link.title or "")))
    linked = Counter(word.text for word in tokens(link.text))
    digits = {word.text for word in words if word.numeric}
    return (
        not (said - linked) - named
        and digits <= named.keys()
        and negations(words) <= negations(tokens(value))
    )


def _is_cut_short(value: str, link_text: str) -> bool:
    """Whether the value is the link's text without its first or last words: a part of the name, not another name."""
    short, full = ([word.text for word in tokens(item)] for item in (value, link_text))
    size = len(short)
    return size < len(full) and short in (full[:size], full[-size:])


def _carried_together(value: str, around: Sequence[tuple[Part, Content]], column: Column) -> Support | None:
    """Support from several parts of the context at once, reported under the part that carries the most words."""
    usable = [(part, content) for part, content in around if part in _SURROUNDINGS]
    if column.type not in {ColumnType.TEXT, ColumnType.LIST}:
        return None
    carriers = [usable[index] for index in carried_together(value, [content.text for _, content in usable])]
    if not carriers:
        return None
    note = "carried together by " + " and ".join(
        f"{part.value.replace('_', ' ')} “{content.text}”" for part, content in carriers
    )
    return Support(Rung.WORDS, carriers[0][0], " | ".join(content.text for _, content in carriers), note)


def _list_parts(value: str, column: Column) -> list[str]:
    """The parts of a value that names several things; [] when it names one, or one twice."""
    parts = [part for part in _LIST_SEPARATOR.split(value.strip()) if part]
    if len(parts) == 1 and column.type is ColumnType.LIST:
        parts = [part.strip() for part in re.split(r",\s", value) if part.strip()]
    return parts if len(parts) > 1 and len({normalise(part) for part in parts}) == len(parts) else []


def _support_parts(value: str, reading: Reading, column: Column, aliases: Aliases) -> Support | None:
    """A value of several parts, each of them whole in the content and none of them twice; their lowest rung counts."""
    parts = _list_parts(value, column)
    hits = [_support_whole(part, reading, column, key=True, aliases=aliases) for part in parts]
    found = [hit for hit in hits if hit is not None]
    if not found or len(found) != len(parts) or _uses_words_twice(parts, found, reading):
        return None
    worst = max(found, key=lambda hit: _ORDER[hit.rung])
    return Support(worst.rung, worst.part, worst.compared, f"{len(parts)} parts")


_BY_WORDS = frozenset({Rung.TYPED, Rung.WORDS})


def _uses_words_twice(parts: Sequence[str], found: Sequence[Support], reading: Reading) -> bool:
    """Whether parts that stand in the content by their words need more of a word than the content holds."""
    literal = [
        part
        for part, hit in zip(parts, found, strict=True)
        if hit.part is reading.part and hit.rung in _BY_WORDS and not hit.note.startswith(FOLDED)
    ]
    wanted = Counter(word.text for part in literal for word in tokens(part) if word.numeric)
    held = Counter(word.text for word in tokens(reading.content.text))
    return any(count > held[text] > 0 for text, count in wanted.items())
