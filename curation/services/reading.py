"""Pages read for a run: fetched from the source, stored as snapshots first, and only then looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from curation.domain.content import PageContent
from curation.domain.extract import extract_page
from curation.domain.pages import ResolvedTitle
from curation.models import FrontierEntry, Snapshot
from curation.selectors.snapshots import stored_bytes
from curation.services.snapshots import store_snapshot
from curation.wiki.ports import PageSource, PageSourceError
from stageaudit_web.core.errors import InvalidInput, StageAuditError, Unavailable

Progress = Callable[[int, int, str], None]


@dataclass(slots=True)
class StoringReader:
    """A page reader that keeps every page it reads as a snapshot, before anything is taken from it.

    What it reads is what the snapshot holds. A page is fetched once; asked for again, it comes from memory.
    """

    source: PageSource
    budget: int
    report: Progress
    by: Any = None
    snapshots: dict[str, Snapshot] = field(default_factory=dict)
    pages: dict[str, PageContent] = field(default_factory=dict)

    def resolve(self, titles: Sequence[str]) -> list[ResolvedTitle]:
        """One answer per title, in order."""
        try:
            return self.source.resolve(titles)
        except PageSourceError as error:
            raise as_expected(error) from error

    def content(self, title: str) -> PageContent:
        """The content of a page by its resolved title. Raises InvalidInput, or Unavailable when a retry can help."""
        if title not in self.pages:
            self.report(len(self.pages), max(self.budget, len(self.pages) + 1), title)
            try:
                fetched = self.source.fetch(title)
            except PageSourceError as error:
                raise as_expected(error) from error
            snapshot = store_snapshot(page=fetched, by=self.by)
            self.snapshots[title] = self.snapshots[fetched.title] = snapshot
            self.pages[title] = self.pages[fetched.title] = read_snapshot(snapshot)
        return self.pages[title]


def as_expected(error: PageSourceError) -> StageAuditError:
    """A page source's error as one of the product's: worth a retry or not."""
    kind = Unavailable if error.retry else InvalidInput
    return kind(f"pages_{error.code}", error.message, **error.facts)


def read_snapshot(snapshot: Snapshot) -> PageContent:
    """What stands in a stored page, with the titles that redirect to it. Raises as `stored_bytes` does."""
    page = extract_page(stored_bytes(snapshot), title=snapshot.title)
    return replace(page, redirects=tuple(snapshot.redirects))


def read_entries(entries: Iterable[FrontierEntry], report: Progress) -> dict[str, PageContent]:
    """Every admitted page by title, read from its stored bytes; `report` is told after each."""
    listed = list(entries)
    pages: dict[str, PageContent] = {}
    for done, entry in enumerate(listed, start=1):
        pages[entry.snapshot.title] = read_snapshot(entry.snapshot)
        report(done, len(listed), entry.snapshot.title)
    return pages
