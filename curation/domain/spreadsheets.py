"""CSV that a spreadsheet opens without running anything in it, and from which every value can be had back exactly.

A spreadsheet takes a field that begins with = + - @ (or a tab or carriage return before one) for a formula. Such a
field gets one apostrophe before it, unless it can be no formula: a number, or a sign with a number and a word or unit
("-12", "+24.327", "+1 lap"). The row says in which columns that was done.
"""

from __future__ import annotations

import re

GUARD = "'"
_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_HARMLESS = re.compile(
    r"[+-]|[+-]\.?\d[\d.,:'\u00a0\u202f ]*(?:[eE][+-]?\d+)?(?:%|°?[^\W\d_]*(?: [^\W\d_]+)*)"
)


def guarded(value: str) -> str:
    """The value as a spreadsheet may be given it; unchanged when nothing in it can be taken for a formula."""
    return GUARD + value if may_be_formula(value) else value


def may_be_formula(value: str) -> bool:
    """Whether a spreadsheet could take the field for a formula."""
    return value.startswith(_STARTS) and not _HARMLESS.fullmatch(value)
