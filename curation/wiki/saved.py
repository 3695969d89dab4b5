"""The `saved` page source: a folder of rendered pages with a manifest, for work without a network.

The folder holds `pages.jsonl`, one page a line: `title`, `pageid`, `revid`, `file`, and optionally
`redirects` (titles that lead to the page), `revision_at`, `source_url`, `disambiguation`. `file` is
relative to the folder or to the folder above it. `site.json` may name the wiki: `{"wiki":
"en.wikipedia.org"}`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from curation.wiki.ports import FetchedPage, PageSourceError, ResolvedTitle
from curation.wiki.titles import TitleError, parse_title

MANIFEST = "pages.jsonl"
SITE = "site.json"
DEFAULT_WIKI = "en.wikipedia.org"
MAX_PAGE_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """One line of the manifest."""

    title: str
    page_id: int
    revision_id: int
    file: str
    redirects: tuple[str, ...] = ()
    revision_at: datetime | None = None
    url: str = ""
    disambiguation: bool = False


class SavedPages:
    """Pages of one folder. Only titles and redirects of the manifest exist; nothing is ever suggested."""

    def __init__(self, root: Path) -> None:
        """Read the manifest. Raises PageSourceError `no_manifest`, `bad_manifest` (with line and field)."""
        self.root = root.resolve()
        self.entries = tuple(_read_manifest(self.root / MANIFEST))
        self._by_title = {entry.title: entry for entry in self.entries}
        self._redirects = {old: entry for entry in self.entries for old in entry.redirects}
        self.wiki = _read_wiki(self.root, self.entries)

    def titles(self) -> tuple[str, ...]:
        """Titles of all pages of the folder, in the order of the manifest."""
        return tuple(self._by_title)

    def title_of_file(self, file: str) -> str | None:
        """The title of the page that the manifest keeps in that file, or None."""
        return next((entry.title for entry in self.entries if entry.file == file), None)

    def resolve(self, titles: Sequence[str]) -> list[ResolvedTitle]:
        """One answer per title in the order asked."""
        return [self._resolve_one(title) for title in titles]

    def fetch(self, title: str) -> FetchedPage:
        """That page. Raises PageSourceError `missing`, `unreadable`, `too_large`, `outside_folder`."""
        found = self._resolve_one(title)
        if found.missing:
            raise PageSourceError("missing", f"The folder has no page “{title}”.", {"title": title})
        entry = self._by_title[found.title]
        return FetchedPage(
            wiki=self.wiki,
            title=entry.title,
            page_id=entry.page_id,
            revision_id=entry.revision_id,
            revision_at=entry.revision_at,
            html=read_inside(self.root, entry.file),
            url=permalink(self.wiki, entry.title, entry.revision_id),
            redirects=found.redirected_from,
        )

    def _resolve_one(self, requested: str) -> ResolvedTitle:
        try:
            title = parse_title(requested)
        except TitleError:
            return ResolvedTitle(requested, requested, None, missing=True)
        entry = self._by_title.get(title.text)
        came_from: tuple[str, ...] = ()
        if entry is None:
            entry = self._redirects.get(title.text)
            came_from = (title.text,) if entry else ()
        if entry is None:
            return ResolvedTitle(requested, title.text, None, fragment=title.fragment, missing=True)
        return ResolvedTitle(
            requested,
            entry.title,
            entry.page_id,
            came_from,
            title.fragment,
            disambiguation=entry.disambiguation,
        )


def permalink(wiki: str, title: str, revision_id: int) -> str:
    """The address of one revision: title and oldid."""
    return f"https://{wiki}/w/index.php?title={quote(title.replace(' ', '_'), safe='')}&oldid={revision_id}"


def read_inside(root: Path, file: str) -> bytes:
    """The bytes of a file named by a manifest, never of one outside the folder.

    `file` is relative to the folder or to the folder above it. Raises PageSourceError.
    """
    path = locate_inside(root, file)
    try:
        if path.stat().st_size > MAX_PAGE_BYTES:
            raise PageSourceError(
                "too_large", f"The file {file} is larger than a page may be.", {"file": file}
            )
        return path.read_bytes()
    except OSError as error:
        raise PageSourceError("unreadable", f"The file {file} cannot be read.", {"file": file}) from error


def locate_inside(root: Path, file: str) -> Path:
    """Where a named file lies. Raises PageSourceError `outside_folder` or `unreadable` (no such file)."""
    home = root.resolve()
    if "\x00" in file:
        raise PageSourceError("unreadable", "A file name holds a null character.", {"file": file})
    places = [(base / file).resolve() for base in (home, home.parent)]
    inside = [place for place in places if place.is_relative_to(home)]
    if not inside:
        raise PageSourceError("outside_folder", f"The file {file} lies outside the folder.", {"file": file})
    for place in inside:
        if os.path.isfile(place):  # unlike Path.is_file it does not raise for a name that is too long
            return place
    raise PageSourceError("unreadable", f"There is no file {file} in the folder.", {"file": file})


def _read_manifest(path: Path) -> Iterator[ManifestEntry]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise PageSourceError("no_manifest", f"The folder has no readable {MANIFEST}.") from error
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        entry = _read_entry(number, line)
        if entry.title in seen:
            raise _bad_line(number, "title", "a title that no other line has")
        seen.add(entry.title)
        yield entry


def _read_entry(number: int, line: str) -> ManifestEntry:
    try:
        raw: Any = json.loads(line)
    except json.JSONDecodeError as error:
        raise _bad_line(number, "", "one JSON object") from error
    if not isinstance(raw, dict):
        raise _bad_line(number, "", "one JSON object")
    return ManifestEntry(
        title=_title(raw, "title", number),
        page_id=_whole(raw, "pageid", number),
        revision_id=_whole(raw, "revid", number),
        file=_text(raw, "file", number),
        redirects=_titles(raw, "redirects", number),
        revision_at=_moment(raw, "revision_at", number),
        url=str(raw.get("source_url", "")),
        disambiguation=raw.get("disambiguation") is True,
    )


def _bad_line(number: int, field: str, expected: str) -> PageSourceError:
    where = f"line {number}, field {field}" if field else f"line {number}"
    facts = {"line": str(number), "field": field, "expected": expected}
    return PageSourceError("bad_manifest", f"{MANIFEST}, {where}: expected {expected}.", facts)


def _text(raw: Mapping[str, Any], field: str, number: int) -> str:
    value = raw.get(field)
    if not isinstance(value, str) or not value:
        raise _bad_line(number, field, "a text")
    return value


def _title(raw: Mapping[str, Any], field: str, number: int) -> str:
    try:
        return parse_title(_text(raw, field, number)).text
    except TitleError as error:
        raise _bad_line(number, field, "a page title") from error


def _titles(raw: Mapping[str, Any], field: str, number: int) -> tuple[str, ...]:
    value = raw.get(field) or []
    if not isinstance(value, list):
        raise _bad_line(number, field, "a list of titles")
    return tuple(_title({field: item}, field, number) for item in value)


def _whole(raw: Mapping[str, Any], field: str, number: int) -> int:
    value = raw.get(field)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise _bad_line(number, field, "a whole number")
    return value


def _moment(raw: Mapping[str, Any], field: str, number: int) -> datetime | None:
    value = raw.get(field)
    if value is None:
        return None
    try:
        return datetime.fromisoformat(str(value).replace("Z", "+00:00"))
    except ValueError as error:
        raise _bad_line(number, field, "a time such as 2014-03-01T12:00:00Z") from error


def _read_wiki(root: Path, entries: Sequence[ManifestEntry]) -> str:
    site = root / SITE
    if site.is_file():
        try:
            named = json.loads(site.read_text(encoding="utf-8")).get("wiki")
        except (OSError, ValueError, AttributeError) as error:
            raise PageSourceError("bad_manifest", f"{SITE} is not a JSON object with a wiki.") from error
        return str(named or DEFAULT_WIKI)
    hosts = {urlsplit(entry.url).hostname for entry in entries if entry.url}
    return (hosts.pop() or DEFAULT_WIKI) if len(hosts) == 1 else DEFAULT_WIKI
