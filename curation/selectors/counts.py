"""Wikidata's counts beside what was staged: a signal that says which side is larger, never a witness."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from curation.models import Row, TableVersion, WikidataCount


@dataclass(frozen=True, slots=True)
class CountLine:
    """One count and the rows staged for the same; `larger` is `wikidata`, `table` or "" (equal, or no answer)."""

    count: WikidataCount
    staged: int
    larger: str


def counts_of(version: TableVersion) -> tuple[CountLine, ...]:
    """The counts of a version, the whole table first."""
    counts = list(WikidataCount.objects.filter(version=version).order_by("pk"))
    if not counts:
        return ()
    rows = list(Row.objects.filter(version=version).values_list("partition", flat=True))
    parts = Counter(_folded(name) for row in rows for name in {*re.split(r"\s*;\s*", row)})
    return tuple(_line(one, parts[_folded(one.partition)] if one.partition else len(rows)) for one in counts)


def _line(count: WikidataCount, staged: int) -> CountLine:
    if count.count is None or count.count == staged:
        return CountLine(count, staged, "")
    return CountLine(count, staged, "wikidata" if count.count > staged else "table")


def _folded(name: str) -> str:
    return " ".join(name.split()).casefold()
