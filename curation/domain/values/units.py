"""Quantities: a number or a range with its unit, alternates in brackets, and conversion through pint.

pint is imported at the first real conversion only: it is slow to load, and most comparisons need no conversion.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cache, lru_cache
from typing import Any

from curation.domain.values.normalise import clean, normalise, normalise_lines
from curation.domain.values.numbers import Number, read_number, same_number

# How pages write units, in normalised text ("_" stands for a space), under one name each in pint's vocabulary.
_NAMES = {
    "kilometer": "km kms kilometre kilometres kilometer kilometers",
    "meter": "m metre metres meter meters",
    "centimeter": "cm centimetre centimetres centimeter centimeters",
    "millimeter": "mm millimetre millimetres millimeter millimeters",
    "mile": "mi mile miles",
    "foot": "ft ft. feet foot '",
    "inch": 'in in. inch inches "',
    "yard": "yd yds yard yards",
    "nautical_mile": "nmi nautical_mile nautical_miles",
    "kilometer**2": "km2 sq_km square_kilometre square_kilometres square_kilometer square_kilometers",
    "meter**2": "m2 sq_m square_metre square_metres square_meter square_meters",
    "mile**2": "sq_mi mi2 square_mile square_miles sq_miles",
    "foot**2": "sq_ft ft2 square_foot square_feet",
    "hectare": "ha hectare hectares",
    "acre": "acre acres",
    "meter**3": "m3 cu_m cubic_metre cubic_metres cubic_meter cubic_meters",
    "foot**3": "cu_ft ft3 cubic_foot cubic_feet",
    "kilogram": "kg kgs kilogram kilograms kilogramme kilogrammes",
    "gram": "g gram grams",
    "pound": "lb lbs pound pounds",
    "metric_ton": "t tonne tonnes metric_ton metric_tons",
    "liter": "l litre litres liter liters",
    "second": "s sec secs second seconds",
    "minute": "min mins minute minutes",
    "hour": "h hr hrs hour hours",
    "day": "d day days",
    "year": "y yr yrs year years",
    "kelvin": "k kelvin kelvins",
    "degree_Celsius": "°c degrees_celsius",
    "degree_Fahrenheit": "°f degrees_fahrenheit",
    "watt": "w watt watts",
    "kilowatt": "kw kilowatt kilowatts",
    "megawatt": "megawatt megawatts",
    "gigawatt": "gw gigawatt gigawatts",
    "kilometer/hour": "km/h kmh kph",
    "mile/hour": "mph mi/h",
    "meter/second": "m/s",
    "meter**3/second": "m3/s cumec cumecs",
    "foot**3/second": "cu_ft/s ft3/s cfs",
    "gram/centimeter**3": "g/cm3 g·cm-3",
    "kilojoule/mole": "kj/mol kj·mol-1",
    "1/kilometer**2": "/km2 per_km2 per_square_kilometre per_square_kilometer",
    "1/mile**2": "/sq_mi per_square_mile /mi2",
    "percent": "% percent per_cent",
    "percentage_point": "pp percentage_point percentage_points",
}
_UNITS = {form.replace("_", " "): name for name, forms in _NAMES.items() for form in forms.split()}
# Units after which a smaller one may follow as part of the same quantity: 5 ft 11 in, 2 h 30 min.
_COMPOUND = {"foot", "pound", "hour", "minute", "day", "year"}
_SEPARATORS = re.compile(r"\s*(?:\n|;|,\s|\s/\s|\sor\s|[()\[\]])\s*")
_UNCERTAINTY = re.compile(r"(?<=\d)\((\d+)\)(?![^\W_])")
_EMPTY_BRACKETS = re.compile(r"\(\s*\)|\[\s*\]")
_HEADER_PARTS = re.compile(r"[()\[\]]|\s/\s|[,;]\s")
_RANGE = re.compile(r"\s?-\s?|\sto\s")
_UNIT_WORDS = re.compile(r"[^\W\d_][^\W\d_]*(?:[ ./·-][^\W\d_]+|-?\d(?!\d))*")
# What may be asked of pint: names joined by * / · or blanks, each with a power of one digit.
_UNIT_NAME = r"[^\W\d]{1,24}(?:(?:\^|\*\*)?-?\d)?"
_UNIT_EXPRESSION = re.compile(rf"{_UNIT_NAME}(?:\s?[*/·\s]\s?{_UNIT_NAME}){{0,4}}")
_PREFIXED = re.compile(r"(?<=\d)\s?([mMpP](?:Wh?|Hz|Pa|J|V|A|g|t|eV|B))(?![^\W_])")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number, or a range when `high` is there, with its unit: a name of the table, other words as written, ""."""

    low: Number
    high: Number | None = None
    unit: str = ""


def canonical_unit(text: str) -> str:
    """One name for a unit however it is written; words that are no known unit come back normalised."""
    written = normalise(text)
    return _UNITS.get(written, written)


def unit_sign(name: str) -> str:
    """How a unit of the table is written for people ("km" for kilometer); other words come back as they are."""
    return _NAMES[name].split()[0].replace("_", " ") if name in _NAMES else name


def is_unit(text: str) -> bool:
    """Whether the text is a unit of the table."""
    return normalise(text) in _UNITS


def is_known_unit(text: str) -> bool:
    """Whether the text is a unit of the table or one that pint knows, such as furlong or kg*m/s^2."""
    if is_unit(text):
        return True
    if not _UNIT_EXPRESSION.fullmatch(text.strip()):
        return False
    try:
        return not _registry().parse_units(text).dimensionless or text.strip() == "radian"
    except Exception:  # noqa: BLE001 - pint raises of many kinds for words that are no unit; all mean the same here
        return False


def may_continue(text: str) -> bool:
    """Whether a number after this unit can belong to the same quantity, as in 5 ft 11 in."""
    return canonical_unit(text) in _COMPOUND


@lru_cache(maxsize=1 << 12)
def header_units(text: str) -> tuple[str, ...]:
    """The known units that a header ends its parts with: "Height ft (m)" gives foot, meter; "Year" alone gives none."""
    header = normalise(text)
    if header in _UNITS:
        return ()
    suffixes = (_unit_suffix(part) for part in _HEADER_PARTS.split(header))
    return tuple(unit for unit in suffixes if unit)


def _unit_suffix(text: str) -> str:
    words = text.split()
    tails = (" ".join(words[-count:]) for count in (3, 2, 1) if len(words) >= count)
    return next((_UNITS[tail] for tail in tails if tail in _UNITS), "")


@lru_cache(maxsize=1 << 15)
def si_prefixes(text: str) -> tuple[str, ...]:
    """Units after a number whose first letter means milli or mega (pico or peta) by its case: 5 mW is not 5 MW."""
    return tuple(_PREFIXED.findall(clean(text)))


@lru_cache(maxsize=1 << 16)
def parse_quantities(text: str, decimal: str = ".") -> tuple[Quantity, ...]:
    """The quantities the text wholly consists of: "1,032 km (641 mi)" gives two. Empty when anything else is there."""
    if _EMPTY_BRACKETS.search(text):
        return ()
    guarded = _UNCERTAINTY.sub(r"{\1}", normalise_lines(text))
    pieces = [piece for piece in _SEPARATORS.split(guarded) if piece]
    quantities = tuple(_parse_quantity(piece, decimal) for piece in pieces)
    return tuple(item for item in quantities if item) if all(quantities) else ()


def _parse_quantity(text: str, decimal: str) -> Quantity | None:
    """One number or range with its unit, which must fill the text."""
    read = read_number(text, 0, decimal)
    if read is None:
        return None
    low, end = read
    high = None
    dash = _RANGE.match(text, end)
    if dash and (second := read_number(text, dash.end(), decimal)):
        high, end = second
    unit = text[end:].strip()
    return Quantity(low, high, canonical_unit(unit)) if _looks_like_unit(unit) else None


def _looks_like_unit(text: str) -> bool:
    """A known unit, nothing, or up to three plain words (strokes, kj·mol-1): no further numbers or signs."""
    if not text or text in _UNITS:
        return True
    return len(text.split()) <= 3 and _UNIT_WORDS.fullmatch(text) is not None


def same_size(value: Quantity, page: Quantity, *, strict: bool) -> bool:
    """Whether the number (or both ends of the range) agree; units are the caller's."""
    if (value.high is None) != (page.high is None) or not same_number(value.low, page.low, strict=strict):
        return False
    return value.high is None or page.high is None or same_number(value.high, page.high, strict=strict)


def is_converted(value: Quantity, page: Quantity) -> bool:
    """Whether the value is the page's quantity converted to the value's unit and rounded to the value's last digit.

    That is a tolerance of half the last printed digit (methods C.5). Ranges are not converted.
    """
    if value.high or page.high or (value.low.bound, value.low.sign) != (page.low.bound, page.low.sign):
        return False
    size = convert(page.low.value, page.unit, value.unit)
    return size is not None and size.quantize(value.low.step, ROUND_HALF_EVEN) == value.low.value


def convert(size: Decimal, unit: str, to: str) -> Decimal | None:
    """A size in another unit of the table, or None when a unit is unknown or they measure different things."""
    if unit not in _NAMES or to not in _NAMES or "percentage_point" in {unit, to}:
        return None
    line = _conversion(unit, to)
    return None if line is None else size * line[0] + line[1]


@cache
def _conversion(unit: str, to: str) -> tuple[Decimal, Decimal] | None:
    """Factor and offset from one unit to another, asked of pint once."""
    registry = _registry()
    if not registry.is_compatible_with(unit, to):
        return None
    zero, one = (registry.Quantity(size, unit).to(to).magnitude for size in (0.0, 1.0))
    return Decimal(repr(one - zero)), Decimal(repr(zero))


@cache
def _registry() -> Any:
    """pint's registry, loaded at the first conversion."""
    return importlib.import_module("pint").UnitRegistry()
