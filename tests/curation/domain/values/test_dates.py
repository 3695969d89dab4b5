"""Dates with their precision and doubt."""

import pytest

from curation.domain.values.dates import compare_dates, compare_spans, parse_date, parse_span


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("January 3, 1973", (1973, 1, 3)),
        ("3 January 1973", (1973, 1, 3)),
        ("Jan 3, 1973", (1973, 1, 3)),
        ("Wednesday, 3 January 1973", (1973, 1, 3)),
        ("3rd of January 1973", (1973, 1, 3)),
        ("1973-01-03", (1973, 1, 3)),
        ("3.1.1973", (1973, 1, 3)),
        ("13/1/1973", (1973, 1, 13)),
        ("January 1973", (1973, 1, None)),
        ("1973", (1973, None, None)),
        ("300 BC", (-300, None, None)),
        ("300 BCE", (-300, None, None)),
        ("AD 79", (79, None, None)),
        ("c. 300 BC", (-300, None, None)),
        ("1815?", (1815, None, None)),
    ],
)
def test_what_is_a_date(text: str, parts: tuple[int, int | None, int | None]) -> None:
    date = parse_date(text)
    assert date is not None
    assert date.parts == parts


@pytest.mark.parametrize(
    "text",
    [
        "3/1/1973",
        "February 30, 1973",
        "79",
        "13",
        "10,000",
        "0300 BC",
        "12 Smith",
        "",
        "May",
        "January 3, 1973 in Rome",
    ],
)
def test_what_is_no_date(text: str) -> None:
    assert parse_date(text) is None


def test_doubt_is_kept() -> None:
    assert parse_date("circa 1900").circa  # type: ignore[union-attr]  # it is a date
    assert parse_date("? 1815").uncertain  # type: ignore[union-attr]  # it is a date


@pytest.mark.parametrize(
    ("value", "page", "note"),
    [
        ("3 January 1973", "January 3, 1973", ""),
        ("1973", "January 3, 1973", "compared at the year; the page gives the day"),
        ("January 1973", "3 January 1973", "compared at the month; the page gives the day"),
        ("1900", "c. 1900", "the page says circa"),
        ("January 3, 1973", "1973", None),
        ("c. 1900", "1900", None),
        ("January 4, 1973", "January 3, 1973", None),
        ("300 BC", "AD 300", None),
        ("1974", "January 3, 1973", None),
    ],
)
@pytest.mark.requirement("X5")
def test_a_value_never_says_more_than_the_page(value: str, page: str, note: str | None) -> None:
    one, other = parse_date(value), parse_date(page)
    assert one is not None
    assert other is not None
    assert compare_dates(one, other) == note


@pytest.mark.parametrize(
    ("value", "page", "is_same"),
    [
        ("1995–1996", "1995–96", True),
        ("1995/96", "1995–96", True),
        ("1999–00", "1999–2000", True),
        ("1995–97", "1995–96", False),
        ("3 January 1973 – 3 January 1977", "January 3, 1973 – January 3, 1977", True),
        ("January 3, 1977 – January 3, 1973", "January 3, 1973 – January 3, 1977", False),
        ("May 19, 1981 – Present", "19 May 1981 – present", True),
        ("May 19, 1981 – May 19, 1983", "May 19, 1981 – Present", False),
        ("3–5 May 1990", "May 3–5, 1990", True),
    ],
)
def test_spans(value: str, page: str, is_same: bool) -> None:
    one, other = parse_span(value), parse_span(page)
    assert one is not None
    assert other is not None
    assert (compare_spans(one, other) is not None) is is_same


@pytest.mark.parametrize("text", ["1973", "6–4", "1995–95", "12–13 points", "1977–1973"])
def test_what_is_no_span(text: str) -> None:
    assert parse_span(text) is None
