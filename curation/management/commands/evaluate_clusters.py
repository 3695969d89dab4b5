"""evaluate_clusters: how well the model-free curator finds pages and rows. Needs no database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from curation.domain.evaluate import Scores, mean
from curation.management.commands.check_rows import folder_of, load_clusters
from curation.wiki.curating import ClusterScores, evaluate_cluster
from curation.wiki.ports import PageSourceError
from curation.wiki.reader import SourceReader
from curation.wiki.saved import MANIFEST, SavedPages

HEAD = f"{'cluster':28} {'frontier P':>10} {'R':>6} {'F1':>6} {'key P':>10} {'R':>6} {'F1':>6} {'rows':>6}"


class Command(BaseCommand):
    """Runs discovery, proposal and gate on every cluster; the curator never sees complements, rows or keys."""

    help = "Precision, recall and F1 of the extractive curator's frontier and row keys, per cluster and on average."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the folder of saved pages, and the form of the output."""
        parser.add_argument(
            "clusters", type=Path, help="a clusters file: a JSON list of questions with their truth"
        )
        parser.add_argument("--root", type=Path, help="folder of the saved pages, or the one above it")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")

    def handle(self, *args: Any, **options: Any) -> None:
        """Evaluate and print."""
        clusters = load_clusters(options["clusters"])
        reader = SourceReader(find_source(options["clusters"], options["root"]))
        try:
            scores = {cluster.id: evaluate_cluster(cluster, reader) for cluster in clusters}
        except PageSourceError as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(as_json(scores), ensure_ascii=False))
            return
        self.stdout.write(HEAD)
        for name, found in scores.items():
            self.stdout.write(_line(name, found.frontier, found.key, found.rows))
        self.stdout.write(_line("mean", *means(scores), sum(found.rows for found in scores.values())))


def find_source(clusters: Path, root: Path | None) -> SavedPages:
    """The folder of saved pages: the given one, one below it, or the one that the clusters file lies in."""
    base = folder_of(clusters, root)
    folders = [base, *sorted(path for path in base.iterdir() if path.is_dir())]
    if root is None:
        folders = [clusters.resolve().parent, *folders]
    for folder in folders:
        if (folder / MANIFEST).is_file():
            try:
                return SavedPages(folder)
            except PageSourceError as error:
                raise CommandError(f"{folder}: {error.message}") from error
    raise CommandError(f"No {MANIFEST} in {base} or in a folder of it.")


def means(scores: Mapping[str, ClusterScores]) -> tuple[Scores, Scores]:
    """Mean frontier and key scores; clusters whose complements are not labelled count for keys only."""
    labelled = [found.frontier for found in scores.values() if found.frontier is not None]
    return mean(labelled), mean([found.key for found in scores.values()])


def as_json(scores: Mapping[str, ClusterScores]) -> dict[str, Any]:
    """All figures in the form that --json prints."""
    frontier, key = means(scores)
    clusters = {
        name: {
            "frontier": found.frontier.as_dict() if found.frontier is not None else None,
            "key": found.key.as_dict(),
            "rows": found.rows,
        }
        for name, found in scores.items()
    }
    return {"clusters": clusters, "mean": {"frontier": frontier.as_dict(), "key": key.as_dict()}}


def _line(name: str, frontier: Scores | None, key: Scores, rows: int) -> str:
    shown = ["undefined" if frontier is None else f"{frontier.p:.3f}"]
    shown += ["", ""] if frontier is None else [f"{frontier.r:.3f}", f"{frontier.f1:.3f}"]
    first, second, third = shown
    return (
        f"{name:28} {first:>10} {second:>6} {third:>6} {key.p:>10.3f} {key.r:>6.3f} {key.f1:>6.3f} {rows:>6}"
    )
