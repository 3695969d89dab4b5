"""The audit over the true rows of real pages: nothing blocks, every place reads as before, the queue stays short."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

import pytest

from audit.checks import run_checks
from audit.domain.findings import CheckId, Severity
from audit.selectors.subject import subject_of
from curation.domain.clusters import Cluster, read_clusters
from curation.domain.extract import extract_page
from curation.domain.frontier import Frontier, FrontierEntry, Operator
from curation.models import TableVersion
from curation.services.questions import create_question
from curation.services.snapshots import store_snapshot
from curation.services.versions import propose_version, record_frontier
from curation.wiki.checking import PageFolder, check_cluster
from curation.wiki.saved import SavedPages
from stageaudit_web.core.models import Run
from tests.audit.tables import stage
from tests.shared_data import SHARED_DATA, needs_shared_data

pytestmark = [needs_shared_data, pytest.mark.django_db]
NAMES = [
    "f1-2005-podiums",
    "tallest-400ft",
    "golf-major-wins",
    "congress-94-99-districts",
    "universiade-2003-medals",
]


@cache
def clusters() -> dict[str, Cluster]:
    text = (SHARED_DATA / "wiki" / "clusters.json").read_text(encoding="utf-8")
    return {cluster.id: cluster for cluster in read_clusters(text)}


@cache
def folder() -> PageFolder:
    return PageFolder(SHARED_DATA)


def staged(cluster: Cluster) -> TableVersion:
    """The true rows of a cluster, staged with its seed and complements as source set."""
    source = SavedPages(SHARED_DATA / "wiki")
    question = create_question(
        key=cluster.id, text=cluster.question, seed_title=cluster.seed, by=None, contract=cluster.contract
    )
    run = Run.objects.create(
        kind="table",
        configuration="c",
        subject="q",
        title="t",
        state="done",
        finished_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    version = propose_version(run=run, contract=question.contract)
    titles = [cluster.seed, *(cluster.complements or ())]
    snapshots = {title: store_snapshot(page=source.fetch(title)) for title in titles}
    entries = [FrontierEntry(cluster.seed, Operator.SEED, "the seed")]
    entries += [
        FrontierEntry(title, Operator.SIBLING_LIST, "linked", cluster.seed, hop=1) for title in titles[1:]
    ]
    record_frontier(version=version, frontier=Frontier(tuple(entries)), snapshots=snapshots)
    pages = {title: extract_page(snapshots[title].read(), title=title) for title in titles}
    outcomes = [row.outcome for row in check_cluster(cluster, folder())]
    return stage(version, outcomes, cluster.contract, pages)


@pytest.mark.requirement("S17", "S19", "S31")
@pytest.mark.parametrize("name", NAMES)
def test_true_rows_of_real_pages_are_read_again_and_nothing_blocks(name):
    subject = subject_of(staged(clusters()[name]))
    drafts = run_checks(subject)
    assert len(subject.rows) == len(clusters()[name].rows)
    assert all(cell.supported in (True, None) for row in subject.rows for cell in row.cells)
    assert [draft.message for draft in drafts if draft.severity is Severity.BLOCKING] == []
    assert CheckId.F3 not in {draft.check for draft in drafts}
    assert len(drafts) <= 6


def test_heights_written_two_ways_are_noticed():
    drafts = run_checks(subject_of(staged(clusters()["tallest-400ft"])))
    (found,) = [draft for draft in drafts if draft.check is CheckId.P5]
    assert found.message == "Height is written “947 (289)” in 30 rows and “629 / 192” in 10 rows."
