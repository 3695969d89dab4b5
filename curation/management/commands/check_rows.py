"""check_rows: rows that say where they stand, judged by the gate against saved pages. Needs no database."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from curation.domain.clusters import Cluster, ClusterError, read_clusters
from curation.domain.locators import print_locator
from curation.domain.rows import Refusal, StagedCell
from curation.wiki.checking import CheckedRow, PageFolder, check_cluster
from curation.wiki.ports import PageSourceError


class Command(BaseCommand):
    """Prints one line per row: staged or not, why not, and for each cell the rung it reached and where."""

    help = "Judges the rows of a clusters file at the places they claim, and prints one line per row."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the folder that its page files are relative to, and the form of the output."""
        parser.add_argument("clusters", type=Path, help="a clusters file: a JSON list of questions with rows")
        parser.add_argument(
            "--root", type=Path, help="folder that `file` paths start from (default: above the file's)"
        )
        parser.add_argument("--json", action="store_true", help="one JSON object per line")

    def handle(self, *args: Any, **options: Any) -> None:
        """Judge and print; ends with how many rows were staged, unless JSON is asked for."""
        clusters = load_clusters(options["clusters"])
        folder = PageFolder(folder_of(options["clusters"], options["root"]))
        counts = [0, 0]
        for cluster in clusters:
            for checked in _check(cluster, folder):
                counts[isinstance(checked.outcome, Refusal)] += 1
                self.stdout.write(
                    json.dumps(as_json(checked), ensure_ascii=False) if options["json"] else _line(checked)
                )
        if not options["json"]:
            self.stdout.write(f"{counts[0]} of {sum(counts)} rows staged")


def load_clusters(path: Path) -> list[Cluster]:
    """The clusters of a file, or a CommandError that says where the file is at fault."""
    try:
        return read_clusters(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise CommandError(f"{path} is not UTF-8 text (byte {error.start}).") from error
    except ClusterError as error:
        raise CommandError(f"{path}: {error}.") from error


def folder_of(clusters: Path, root: Path | None) -> Path:
    """The folder that page files are relative to: the one given, or the one above the clusters file's."""
    folder = root if root is not None else clusters.resolve().parent.parent
    if not folder.is_dir():
        raise CommandError(f"{folder} is not a folder.")
    return folder


def as_json(checked: CheckedRow) -> dict[str, Any]:
    """One row's verdict in the form that --json prints."""
    outcome = checked.outcome
    refused = outcome if isinstance(outcome, Refusal) else None
    cells = {cell.column: _cell(cell) for cell in outcome.cells}
    if refused is not None:
        cells = {
            cell.column: cells.get(cell.column, {"rung": None, "where": None}) for cell in refused.row.cells
        }
    return {
        "cluster": checked.cluster,
        "row": checked.number,
        "staged": refused is None,
        "reason": f"{refused.code}: {refused.message}" if refused is not None else None,
        "cells": cells,
    }


def _cell(cell: StagedCell) -> dict[str, str | None]:
    where = "; ".join(f"{locator.page}: {print_locator(locator)}" for locator in cell.locators)
    return {"rung": cell.rung.value if cell.rung is not None else None, "where": where or None}


def _line(checked: CheckedRow) -> str:
    outcome = checked.outcome
    if isinstance(outcome, Refusal):
        return f"{checked.cluster} {checked.number} refused ({outcome.code}): {outcome.message}"
    return f"{checked.cluster} {checked.number} staged: {outcome.label}"


def _check(cluster: Cluster, folder: PageFolder) -> list[CheckedRow]:
    try:
        return check_cluster(cluster, folder)
    except PageSourceError as error:
        raise CommandError(f"{cluster.id}: {error.message}") from error
