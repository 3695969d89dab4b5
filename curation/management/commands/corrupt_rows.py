"""corrupt_rows: seeded wrong copies of a clusters file, to show that the gate stages none of them."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

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
        load_clusters(options["clusters"])
        raw = json.loads(options["clusters"].read_text(encoding="utf-8"))
        folder = PageFolder(folder_of(options["clusters"], options["root"]))
        kinds = [Kind(kind) for kind in options["kind"] or [kind.value for kind in Kind]]
        grounds = [make_ground(cluster, folder) for cluster in raw]
        rng = Random(options["seed"])  # noqa: S311 - seeded on purpose
        made = make_copies(raw, grounds, kinds, rng, count=options["count"], only_one=options["only_one"])
        text = json.dumps(made, ensure_ascii=False, indent=1)
        if options["output"] is None:
            self.stdout.write(text)
        else:
            options["output"].write_text(text, encoding="utf-8")


def make_ground(cluster: Mapping[str, Any], folder: PageFolder) -> Ground:
    """What changes to a cluster's rows may draw on, with every page that the cluster names read."""
    named = [page for page in cluster.get("pages") or [] if page.get("title") and page.get("file")]
    try:
        pages = {page["title"]: folder.page(page["file"], page["title"]) for page in named}
    except PageSourceError as error:
        raise CommandError(f"{cluster['id']}: {error.message}") from error
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
