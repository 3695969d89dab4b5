"""Numbers as pages write them."""

from decimal import Decimal

import pytest

from curation.domain.values.numbers import parse_number, same_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,032", "1032"),
        ("1 032", "1032"),
        ("1\u00a0032", "1032"),
        ("1'234'567", "1234567"),
        ("12,34,567", "1234567"),
        (".3", "0.3"),
        ("−12", "-12"),
        ("minus 12", "-12"),
        ("+24.327", "24.327"),
        ("6.8×10²", "680"),
        ("10^6", "1000000"),
        ("5e3", "5000"),
        ("1.5 million", "1500000"),
        ("3 lakh", "300000"),
        ("2 crore", "20000000"),
        ("$5 bn", "5000000000"),
        ("−$5", "-5"),
        ("5½", "5.5"),
        ("5 1/2", "5.5"),
        ("½", "0.5"),
        ("92.90637(2)", "92.90637"),
        ("c. 1900", "1900"),
        ("? 4300", "4300"),
    ],
)
def test_what_is_a_number(text: str, value: str) -> None:
    number = parse_number(text)
    assert number is not None
    assert number.value == Decimal(value)


@pytest.mark.parametrize(
    "text",
    [
        "1,23",
        "1,2345",
        "12,345,6",
        "1.2.3",
        "1:31",
        "12/5/2003",
        "21=",
        "12a",
        "--1",
        "",
        "km",
        "1995–96",
        "4.70 CR",
        "①",
    ],
)
def test_what_is_no_number(text: str) -> None:
    assert parse_number(text) is None


def test_a_decimal_comma_counts_only_where_the_column_says_so() -> None:
    german = parse_number("1.234,5", ",")
    assert german is not None
    assert german.value == Decimal("1234.5")
    assert parse_number("1.234,5", ".") is None
    assert parse_number("1.234", ",") != parse_number("1.234", ".")


def test_what_a_number_carries() -> None:
    number = parse_number("about $5.20 million")
    assert number is not None
    assert (number.approximate, number.currency, number.step) == (True, "$", Decimal(10000))
    assert parse_number("over 100").bound == ">"  # type: ignore[union-attr]  # it is one: see above
    assert parse_number("92.90637(2)").uncertainty == "2"  # type: ignore[union-attr]  # it is one: see above


@pytest.mark.parametrize(
    ("value", "page", "lenient", "strict"),
    [
        ("2000", "2,000", True, True),
        ("1500000", "1.5 million", True, False),
        ("007", "7", False, False),
        ("1.50", "1.5", False, False),
        ("1.5", "1.50", True, False),
        (".3", "0.3", True, False),
        ("1.234", "1,234", False, False),
        ("12", "−12", False, False),
        ("24.327", "+24.327", False, False),
        ("100", "over 100", False, False),
        ("1900", "c. 1900", True, False),
        ("c. 1900", "1900", False, False),
        ("5", "$5", True, False),
        ("€5", "$5", False, False),
        ("92.90637", "92.90637(2)", True, False),
    ],
)
@pytest.mark.requirement("X5")
def test_when_two_numbers_are_the_same(value: str, page: str, lenient: bool, strict: bool) -> None:
    one, other = parse_number(value), parse_number(page)
    assert one is not None
    assert other is not None
    assert same_number(one, other, strict=False) is lenient
    assert same_number(one, other, strict=True) is strict
