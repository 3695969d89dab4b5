"""corrupt_rows: seeded wrong copies of a clusters file, to show that the gate stages none of them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from curation.domain.clusters import Cluster
from curation.domain.corrupt import Ground, Kind, corrupt_cluster, corrupt_one
from curation.management.commands.check_rows import folder_of, load_clusters
from curation.wiki.checking import PageFolder
from curation.wiki.ports import PageSourceError


class Command(BaseCommand):
    """Writes a clusters file whose rows are wrong, each by one change noted under `_corrupted`."""

    help = "Writes wrong copies of a clusters file: one change in every row, or in one row of each copy."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the seed, which changes, how many, and where the copies go."""
        parser.add_argument("clusters", type=Path)
        parser.add_argument(
            "--root", type=Path, help="folder that `file` paths start from (default: above the file's)"
        )
        parser.add_argument("--seed", type=int, required=True)
        parser.add_argument(
            "--kind", action="append", choices=[kind.value for kind in Kind], help="default: all kinds"
        )
        parser.add_argument("--count", type=int, default=2000, help="at least so many wrong rows")
        parser.add_argument("--only-one", action="store_true", help="one wrong row per copy, all others true")
        parser.add_argument("--output", type=Path, help="where to write (default: standard output)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Make copies until there are enough wrong rows, in an order that the seed fixes."""
        clusters = load_clusters(options["clusters"])
        require_places(clusters)
        raw = json.loads(options["clusters"].read_text(encoding="utf-8"))
        folder = PageFolder(folder_of(options["clusters"], options["root"]))
        kinds = [Kind(kind) for kind in options["kind"] or [kind.value for kind in Kind]]
        grounds = [make_ground(each, folder, read) for each, read in zip(raw, clusters, strict=True)]
        rng = Random(options["seed"])  # noqa: S311 - seeded on purpose
        made = make_copies(raw, grounds, kinds, rng, count=options["count"], only_one=options["only_one"])
        text = json.dumps(made, ensure_ascii=False, indent=1)
        if options["output"] is None:
            self.stdout.write(text)
        else:
            options["output"].write_text(text, encoding="utf-8")


def require_places(clusters: Sequence[Cluster]) -> None:
    """Only rows that say where they stand can be moved elsewhere. Raises CommandError for the first that does not."""
    for cluster in clusters:
        for row in cluster.rows:
            faults = [place.fault for place in row.places if place.locator is None]
            if faults or not row.places:
                fault = faults[0] if faults else "expected a list of places"
                raise CommandError(f"cluster {cluster.id}, row {row.number}, _loc: {fault}.")


def make_ground(cluster: dict[str, Any], folder: PageFolder, read: Cluster) -> Ground:
    """What changes to a cluster's rows may draw on: every page that the cluster or one of its rows names, read.

    A row's only place may stand without a list around it; it gets one here.
    """
    places = [place for row in read.rows for place in row.places if place.locator is not None]
    files = {place.locator.page: place.file for place in places if place.locator is not None} | dict(
        read.files
    )
    try:
        pages = {title: folder.page(file, title) for title, file in files.items()}
    except PageSourceError as error:
        raise CommandError(f"{read.id}: {error.message}") from error
    for row in cluster["rows"]:
        row["_loc"] = [row["_loc"]] if isinstance(row["_loc"], dict) else row["_loc"]
    named = [{"title": title, "file": file} for title, file in files.items()]
    return Ground(cluster["columns"], cluster["rows"], named, pages)


def make_copies(
    raw: Sequence[Mapping[str, Any]],
    grounds: Sequence[Ground],
    kinds: Sequence[Kind],
    rng: Random,
    *,
    count: int,
    only_one: bool = False,
) -> list[dict[str, Any]]:
    """Wrong copies with at least `count` wrong rows, fewer only if a whole round gives none."""
    made: list[dict[str, Any]] = []
    wrong, before = 0, -1
    while wrong < count and wrong != before:
        before = wrong
        for cluster, ground in zip(raw, grounds, strict=True):
            for kind in kinds:
                for copy in _copies(cluster, kind, ground, rng, only_one=only_one):
                    made.append(copy)
                    wrong += sum("_corrupted" in row for row in copy["rows"])
                    if only_one and wrong >= count:
                        return made
    return made


def _copies(
    cluster: Mapping[str, Any], kind: Kind, ground: Ground, rng: Random, *, only_one: bool
) -> Iterator[dict[str, Any]]:
    if only_one:
        copy = (
            corrupt_one(cluster, kind, ground, rng, rng.randrange(len(ground.rows))) if ground.rows else None
        )
    else:
        copy = corrupt_cluster(cluster, kind, ground, rng)
    if copy is not None and copy["rows"]:
        yield copy
