"""How values of one column are written: number grouping, decimal mark, layout, date form, dashes, spelling.

A facet reads one aspect of a value and names its form, or says nothing about it; a column in which a facet finds two
forms is written two ways.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from audit.domain.findings import Severity
from audit.domain.placeholders import is_placeholder
from curation.domain.contract import Column, ColumnType
from curation.domain.values.dates import MONTHS, parse_date, parse_span
from curation.domain.values.normalise import fold_diacritics, normalise
from curation.domain.values.units import is_unit, parse_quantities

NUMERIC = frozenset({ColumnType.INTEGER, ColumnType.NUMBER, ColumnType.QUANTITY, ColumnType.PERCENT})
DATED = frozenset({ColumnType.DATE, ColumnType.YEAR})
MOSTLY = 0.8
MOST_FORMS = 4

_SPACE = "\u00a0\u2009\u202f "
_NUMBER = re.compile(rf"\.?\d(?:[\d.,'{_SPACE}]*\d)?")
_WHOLE = re.compile(rf"(?<![\d.,])(\d{{1,3}}(?:([,.'{_SPACE}])\d{{3}})+|\d{{4,}})(?![\d])")
_COMMA_DECIMAL = re.compile(r"\d,(?:\d{1,2}|\d{4,})(?!\d)")
_DOT_DECIMAL = re.compile(r"(?<![\d.])\d*\.(?:\d{1,2}|\d{4,})(?![\d.])")
_MINUS = re.compile(r"(?:^|(?<=[\s(]))([-−–‐])(?=[\d.])")
_RANGE_DASH = re.compile(r"(?<=\d)\s?([-–—‐−])\s?(?=\d)")
MONTH_NAMES = frozenset(name for name in MONTHS if len(name) > 3 and name != "sept") | {"may"}
_SPAN = re.compile(r"\s[-–—]\s|\sto\s")
_SEASON = re.compile(r"\d{4}\s?[-–—/]\s?\d{2}(?!\d)(?![-–—/]\d)")
_MONTH_WORD = re.compile("|".join(rf"\b{name}\b\.?" for name in sorted(MONTHS, key=len, reverse=True)))


@dataclass(frozen=True, slots=True)
class Facet:
    """One aspect of how a value is written. `read` gives the form, "" where the aspect does not occur."""

    name: str
    severity: Severity
    read: Callable[[str], str]


def facets_for(column: Column, values: Sequence[str]) -> tuple[Facet, ...]:
    """The aspects that make sense for a column, by its type and by what most of its values are."""
    written = [value for value in values if value.strip() and not is_placeholder(value)]
    if column.type is ColumnType.ID or not written:
        return (MISSING,)
    if column.type in NUMERIC or _mostly(written, lambda value: _is_measure(value, column)):
        return (GROUPING, SHORT_GROUPING, DECIMAL, LAYOUT, MINUS, RANGE_DASH, MISSING)
    if column.type in DATED or _mostly(written, lambda value: bool(parse_date(value) or parse_span(value))):
        return (DATE_FORM, RANGE_DASH, MISSING)
    return (RANGE_DASH, MISSING)


def spelling_key(value: str) -> str:
    """One key for every way of writing a word: case, accents, quotes and spaces are evened out."""
    return fold_diacritics(normalise(value))


def _is_measure(value: str, column: Column) -> bool:
    """Whether a value is nothing but numbers with known units or none ("2005 Spanish Grand Prix" is a name)."""
    found = parse_quantities(value, column.decimal)
    units = {item.unit for item in found if item.unit}
    return bool(found) and all(
        is_unit(unit.replace("_", " ")) or "**" in unit or "/" in unit for unit in units
    )


def _mostly(values: Sequence[str], test: Callable[[str], bool]) -> bool:
    return len(values) > 2 and sum(map(test, values)) >= MOSTLY * len(values)


def _grouping(value: str) -> str:
    """How five and more digits are grouped: "," " " "." "'" or "none"."""
    for match in _WHOLE.finditer(value):
        if sum(char.isdigit() for char in match[1]) > 4:
            return _separator(match)
    return ""


def _short_grouping(value: str) -> str:
    """The same for numbers of four digits, which many styles leave alone."""
    for match in _WHOLE.finditer(value):
        if sum(char.isdigit() for char in match[1]) == 4:
            return _separator(match)
    return ""


def _separator(match: re.Match[str]) -> str:
    separator = match[2]
    return "none" if not separator else "space" if separator in _SPACE else separator


def _decimal(value: str) -> str:
    if _COMMA_DECIMAL.search(value):
        return "comma"
    return "point" if _DOT_DECIMAL.search(value) else ""


def _layout(value: str) -> str:
    """The value with every number as 0: "947 (289)" and "658 (201)" are both "0 (0)"."""
    if not any(char.isdigit() for char in value):
        return ""
    pattern = " ".join(_NUMBER.sub("0", value).split())
    return re.sub(r"^[-+−–±]\s?(?=0)", "", pattern)


def _month_word(match: re.Match[str]) -> str:
    """ "Month" for a name written out, "Mon" for a short one."""
    return "Month" if match[0] in MONTH_NAMES else "Mon"


def _date_form(value: str) -> str:
    """The value with its month, day and year replaced by what they are: "D Month YYYY". Of a span, each form once."""
    text = _MONTH_WORD.sub(_month_word, value.casefold())
    text = _SEASON.sub("YYYY-YY", " ".join(text.split()))
    parts = [part for part in _SPAN.split(text) if any(char.isdigit() for char in part)]
    forms = [re.sub(r"\d{1,2}(?:st|nd|rd|th)?", "D", re.sub(r"\d{4}", "YYYY", part)) for part in parts]
    return " – ".join(dict.fromkeys(forms)) or ("YYYY-YY" if "YYYY-YY" in text else "")


def _first(pattern: re.Pattern[str]) -> Callable[[str], str]:
    def read(value: str) -> str:
        found = pattern.search(value)
        return found[1] if found else ""

    return read


def _missing(value: str) -> str:
    return value.strip() if is_placeholder(value) else ""


GROUPING = Facet("grouping", Severity.HYGIENE, _grouping)
SHORT_GROUPING = Facet("grouping of four digits", Severity.HYGIENE, _short_grouping)
DECIMAL = Facet("decimal mark", Severity.BLOCKING, _decimal)
LAYOUT = Facet("layout", Severity.HYGIENE, _layout)
DATE_FORM = Facet("date form", Severity.HYGIENE, _date_form)
MINUS = Facet("minus sign", Severity.SUGGESTION, _first(_MINUS))
RANGE_DASH = Facet("dash", Severity.SUGGESTION, _first(_RANGE_DASH))
MISSING = Facet("missing value", Severity.HYGIENE, _missing)
