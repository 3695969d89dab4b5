"""The source set S of a run: which pages were admitted, by which operator, from where, why (Algorithm 1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Operator(StrEnum):
    """How a page came into the frontier; every page records exactly one."""

    SEED = "seed"
    SEED_TABLE = "seed_table"
    SIBLING_LIST = "sibling_list"
    REDIRECT = "redirect"
    ENTITY_PAGE = "entity_page"
    WIKIDATA_CHECK = "wikidata_check"
    REVIEWER = "reviewer"


@dataclass(frozen=True, slots=True)
class FrontierEntry:
    """One page of S. `parent` is the page that led to it (None for the seed).

    `requested` is the title as linked, before redirects; `partitions` are what the page was admitted for;
    `hop` counts links from the seed.
    """

    title: str
    operator: Operator
    reason: str
    parent: str | None = None
    requested: str = ""
    page_id: int | None = None
    partitions: tuple[str, ...] = ()
    hop: int = 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A page that was considered and not admitted, and why."""

    title: str
    reason: str
    parent: str | None = None


@dataclass(frozen=True, slots=True)
class Frontier:
    """The source set with its log: entries in the order of admission (the seed first), and what was left out.

    `uncovered` names partitions for which no page was found; `budget_spent` says that the page budget ended
    the search.
    """

    entries: tuple[FrontierEntry, ...]
    left_out: tuple[LeftOut, ...] = ()
    uncovered: tuple[str, ...] = ()
    budget_spent: bool = False

    def titles(self) -> tuple[str, ...]:
        """Titles of all admitted pages, the seed first."""
        return tuple(entry.title for entry in self.entries)
