"""Tests of curation.selectors.frontier: the source set as a tree."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from curation.domain.frontier import Frontier, FrontierEntry, Operator
from curation.selectors.frontier import frontier_page
from curation.services.snapshots import store_snapshot
from curation.services.versions import propose_version, record_frontier
from tests.curation.factories import make_page, make_question, make_run, make_staged

pytestmark = pytest.mark.django_db


@pytest.fixture
def version():
    question = make_question()
    version = propose_version(run=make_run(question), contract=question.contract)
    parents = {"Seed": None, "A": "Seed", "B": "Seed", "A1": "A", "B1": "B", "A2": "A"}
    entries = tuple(
        FrontierEntry(title, Operator.SEED if parent is None else Operator.ENTITY_PAGE, "why", parent=parent)
        for title, parent in parents.items()
    )
    snapshots = {title: store_snapshot(page=make_page(title, f"<p>{title}</p>")) for title in parents}
    frontier = Frontier(entries, uncovered=("Asia",), budget_spent=True)
    record_frontier(version=version, frontier=frontier, snapshots=snapshots)
    return version


def test_each_page_stands_under_the_one_that_led_to_it(version):
    nodes = frontier_page(version).nodes
    assert [(node.entry.snapshot.title, node.depth) for node in nodes] == [
        ("Seed", 0), ("A", 1), ("A1", 2), ("A2", 2), ("B", 1), ("B1", 2)
    ]  # fmt: skip


def test_what_discovery_did_not_reach_is_told(version):
    page = frontier_page(version)
    assert (page.uncovered, page.budget_spent) == (("Asia",), True)
    assert page.operators == (("seed", 1), ("entity_page", 5))


def test_contributions_are_counted():
    (node,) = frontier_page(make_staged()).nodes
    assert (node.rows, node.cells) == (3, 9)


def test_the_number_of_queries_does_not_depend_on_the_pages(version):
    counts = []
    for one in (make_staged(question=make_question("small")), version):
        with CaptureQueriesContext(connection) as queries:
            frontier_page(one)
        counts.append(len(queries))
    assert counts[0] == counts[1]
