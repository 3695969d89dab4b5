"""Precision, recall and F1 of a frontier and of row keys against a truth, with the normalisation written down here.

Keys are compared after `normalise_key`: case, space, diacritics and punctuation between words do not count; a sign, a
digit and a decimal point do, so that −3 and 3, or 1.5 and 15, stay apart. Repeated keys count once, keys with an empty
part not at all. An empty prediction scores 0 unless the truth is empty too (methods B.3, D).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from curation.domain.values.normalise import fold_diacritics, normalise

_NULL = frozenset({"", "-", "none", "null", "nan", "n/a"})
_LETTER_GLUE = re.compile(r"(?<=\w)['.](?=\w)")


@dataclass(frozen=True, slots=True)
class Scores:
    """Precision, recall, F1, each in 0..1."""

    p: float
    r: float
    f1: float

    def as_dict(self) -> dict[str, float]:
        """The three figures by their short names."""
        return {"p": self.p, "r": self.r, "f1": self.f1}


def score_sets(found: Collection[object], truth: Collection[object]) -> Scores:
    """Scores of a found set against the true one."""
    right, wanted = set(found), set(truth)
    if not right and not wanted:
        return Scores(1.0, 1.0, 1.0)
    hits = len(right & wanted)
    precision = hits / len(right) if right else 0.0
    recall = hits / len(wanted) if wanted else 0.0
    total = precision + recall
    return Scores(precision, recall, 2 * precision * recall / total if total else 0.0)


def score_keys(found: Iterable[Sequence[str]], truth: Iterable[Sequence[str]]) -> Scores:
    """Scores of emitted key tuples against labelled ones."""
    return score_sets(_normalised(found), _normalised(truth))


def mean(scores: Sequence[Scores]) -> Scores:
    """The mean of each figure; all 0 for no scores."""
    count = len(scores) or 1
    return Scores(*(sum(getattr(score, name) for score in scores) / count for name in ("p", "r", "f1")))


def normalise_key(text: str) -> str:
    """One part of a key for comparison. "" for the words that mean no value."""
    plain = fold_diacritics(normalise(text)).replace("&", " and ")
    if plain in _NULL:
        return ""
    kept = "".join(_kept(char, plain, at) for at, char in enumerate(_LETTER_GLUE.sub(_glue, plain)))
    return " ".join(kept.split())


def _glue(match: re.Match[str]) -> str:
    """A point between digits stays; one between letters, and an apostrophe, goes with a blank for place."""
    before, after = match.string[match.start() - 1], match.string[match.end()]
    return "." if match.group() == "." and before.isdigit() and after.isdigit() else "\u0000"


def _kept(char: str, text: str, at: int) -> str:
    if char == "\u0000":
        return ""
    if char.isalnum() or unicodedata.category(char) in ("Mn", "Mc") or char == ".":
        return char if char != "." or _is_decimal(text, at) else " "
    is_sign = char in "+-" and (at == 0 or not text[at - 1].isalnum()) and text[at + 1 : at + 2].isdigit()
    return char if is_sign else " "


def _is_decimal(text: str, at: int) -> bool:
    return text[at + 1 : at + 2].isdigit() and (at == 0 or not text[at - 1].isalpha())


def _normalised(keys: Iterable[Sequence[str]]) -> set[tuple[str, ...]]:
    made = (tuple(normalise_key(part) for part in key) for key in keys)
    return {key for key in made if all(key)}
