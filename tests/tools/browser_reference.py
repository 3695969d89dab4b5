"""Where Chromium puts every cell of the real pages, and a digest of what it shows there: the reference of tests.

    .venv/bin/python -m tests.tools.browser_reference ../shared/data/wiki

opens each page without a network, reads the row and column of every cell from where the cells are drawn (never from an
algorithm like ours), and writes positions and digests, no text, to `tests/tools/browser_reference.json.gz`.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import itertools
import json
import re
import sys
from pathlib import Path
from typing import Any

from tests.curation.domain.extract.shapes import SHAPES

REFERENCE = Path(__file__).with_name("browser_reference.json.gz")
SCRIPT = Path(__file__).with_name("browser_reference.js")
CHROMIUM = "/usr/bin/chromium"
MOST_SUPERSCRIPTS = 9


def digest(text: str) -> str:
    """Eight hex digits of a text without what only one side writes.

    White space is folded; the `^` of powers, U+FEFF and the space before a fraction are left out.
    """
    bare = re.sub(r"(\d) (?=\d+⁄)", r"\1", " ".join(text.replace("^", "").replace("\ufeff", "").split()))
    return hashlib.sha256(bare.encode("utf-8", errors="surrogatepass")).hexdigest()[:8]


def load() -> dict[str, Any]:
    """The stored reference: `pages` by file name and `shapes` by name, each a list of tables."""
    loaded: dict[str, Any] = json.loads(gzip.decompress(REFERENCE.read_bytes()))
    return loaded


def main() -> int:
    """Write the reference anew."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("wiki", type=Path, help="folder that holds html/ and html_modern/")
    parser.add_argument("--chromium", default=CHROMIUM)
    options = parser.parse_args()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 4000, "height": 2000})
        page.route("**/*", lambda route: route.abort())
        pages = {}
        for path in sorted(options.wiki.glob("html*/*.html")):
            html = path.read_bytes()
            pages[f"{path.parent.name}/{path.name}"] = {
                "sha256": hashlib.sha256(html).hexdigest()[:16],
                "tables": _tables(page, html.decode("utf-8", errors="replace")),
            }
            print(path.name, len(pages[f"{path.parent.name}/{path.name}"]["tables"]), file=sys.stderr)
        shapes = {name: _tables(page, html) for name, html in SHAPES.items()}
        version = browser.version
    stored = json.dumps({"chromium": version, "pages": pages, "shapes": shapes}, separators=(",", ":"))
    REFERENCE.write_bytes(gzip.compress(stored.encode(), 9, mtime=0))
    print(f"{REFERENCE.stat().st_size:,} bytes", file=sys.stderr)
    return 0


def _tables(page: Any, html: str) -> list[list[list[Any]]]:
    """For each table of a document, in document order, its cells: row, column, row span, column span, digests."""
    page.set_content(html, wait_until="domcontentloaded")
    found = page.evaluate(SCRIPT.read_text(encoding="utf-8"), MOST_SUPERSCRIPTS)
    return [
        [[*cell["at"], *sorted({digest(text) for text in cell["texts"]})] for cell in table]
        for table in found
    ]


def slots(cells: list[list[Any]]) -> dict[tuple[int, int], list[str]]:
    """Digests by slot, for every slot a cell covers; where cells overlap the first one drawn counts."""
    filled: dict[tuple[int, int], list[str]] = {}
    for row, column, height, width, *digests in cells:
        for place in itertools.product(range(row, row + height), range(column, column + width)):
            filled.setdefault(place, digests)
    return filled


if __name__ == "__main__":
    raise SystemExit(main())
