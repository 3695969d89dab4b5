"""What a question asks for, read by rule: its partitions, its limits and the words that narrow it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit stated in numbers: "at least 400 ft", "top three". `kind` is `least`, `most` or `top`."""

    kind: str
    number: float
    unit: str = ""
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Scope:
    """The scope of a question: named partitions, numeric limits, and its remaining content words (folded)."""

    partitions: tuple[str, ...] = ()
    limits: tuple[Limit, ...] = ()
    words: frozenset[str] = frozenset()
