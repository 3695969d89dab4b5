"""The `zim` page source: a Kiwix file, for whole-Wikipedia work offline.

libzim is under the GPL, so StageAudit does not install it; an operator who wants this source runs `pip install libzim`.
A ZIM file knows neither page ids nor revisions: the id is made of the entry's path, the revision is the file's date.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from curation.wiki.ports import FetchedPage, PageSourceError, ResolvedTitle
from curation.wiki.saved import MAX_PAGE_BYTES
from curation.wiki.titles import TitleError, parse_title

MOST_REDIRECTS = 5


class ZimPages:
    """Pages of one ZIM file. Raises PageSourceError `no_libzim` or `unreadable` when it cannot be opened."""

    def __init__(self, path: Path) -> None:
        try:
            from libzim.reader import Archive
        except ImportError:
            raise PageSourceError(
                "no_libzim",
                "Reading ZIM files needs libzim, which is under the GPL and therefore not part of StageAudit. "
                "Install it beside StageAudit with “pip install libzim”.",
            ) from None
        try:
            self._archive: Any = Archive(path)
        except RuntimeError as error:
            raise PageSourceError("unreadable", f"{path.name} is no readable ZIM file: {error}") from error
        self.wiki = self._metadata("Name") or path.stem
        self.dated = self._date()

    def resolve(self, titles: Sequence[str]) -> list[ResolvedTitle]:
        """One answer per title in the order asked."""
        return [self._resolve_one(title) for title in titles]

    def fetch(self, title: str) -> FetchedPage:
        """The page with that title. Raises PageSourceError `missing`, `too_large`."""
        found = self._resolve_one(title)
        entry = None if found.missing else self._entry(found.title)
        if entry is None:
            raise PageSourceError("missing", f"The ZIM file has no page “{title}”.", {"title": title})
        item = entry.get_item()
        if item.size > MAX_PAGE_BYTES:
            raise PageSourceError(
                "too_large", f"The page “{title}” is larger than a page may be.", {"title": title}
            )
        return FetchedPage(
            wiki=self.wiki,
            title=entry.title,
            page_id=page_id_of(entry.path),
            revision_id=int(self.dated.strftime("%Y%m%d")),
            revision_at=self.dated,
            html=bytes(item.content),
            url=f"zim://{self.wiki}/{entry.path}",
            redirects=found.redirected_from,
        )

    def _resolve_one(self, requested: str) -> ResolvedTitle:
        try:
            title = parse_title(requested)
        except TitleError:
            return ResolvedTitle(requested, requested, None, missing=True)
        entry = self._entry(title.text)
        came_from: list[str] = []
        while entry is not None and entry.is_redirect and len(came_from) < MOST_REDIRECTS:
            came_from.append(entry.title)
            entry = entry.get_redirect_entry()
        if entry is None or entry.is_redirect or not entry.get_item().mimetype.startswith("text/html"):
            return ResolvedTitle(requested, title.text, None, fragment=title.fragment, missing=True)
        return ResolvedTitle(requested, entry.title, page_id_of(entry.path), tuple(came_from), title.fragment)

    def _entry(self, title: str) -> Any:
        under = title.replace(" ", "_")
        for path in (under, f"A/{under}", title):
            if self._archive.has_entry_by_path(path):
                return self._archive.get_entry_by_path(path)
        return self._archive.get_entry_by_title(title) if self._archive.has_entry_by_title(title) else None

    def _metadata(self, name: str) -> str:
        keys = self._archive.metadata_keys
        return bytes(self._archive.get_metadata(name)).decode() if name in keys else ""

    def _date(self) -> datetime:
        try:
            return datetime.strptime(self._metadata("Date"), "%Y-%m-%d").replace(tzinfo=UTC)
        except ValueError:
            raise PageSourceError("unreadable", "The ZIM file does not say of which date it is.") from None


def page_id_of(path: str) -> int:
    """A stable id for an entry: the first 52 bits of the SHA-256 of its path."""
    return int(hashlib.sha256(path.encode()).hexdigest()[:13], 16)
