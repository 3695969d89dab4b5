"""Whether a text can be read as the type and unit that its column declares."""

from __future__ import annotations

from decimal import Decimal

from audit.domain.placeholders import is_placeholder
from curation.domain.contract import Column, ColumnType
from curation.domain.values.dates import parse_date, parse_span
from curation.domain.values.numbers import parse_number
from curation.domain.values.units import canonical_unit, convert, is_unit, parse_quantities

TYPE_WORDS = {
    ColumnType.INTEGER: "a whole number",
    ColumnType.NUMBER: "a number",
    ColumnType.QUANTITY: "a quantity",
    ColumnType.PERCENT: "a percentage",
    ColumnType.DATE: "a date",
    ColumnType.YEAR: "a year",
}
OTHER_UNIT = "measures something else"


def type_fault(value: str, column: Column) -> str:
    """Why a value is not of its column's type, in a few words; "" when it is, or when the type makes no claim."""
    if column.type not in TYPE_WORDS:
        return ""
    if is_placeholder(value):
        return "a mark for a missing value, which should be left empty"
    if column.type is ColumnType.DATE:
        return "" if parse_date(value) or parse_span(value) else "not a date"
    if column.type is ColumnType.YEAR:
        return "" if _is_year(value) else "not a year"
    if column.type is ColumnType.INTEGER:
        return "" if _is_whole(value, column.decimal) else "not a whole number"
    return _quantity_fault(value, column)


def _is_year(value: str) -> bool:
    date, span = parse_date(value), parse_span(value)
    if span is not None:
        return span.start.precision == "year"
    return date is not None and date.precision == "year"


def _is_whole(value: str, decimal: str) -> bool:
    number = parse_number(value, decimal)
    return number is not None and number.value == number.value.to_integral_value()


def _quantity_fault(value: str, column: Column) -> str:
    found = parse_quantities(value, column.decimal)
    if not found:
        return f"not {TYPE_WORDS[column.type]}"
    wanted = "percent" if column.type is ColumnType.PERCENT else canonical_unit(column.unit)
    written = {item.unit for item in found if item.unit}
    if not wanted or not written or not is_unit(column.unit or "%"):
        return ""
    if any(unit == wanted or convert(Decimal(1), unit, wanted) is not None for unit in written):
        return ""
    return f"{OTHER_UNIT} than {column.unit or '%'}"
