"""Quantities, their alternates, and conversion."""

import subprocess
import sys
from decimal import Decimal

import pytest

from curation.domain.values.units import (
    _NAMES,
    canonical_unit,
    convert,
    header_units,
    is_converted,
    parse_quantities,
    si_prefixes,
)


def units_of(text: str) -> list[tuple[str, str]]:
    return [(f"{item.low.value.normalize():f}", item.unit) for item in parse_quantities(text)]


def test_alternates_in_brackets_are_quantities_of_their_own() -> None:
    assert units_of("1,032 km (641 mi)") == [("1032", "kilometer"), ("641", "mile")]
    assert units_of("2750 K, 2477 °C, 4491 °F") == [
        ("2750", "kelvin"),
        ("2477", "degree_Celsius"),
        ("4491", "degree_Fahrenheit"),
    ]
    assert units_of("629 / 192") == [("629", ""), ("192", "")]


def test_a_range_is_one_quantity() -> None:
    (found,) = parse_quantities("10–20 km")
    assert found.high is not None
    assert (found.low.value, found.high.value, found.unit) == (10, 20, "kilometer")


@pytest.mark.parametrize(
    "text", ["5 ft 11 in", "Canal 5", "0 ()", "1st: 652.1 kJ", "(N)", "5 of 6 games won"]
)
def test_text_that_is_more_than_quantities(text: str) -> None:
    assert parse_quantities(text) == ()


def test_words_that_are_no_known_unit_stay_as_written() -> None:
    assert units_of("1 stroke") == [("1", "stroke")]
    assert canonical_unit("square kilometres") == canonical_unit("km²") == "kilometer**2"


@pytest.mark.parametrize(
    ("header", "units"),
    [
        ("Height\nft (m)", ("foot", "meter")),
        ("Height ft / m", ("foot", "meter")),
        ("Density /km² (/sq mi)", ("1/kilometer**2", "1/mile**2")),
        ("Water %", ("percent",)),
        ("Length (km)", ("kilometer",)),
        ("Year", ()),
        ("Name", ()),
    ],
)
def test_units_that_a_header_names(header: str, units: tuple[str, ...]) -> None:
    assert header_units(header) == units


def test_every_unit_of_the_table_is_known_to_pint() -> None:
    for name in _NAMES:
        if name != "percentage_point":
            assert convert(Decimal(1), name, name) is not None, name


@pytest.mark.parametrize(
    ("value", "page", "is_same"),
    [
        ("641 mi", "1,032 km", True),
        ("642 mi", "1,032 km", False),
        ("640 mi", "1,032 km", False),
        ("68 °F", "20 °C", True),
        ("20 °F", "20 °C", False),
        ("−40 °F", "−40 °C", True),
        ("5 kg", "5 km", False),
        ("5 pp", "5%", False),
    ],
)
def test_a_converted_value_is_right_to_its_last_digit(value: str, page: str, is_same: bool) -> None:
    assert is_converted(parse_quantities(value)[0], parse_quantities(page)[0]) is is_same


def test_milli_is_not_mega() -> None:
    assert si_prefixes("5 mW") != si_prefixes("5 MW")
    assert si_prefixes("5 MW to 3 km") == ("MW",)


def test_pint_is_not_loaded_by_an_import() -> None:
    code = "import sys, curation.domain.witness; sys.exit('pint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
