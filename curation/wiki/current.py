"""Asks a page source for the current revision of a page that is stored already: what a drift check compares with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from curation.wiki.live import Revision
from curation.wiki.ports import FetchedPage, PageSource, PageSourceError


@runtime_checkable
class KnowsRevisions(Protocol):
    """A source that tells the current revision of pages without sending them."""

    def current(self, titles: Sequence[str]) -> list[Revision]:
        """The current revision of each page that exists, by resolved titles."""


def newer_page(source: PageSource, title: str, *, page_id: int, revision_id: int) -> FetchedPage | None:
    """The page as it is now; None when its current revision is the known one and the source can say so unfetched.

    Raises PageSourceError: `missing` when no page has that title any more, `other_page` when another page has it now.
    """
    resolved = source.resolve([title])[0]
    if resolved.missing:
        raise PageSourceError("missing", f"There is no page “{title}” any more.", {"title": title})
    if resolved.page_id is not None and resolved.page_id != page_id:
        raise PageSourceError(
            "other_page",
            f"“{title}” leads to another page now: {resolved.title}.",
            {"title": title, "now": resolved.title},
        )
    if isinstance(source, KnowsRevisions):
        current = source.current([resolved.title])
        if any(one.page_id == page_id and one.revision_id == revision_id for one in current):
            return None
    return source.fetch(resolved.title)
