"""Dates as pages write them, with the precision and the doubt they carry: year, month or day; BCE, circa, uncertain.

Two dates agree at the coarser precision only when the value is the coarser one: a value never says more than the page.
Month names are English, the language of the pages we read; all-number dates count only where day and month cannot be
confused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from curation.domain.values.normalise import normalise

_MONTH_NAMES = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
_MONTH = rf"(?P<month>{'|'.join(sorted(MONTHS, key=len, reverse=True))})\.?"
_YEAR = r"(?P<year>[1-9]\d{0,3})"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_ERA = r"(?:\s?(?P<era>bce|bc|b\.c\.e?\.?|ce|ad|a\.d\.))?"
_WEEKDAY = r"(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s)?"
_BEFORE = (
    r"(?P<circa>(?:c\.|ca\.?|circa|about|around|approximately|~)\s?)?"
    r"(?P<doubt>(?:\?|probably|possibly|perhaps)\s?)?(?P<ad>ad\s)?"
)
_AFTER = r"(?P<late_doubt>\s?(?:\(\?\)|\?))?"
_FORMS = tuple(
    re.compile(_BEFORE + _WEEKDAY + form + _ERA + _AFTER)
    for form in (
        rf"{_MONTH}\s{_DAY},?\s{_YEAR}",
        rf"{_DAY}\s(?:of\s)?{_MONTH},?\s{_YEAR}",
        rf"{_DAY}-{_MONTH}-{_YEAR}",
        rf"{_MONTH},?\s(?P<year>[1-9]\d{{2,3}})",
        r"(?P<year>\d{4})-(?P<number>\d{2})-(?P<day>\d{2})",
        r"(?P<day>\d{1,2})\.\s?(?P<number>\d{1,2})\.\s?(?P<year>\d{4})",
        r"(?P<first>\d{1,2})/(?P<second>\d{1,2})/(?P<year>\d{4})",
        rf"{_YEAR}",
    )
)
_SPAN = re.compile(r"\s-\s|(?<=\d)-(?=\S)|\sto\s|\suntil\s|\s?-\s?(?=present)")
_OPEN_ENDS = {"present", "incumbent", "now", "today"}
_SEASON = re.compile(r"(?P<first>[12]\d{3})\s?[-/]\s?(?P<second>\d{2}|\d{4})")
_SHARED_MONTH = re.compile(
    rf"(?P<month>{'|'.join(_MONTH_NAMES)})\s(?P<a>\d{{1,2}})\s?-\s?(?P<b>\d{{1,2}}),?\s(?P<year>\d{{4}})"
    rf"|(?P<c>\d{{1,2}})\s?-\s?(?P<d>\d{{1,2}})\s(?P<name>{'|'.join(_MONTH_NAMES)}),?\s(?P<when>\d{{4}})"
)


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date as precise as it was written. Years before the common era are negative (300 BC is -300)."""

    year: int
    month: int | None = None
    day: int | None = None
    circa: bool = False
    uncertain: bool = False

    @property
    def precision(self) -> str:
        """ "day", "month" or "year"."""
        return "day" if self.day else "month" if self.month else "year"

    @property
    def parts(self) -> tuple[int, int | None, int | None]:
        """Year, month and day without the marks of doubt."""
        return self.year, self.month, self.day


@dataclass(frozen=True, slots=True)
class DateSpan:
    """From one date to another; `end` is None for a span that is still open."""

    start: PartialDate
    end: PartialDate | None


@lru_cache(maxsize=1 << 16)
def parse_date(text: str) -> PartialDate | None:
    """The date that the text wholly is, or None. Three-digit and shorter years need an era or circa ("AD 79")."""
    text = normalise(text)
    matches = (form.fullmatch(text) for form in _FORMS)
    match = next((found for found in matches if found), None)
    return None if match is None else _build(match.groupdict())


def _build(found: dict[str, str | None]) -> PartialDate | None:
    """A date from matched groups, or None when it is ambiguous or no such day exists."""
    month, day = _month_and_day(found)
    year = int(found["year"] or 0)
    dated = bool(found.get("era") or found.get("ad") or found["circa"] or month)
    if not year or (year < 1000 and not dated) or not _exists(year, month, day):
        return None
    before = (found.get("era") or "").startswith("b")
    return PartialDate(
        -year if before else year,
        month,
        day,
        circa=bool(found["circa"]),
        uncertain=bool(found["doubt"] or found["late_doubt"]),
    )


def _month_and_day(found: dict[str, str | None]) -> tuple[int | None, int | None]:
    """Month and day; an all-number date in an order that cannot be known gives (0, 0), which is no date."""
    name, number, day = found.get("month"), found.get("number"), found.get("day")
    if found.get("first"):
        first, second = int(found["first"] or 0), int(found["second"] or 0)
        if first != second and first <= 12 and second <= 12:
            return 0, 0
        return (second, first) if first > 12 else (first, second)
    month = MONTHS[name] if name else int(number) if number else None
    return month, int(day) if day else None


def _exists(year: int, month: int | None, day: int | None) -> bool:
    """Whether the calendar has such a month and day."""
    if month is None:
        return True
    if not 1 <= month <= 12:
        return False
    longest = (
        29 if month == 2 and year % 4 == 0 else 28 if month == 2 else 30 if month in {4, 6, 9, 11} else 31
    )
    return day is None or 1 <= day <= longest


@lru_cache(maxsize=1 << 16)
def parse_span(text: str) -> DateSpan | None:
    """The span the text wholly is, or None: "1995–96", "January 3, 1973 – January 3, 1977", "2003 – present"."""
    text = normalise(text)
    if season := _SEASON.fullmatch(text):
        return _season(season["first"], season["second"])
    if shared := _SHARED_MONTH.fullmatch(text):
        return _within_month(shared)
    for cut in _SPAN.finditer(text):
        start, rest = parse_date(text[: cut.start()]), text[cut.end() :].strip()
        end = parse_date(rest)
        if start and (end or rest in _OPEN_ENDS):
            return DateSpan(start, end)
    return None


def _season(first: str, second: str) -> DateSpan | None:
    """1995-96 and 1995-1996: the second year written short takes the century of the first, or the next one."""
    start = int(first)
    end = int(second) if len(second) == 4 else start - start % 100 + int(second)
    end += 100 if len(second) == 2 and end < start else 0
    return DateSpan(PartialDate(start), PartialDate(end)) if start < end <= start + 200 else None


def _within_month(match: re.Match[str]) -> DateSpan | None:
    """Two days of one month, as in January 3–5, 1973."""
    month, year = MONTHS[match["month"] or match["name"]], int(match["year"] or match["when"])
    days = int(match["a"] or match["c"]), int(match["b"] or match["d"])
    if not all(_exists(year, month, day) for day in days):
        return None
    return DateSpan(PartialDate(year, month, days[0]), PartialDate(year, month, days[1]))


def compare_dates(value: PartialDate, page: PartialDate) -> str | None:
    """How the page's date supports the value: "" when equal, a note on precision or doubt, None when it does not."""
    if (value.circa and not page.circa) or (value.uncertain and not page.uncertain):
        return None
    notes = ["the page says circa"] if page.circa and not value.circa else []
    notes += ["the page marks it as uncertain"] if page.uncertain and not value.uncertain else []
    if value.parts == page.parts:
        return "; ".join(notes)
    shown = {"year": (page.year, None, None), "month": (page.year, page.month, None), "day": page.parts}
    if value.parts != shown[value.precision]:
        return None
    return "; ".join([f"compared at the {value.precision}; the page gives the {page.precision}", *notes])


def compare_spans(value: DateSpan, page: DateSpan) -> str | None:
    """As `compare_dates`, for both ends of a span; an open end agrees only with an open end."""
    if (value.end is None) != (page.end is None):
        return None
    start = compare_dates(value.start, page.start)
    end = "" if value.end is None or page.end is None else compare_dates(value.end, page.end)
    if start is None or end is None:
        return None
    return "; ".join(dict.fromkeys(note for note in (start, end) if note))
