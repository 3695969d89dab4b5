"""Tests of curation.domain.sorting: the order of values on screen."""

from __future__ import annotations

from curation.domain.contract import Column, ColumnType
from curation.domain.sorting import natural, sort_key


def ordered(values: list[str], column: Column) -> list[str]:
    return sorted(values, key=lambda value: sort_key(value, column))


def test_numbers_go_by_size_and_empty_values_last():
    column = Column("Length", ColumnType.QUANTITY, unit="km")
    values = ["2,850 km", "", "−12 km", "947 (289)", "10,000 km", "1.5 km"]
    assert ordered(values, column) == ["−12 km", "1.5 km", "947 (289)", "2,850 km", "10,000 km", ""]


def test_a_decimal_comma_is_the_columns_matter():
    column = Column("Anteil", ColumnType.NUMBER, decimal=",")
    assert ordered(["1.234,5", "99,5", "200"], column) == ["99,5", "200", "1.234,5"]


def test_text_goes_by_letter_with_digits_by_size():
    values = ["Table 10", "école", "Table 2", "Zebra", "ecole b"]
    assert ordered(values, Column("Name")) == ["école", "ecole b", "Table 2", "Table 10", "Zebra"]


def test_what_is_no_number_stands_after_the_numbers():
    assert ordered(["unknown", "3"], Column("Floors", ColumnType.INTEGER)) == ["3", "unknown"]


def test_other_digits_and_letters_mix():
    assert natural("x²") != natural("x")
    assert sorted(["نهر", "река", "4"], key=natural)[0] == "4"
