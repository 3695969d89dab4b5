"""Links: which wiki page an address leads to, in the four ways MediaWiki writes addresses."""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import parse_qs, unquote, urlsplit

from curation.domain.content import Link

_WIKI_HOSTS = ("wikipedia.org",)


@lru_cache(maxsize=65536)
def target(href: str) -> tuple[str | None, str]:
    """The page title and fragment an address leads to; the title is None for an address outside the wiki.

    Reads `/wiki/X`, `//en.wikipedia.org/wiki/X`, `index.php?title=X` and Parsoid's `./X`. A fragment alone leads to
    the same page and has the title "".
    """
    if href.startswith("#"):
        return "", unquote(href[1:])
    try:
        parts = urlsplit(href)
    except ValueError:
        return None, ""
    if parts.netloc and not (parts.hostname or "").endswith(_WIKI_HOSTS):
        return None, ""
    return _title(parts.path, parts.query), unquote(parts.fragment)


def _title(path: str, query: str) -> str | None:
    if path.startswith("/wiki/"):
        name = path[6:]
    elif path.startswith("./"):
        name = path[2:]
    elif path.endswith("index.php") and "title=" in query:
        name = parse_qs(query).get("title", [""])[0]
        return name.replace("_", " ").strip() or None
    else:
        return None
    return unquote(name).replace("_", " ").strip() or None


def make_link(text: str, href: str, *, external: bool = False) -> Link:
    """A link with its displayed text; `external` says that the page marks it as leading out of the wiki."""
    title, fragment = (None, "") if external else target(href)
    return Link(text=text, title=title, fragment=fragment, href=href)
