"""Order of cell values on screen: numbers by size, other text by letter, empty values last."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from curation.domain.contract import Column, ColumnType
from curation.domain.values.normalise import clean, fold_diacritics, normalise

NUMERIC = frozenset(
    {ColumnType.INTEGER, ColumnType.NUMBER, ColumnType.QUANTITY, ColumnType.PERCENT, ColumnType.YEAR}
)
_NUMBER = re.compile(r"[-+]?(?:\d[\d,.' ]*|\.\d+)")
_PIECES = re.compile(r"(\d+)")

SortKey = tuple[int, Decimal, tuple[tuple[int, int, str], ...]]


def sort_key(value: str, column: Column) -> SortKey:
    """What a value sorts by. In a numeric column its first number; elsewhere its text, with runs of digits by size."""
    if not value.strip():
        return (2, Decimal(0), ())
    number = _first_number(value, column.decimal) if column.type in NUMERIC else None
    if number is not None:
        return (0, number, natural(value))
    return (1, Decimal(0), natural(value))


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key by which “Table 2” comes before “Table 10” and case and diacritics do not matter."""
    pieces = _PIECES.split(fold_diacritics(normalise(text)))
    return tuple((0, int(piece), "") if piece.isdigit() else (1, 0, piece) for piece in pieces if piece)


def _first_number(value: str, decimal: str) -> Decimal | None:
    found = _NUMBER.search(clean(value))
    if found is None:
        return None
    group = "." if decimal == "," else ","
    digits = found.group().replace(group, "").replace("'", "").replace(" ", "").replace(decimal, ".")
    try:
        return Decimal(digits.rstrip("."))
    except InvalidOperation:
        return None
