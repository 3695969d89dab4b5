"""Cells as a reader would copy them: without a link word that every row repeats, counters and loose marks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

_COUNTER = re.compile(r"\s*\(\d{1,2}\)$")
_MARKS = re.compile(r"[\s*†‡§¶^#]+$")
_LEADING = re.compile(r"^\D{0,2}(\d+)")
# A last line that at least this share of a column's filled cells have is furniture, not content.
FURNITURE = 0.6
FEW = 3


def clean_cells(cells: Mapping[int, str], *, listed: bool = False) -> dict[int, str]:
    """One column's cells by row: last lines that most cells share are dropped, counters that number repeats too."""
    furniture = _furniture(cells)
    plain = {row: _cleaned(text, furniture, listed=listed) for row, text in cells.items()}
    known = set(plain.values())
    return {row: _without_counter(text, known) for row, text in plain.items()}


def one_line(text: str, *, listed: bool = False) -> str:
    """A cell's text on one line; the lines of a list become its parts, set apart by commas."""
    lines = [" ".join(line.split()) for line in text.split("\n")]
    return (", " if listed else " ").join(line for line in lines if line)


def _furniture(cells: Mapping[int, str]) -> str:
    filled = [text.split("\n") for text in cells.values() if text.strip()]
    last = Counter(lines[-1].strip() for lines in filled if len(lines) > 1)
    word, count = last.most_common(1)[0] if last else ("", 0)
    return word if len(filled) >= FEW and count >= FURNITURE * len(filled) else ""


def _cleaned(text: str, furniture: str, *, listed: bool) -> str:
    """One line of a cell's different lines, without furniture and loose marks at the end."""
    lines = text.split("\n")
    if furniture and len(lines) > 1 and lines[-1].strip() == furniture:
        lines = lines[:-1]
    flat = one_line("\n".join(dict.fromkeys(line.strip() for line in lines)), listed=listed)
    return _MARKS.sub("", flat) or flat


def _without_counter(text: str, known: set[str]) -> str:
    """ "U.S. Open (2)" is the second "U.S. Open" where the column has that name without a counter too."""
    bare = _COUNTER.sub("", text)
    return bare if bare != text and bare in known and any(char.isalpha() for char in bare) else text


def leading_number(text: str) -> int | None:
    """The whole number a rank begins with: "7=", "T2", "1"; None for "Ret" or an empty cell."""
    found = _LEADING.match(text.strip())
    return int(found.group(1)) if found else None
