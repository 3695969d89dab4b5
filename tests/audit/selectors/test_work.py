"""What waits for a reviewer."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.domain.findings import DispositionKind
from audit.models import Finding
from audit.selectors.work import review_work
from audit.services.decisions import Ruling, decide_finding
from audit.services.signoff import sign
from tests.audit.tables import BLOCKING, HYGIENE, finding_of, make_staged, make_version_with

pytestmark = pytest.mark.django_db
TODAY = date(2026, 12, 1)


def counts(today=TODAY):
    work = review_work(today=today)
    return work.blocking, [(version.undecided, version.holding, version.ready) for version in work.versions]


def test_open_blocking_findings_and_versions_that_wait():
    make_version_with(BLOCKING, HYGIENE)
    make_version_with(HYGIENE)
    assert counts() == (1, [(2, 1, False), (1, 0, True)])


def test_a_confirmed_finding_is_decided_and_still_holds(reviewer):
    version = make_version_with(BLOCKING)
    confirm = Ruling(DispositionKind.CONFIRMED)
    decide_finding(finding=finding_of(version, "S1"), seen=0, ruling=confirm, by=reviewer, today=TODAY)
    assert counts() == (0, [(0, 1, False)])


def test_a_waiver_counts_until_its_day(reviewer):
    version = make_version_with(BLOCKING)
    waive = Ruling(DispositionKind.WAIVED, reason="known", until=date(2026, 12, 31))
    decide_finding(finding=finding_of(version, "S1"), seen=0, ruling=waive, by=reviewer, today=TODAY)
    assert counts() == (0, [(0, 0, True)])
    assert counts(date(2027, 1, 1)) == (1, [(1, 1, False)])


def test_the_newest_decision_holds(reviewer):
    finding = finding_of(make_version_with(BLOCKING), "S1")
    for seen, kind in enumerate((DispositionKind.CONFIRMED, DispositionKind.REOPENED)):
        decide_finding(finding=finding, seen=seen, ruling=Ruling(kind), by=reviewer, today=TODAY)
    assert Finding.objects.undecided(TODAY).count() == 1


def test_signed_replaced_and_unaudited_versions_do_not_wait(reviewer):
    sign(version=make_version_with(), decision="accept", by=reviewer)
    make_staged()
    assert counts() == (0, [])


def test_facts_of_a_waiting_version(researcher):
    version = make_version_with(by=researcher)
    (waiting,) = review_work(today=TODAY).versions
    assert (waiting.id, waiting.rows, waiting.started_by, waiting.number) == (version.pk, 3, researcher.pk, 1)
    assert waiting.question == "Which rivers cross borders, with length?"


def test_two_queries():
    for _ in range(3):
        make_version_with(BLOCKING)
    with CaptureQueriesContext(connection) as queries:
        review_work(today=TODAY)
    assert len(queries) == 2
