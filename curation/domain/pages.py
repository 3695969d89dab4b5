"""What asking a wiki for a title gives: frozen answers that page sources return and the frontier reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from curation.domain.content import PageContent


@dataclass(frozen=True, slots=True)
class ResolvedTitle:
    """One asked-for title after normalisation and redirects. `page_id` is None when the page is missing."""

    requested: str
    title: str
    page_id: int | None
    redirected_from: tuple[str, ...] = ()
    fragment: str = ""
    missing: bool = False
    disambiguation: bool = False


@dataclass(frozen=True, slots=True)
class FetchedPage:
    """The rendered bytes of one revision of one page, with what identifies them."""

    wiki: str
    title: str
    page_id: int
    revision_id: int
    revision_at: datetime | None
    html: bytes
    url: str
    redirects: tuple[str, ...] = ()


class PageReader(Protocol):
    """What discovery needs of a wiki: which page a title means, and what stands in it."""

    def resolve(self, titles: Sequence[str]) -> list[ResolvedTitle]:
        """One answer per title, in order. A title that is not there is `missing`, never another page."""

    def content(self, title: str) -> PageContent:
        """The extracted content of a page named by its resolved title."""
