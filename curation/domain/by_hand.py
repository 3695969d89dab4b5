"""Changes of a source set that people ask for: which of their requests hold, and the source set with them applied."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from curation.domain.frontier import Frontier, LeftOut

MOST_CHANGES = 500


class RequestKind(StrEnum):
    """What is asked for: a page to add, a page to drop, or an earlier request taken back."""

    ADD = "add"
    DROP = "drop"
    WITHDRAW = "withdraw"


@dataclass(frozen=True, slots=True)
class Change:
    """One request about one title. `by` is a user's id, `name` how the person is called."""

    kind: RequestKind
    title: str
    reason: str = ""
    by: int | None = None
    name: str = ""


def holding(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The requests that hold, given all of them oldest first: the newest of each title, unless it was taken back."""
    newest: dict[str, Change] = {}
    for change in changes:
        newest.pop(change.title, None)
        newest[change.title] = change
    return tuple(change for change in newest.values() if change.kind is not RequestKind.WITHDRAW)


def as_parameters(changes: Iterable[Change]) -> list[dict[str, Any]]:
    """Changes as JSON values for a run's parameters."""
    return [
        {"kind": one.kind.value, "title": one.title, "reason": one.reason, "by": one.by, "name": one.name}
        for one in changes
    ]


def read_changes(raw: Any) -> tuple[Change, ...]:
    """Changes from a run's parameters; what is none is passed over."""
    items = raw if isinstance(raw, list) else []
    return tuple(
        Change(
            RequestKind(item["kind"]),
            str(item["title"])[:300],
            str(item.get("reason", ""))[:2000],
            item["by"] if isinstance(item.get("by"), int) else None,
            str(item.get("name", ""))[:150],
        )
        for item in items[:MOST_CHANGES]
        if isinstance(item, Mapping)
        and item.get("kind") in (RequestKind.ADD, RequestKind.DROP)
        and isinstance(item.get("title"), str)
    )


def without_pages(frontier: Frontier, dropped: Mapping[str, Change]) -> Frontier:
    """The source set without those pages. What a dropped page led to hangs on the page before it; the seed stays.

    Partitions that only a dropped page covered are uncovered again.
    """
    seed = frontier.entries[0].title
    gone = {title: change for title, change in dropped.items() if title != seed}
    parents = {entry.title: entry.parent for entry in frontier.entries}
    kept = tuple(
        replace(entry, parent=_standing(entry.parent, parents, gone))
        for entry in frontier.entries
        if entry.title not in gone
    )
    covered = {name for entry in kept for name in entry.partitions}
    lost = [
        name
        for entry in frontier.entries
        if entry.title in gone
        for name in entry.partitions
        if name not in covered
    ]
    left = tuple(
        LeftOut(title, f"Dropped by {change.name or 'a reviewer'}: {change.reason}", parents.get(title))
        for title, change in gone.items()
        if title in parents
    )
    uncovered = tuple(dict.fromkeys((*frontier.uncovered, *lost)))
    return replace(frontier, entries=kept, left_out=(*frontier.left_out, *left), uncovered=uncovered)


def _standing(parent: str | None, parents: Mapping[str, str | None], gone: Collection[str]) -> str | None:
    """The nearest page up the tree that is not dropped."""
    while parent is not None and parent in gone:
        parent = parents.get(parent)
    return parent
