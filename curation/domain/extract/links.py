"""Links: which wiki page an address leads to, in the four ways MediaWiki writes addresses."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qs, unquote

from curation.domain.content import Link
from curation.domain.extract.quick import maker

_link = maker(Link)
_HOST = r"(?:(?:https?:)?//(?:[\w\-]+\.)*wikipedia\.org)?"
_FRONT = re.compile(_HOST + "/wiki/", re.IGNORECASE)
_INDEX = re.compile(_HOST + r"/?(?:w/)?index\.php\?([^#]*)(?:#(.*))?", re.IGNORECASE | re.DOTALL)


@lru_cache(maxsize=65536)
def target(href: str) -> tuple[str | None, str]:
    """The page title and fragment an address leads to; the title is None for an address outside the wiki.

    Reads `/wiki/X`, `//en.wikipedia.org/wiki/X`, `index.php?title=X` and Parsoid's `./X`. A fragment alone
    leads to the same page and has the title "". A link that edits a page leads to no page; a link to a page
    that does not exist yet keeps its title.
    """
    if href.startswith("#"):
        return "", unquote(href[1:])
    at = href.find("/wiki/") + 6 if "/wiki/" in href else 2
    if not (_is_front(href[:at]) if at > 2 else href.startswith("./")):
        return _indexed(href)
    address, _, fragment = href[at:].partition("#")
    name, _, query = address.partition("?")
    if query and "action=" in query and "redlink=" not in query:
        return None, ""
    return _readable(name), unquote(fragment) if fragment else ""


@lru_cache(maxsize=1024)
def _is_front(front: str) -> bool:
    """Whether an address that goes on after this leads into the wiki."""
    return _FRONT.fullmatch(front) is not None


def _indexed(href: str) -> tuple[str | None, str]:
    match = _INDEX.fullmatch(href)
    if match is None:
        return None, ""
    query = parse_qs(match[1])
    if "action" in query and "redlink" not in query:
        return None, ""
    return _readable(query.get("title", [""])[0]), unquote(match[2] or "")


def _readable(name: str) -> str | None:
    return (unquote(name) if "%" in name else name).replace("_", " ").strip() or None


def make_link(text: str, href: str, outward: bool = False) -> Link:
    """A link with its displayed text; `outward` says that the page marks it as leading out of the wiki."""
    title, fragment = (None, "") if outward else target(href)
    return _link(text, title, fragment, href)
