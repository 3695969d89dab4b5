"""The source set as a tree: which operator admitted each page, from where, why, and what it contributed."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count

from curation.models import CellLocator, FrontierEntry, LeftOutPage, Row, TableVersion
from curation.selectors.by_hand import ByHand, by_hand
from curation.selectors.counts import CountLine, counts_of
from curation.selectors.evidence import is_public
from curation.selectors.versions import VersionHead, version_head
from curation.wiki.saved import permalink
from stageaudit_web.core import journal

LEFT_OUT_PER_PAGE = 100


@dataclass(frozen=True, slots=True)
class FrontierNode:
    """An admitted page in its place in the tree (`depth` 0: the seed); `rows` start on it, `cells` are read from it."""

    entry: FrontierEntry
    depth: int
    rows: int
    cells: int
    permalink: str
    is_own: bool

    @property
    def is_idle(self) -> bool:
        """Whether nothing in the table stands on this page."""
        return not (self.rows or self.cells)


@dataclass(frozen=True, slots=True)
class FrontierPage:
    """The source set, what was left out, and partitions for which no page was found."""

    head: VersionHead
    nodes: tuple[FrontierNode, ...]
    operators: tuple[tuple[str, int], ...]
    left_out: Page[Any]
    uncovered: tuple[str, ...]
    budget_spent: bool
    by_hand: ByHand
    counts: tuple[CountLine, ...]


def frontier_page(version: TableVersion, *, number: str = "1", changes: ByHand | None = None) -> FrontierPage:
    """Everything about S in a number of queries that does not depend on its size."""
    entries = list(version.frontier.select_related("snapshot__page", "admitted_by").order_by("ordinal"))
    rows, cells = _row_counts(version), _cell_counts(version)
    nodes = tuple(_node(entry, depth, rows, cells) for entry, depth in in_tree_order(entries))
    operators: dict[str, int] = defaultdict(int)
    for entry in entries:
        operators[entry.operator] += 1
    recorded = _recorded(version)
    left_out = LeftOutPage.objects.filter(version=version).order_by("pk")
    return FrontierPage(
        head=version_head(version),
        nodes=nodes,
        operators=tuple(operators.items()),
        left_out=Paginator(left_out, LEFT_OUT_PER_PAGE).get_page(number),
        uncovered=tuple(recorded.get("uncovered", ())),
        budget_spent=bool(recorded.get("budget_spent")),
        by_hand=changes or by_hand(version),
        counts=counts_of(version),
    )


def in_tree_order(entries: list[FrontierEntry]) -> list[tuple[FrontierEntry, int]]:
    """Each page under the one that led to it, in the order of admission, with its depth."""
    children: dict[int | None, list[FrontierEntry]] = defaultdict(list)
    for entry in entries:
        children[entry.parent_id].append(entry)
    ordered: list[tuple[FrontierEntry, int]] = []
    waiting = [(entry, 0) for entry in reversed(children[None])]
    while waiting:
        entry, depth = waiting.pop()
        ordered.append((entry, depth))
        waiting += [(child, depth + 1) for child in reversed(children[entry.pk])]
    return ordered


def _node(entry: FrontierEntry, depth: int, rows: dict[int, int], cells: dict[int, int]) -> FrontierNode:
    snapshot = entry.snapshot
    is_own = not is_public(snapshot.page.wiki)
    link = "" if is_own else permalink(snapshot.page.wiki, snapshot.title, snapshot.revision_id)
    return FrontierNode(entry, depth, rows.get(entry.pk, 0), cells.get(entry.pk, 0), link, is_own)


def _row_counts(version: TableVersion) -> dict[int, int]:
    counted = (
        Row.objects.filter(version=version).order_by().values_list("locator__entry").annotate(Count("pk"))
    )
    return dict(counted)


def _cell_counts(version: TableVersion) -> dict[int, int]:
    held = CellLocator.objects.filter(locator__version=version).order_by()
    return dict(held.values_list("locator__entry").annotate(Count("cell", distinct=True)))


def _recorded(version: TableVersion) -> dict[str, Any]:
    event = journal.events_of(version).filter(verb="frontier.recorded").last()
    return event.payload if event else {}
