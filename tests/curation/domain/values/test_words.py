"""Words of a value inside a page's text."""

import pytest

from curation.domain.values.words import (
    AMONG_OTHERS,
    REORDERED,
    Strictness,
    carried_together,
    passage,
    same_numeral,
    stand_in,
)

WHOLE = Strictness(whole=True)


def stands(value: str, text: str, how: Strictness | None = None, links: tuple[str, ...] = ()) -> str | None:
    return stand_in(value, passage(text, links), how or Strictness())


@pytest.mark.parametrize(
    ("value", "text", "note"),
    [
        ("U.S. Open", "U.S. Open (2)", ""),
        ("Carl Albert", "Speaker Carl Albert", AMONG_OTHERS),
        ("Albert Carl", "Carl Albert", REORDERED),
        ("John Smith", "Smith, John", REORDERED),
        ("Andy Bean, Mike Reid", "Mike Reid\nAndy Bean", REORDERED),
        ("Iowa", "Iowa's 1st congressional district", AMONG_OTHERS),
        ("Andy Reid, Mike Bean", "Andy Bean\nMike Reid", None),
        ("Alan Torvalds", "Linus Torvalds, Alan Cox", None),
        ("Linus", "chines", None),
        ("profit", "non-profit", None),
        ("Women'", "Women's Singles", None),
        ("Cox Cox", "Alan Cox", None),
        ("", "anything", None),
        ("†", "12 †", None),
        ("1 ()", "1 (2)", None),
    ],
)
def test_words(value: str, text: str, note: str | None) -> None:
    assert stands(value, text) == note


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("123", "1234"),
        ("9", "39"),
        ("3", "1:31.3"),
        ("12", "−12"),
        ("5", "5%"),
        ("1", "1 032 km"),
        ("5", "5 million"),
        ("6.8", "6.8 × 10^2"),
        ("300", "300 BC"),
        ("100", "over 100 people"),
        ("100", "more than 100 people"),
        ("12", "minus 12"),
        ("10", "10 – 20"),
        ("20", "10 – 20"),
        ("1973", "1973 – present"),
        ("3", "January 3, 1973"),
        ("3", "3 January 1973"),
        ("5 ft", "5 ft 11 in"),
        ("11 in", "5 ft 11 in"),
        ("100 metres", "4 × 100 metres"),
        ("21", "21="),
        ("2", "92.90637(2)"),
        ("1,032 mi", "1,032 km (641 mi)"),
        ("11 4", "4 (11)"),
        ("0 (0)", "0 (5)"),
        ("January 3, 1977 – January 3, 1973", "January 3, 1973 – January 3, 1977"),
    ],
)
@pytest.mark.requirement("X5")
def test_a_part_of_a_number_date_or_quantity_is_not_it(value: str, text: str) -> None:
    assert stands(value, text) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1801", "Charles Hatchett (1801)"),
        ("1801", "1801 – Niobium"),
        ("7", "No. 7"),
        ("12", "12 †"),
        ("641", "1,032 km (641 mi)"),
        ("2003", "Athletics at the 2003 Summer Universiade"),
        ("Iowa 1st", "Iowa's 1st congressional district"),
        ("12 May 2003", "12 May 2003 in Japan"),
    ],
)
def test_a_number_that_stands_there(value: str, text: str) -> None:
    assert stands(value, text) is not None


@pytest.mark.parametrize(
    "text", ["not supported", "it is never supported", "isn't supported", "supported by none"]
)
@pytest.mark.requirement("X5")
def test_a_negation_is_not_passed_over(text: str) -> None:
    assert stands("supported", text) is None


@pytest.mark.parametrize(
    ("value", "text", "links", "found"),
    [
        ("100 metres", "100 metres hurdles details", ("details",), False),
        ("100 metres hurdles", "100 metres hurdles details", ("details",), True),
        ("100 metres", "100 metres details", ("details",), True),
        ("100 metres", "100 metres hurdles", ("100 metres",), False),
        ("Korea", "North Korea", (), False),
        ("Smith, John", "John Smith", (), False),
        ("John Smith", "Smith, John", (), True),
        ("Dominguez de Comitan", "Comitan de Dominguez", (), False),
    ],
)
def test_a_whole_value_fills_complete_parts(
    value: str, text: str, links: tuple[str, ...], found: bool
) -> None:
    assert (stands(value, text, WHOLE, links) is not None) is found


def test_words_are_not_cut_away_from_a_number() -> None:
    how = Strictness(digits=True)
    assert stands("Azteca", "Azteca 7", how) is None
    assert stands("kW", "3 kW", how) is None
    assert stands("Charles Hatchett", "Charles Hatchett (1801)", how) == ""
    assert stands("Steny Hoyer", "Steny Hoyer 1981", how, ("Steny Hoyer",)) == AMONG_OTHERS


def test_grouping_may_differ_where_asked() -> None:
    assert stands("2000", "exactly 2,000 people", Strictness(same=same_numeral("."))) == AMONG_OTHERS
    assert stands("2000", "exactly 2,000 people") is None


def test_another_unit_beside_a_bare_number() -> None:
    assert stands("641", "it is 641 mi long", Strictness(unit="kilometer")) is None
    assert stands("641", "it is 641 km long", Strictness(unit="kilometer")) == AMONG_OTHERS


def test_several_parts_carry_a_value_together() -> None:
    parts = ["Women's events", "Medal summary", "Athletics at the 2003 Summer Universiade"]
    assert carried_together("Athletics (women)", parts) == (2, 0)
    assert carried_together("Athletics (men)", parts) == ()
    assert carried_together("Athletics 2005", parts) == ()
    assert carried_together("Summer 2003", parts) == ()
