"""What a newer revision does to the places of a table: re-anchored, and every value they carried compared again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from curation.domain.content import PageContent
from curation.domain.locators import Locator, LocatorError, LocatorKind, Part, Reading, flat, resolve
from curation.domain.reanchor import Drift, reanchor
from curation.domain.staged import AROUND


class PageDrift(StrEnum):
    """What became of a page: not edited since, edited, or no longer there."""

    UNCHANGED = "unchanged"
    NEWER = "newer"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Held:
    """What a cell took from a place: the part that carried its value and the text compared with it."""

    column: str
    part: Part
    compared: str


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of one place: `locator` is the new one and None when it is gone."""

    status: Drift
    locator: Locator | None = None
    note: str = ""
    before: str = ""
    after: str = ""
    anchor: int = -1


def fate_of(locator: Locator, held: Sequence[Held], old: PageContent, new: PageContent) -> Fate:
    """Finds a place again and looks whether it still carries what cells took from it (`held`).

    A place that only names a row is changed when the row's name is, not when another cell of the row is.
    """
    try:
        before = resolve(locator, old)
        found = reanchor(locator, old, new)
    except LocatorError as error:
        return Fate(Drift.GONE, note=f"The place does not resolve in its own copy: {error}")
    was = flat(before.content.text)
    if found.locator is None or found.status is Drift.GONE:
        around = held[0].compared if held and all(one.part in AROUND for one in held) else was
        return Fate(Drift.GONE, note=_sentence(found.note), before=flat(around))
    after = resolve(found.locator, new)
    now = flat(after.content.text)
    note = "" if was != now else _sentence(found.note)  # both texts are kept: nothing else to say
    fate = Fate(found.status, found.locator, note, was, now, after.content.anchor)
    if _names_a_row(locator, held):
        return _of_row(fate, locator, found.locator)
    lost = [one for one in held if one.part in AROUND and not _still_around(one, after)]
    if lost:
        return _changed_around(fate, lost[0], after)
    if held and all(one.part in AROUND for one in held):
        return _of_around(fate, flat(held[0].compared), locator, found.locator)
    return fate


def _names_a_row(locator: Locator, held: Sequence[Held]) -> bool:
    whole = locator.kind is LocatorKind.TABLE_ROW and locator.column_index is None and not locator.column
    return whole and not held


def _of_row(fate: Fate, old: Locator, new: Locator) -> Fate:
    if fate.status is not Drift.CHANGED or not old.row_key or old.row_key != new.row_key:
        return fate
    return _replaced(
        fate, _kept(old, new), "Its name is the same; another cell of the row reads differently."
    )


def _kept(old: Locator, new: Locator) -> Drift:
    """`same` or `moved` for a place whose own text is not what matters."""
    stays = (old.section_path, old.ordinal, old.row) == (new.section_path, new.ordinal, new.row)
    return Drift.SAME if stays else Drift.MOVED


def _of_around(fate: Fate, compared: str, old: Locator, new: Locator) -> Fate:
    """The fate of a place whose values all stand around it, where they still do: its own text is not what matters."""
    changed = fate.status is Drift.CHANGED
    note = "What stands around it still reads as it did." if changed else fate.note
    status = _kept(old, new) if changed else fate.status
    return Fate(status, fate.locator, note, compared, compared, fate.anchor)


def _still_around(held: Held, after: Reading) -> bool:
    return any(
        part is held.part and flat(content.text) == flat(held.compared) for part, content in after.context
    )


def _changed_around(fate: Fate, held: Held, after: Reading) -> Fate:
    texts = [flat(content.text) for part, content in after.context if part is held.part]
    part = held.part.value.replace("_", " ")
    return Fate(
        Drift.CHANGED,
        fate.locator,
        f"The {part} that carried the value reads differently.",
        flat(held.compared),
        texts[0] if texts else "",
        fate.anchor,
    )


def _replaced(fate: Fate, status: Drift, note: str) -> Fate:
    return Fate(status, fate.locator, note, fate.before, fate.after, fate.anchor)


def _sentence(note: str) -> str:
    return f"{note[:1].upper()}{note[1:].rstrip('.')}." if note else ""
