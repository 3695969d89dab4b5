"""What a repair asks for: findings as plain data, and what the model-free curator does about each of them.

The texts of requests come from people, pages and models. They choose among what is written here, they never extend it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

MOST_REQUESTS = 1_000
# The checks that call a row's evidence, its key, a duplicate or its partition into question: such a row is left out.
DROPS_ROW = frozenset({"F1", "F2", "F3", "S1", "S2", "P2"})
# Of these, the ones about evidence can be answered by leaving one value out, where the column may be empty.
EMPTIES_CELL = frozenset({"F1", "F2", "F3"})


@dataclass(frozen=True, slots=True)
class RepairRequest:
    """One finding that a repair answers. `row` is the ordinal in the repaired version, `page` a title."""

    check: str
    message: str = ""
    kind: str = "table"
    row: int | None = None
    column: str = ""
    page: str = ""
    partition: str = ""
    severity: str = ""
    finding: int | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RepairPlan:
    """What to do: rows to leave out and cells to empty, by ordinal (and column), with the reason; titles to try for
    pages, each with the reason; partitions to look for.
    """

    drop: Mapping[int, str]
    empty: Mapping[tuple[int, str], str]
    pages: Mapping[str, str]
    partitions: tuple[str, ...]


def read_requests(raw: Any) -> tuple[RepairRequest, ...]:
    """Requests from stored parameters. What has fields of the wrong kind is read as far as it can be."""
    items = raw if isinstance(raw, list) else []
    return tuple(_read(item) for item in items[:MOST_REQUESTS] if isinstance(item, dict))


def _read(item: Mapping[str, Any]) -> RepairRequest:
    target = item.get("target")
    place: Mapping[str, Any] = target if isinstance(target, dict) else item
    evidence = item.get("evidence")
    return RepairRequest(
        check=_text(item, "check"),
        message=_text(item, "message"),
        kind=_text(place, "kind") or "table",
        row=_whole(place, "row"),
        column=_text(place, "column"),
        page=_text(place, "page"),
        partition=_text(place, "partition"),
        severity=_text(item, "severity"),
        finding=_whole(item, "finding"),
        evidence=evidence if isinstance(evidence, dict) else {},
    )


def plan_repair(requests: Iterable[RepairRequest], *, optional: Collection[str] = ()) -> RepairPlan:
    """What the requests ask for. `optional` are the columns that may be empty: there one value goes, not the row."""
    drop: dict[int, str] = {}
    empty: dict[tuple[int, str], str] = {}
    pages: dict[str, str] = {}
    partitions: dict[str, None] = {}
    for request in requests:
        why = f"{request.check}: {request.message}".strip(": ")
        if request.row is not None and request.check in DROPS_ROW and request.kind in ("row", "cell"):
            if request.kind == "cell" and request.check in EMPTIES_CELL and request.column in optional:
                empty.setdefault((request.row, request.column), why)
            else:
                drop.setdefault(request.row, why)
            continue
        for title in (request.page, *_titles(request.evidence)):
            if title:
                pages.setdefault(title, why)
        if request.partition:
            partitions[request.partition] = None
    return RepairPlan(drop, empty, pages, tuple(partitions))


def _titles(evidence: Mapping[str, Any]) -> list[str]:
    """Pages that a finding proposes: `pages` or `missing_pages` in its evidence."""
    found = [evidence.get(name) for name in ("pages", "missing_pages")]
    return [
        title[:300]
        for titles in found
        if isinstance(titles, list)
        for title in titles
        if isinstance(title, str)
    ]


def _text(item: Mapping[str, Any], name: str) -> str:
    value = item.get(name)
    return value[:2000] if isinstance(value, str) else ""


def _whole(item: Mapping[str, Any], name: str) -> int | None:
    value = item.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else None
