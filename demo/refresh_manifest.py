"""Works out what the manifest of the demo's pages says about their files; run it after a page was edited.

Written by hand in `pages/pages.jsonl`: title, pageid, revid, revision_at, file, redirects. Everything else on a line is
derived here from the page: the digest of its bytes, its sections, and which of its links lead to a page of the set.
`--check` changes nothing and fails when a line is out of date.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

PAGES = Path(__file__).resolve().parent / "pages"
sys.path.insert(0, str(PAGES.parent.parent))

from curation.domain.content import PageContent  # noqa: E402  (the checkout has to be on the path first)
from curation.domain.extract import extract_page  # noqa: E402  (as above)

BY_HAND = ("title", "pageid", "revid", "revision_at", "file", "redirects")
Line = dict[str, Any]


def main(arguments: list[str]) -> int:
    """Rewrite the manifest, or with `--check` say whether it is up to date."""
    manifest = PAGES / "pages.jsonl"
    held = manifest.read_text(encoding="utf-8")
    fresh = refresh(held)
    if "--check" in arguments:
        print("up to date" if fresh == held else "out of date: run demo/refresh_manifest.py")
        return 0 if fresh == held else 1
    manifest.write_text(fresh, encoding="utf-8")
    return 0


def refresh(manifest: str, pages: Path = PAGES) -> str:
    """The manifest with every derived field worked out anew."""
    lines: list[Line] = [json.loads(line) for line in manifest.splitlines()]
    leads_to = titles_and_redirects(lines)
    return "".join(json.dumps(derived(line, pages, leads_to), ensure_ascii=False) + "\n" for line in lines)


def titles_and_redirects(lines: Iterable[Line]) -> dict[str, str]:
    """Every title that the set knows, with the title of the page it leads to."""
    known: dict[str, str] = {}
    for line in lines:
        known.update(dict.fromkeys([line["title"], *line["redirects"]], line["title"]))
    return known


def derived(line: Line, pages: Path, leads_to: dict[str, str]) -> Line:
    """One line of the manifest: what is written by hand, then what its file says."""
    held = (pages / line["file"]).read_bytes()
    page = extract_page(held, title=line["title"])
    links = linked_titles(page)
    return {
        **{field: line[field] for field in BY_HAND},
        "sha256": hashlib.sha256(held).hexdigest(),
        "sections": sections(page),
        "links": [title for title in links if title in leads_to],
        "links_missing": [title for title in links if title not in leads_to],
        "redirect_links": [title for title in links if leads_to.get(title, title) != title],
    }


def linked_titles(page: PageContent) -> list[str]:
    """Titles that a page links to, each once, in the order of the page; its own is left out."""
    titles = (link.title for link in page.links if link.title)
    return [title for title in dict.fromkeys(titles) if title != page.title and not title.startswith("File:")]


def sections(page: PageContent) -> list[dict[str, str]]:
    """Headings as the wiki's own interface lists them: level, text, anchor, position."""
    return [
        {"level": str(section.level), "line": section.path[-1], "anchor": section.anchor, "index": str(index)}
        for index, section in enumerate(page.sections, start=1)
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
