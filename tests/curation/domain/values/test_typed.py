"""Typed comparison by column type."""

import pytest

from curation.domain.contract import Column, ColumnType
from curation.domain.values.typed import compare_typed

T = ColumnType


def column(kind: ColumnType, unit: str = "", **more: object) -> Column:
    return Column("c", kind, unit, **more)  # type: ignore[arg-type]  # literal keyword arguments of the tests below


@pytest.mark.parametrize(
    ("value", "page", "kind", "unit", "note"),
    [
        ("1032 km", "1,032 km (641 mi)", T.QUANTITY, "", ""),
        ("641 mi", "1,032 km (641 mi)", T.QUANTITY, "", "the alternate that the page gives"),
        ("1032", "1,032 km (641 mi)", T.QUANTITY, "km", ""),
        ("641", "1,032 km (641 mi)", T.QUANTITY, "km", None),
        ("642 mi", "1,032 km (641 mi)", T.QUANTITY, "", None),
        ("641 mi", "1,032 km", T.QUANTITY, "", "converted from 1032 km"),
        ("641 mi", "1,032 km", T.TEXT, "", None),
        ("1,032 km", "1,032", T.QUANTITY, "", None),
        ("1,032", "1032", T.QUANTITY, "km", "the page gives no unit here"),
        ("1,032", "1,032 km", T.NUMBER, "", "the page gives the unit km"),
        ("5", "5%", T.NUMBER, "", None),
        ("5", "5%", T.PERCENT, "", ""),
        ("5", "5 percentage points", T.PERCENT, "", None),
        ("5 million", "5,000,000", T.INTEGER, "", ""),
        ("5", "$5", T.NUMBER, "", "the page gives the currency $"),
        ("1900", "c. 1900", T.YEAR, "", "the page says circa"),
        ("4300", "? 4300 K", T.QUANTITY, "K", "the page marks it as approximate"),
        ("2000 kW", "2,000 kW", T.TEXT, "", ""),
        ("2000 MW", "2,000 kW", T.TEXT, "", None),
        ("007", "7", T.TEXT, "", None),
        ("007", "7", T.ID, "", None),
        ("7", "7.0", T.ID, "", None),
        ("1.234", "1,234", T.TEXT, "", None),
        ("10–20 km", "10 – 20 km", T.QUANTITY, "", ""),
        ("10 km", "10–20 km", T.QUANTITY, "", None),
        ("1995–1996", "1995–96", T.TEXT, "", ""),
        ("20 km", "about twenty kilometres", T.QUANTITY, "", None),
        ("1973-01-03", "January 3, 1973", T.TEXT, "", ""),
        ("1973", "1,973", T.DATE, "", None),
    ],
)
@pytest.mark.requirement("X5")
def test_by_type(value: str, page: str, kind: ColumnType, unit: str, note: str | None) -> None:
    assert compare_typed(value, page, column(kind, unit)) == note


def test_a_header_lends_its_units() -> None:
    headers = ["Height\nft (m)"]
    quantity = column(T.QUANTITY)
    assert compare_typed("947 ft", "947 (289)", quantity, headers) == ""
    assert compare_typed("289 m", "947 (289)", quantity, headers) == "the alternate that the page gives"
    assert compare_typed("947 m", "947 (289)", quantity, headers) is None
    assert compare_typed("289", "947 (289)", column(T.QUANTITY, "ft"), headers) is None


def test_a_tolerance_only_where_the_column_declares_it() -> None:
    assert compare_typed("6437", "6,438 km", column(T.QUANTITY, "km")) is None
    assert (
        compare_typed("6437", "6,438 km", column(T.QUANTITY, "km", approximate=True))
        == "within 0.1 % of 6438"
    )
    assert compare_typed("6400", "6,438 km", column(T.QUANTITY, "km", approximate=True)) is None
    assert compare_typed("−6437", "6,438 km", column(T.QUANTITY, "km", approximate=True)) is None


def test_a_decimal_comma_column() -> None:
    assert compare_typed("1234,5", "1.234,5", column(T.NUMBER, decimal=",")) == ""
    assert compare_typed("1234", "1.234", column(T.NUMBER, decimal=",")) == ""
    assert compare_typed("1234", "1.234", column(T.NUMBER)) is None
