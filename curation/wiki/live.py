"""The `live` page source: the MediaWiki Action API, asked exactly as methods C.1 says.

Titles are resolved in batches of 50 with normalisation and redirects kept; a page is fetched as the rendered HTML of
one named revision, so that what is stored is what that revision showed when it was retrieved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from curation.wiki.client import Answer, PoliteClient, retry_after
from curation.wiki.ports import FetchedPage, PageSourceError, ResolvedTitle
from curation.wiki.saved import permalink
from curation.wiki.titles import TitleError, parse_title

BATCH = 50
MOST_CONTINUES = 200
COMMON = {"format": "json", "formatversion": "2", "maxlag": "5", "errorformat": "bc"}
WORTH_ANOTHER_TRY = ("maxlag", "ratelimited", "readonly", "internal_api_error")
MISSING = ("missingtitle", "nosuchpageid", "nosuchrevid")


@dataclass(frozen=True, slots=True)
class Revision:
    """The current revision of a page."""

    title: str
    page_id: int
    revision_id: int
    at: datetime


class LivePages:
    """Pages of one wiki, asked over its API. `wiki` names it in snapshots; by default the host of the API."""

    def __init__(self, client: PoliteClient, api: str, wiki: str = "") -> None:
        self.client, self.api = client, api
        self.wiki = wiki or urlsplit(api).hostname or api

    def resolve(self, titles: Sequence[str]) -> list[ResolvedTitle]:
        """One answer per title in the order asked. A title that cannot be one is missing, never an error."""
        asked = {title: _clean(title) for title in titles}
        wanted = list(dict.fromkeys(clean for clean in asked.values() if clean))
        found: dict[str, ResolvedTitle] = {}
        for batch in _batches(wanted):
            found |= self._resolve_batch(batch)
        return [_as_asked(title, asked[title], found) for title in titles]

    def fetch(self, title: str) -> FetchedPage:
        """The current revision of a page. Raises PageSourceError `missing`, and what the client raises."""
        resolved = self.resolve([title])[0]
        if resolved.missing:
            raise PageSourceError("missing", f"{self.wiki} has no page “{title}”.", {"title": title})
        revision = self.current([resolved.title])[0]
        parsed = self._rendered(revision)
        return FetchedPage(
            wiki=self.wiki,
            title=str(parsed.get("title", revision.title)),
            page_id=revision.page_id,
            revision_id=revision.revision_id,
            revision_at=revision.at,
            html=_text_of(parsed).encode(),
            url=permalink(self.wiki, revision.title, revision.revision_id),
            redirects=resolved.redirected_from,
        )

    def current(self, titles: Sequence[str]) -> list[Revision]:
        """The current revision of each page that exists, by resolved titles: what a drift check compares with."""
        revisions: list[Revision] = []
        for batch in _batches(list(titles)):
            params = {"prop": "revisions", "rvprop": "ids|timestamp", "titles": "|".join(batch)}
            for query in self._query(params):
                revisions += [_revision(page) for page in query.get("pages", []) if page.get("revisions")]
        return revisions

    def _rendered(self, revision: Revision) -> dict[str, Any]:
        params = {
            "action": "parse",
            "oldid": str(revision.revision_id),
            "prop": "text|revid",
            "disableeditsection": "1",
        }
        parsed = self._ask(params).get("parse")
        if not isinstance(parsed, dict) or not _text_of(parsed):
            raise PageSourceError(
                "bad_answer", "The wiki's answer holds no page.", {"title": revision.title}, retry=True
            )
        if parsed.get("pageid") not in (None, revision.page_id):
            raise PageSourceError(
                "bad_answer", "The wiki answered with another page.", {"title": revision.title}
            )
        return parsed

    def _resolve_batch(self, titles: Sequence[str]) -> dict[str, ResolvedTitle]:
        params = {
            "redirects": "1",
            "prop": "pageprops",
            "ppprop": "disambiguation",
            "titles": "|".join(titles),
        }
        steps: dict[str, tuple[str, str]] = {}
        pages: dict[str, dict[str, Any]] = {}
        for query in self._query(params):
            for kind in ("normalized", "redirects"):
                for step in query.get(kind, []):
                    steps[step["from"]] = (step["to"], step.get("tofragment", ""))
            for page in query.get("pages", []):
                pages[page["title"]] = {**pages.get(page["title"], {}), **page}
        return {title: _walk(title, steps, pages) for title in titles}

    def _query(self, params: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        more: dict[str, str] = {}
        for _ in range(MOST_CONTINUES):
            answer = self._ask({"action": "query", **params, **more})
            yield answer.get("query") or {}
            following = answer.get("continue")
            if not following:
                return
            more = {name: str(value) for name, value in following.items()}
        raise PageSourceError(
            "endless", "The wiki's answer goes on without end.", {"query": str(dict(params))}
        )

    def _ask(self, params: Mapping[str, str]) -> dict[str, Any]:
        asked = {**COMMON, **params}

        def once() -> dict[str, Any]:
            answer = self.client.get(self.api, asked)
            return _without_error(answer, answer.json())

        return self.client.patiently(once)


def _without_error(answer: Answer, body: dict[str, Any]) -> dict[str, Any]:
    error = body.get("error") or next(iter(body.get("errors") or []), None)
    if not error:
        return body
    code = str(error.get("code", "unknown"))
    said = str(error.get("info") or error.get("text") or "")
    facts = {"code": code, "said": said, "url": answer.url}
    if code in MISSING:
        raise PageSourceError("missing", f"The wiki has no such page: {said}", facts)
    if code.startswith(WORTH_ANOTHER_TRY):
        facts["wait"] = str(retry_after(answer.headers) or error.get("lag") or "")
        raise PageSourceError(
            "lagged" if code == "maxlag" else "rate_limited",
            f"The wiki asks us to wait: {said}",
            facts,
            retry=True,
        )
    raise PageSourceError("api_error", f"The wiki refused the request ({code}): {said}", facts)


def _walk(
    title: str, steps: Mapping[str, tuple[str, str]], pages: Mapping[str, dict[str, Any]]
) -> ResolvedTitle:
    at, fragment = title, ""
    came_from: list[str] = []
    while at in steps:
        if at in came_from:
            return ResolvedTitle(title, title, None, tuple(came_from), missing=True)
        came_from.append(at)
        at, fragment = steps[at][0], steps[at][1] or fragment
    page = pages.get(at, {})
    exists = "pageid" in page and not page.get("missing") and not page.get("invalid")
    return ResolvedTitle(
        requested=title,
        title=at,
        page_id=int(page["pageid"]) if exists else None,
        redirected_from=tuple(step for step in came_from if step != at),
        fragment=fragment,
        missing=not exists,
        disambiguation="disambiguation" in (page.get("pageprops") or {}),
    )


def _as_asked(requested: str, clean: str, found: Mapping[str, ResolvedTitle]) -> ResolvedTitle:
    resolved = found.get(clean)
    if resolved is None:
        return ResolvedTitle(requested, requested, None, missing=True)
    fragment = resolved.fragment or parse_title(requested).fragment
    return ResolvedTitle(
        requested,
        resolved.title,
        resolved.page_id,
        resolved.redirected_from,
        fragment,
        resolved.missing,
        resolved.disambiguation,
    )


def _clean(title: str) -> str:
    try:
        return parse_title(title).text
    except TitleError:
        return ""


def _revision(page: Mapping[str, Any]) -> Revision:
    revision = page["revisions"][0]
    at = datetime.fromisoformat(str(revision["timestamp"]).replace("Z", "+00:00"))
    return Revision(str(page["title"]), int(page["pageid"]), int(revision["revid"]), at)


def _text_of(parsed: Mapping[str, Any]) -> str:
    text = parsed.get("text", "")
    return str(text.get("*", "")) if isinstance(text, dict) else str(text)


def _batches(titles: Sequence[str]) -> Iterator[list[str]]:
    rest = iter(titles)
    while batch := list(islice(rest, BATCH)):
        yield batch
