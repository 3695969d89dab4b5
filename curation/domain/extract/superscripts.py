"""What a bare superscript is: a power, a footnote mark, or plain text such as an ordinal or a mass number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum


class Mark(Enum):
    """POWER is written `^n` after its base; NOTE leaves the text; TEXT stays where it stands.

    NUMERATOR is the upper part of a fraction: a space keeps it apart from a whole number before it.
    """

    POWER = "power"
    NUMERATOR = "numerator"
    NOTE = "note"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The reading of a superscript; `note` says that it may be a footnote mark and is recorded as one."""

    mark: Mark
    note: bool = False


_NUMBER = re.compile(r"[+\-−–]?\d+(?:[.,/]\d+)?")
_SIGNED = re.compile(r"[+\-−–]\d+")
_CHARGE = re.compile(r"\d*[+\-−–]|[+\-−–]")
_ORDINAL = re.compile(r"st|nd|rd|th|er|re|e|ème|eme|o|TM|SM|®|™|º|ª", re.IGNORECASE)
_SYMBOLS = re.compile(r"[†‡§¶*#^]+")
_SHORT_MARKS = re.compile(
    r"\[?(?:[a-z]{1,2}\d?|[A-Z]|\d{1,3})\]?(?:\s*[,;]\s*\[?(?:[a-zA-Z]{1,2}|\d{1,3})\]?)*"
)
_UNIT = re.compile(
    r"(?:^|[\s\d(/·⋅*.\-])(?:[kcmdnµμ]?m|[kmµμ]?g|k?W|k?J|[kM]?Pa|ft|yd|in|mi|mol|s|sec|h|hr|min|K|Hz|A|V|L|l|N|sq)$"
)
_FORMULA = re.compile(r"(?:^|[\s\d\])])[spdfg]$|[\])αβγ]$|\d[A-Za-z]$")


def judge(mark: str, *, before: str, after: str, jumps: bool = False) -> Verdict:
    """Decide from the mark, the text right before it, the text right after it, and whether it links within the page.

    A number directly after a digit is a power (methods C.3); unless the base is 10 it is recorded as a possible note
    too. After a unit or in a formula it stays text; after a word it is a footnote mark.
    """
    if after.startswith("⁄") and mark.isdigit():
        return Verdict(Mark.NUMERATOR)
    if jumps or (_SYMBOLS.fullmatch(mark) and before.strip()):
        return Verdict(Mark.NOTE, note=True)
    if before[-1:].isdigit() and _NUMBER.fullmatch(mark):
        return Verdict(Mark.POWER, note=not re.search(r"(?<!\d)10$", before) and mark.isdigit())
    if _stays(mark, before, after):
        return Verdict(Mark.TEXT)
    if _SHORT_MARKS.fullmatch(mark):
        return Verdict(Mark.NOTE, note=True)
    return Verdict(Mark.TEXT)


def _stays(mark: str, before: str, after: str) -> bool:
    if not before.strip() or _SIGNED.fullmatch(mark) or _CHARGE.fullmatch(mark):
        return True
    if before[-1:].isalnum() and _ORDINAL.fullmatch(mark) and (before[-1:].isdigit() or len(mark) > 1):
        return True
    if mark[:1].isdigit() and not before[-1:].isalnum() and after[:1].isalpha():
        return True
    return mark.isdigit() and bool(_UNIT.search(before) or _FORMULA.search(before))
