"""Measures the evidence engine: table extraction against pandas.read_html (lxml), and witness checks per second.

    .venv/bin/python bench/evidence.py --pages ../shared/data/wiki

Each extractor reads all pages of `html/` in a process of its own, cold, several rounds in turn; processor time and peak
memory are medians. How many cells each gets right is judged by where Chromium draws them and what it shows there
(`tests/tools/browser_reference.json.gz`). Nothing is written.
"""

from __future__ import annotations

import argparse
import io
import json
import resource
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from bench.witness import checks_per_second  # noqa: E402  (the path above comes first)
from curation.domain.clusters import read_clusters  # noqa: E402
from curation.domain.extract import extract_page, extract_tables  # noqa: E402
from curation.domain.extract.dom import parse  # noqa: E402
from curation.wiki.checking import PageFolder, check_cluster  # noqa: E402
from tests.tools import browser_reference as reference  # noqa: E402

WARM_UP = b"<table><tr><th>a</th></tr><tr><td>1</td></tr></table>"
Slots = dict[tuple[int, int], str]


def with_pandas(html: bytes) -> None:
    """Tables as data frames."""
    import pandas

    pandas.read_html(io.BytesIO(html), flavor="lxml")


def with_lxml(html: bytes) -> None:
    """A bare parse with the text of every cell: neither spans nor links nor hidden keys."""
    from lxml import html as lxml_html

    for cell in lxml_html.fromstring(html.decode("utf-8")).iter("td", "th"):
        cell.text_content()


EXTRACTORS: dict[str, Callable[[bytes], object]] = {
    "tables (ours)": extract_tables,
    "whole page (ours)": lambda html: extract_page(html, title="Page"),
    "pandas.read_html": with_pandas,
    "lxml, cell text only": with_lxml,
}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=Path, required=True, help="folder with html/ and clusters.json")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--child", choices=EXTRACTORS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    if options.child:
        print(json.dumps(one_pass(EXTRACTORS[options.child], options.pages)))
        return 0
    report = {
        "extraction": extraction(options.pages, options.rounds),
        "right": right(options.pages),
        "witness": witness(options.pages),
    }
    print(json.dumps(report) if options.json else _table(report))
    return 0


def one_pass(extract: Callable[[bytes], object], pages: Path) -> dict[str, float]:
    """Processor seconds and peak megabytes of this process for one extractor over all pages, imports done before."""
    data = [path.read_bytes() for path in sorted(pages.glob("html/*.html"))]
    extract(WARM_UP)
    started = time.process_time()
    for html in data:
        extract(html)
    seconds = time.process_time() - started
    return {"seconds": seconds, "mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


def extraction(pages: Path, rounds: int) -> dict[str, dict[str, float]]:
    """Medians of every extractor, measured in turn, each pass in a fresh process."""
    passes: dict[str, list[dict[str, float]]] = {name: [] for name in EXTRACTORS}
    for _ in range(rounds):
        for name in EXTRACTORS:
            command = [sys.executable, __file__, "--pages", str(pages), "--child", name]
            passes[name].append(json.loads(subprocess.run(command, capture_output=True, check=True).stdout))
    return {
        name: {key: statistics.median(one[key] for one in found) for key in ("seconds", "mb")}
        for name, found in passes.items()
    }


def right(pages: Path) -> dict[str, dict[str, int]]:
    """Slots that hold what Chromium shows there, of all slots that Chromium fills."""
    counts = {name: {"right": 0, "of": 0} for name in ("ours", "pandas", "pandas, kept as text")}
    for name, known in reference.load()["pages"].items():
        if not name.startswith("html/"):
            continue
        html = (pages / name).read_bytes()
        tables = [node.html or "" for node in parse(html).css("table")]
        for grid, table, known_cells in zip(extract_tables(html), tables, known["tables"], strict=True):
            wanted = reference.slots(known_cells)
            found = {
                "ours": _ours(grid),
                "pandas": _pandas(table),
                "pandas, kept as text": _pandas(table, as_text=True),
            }
            for who, slots in found.items():
                counts[who]["of"] += len(wanted)
                counts[who]["right"] += sum(slots.get(at) in digests for at, digests in wanted.items())
    return counts


def _ours(grid: Any) -> Slots:
    return {
        (row, column): reference.digest(cell.content.text)
        for row in range(len(grid.slots))
        for column in range(grid.width)
        if (cell := grid.cell_at(row, column)) is not None
    }


def _pandas(table: str, *, as_text: bool = False) -> Slots:
    """The first frame that pandas makes of a table, header levels above the values; empty where it fails.

    `as_text` asks pandas to convert no value: the fairest reading of text against text.
    """
    import pandas

    try:
        frame = pandas.read_html(io.StringIO(table), flavor="lxml")[0]
        if as_text:
            kept = dict.fromkeys(range(frame.shape[1]), str)
            frame = pandas.read_html(
                io.StringIO(table), flavor="lxml", converters=kept, keep_default_na=False
            )[0]
    except (ValueError, IndexError, TypeError):
        return {}
    heads = list(zip(*frame.columns, strict=True)) if frame.columns.nlevels > 1 else [tuple(frame.columns)]
    named = any(not isinstance(name, int) for head in heads for name in head)
    rows = (heads if named else []) + frame.astype(object).values.tolist()
    return {
        (y, x): reference.digest("" if value is None or value != value else str(value))
        for y, row in enumerate(rows)
        for x, value in enumerate(row)
    }


def witness(pages: Path) -> dict[str, float]:
    """Checks per second: of the ladder alone on new and on seen text, and of true rows by the gate (cells)."""
    clusters = read_clusters((pages / "clusters.json").read_text(encoding="utf-8"))
    folder = PageFolder(pages.parent)
    for cluster in clusters:
        check_cluster(cluster, folder)
    started = time.process_time()
    checked = [row for cluster in clusters for row in check_cluster(cluster, folder)]
    cells = sum(len(row.outcome.cells) for row in checked)
    return {**checks_per_second(), "gate": cells / (time.process_time() - started)}


def _table(report: dict[str, Any]) -> str:
    base = report["extraction"]["pandas.read_html"]["seconds"]
    lines = [f"{'85 pages, medians':24}{'s':>8}{'× pandas':>10}{'peak MB':>9}"]
    lines += [
        f"{name:24}{found['seconds']:8.2f}{base / found['seconds']:10.1f}{found['mb']:9.0f}"
        for name, found in report["extraction"].items()
    ]
    lines += ["", f"{'slots as Chromium':24}{'right':>8}{'of':>10}{'share':>9}"]
    lines += [
        f"{name:24}{found['right']:8}{found['of']:10}{found['right'] / found['of']:9.1%}"
        for name, found in report["right"].items()
    ]
    lines += ["", f"{'witness checks':24}{'a second':>10}"]
    lines += [f"{name:24}{rate:10,.0f}" for name, rate in report["witness"].items()]
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
