"""Decisions: new records, with what they must say; of two people at once one wins and the other is told."""

from datetime import date

import pytest
from django.db import DatabaseError, connection, transaction

from audit.domain.findings import DispositionKind
from audit.models import Disposition
from audit.services.decisions import Ruling, Seen, decide_finding, decide_findings, reopen_findings
from audit.services.signoff import sign
from stageaudit_web.core.errors import AccessDenied, Conflict, InvalidInput
from stageaudit_web.core.models import JournalEvent
from stageaudit_web.core.rights import acting_as
from tests.audit.tables import BLOCKING, HYGIENE, SUGGESTION, finding_of, make_staged, make_version_with
from tests.racing import needs_real_threads, race

pytestmark = pytest.mark.django_db
TODAY = date(2026, 12, 1)
CONFIRM = Ruling(DispositionKind.CONFIRMED)
DISMISS = Ruling(DispositionKind.DISMISSED, reason_code="source_says_so")
WAIVE = Ruling(DispositionKind.WAIVED, reason="the source is being corrected", until=date(2027, 1, 31))


@pytest.fixture
def finding():
    return finding_of(make_version_with(BLOCKING), "S1")


@pytest.mark.parametrize(
    ("ruling", "verb"),
    [(CONFIRM, "finding.confirmed"), (DISMISS, "finding.dismissed"), (WAIVE, "finding.waived")],
)
def test_a_decision_is_a_new_record_with_one_journal_event(finding, reviewer, ruling, verb):
    made = decide_finding(finding=finding, seen=0, ruling=ruling, by=reviewer, today=TODAY)
    assert (made.ordinal, made.kind, made.by) == (1, ruling.kind.value, reviewer)
    event = JournalEvent.objects.get(verb=verb)
    assert (event.actor, event.subject_id) == (reviewer, str(finding.pk))
    assert event.payload["reason"] == ruling.reason


@pytest.mark.requirement("S5")
def test_a_second_decision_does_not_touch_the_first(finding, reviewer):
    decide_finding(finding=finding, seen=0, ruling=CONFIRM, by=reviewer, today=TODAY)
    decide_finding(finding=finding, seen=1, ruling=DISMISS, by=reviewer, today=TODAY)
    assert list(finding.dispositions.order_by("ordinal").values_list("ordinal", "kind")) == [
        (1, "confirmed"),
        (2, "dismissed"),
    ]


def test_the_second_of_two_reviewers_is_told_who_decided_what_and_when(finding, reviewer, second_reviewer):
    decide_finding(finding=finding, seen=0, ruling=DISMISS, by=reviewer, today=TODAY)
    with pytest.raises(Conflict) as refused:
        decide_finding(finding=finding, seen=0, ruling=CONFIRM, by=second_reviewer, today=TODAY)
    assert refused.value.message.startswith("rene dismissed this finding (source says so) on ")
    assert refused.value.message.endswith("Your decision was not saved.")
    assert finding.dispositions.count() == 1


@pytest.mark.parametrize(
    ("ruling", "field"),
    [
        (Ruling(DispositionKind.DISMISSED), "reason_code"),
        (Ruling(DispositionKind.WAIVED, until=date(2027, 1, 1)), "reason"),
        (Ruling(DispositionKind.WAIVED, reason="x", until=date(2026, 11, 30)), "until"),
        (Ruling(DispositionKind.REPAIRED_IN), "kind"),
    ],
)
def test_a_decision_that_lacks_something_is_not_saved(finding, reviewer, ruling, field):
    with pytest.raises(InvalidInput) as refused:
        decide_finding(finding=finding, seen=0, ruling=ruling, by=reviewer, today=TODAY)
    assert refused.value.facts["field"] == field
    assert not Disposition.objects.exists()


def test_a_decision_is_taken_back_until_the_version_is_signed(finding, reviewer):
    decide_finding(finding=finding, seen=0, ruling=DISMISS, by=reviewer, today=TODAY)
    (undone,) = reopen_findings(version=finding.version, seen=[Seen(finding, 1)], by=reviewer, today=TODAY)
    assert (undone.ordinal, undone.kind) == (2, "reopened")
    decide_finding(finding=finding, seen=2, ruling=DISMISS, by=reviewer, today=TODAY)
    sign(version=finding.version, decision="accept", by=reviewer)
    with pytest.raises(Conflict, match="it is closed"):
        reopen_findings(version=finding.version, seen=[Seen(finding, 3)], by=reviewer, today=TODAY)


def test_nothing_decided_is_nothing_to_take_back(finding, reviewer):
    with pytest.raises(InvalidInput):
        reopen_findings(version=finding.version, seen=[Seen(finding, 0)], by=reviewer, today=TODAY)


def test_several_findings_are_decided_together_or_not_at_all(reviewer, second_reviewer):
    version = make_version_with(BLOCKING, HYGIENE, SUGGESTION)
    seen = [Seen(finding, 0) for finding in version.findings.order_by("pk")]
    decide_finding(finding=seen[1].finding, seen=0, ruling=CONFIRM, by=second_reviewer, today=TODAY)
    with pytest.raises(Conflict, match="rita confirmed"):
        decide_findings(version=version, seen=seen, ruling=DISMISS, by=reviewer, today=TODAY)
    assert Disposition.objects.count() == 1
    kept = [seen[0], seen[2]]
    assert len(decide_findings(version=version, seen=kept, ruling=DISMISS, by=reviewer, today=TODAY)) == 2


@pytest.mark.requirement("S3", "S4")
@pytest.mark.parametrize("hand", ["curator", "auditor"])
def test_no_hand_of_a_run_closes_findings(finding, hand):
    with pytest.raises(AccessDenied), acting_as(hand):
        decide_finding(finding=finding, seen=0, ruling=CONFIRM, by=None, today=TODAY)
    assert not Disposition.objects.exists()
    assert JournalEvent.objects.filter(verb="rights.write_refused").count() == 1


def test_findings_are_decided_while_the_version_is_audited_only(reviewer):
    version = make_staged()
    with pytest.raises(Conflict, match="The version is staged"):
        decide_findings(version=version, seen=[], ruling=CONFIRM, by=reviewer, today=TODAY)


@pytest.mark.requirement("S5")
@pytest.mark.parametrize(
    "act", ["UPDATE audit_disposition SET reason = 'x'", "DELETE FROM audit_disposition"]
)
def test_the_database_refuses_to_change_a_decision(finding, reviewer, act):
    decide_finding(finding=finding, seen=0, ruling=DISMISS, by=reviewer, today=TODAY)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(act)


def test_the_database_refuses_a_decision_after_acceptance(finding, reviewer):
    decide_finding(finding=finding, seen=0, ruling=DISMISS, by=reviewer, today=TODAY)
    sign(version=finding.version, decision="accept", by=reviewer)
    with pytest.raises(DatabaseError), transaction.atomic():
        Disposition.objects.create(finding=finding, ordinal=2, kind="confirmed", by=reviewer)


@needs_real_threads
@pytest.mark.django_db(transaction=True)
def test_two_reviewers_at_the_same_moment_one_wins(reviewer, second_reviewer):
    finding = finding_of(make_version_with(BLOCKING), "S1")
    outcomes = race(
        *(
            lambda by=by: decide_finding(finding=finding, seen=0, ruling=CONFIRM, by=by, today=TODAY)
            for by in (reviewer, second_reviewer)
        )
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "Disposition"]
    assert Disposition.objects.count() == 1
