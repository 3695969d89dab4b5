"""The queue's filter, what follows what, and what an undo takes back."""

from datetime import date

import pytest

from audit.domain.findings import DispositionKind
from audit.selectors.findings import findings_of
from audit.selectors.review import QueueFilter, next_undecided, read_queue_filter, undo_query
from audit.services.decisions import Ruling, Seen, decide_finding, decide_findings
from tests.audit.tables import BLOCKING, HYGIENE, SUGGESTION, finding_of, make_version_with

pytestmark = pytest.mark.django_db
TODAY = date(2026, 12, 1)
CONFIRM = Ruling(DispositionKind.CONFIRMED)


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ({}, QueueFilter()),
        ({"show": "all", "finding": "7"}, QueueFilter(show="all", finding=7)),
        ({"check": "P1", "severity": "hygiene"}, QueueFilter(check="P1", severity="hygiene")),
        ({"show": "x", "check": "x", "severity": "x", "finding": "-1"}, QueueFilter()),
    ],
)
def test_reading_the_address(query, wanted):
    assert read_queue_filter(query) == wanted


def test_writing_the_address_leaves_out_what_is_standard():
    assert QueueFilter().query() == ""
    assert QueueFilter(show="all", check="P1").query(finding=7) == "finding=7&show=all&check=P1"


def test_the_next_finding_to_decide_wraps_around(reviewer):
    version = make_version_with(BLOCKING, HYGIENE, SUGGESTION)
    s1, p5, p1 = (finding_of(version, check) for check in ("S1", "P5", "P1"))
    assert next_undecided(version, past=s1.pk, today=TODAY) == p5.pk
    assert next_undecided(version, past=p1.pk, today=TODAY) == s1.pk
    for finding in (s1, p5, p1):
        decide_finding(finding=finding, seen=0, ruling=CONFIRM, by=reviewer, today=TODAY)
    assert next_undecided(version, past=s1.pk, today=TODAY) is None


def undo(version, person):
    return undo_query(findings_of(version, today=TODAY), person.pk)


def test_an_undo_takes_back_ones_own_last_act_whole(reviewer, second_reviewer):
    version = make_version_with(BLOCKING, HYGIENE, SUGGESTION)
    s1, p5, p1 = (finding_of(version, check) for check in ("S1", "P5", "P1"))
    assert undo(version, reviewer) == ""
    decide_finding(finding=p1, seen=0, ruling=CONFIRM, by=reviewer, today=TODAY)
    decide_findings(
        version=version, seen=[Seen(s1, 0), Seen(p5, 0)], ruling=CONFIRM, by=reviewer, today=TODAY
    )
    assert undo(version, reviewer) == f"f={s1.pk}%3A1&f={p5.pk}%3A1"
    assert undo(version, second_reviewer) == ""


def test_what_was_taken_back_is_not_taken_back_again(reviewer):
    version = make_version_with(BLOCKING)
    finding = finding_of(version, "S1")
    for seen, kind in enumerate((DispositionKind.CONFIRMED, DispositionKind.REOPENED)):
        decide_finding(finding=finding, seen=seen, ruling=Ruling(kind), by=reviewer, today=TODAY)
    assert undo(version, reviewer) == ""
