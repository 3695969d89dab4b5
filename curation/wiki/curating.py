"""One question through the model-free curator and the gate, over any page source: what evaluation and demos run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from curation.domain import extractive, gate
from curation.domain.clusters import Cluster
from curation.domain.contract import Contract
from curation.domain.discovery import BUDGET, discover
from curation.domain.evaluate import Scores, score_keys, score_sets
from curation.domain.frontier import Frontier
from curation.domain.rows import Refusal, StagedRow
from curation.wiki.reader import SourceReader


@dataclass(frozen=True, slots=True)
class Curated:
    """What the curator found for a question, and what the gate made of it."""

    frontier: Frontier
    staged: tuple[StagedRow, ...]
    refused: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True)
class ClusterScores:
    """Scores of one cluster: frontier (None where the complements are not labelled), row keys, rows staged."""

    frontier: Scores | None
    key: Scores
    rows: int


def curate(
    *, question: str, seed: str, contract: Contract, reader: SourceReader, budget: int = BUDGET
) -> Curated:
    """Discover, propose, judge. The curator sees the question, the seed and the contract, and nothing of any truth."""
    frontier = discover(question=question, seed=seed, contract=contract, pages=reader, budget=budget)
    pages = {title: reader.content(title) for title in frontier.titles()}
    rows = extractive.propose(question=question, contract=contract, frontier=frontier, pages=pages)
    outcomes = gate.admit_all(rows, contract=contract, sources=frontier.titles(), pages=pages)
    staged = tuple(outcome for outcome in outcomes if isinstance(outcome, StagedRow))
    return Curated(frontier, staged, tuple(outcome for outcome in outcomes if isinstance(outcome, Refusal)))


def evaluate_cluster(cluster: Cluster, reader: SourceReader) -> ClusterScores:
    """Scores of the curator on one cluster, against its complements (by page after redirects) and its keys."""
    made = curate(question=cluster.question, seed=cluster.seed, contract=cluster.contract, reader=reader)
    frontier = None
    if cluster.complements is not None:
        found = [entry.title for entry in made.frontier.entries if entry.parent is not None]
        frontier = score_sets(_pages(found, reader), _pages(cluster.complements, reader))
    truth = cluster.truth_keys
    if truth is None:
        truth = tuple(tuple(row.values[name] for name in cluster.key) for row in cluster.rows)
    return ClusterScores(
        frontier, score_keys([row.key(cluster.key) for row in made.staged], truth), len(made.staged)
    )


def _pages(titles: Sequence[str], reader: SourceReader) -> set[object]:
    """Pages by id; a title that the source does not have counts by its name."""
    return {found.page_id if found.page_id is not None else found.title for found in reader.resolve(titles)}
