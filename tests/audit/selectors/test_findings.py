"""Findings as screens read them."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.domain.findings import DispositionKind, Target, TargetKind
from audit.domain.standing import Standing
from audit.selectors.findings import findings_of, rows_in
from audit.services.decisions import Ruling, decide_finding
from tests.audit.tables import (
    BLOCKING,
    HYGIENE,
    SUGGESTION,
    TITLE,
    finding_of,
    make_finding_draft,
    make_version_with,
)

pytestmark = pytest.mark.django_db
TODAY = date(2026, 12, 1)


def test_what_blocks_comes_first_then_the_order_of_the_checks():
    version = make_version_with(SUGGESTION, HYGIENE, BLOCKING)
    assert [view.check for view in findings_of(version, today=TODAY)] == ["S1", "P5", "P1"]


def test_a_finding_with_its_decisions_in_words(reviewer):
    version = make_version_with(BLOCKING)
    ruling = Ruling(DispositionKind.DISMISSED, reason_code="duplicate", reason="see P1")
    decide_finding(finding=finding_of(version, "S1"), seen=0, ruling=ruling, by=reviewer, today=TODAY)
    (view,) = findings_of(version, today=TODAY)
    assert (view.standing, view.seen, view.undecided, view.holds) == (Standing.DISMISSED, 1, False, False)
    assert (view.last.by, view.last.why) == ("rene", "Another finding says it: see P1")
    assert (view.row, view.row_key, view.target) == (1, "Amur", "row 1")


def test_a_waiver_past_its_day_is_open_again(reviewer):
    version = make_version_with(BLOCKING)
    ruling = Ruling(DispositionKind.WAIVED, reason="known", until=date(2026, 12, 31))
    decide_finding(finding=finding_of(version, "S1"), seen=0, ruling=ruling, by=reviewer, today=TODAY)
    standings = [
        findings_of(version, today=day)[0].standing for day in (date(2026, 12, 31), date(2027, 1, 1))
    ]
    assert standings == [Standing.WAIVED, Standing.OPEN]


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (Target(TargetKind.CELL, row=1, column="Length"), "row 1, Length"),
        (Target(TargetKind.COLUMN, column="Length"), "column Length"),
        (Target(TargetKind.PAGE, page=TITLE), f"page {TITLE}"),
        (Target(TargetKind.PARTITION, partition="Asia"), "partition Asia"),
        (Target(TargetKind.TABLE), "the whole table"),
    ],
)
def test_targets_in_words(target, words):
    (view,) = findings_of(make_version_with(make_finding_draft(target=target)), today=TODAY)
    assert view.target == words


@pytest.mark.parametrize(
    ("evidence", "rows"),
    [
        ({"rows": [3, 1]}, [3, 1]),
        ({"facets": [{"forms": [{"count": 2, "rows": [1, 2]}, {"count": 1, "rows": [3]}]}]}, [3, 1, 2]),
        ({"columns": {"City": {"from the title": {"count": 2, "rows": [4, 5]}}}}, [4, 5]),
        ({"rows": "many"}, []),
        ({"columns": ["City"], "facets": "none"}, []),
        ({"columns": {"City": 3}, "facets": [1, {"forms": [2, {"rows": "x"}]}]}, []),
        ({}, []),
    ],
)
def test_rows_that_evidence_lists(evidence, rows):
    assert rows_in(evidence) == rows


def test_of_several_ways_of_writing_the_rarest_is_the_odd_one():
    forms = [{"count": 2, "rows": [1, 2]}, {"count": 1, "rows": [3]}]
    draft = make_finding_draft(
        target=Target(TargetKind.COLUMN, column="Length"), evidence={"facets": [{"forms": forms}]}
    )
    (view,) = findings_of(make_version_with(draft), today=TODAY)
    assert (view.odd_rows, view.rows) == ((3,), (3, 1, 2))


def test_two_queries_however_many_there_are():
    counts = []
    for number in (1, 30):
        version = make_version_with(*(make_finding_draft(f"Finding {n}") for n in range(number)))
        with CaptureQueriesContext(connection) as queries:
            findings_of(version, today=TODAY)
        counts.append(len(queries))
    assert counts == [2, 2]
