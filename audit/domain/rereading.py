"""Reading a stored place again: does it resolve, does it read as it did, do its cells still have a witness."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from audit.domain.grouping import clip
from audit.domain.subject import Place
from curation.domain.content import PageContent
from curation.domain.contract import Contract
from curation.domain.locators import (
    Locator,
    LocatorError,
    LocatorKind,
    Part,
    Reading,
    parse_locator,
    print_locator,
    resolve,
)
from curation.domain.staged import AROUND, locator_of
from curation.domain.witness import Aliases, context_reading, witness_row


@dataclass(frozen=True, slots=True)
class StoredPlace:
    """A locator as the database keeps it: the fields it was made of, its printed form, the digest of what it read."""

    fields: Mapping[str, Any]
    printed: str
    content_sha256: str


@dataclass(frozen=True, slots=True)
class Reread:
    """A place and the reading it gave; `reading` is None where nothing could be read."""

    place: Place
    reading: Reading | None = None


def reread(stored: StoredPlace, page: PageContent | None, *, title: str) -> Reread:
    """Resolves a stored place in its page; where the bytes could not be read (`page` is None) nothing is claimed."""
    try:
        locator = locator_of(stored.fields)
    except (KeyError, TypeError, ValueError):
        return Reread(_place(stored, title, "bad_fields", "its stored fields make no locator"))
    if page is None:
        return Reread(Place(stored.printed, title, locator.kind))
    try:
        reading = resolve(locator, page)
    except LocatorError as error:
        return Reread(_place(stored, title, error.code, clip(str(error)), locator.kind))
    texts = [reading.content.text, *(content.text for part, content in reading.context if part in AROUND)]
    reads = clip(reading.content.text, 300)
    if stored.content_sha256 not in map(_digest, texts):
        fault, detail = "content_changed", f"it reads “{clip(reading.content.text, 80)}” now"
        return Reread(_place(stored, title, fault, detail, locator.kind, reads), reading)
    if not is_readable(stored.printed, locator):
        return Reread(_place(stored, title, "unparseable", "", locator.kind, reads), reading)
    return Reread(Place(stored.printed, title, locator.kind, reads=reads), reading)


def is_readable(printed: str, locator: Locator) -> bool:
    """Whether a printed form can be read back and says the same when it is printed again."""
    try:
        return print_locator(parse_locator(printed)) == printed == print_locator(locator)
    except LocatorError:
        return False


def supported_again(
    values: Mapping[str, str],
    parts: Mapping[str, Part | None],
    readings: Mapping[str, Sequence[Reading]],
    contract: Contract,
    aliases: Aliases,
) -> dict[str, bool]:
    """Per column with a value: whether the readings of its places support it; `parts` carried it at the gate."""
    usable = {column: _as_staged(found, parts.get(column)) for column, found in readings.items()}
    witness = witness_row(values, usable, contract, aliases=aliases)
    return {
        column: cell.support is not None
        for column, cell in witness.cells.items()
        if values.get(column, "").strip()
    }


def _as_staged(readings: Sequence[Reading], part: Part | None) -> list[Reading]:
    """The readings; for a value that stood around its place, read from the context alone."""
    if part not in AROUND:
        return list(readings)
    around = [context_reading(reading) for reading in readings]
    return [*(reading for reading in around if reading is not None), *readings]


def _place(
    stored: StoredPlace,
    title: str,
    fault: str,
    detail: str,
    kind: LocatorKind = LocatorKind.TABLE_ROW,
    reads: str = "",
) -> Place:
    return Place(stored.printed, title, kind, fault, detail, reads)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
