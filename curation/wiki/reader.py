"""Reads pages of a source as content, each fetched and extracted once: what discovery asks of a wiki."""

from __future__ import annotations

from collections.abc import Sequence

from curation.domain.content import PageContent
from curation.domain.extract import UnreadablePage, extract_page
from curation.wiki.ports import FetchedPage, PageSource, PageSourceError, ResolvedTitle


class SourceReader:
    """A page source with a memory. `fetched` holds every page that was read, by title."""

    def __init__(self, source: PageSource) -> None:
        self.source = source
        self.fetched: dict[str, FetchedPage] = {}
        self._contents: dict[str, PageContent] = {}
        self._resolved: dict[str, ResolvedTitle] = {}

    def resolve(self, titles: Sequence[str]) -> list[ResolvedTitle]:
        """One answer per title in the order asked; the source is asked once per title."""
        new = [title for title in dict.fromkeys(titles) if title not in self._resolved]
        if new:
            self._resolved.update(zip(new, self.source.resolve(new), strict=True))
        return [self._resolved[title] for title in titles]

    def content(self, title: str) -> PageContent:
        """The content of a page named by its resolved title. Raises PageSourceError."""
        if title not in self._contents:
            page = self.source.fetch(title)
            try:
                self._contents[title] = extract_page(page.html, title=page.title)
            except UnreadablePage as error:
                message = f"“{title}” cannot be read: {error}."
                raise PageSourceError("unreadable", message, {"title": title}) from error
            self.fetched[title] = page
        return self._contents[title]
