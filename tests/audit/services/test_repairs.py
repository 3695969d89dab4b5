"""What a repair settled."""

from datetime import date

import pytest

from audit.domain.findings import CheckId, DispositionKind, Severity, Target, TargetKind
from audit.models import Disposition
from audit.services.decisions import Ruling, decide_finding
from audit.services.findings import ByHand, add_finding
from audit.services.repairs import close_repaired
from audit.services.signoff import broken_signoffs, sign
from stageaudit_web.core.errors import Conflict
from stageaudit_web.core.models import JournalEvent
from tests.audit.tables import (
    BLOCKING,
    HYGIENE,
    finding_of,
    make_finding_draft,
    make_staged,
    make_version_with,
)

pytestmark = pytest.mark.django_db
TODAY = date(2026, 12, 1)
AGAIN = make_finding_draft("Other words.", target=Target(TargetKind.ROW, row=1))
ELSEWHERE = make_finding_draft(target=Target(TargetKind.ROW, row=2))


def returned(*drafts, by):
    version = make_version_with(*drafts)
    sign(version=version, decision="return", by=by, reason="repair it")
    return version


@pytest.mark.requirement("S13")
def test_a_finding_that_the_new_audit_no_longer_shows_is_repaired(reviewer):
    old = returned(BLOCKING, by=reviewer)
    new = make_version_with(parent=old)
    (made,) = close_repaired(old=old, new=new, today=TODAY)
    assert (made.kind, made.repaired_in, made.by) == ("repaired_in", new, None)
    assert JournalEvent.objects.get(verb="finding.repaired").payload["version"] == new.pk
    assert list(broken_signoffs()) == []


@pytest.mark.parametrize(("draft", "closed"), [(AGAIN, 0), (ELSEWHERE, 1), (HYGIENE, 1)])
def test_the_same_check_on_the_same_key_is_the_same_finding(reviewer, draft, closed):
    old = returned(BLOCKING, by=reviewer)
    new = make_version_with(draft, parent=old)
    assert len(close_repaired(old=old, new=new, today=TODAY)) == closed


def test_rows_are_known_by_their_key_not_by_their_number(reviewer):
    old = returned(BLOCKING, by=reviewer)
    moved = (("Rhine", "Europe", "1,233 km", "1868"), ("Amur", "Asia", "2,824 km", "1991"))
    new = make_version_with(ELSEWHERE, parent=old, rivers=moved)
    assert close_repaired(old=old, new=new, today=TODAY) == []


def test_a_confirmed_finding_can_be_repaired_a_dismissed_one_needs_no_repair(reviewer):
    old = make_version_with(BLOCKING, HYGIENE)
    dismiss = Ruling(DispositionKind.DISMISSED, reason_code="duplicate")
    decide_finding(
        finding=finding_of(old, "S1"),
        seen=0,
        ruling=Ruling(DispositionKind.CONFIRMED),
        by=reviewer,
        today=TODAY,
    )
    decide_finding(finding=finding_of(old, "P5"), seen=0, ruling=dismiss, by=reviewer, today=TODAY)
    sign(version=old, decision="return", by=reviewer, reason="repair it")
    (made,) = close_repaired(old=old, new=make_version_with(parent=old), today=TODAY)
    assert (made.finding.check_id, made.ordinal) == ("S1", 2)


def test_a_finding_by_hand_is_not_closed_by_a_check(reviewer):
    old = make_version_with()
    add_finding(version=old, found=ByHand(CheckId.F1, Severity.BLOCKING, "wrong", row=1), by=reviewer)
    sign(version=old, decision="return", by=reviewer, reason="repair it")
    assert close_repaired(old=old, new=make_version_with(parent=old), today=TODAY) == []


def test_twice_is_once(reviewer):
    old = returned(BLOCKING, by=reviewer)
    new = make_version_with(parent=old)
    close_repaired(old=old, new=new, today=TODAY)
    assert close_repaired(old=old, new=new, today=TODAY) == []
    assert Disposition.objects.count() == 1


def test_only_an_audited_repair_settles_anything(reviewer):
    old = returned(BLOCKING, by=reviewer)
    with pytest.raises(Conflict):
        close_repaired(old=old, new=make_staged(parent=old), today=TODAY)
    with pytest.raises(Conflict):
        close_repaired(old=old, new=old, today=TODAY)
