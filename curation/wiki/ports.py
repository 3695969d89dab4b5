"""The one port to a wiki: which page a title means, and the bytes of that page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from curation.domain.pages import FetchedPage, ResolvedTitle

__all__ = ["FetchedPage", "PageSource", "PageSourceError", "ResolvedTitle"]


class PageSourceError(Exception):
    """A page source could not answer. `code` is stable, `facts` say what was asked, `retry`: ask again."""

    def __init__(
        self, code: str, message: str, facts: Mapping[str, str] | None = None, *, retry: bool = False
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.facts = dict(facts or {})
        self.retry = retry


class PageSource(Protocol):
    """A wiki to read from. No answer is ever a guess: a title that is not there is missing (methods F24)."""

    def resolve(self, titles: Sequence[str]) -> list[ResolvedTitle]:
        """One answer per title in the order asked, after normalisation and redirects."""

    def fetch(self, title: str) -> FetchedPage:
        """The page with that title. Raises PageSourceError (`missing`, `invalid_title`, `unreadable`, …)."""
