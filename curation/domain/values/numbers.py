"""Numbers as pages write them: grouping, decimal mark, sign, exponent, scale word, uncertainty, marks of doubt.

A number is compared by value, sign, bound ("over 100" is not 100) and currency; text columns also ask for the same
digits, so that 007 is not 7 and 1.50 is not 1.5 there (methods C.5).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from curation.domain.values.normalise import normalise

SCALES = {
    "hundred": 2,
    "thousand": 3,
    "k": 3,
    "lakh": 5,
    "lakhs": 5,
    "million": 6,
    "millions": 6,
    "mn": 6,
    "mln": 6,
    "crore": 7,
    "crores": 7,
    "cr": 7,
    "billion": 9,
    "billions": 9,
    "bn": 9,
    "trillion": 12,
    "trillions": 12,
    "tn": 12,
}
# Short forms that are units or grades as often as scales ("70 k" kelvin, "4.70 CR" record) count only after a currency.
_MONEY_SCALES = {"k", "cr", "mn", "mln", "bn", "tn"}
_MONEY_ONLY = {"m": 6, "b": 9}
_FRACTIONS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip
_BOUNDS = {
    "<": "<", ">": ">", "≤": "≤", "≥": "≥", "<=": "≤", ">=": "≥", "over": ">", "above": ">", "more than": ">",
    "under": "<", "below": "<", "less than": "<", "fewer than": "<", "at least": "≥", "at most": "≤", "up to": "≤",
    "minimum": "≥", "maximum": "≤",
}  # fmt: skip
_APPROXIMATE = (
    r"(?:~|≈|∼|≃|c\.|ca\.?|circa|about|approx\.?|approximately|around|roughly|nearly|almost|some"
    r"|est\.?|estimated|\?)"
)
_CURRENCY = r"(?:us\$|a\$|c\$|nz\$|hk\$|r\$|[$€£¥₹₩₽₺₴₦₫฿₱]|usd|eur|gbp|jpy|inr|rs\.?)"
_DIGITS = r"(?:\d{1,3}(?:\ \d{3})+(?!\d)|\d+)(?:[.,']\d+)*"
_POWER = r"(?:[1-9]\d*|0)(?!\d)"
_NUMBER = re.compile(
    rf"""
    (?P<approx>{_APPROXIMATE}\s*)?
    (?P<bound>(?:[<>]=?|[≤≥]|over|above|more\ than|under|below|less\ than|fewer\ than|at\ least|at\ most|up\ to
        |minimum|maximum)\s*)?
    (?P<sign>(?:\+/-|[-+±]|minus\ |plus\ )\s?)?
    (?:(?P<currency>{_CURRENCY})\s?(?P<late_sign>[-+])?)?
    (?:10\^(?P<bare_power>[-+]?{_POWER})
       |(?P<only_fraction>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])|(?P<only_over>\d)/(?P<only_under>\d\d?)(?![\d/])
       |(?P<mantissa>\.?{_DIGITS})(?P<uncertainty>[({{]\d+[)}}])?
          (?:\ ?x\ ?10\^(?P<power>[-+]?{_POWER})|e(?P<e>[-+]?{_POWER}))?
          (?:\ ?(?P<fraction>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])|\ (?P<over>\d)/(?P<under>\d\d?)(?![\d/]))?)
    """,
    re.VERBOSE,
)
_SCALE = re.compile(r"\s?(?P<scale>[a-z]+)(?![\w.])")
_TRAILING_MARK = re.compile(r"\s?(?:\(\?\)|\?|\(approx\.?\)|\(est\.?\)|\(estimated\))")


@dataclass(frozen=True, slots=True)
class Number:
    """One number as read: its value, the size of its last printed digit, its digits, and the marks it carries.

    `sign` is "", "+", "-" or "±" as written; `bound` is "" or one of < > ≤ ≥; `uncertainty` is the "2" of 92.90637(2).
    """

    value: Decimal
    step: Decimal
    digits: str
    sign: str = ""
    bound: str = ""
    approximate: bool = False
    currency: str = ""
    uncertainty: str = ""

    @property
    def zeros(self) -> int:
        """How many zeros pad the integer part: one in 03 and in 00, none in 0.3, .3 and 0."""
        whole = self.digits.partition(".")[0]
        return len(whole) - len(str(int(whole))) if whole else 0


def _split_mantissa(text: str, decimal: str) -> tuple[str, str] | None:
    """The integer and decimal digits of a mantissa, or None when its grouping is not well formed."""
    whole, mark, part = text.partition(decimal)
    if (mark and not part.isdigit()) or decimal in part:
        return None
    if whole == "" or whole.isdigit():
        return whole, part
    groups = {char for char in whole if not char.isdigit()}
    other = "." if decimal == "," else ","
    if len(groups) != 1 or not groups <= {other, " ", "'"}:
        return None
    first, *rest = whole.split(groups.pop())
    western = len(first) <= 3 and all(len(group) == 3 for group in rest)
    indian = len(first) <= 2 and len(rest[-1]) == 3 and all(len(group) == 2 for group in rest[:-1])
    return ("".join([first, *rest]), part) if first and (western or indian) else None


def _scale_at(text: str, at: int, currency: str) -> tuple[int, int]:
    """The power of ten that a scale word at `at` stands for, and where it ends; (0, at) for none."""
    match = _SCALE.match(text, at)
    if match is None:
        return 0, at
    word = match["scale"]
    if word in SCALES and (currency or word not in _MONEY_SCALES):
        return SCALES[word], match.end()
    if currency and word in _MONEY_ONLY:
        return _MONEY_ONLY[word], match.end()
    return 0, at


def _sign(match: re.Match[str]) -> str:
    written = (match["sign"] or match["late_sign"] or "").strip()
    return {"minus": "-", "plus": "+", "+/-": "±"}.get(written, written)


def _fraction(match: re.Match[str]) -> Decimal:
    """The fraction beside or instead of the digits, as a decimal."""
    symbol = match["fraction"] or match["only_fraction"]
    over, under = (
        _FRACTIONS[symbol]
        if symbol
        else (match["over"] or match["only_over"], match["under"] or match["only_under"])
    )
    if not over or not under or int(under) == 0:
        return Decimal(0)
    return Decimal(int(over)) / Decimal(int(under))


def read_number(text: str, at: int = 0, decimal: str = ".") -> tuple[Number, int] | None:
    """The number that starts at `at` in normalised text, and where it ends; None when none starts there."""
    match = _NUMBER.match(text, at)
    if match is None:
        return None
    mantissa = match["mantissa"] or ("1" if match["bare_power"] else "0")
    split = _split_mantissa(mantissa, decimal)
    if split is None or (match["sign"] and match["late_sign"]):
        return None
    whole, part = split
    currency = (match["currency"] or "").strip(" .")
    power = int(match["power"] or match["e"] or match["bare_power"] or 0)
    if abs(power) > 400:
        return None
    scale, end = _scale_at(text, match.end(), currency)
    exponent = power + scale
    sign = _sign(match)
    size = (Decimal(f"{whole or '0'}.{part}" if part else whole or "0") + _fraction(match)).scaleb(exponent)
    trailing = _TRAILING_MARK.match(text, end)
    number = Number(
        value=-size if sign == "-" else size,
        step=Decimal(1).scaleb(exponent - len(part)),
        digits=f"{whole}.{part}" if part else whole,
        sign=sign,
        bound=_BOUNDS.get((match["bound"] or "").strip(), ""),
        approximate=bool(match["approx"] or trailing),
        currency=currency,
        uncertainty=(match["uncertainty"] or "").strip("(){}"),
    )
    return number, trailing.end() if trailing else end


@lru_cache(maxsize=1 << 16)
def parse_number(text: str, decimal: str = ".") -> Number | None:
    """The number that the text wholly is, or None. `decimal` is the decimal mark of the column."""
    text = normalise(text)
    read = read_number(text, 0, decimal)
    return read[0] if read is not None and read[1] == len(text) else None


def same_number(value: Number, page: Number, *, strict: bool) -> bool:
    """Whether the page's number is the value: equal size, sign and bound, and nothing that the page lacks.

    A value may not be padded (03, 1.50 for a page's 3, 1.5) nor carry a mark or currency of its own. Strict (text
    columns): the same digits, currency, uncertainty and marks. What the page says beyond the value is left to the
    caller to note.
    """
    if (value.value, value.sign, value.bound) != (page.value, page.sign, page.bound):
        return False
    if strict:
        return _written(value) == _written(page)
    padded = value.zeros != page.zeros or value.step < min(page.step, Decimal(1))
    marked = value.approximate and not page.approximate
    return not padded and not marked and value.currency in {"", page.currency} and _same_doubt(value, page)


def _written(number: Number) -> tuple[object, ...]:
    return number.digits, number.step, number.currency, number.uncertainty, number.approximate


def _same_doubt(value: Number, page: Number) -> bool:
    return value.uncertainty in {"", page.uncertainty}
