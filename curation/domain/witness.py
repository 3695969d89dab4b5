"""The witness ladder: does the content of a locator support a value, and at which rung (design §6)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from curation.domain.locators import Part


class Rung(StrEnum):
    """How a value was found, best first. Below the last rung a value is unsupported; there is no fuzzy rung."""

    EXACT = "exact"
    NORMALISED = "normalised"
    TYPED = "typed"
    LINK_ALIAS = "link_alias"
    WORDS = "words"


@dataclass(frozen=True, slots=True)
class Support:
    """The rung reached, the part of the content that carried the value, the text compared and a note for people."""

    rung: Rung
    part: Part
    compared: str
    note: str = ""
