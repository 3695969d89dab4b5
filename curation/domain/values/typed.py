"""Typed comparison: a value and a page's text that are each wholly one number, quantity, span or date (ladder rung 2).

Numeric columns compare by size, with units and conversion; text columns ask for the same digits and the same unit. An
ID is never compared by type: every character of it counts. `None` means "not the same"; a string is a note for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from curation.domain.contract import Column, ColumnType
from curation.domain.values.dates import compare_dates, compare_spans, parse_date, parse_span
from curation.domain.values.units import (
    Quantity,
    canonical_unit,
    convert,
    header_units,
    is_converted,
    parse_quantities,
    same_size,
    unit_sign,
)

NUMERIC = frozenset({ColumnType.INTEGER, ColumnType.NUMBER, ColumnType.QUANTITY, ColumnType.PERCENT})
_DATED = frozenset({ColumnType.DATE, ColumnType.YEAR, ColumnType.TEXT, ColumnType.LIST})
_PERCENT_UNITS = frozenset({"percent", "percentage_point"})
_TOLERANCE = Decimal("0.001")


def compare_typed(value: str, page: str, column: Column, headers: Sequence[str] = ()) -> str | None:
    """The note of a typed match ("" when there is nothing to say), or None.

    `headers` are the headers over the cell; the units they name are the units of a bare number beneath them.
    """
    if column.type is ColumnType.ID or not _may_be_typed(value, page):
        return None
    if column.type in _DATED and (dated := _compare_dated(value, page)) is not None:
        return dated
    if column.type is ColumnType.DATE:
        return None
    return _compare_quantities(value, page, column, headers)


def _may_be_typed(value: str, page: str) -> bool:
    """Cheap first look: both short enough and holding a digit or a fraction."""
    return (
        len(value) < 100
        and len(page) < 200
        and all(any(c.isnumeric() for c in text) for text in (value, page))
    )


def _compare_dated(value: str, page: str) -> str | None:
    date, page_date = parse_date(value), parse_date(page)
    if date and page_date:
        return compare_dates(date, page_date)
    span, page_span = parse_span(value), parse_span(page)
    return compare_spans(span, page_span) if span and page_span else None


def expected_unit(value: str, column: Column) -> str:
    """The unit a value is in: written beside it, or the column's; "" when neither says."""
    found = parse_quantities(value, column.decimal)
    written = found[0].unit if len(found) == 1 else ""
    return written or _column_unit(column)


def _column_unit(column: Column) -> str:
    return "percent" if column.type is ColumnType.PERCENT and not column.unit else canonical_unit(column.unit)


def shows_units(page: str, column: Column, headers: Sequence[str]) -> bool:
    """Whether the page's text is wholly quantities of which one has a unit: then words decide nothing more."""
    return any(item.unit for item in _page_quantities(page, column, headers))


def _page_quantities(page: str, column: Column, headers: Sequence[str]) -> list[Quantity]:
    """The page's quantities; bare numbers take the units that the header names, in order."""
    found = parse_quantities(page, column.decimal)
    units = next((units for header in headers if (units := header_units(header))), ())
    if any(item.unit for item in found) or len(units) < len(found):
        return list(found)
    return [Quantity(item.low, item.high, unit) for item, unit in zip(found, units, strict=False)]


def _compare_quantities(value: str, page: str, column: Column, headers: Sequence[str]) -> str | None:
    wanted = parse_quantities(value, column.decimal)
    if len(wanted) != 1:
        return None
    if column.type not in NUMERIC:
        return _compare_as_text(wanted[0], parse_quantities(page, column.decimal))
    return _compare_by_size(wanted[0], _page_quantities(page, column, headers), column)


def _compare_as_text(value: Quantity, found: Sequence[Quantity]) -> str | None:
    """Same digits and same unit; among several quantities of the page the value must name its unit."""
    for index, item in enumerate(found):
        if (
            same_size(value, item, strict=True)
            and value.unit == item.unit
            and (value.unit or len(found) == 1)
        ):
            return "the alternate that the page gives" if index else ""
    return None


def _compare_by_size(value: Quantity, found: Sequence[Quantity], column: Column) -> str | None:
    unit = value.unit or _column_unit(column)
    same_unit = [item for item in found if item.unit == unit]
    if unit and same_unit:
        return _first_note(
            value,
            same_unit,
            column,
            "the alternate that the page gives" if same_unit[0] is not found[0] else "",
        )
    if not unit:
        plain = [item for item in found[:1] if len(found) == 1 and item.unit not in _PERCENT_UNITS]
        return _first_note(
            value,
            plain,
            column,
            f"the page gives the unit {unit_sign(plain[0].unit)}" if plain and plain[0].unit else "",
        )
    bare = [item for item in found if not item.unit]
    if bare and not value.unit and len(found) == 1:
        return _first_note(value, bare, column, "the page gives no unit here")
    return _compare_converted(Quantity(value.low, value.high, unit), found, column)


def _first_note(value: Quantity, items: Sequence[Quantity], column: Column, note: str) -> str | None:
    for item in items:
        if same_size(value, item, strict=False):
            return "; ".join(filter(None, [note, *_marks(value, item)]))
        if column.approximate and _is_near(value, item, item.low.value):
            return "; ".join(filter(None, [note, f"within 0.1 % of {item.low.value:f}"]))
    return None


def _marks(value: Quantity, page: Quantity) -> list[str]:
    """What the page says beyond the value: approximate, a currency, an uncertainty."""
    return [
        text
        for text, says in (
            ("the page marks it as approximate", page.low.approximate and not value.low.approximate),
            (f"the page gives the currency {page.low.currency}", page.low.currency != value.low.currency),
            (
                f"the page gives the uncertainty ({page.low.uncertainty})",
                page.low.uncertainty != value.low.uncertainty,
            ),
        )
        if says
    ]


def _is_near(value: Quantity, page: Quantity, size: Decimal) -> bool:
    """Within the declared relative tolerance; signs, bounds and ranges stay exact."""
    if value.high or page.high or (value.low.sign, value.low.bound) != (page.low.sign, page.low.bound):
        return False
    return abs(value.low.value - size) <= abs(size) * _TOLERANCE


def _compare_converted(value: Quantity, found: Sequence[Quantity], column: Column) -> str | None:
    for item in found:
        if not item.unit:
            continue
        size = convert(item.low.value, item.unit, value.unit)
        near = column.approximate and size is not None and _is_near(value, item, size)
        if near or is_converted(value, item):
            return f"converted from {item.low.value:f} {unit_sign(item.unit)}" + (
                " within 0.1 %" if near else ""
            )
    return None
