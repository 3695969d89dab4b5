"""The audit of a version by rule: findings appended, state moved, nothing else touched."""

import pytest

from audit.models import Finding
from audit.services.auditing import audit_version
from curation.models import TableVersion
from stageaudit_web.core.models import JournalEvent
from tests.audit.tables import RIVERS, make_staged

pytestmark = pytest.mark.django_db


@pytest.mark.requirement("S12", "S31")
def test_a_staged_version_is_audited_and_its_findings_are_kept():
    version = make_staged()
    found = audit_version(version=version)()
    version.refresh_from_db()
    assert version.state == "audited"
    assert [(finding.check_id, finding.severity, finding.message) for finding in found] == [
        ("P5", "hygiene", "Length is written “2,824 km” in 2 rows and “2850 km” in 1 row."),
        (
            "P1",
            "suggestion",
            "3 rows staged. The contract does not say how many there should be, so nothing was compared.",
        ),
    ]


def test_the_journal_counts_the_findings():
    audit_version(version=make_staged())()
    event = JournalEvent.objects.get(verb="findings.appended")
    assert event.payload == {"author": "rules", "count": 2, "blocking": 0, "hygiene": 1, "suggestion": 1}


def test_nothing_is_stored_before_the_result_is():
    store = audit_version(version=make_staged())
    assert not Finding.objects.exists()
    store()
    assert Finding.objects.count() == 2


def test_progress_is_told_after_each_page():
    told = []
    audit_version(version=make_staged(), progress=lambda *step: told.append(step))
    assert told == [(1, 1, "List of rivers")]


def test_findings_about_rows_keep_their_row():
    twice = (*RIVERS, RIVERS[0])
    audit_version(version=make_staged(rivers=twice))()
    finding = Finding.objects.get(check_id="S1")
    assert (finding.severity, finding.row.ordinal, finding.issue_type) == ("blocking", 4, "structural")


def test_the_digest_of_the_version_stays(django_assert_num_queries):
    version = make_staged()
    before = version.digest
    audit_version(version=version)()
    assert TableVersion.objects.get(pk=version.pk).digest == before
