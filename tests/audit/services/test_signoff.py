"""Sign-off: one per version, only when nothing is missing, with a digest that the ledger recomputes."""

from datetime import date

import pytest
from django.db import DatabaseError, connection, transaction

from audit.domain.findings import DispositionKind
from audit.models import SignOff
from audit.services.decisions import Ruling, decide_finding
from audit.services.signoff import broken_signoffs, sign
from stageaudit_web.core import ledger
from stageaudit_web.core.digests import digest
from stageaudit_web.core.errors import AccessDenied, Conflict, InvalidInput
from stageaudit_web.core.models import JournalEvent, JournalSeal
from stageaudit_web.core.rights import acting_as
from tests.audit.tables import BLOCKING, HYGIENE, finding_of, make_run, make_staged, make_version_with
from tests.racing import needs_real_threads, race

pytestmark = pytest.mark.django_db
TODAY = date(2026, 12, 1)


@pytest.mark.requirement("S10")
def test_an_audited_version_without_open_blocking_findings_is_accepted(reviewer):
    version = make_version_with(HYGIENE)
    made = sign(version=version, decision="accept", by=reviewer)
    version.refresh_from_db()
    assert version.state == "accepted"
    assert made.covers["version"]["digest"] == version.digest
    assert made.digest == digest(made.covers)
    assert made.covers["counts"] == {"rows": 3, "refused": 0, "findings": 1}


def test_the_sign_off_covers_findings_with_their_decisions(reviewer):
    version = make_version_with(BLOCKING)
    ruling = Ruling(DispositionKind.DISMISSED, reason_code="duplicate")
    decide_finding(finding=finding_of(version, "S1"), seen=0, ruling=ruling, by=reviewer, today=TODAY)
    covered = sign(version=version, decision="accept", by=reviewer).covers["findings"]
    assert covered[0]["message"] == BLOCKING.message
    assert covered[0]["decisions"][0][:3] == [1, "dismissed", "duplicate"]


@pytest.mark.requirement("S10")
def test_an_open_blocking_finding_keeps_a_version_from_being_accepted(reviewer):
    version = make_version_with(BLOCKING)
    with pytest.raises(Conflict, match="S1: Amur is the key of rows 1 and 9"):
        sign(version=version, decision="accept", by=reviewer)
    assert not SignOff.objects.exists()


@pytest.mark.requirement("S10")
def test_a_confirmed_blocking_finding_still_holds_the_table(reviewer):
    version = make_version_with(BLOCKING)
    confirm = Ruling(DispositionKind.CONFIRMED)
    decide_finding(finding=finding_of(version, "S1"), seen=0, ruling=confirm, by=reviewer, today=TODAY)
    with pytest.raises(Conflict, match="the curator has to repair it"):
        sign(version=version, decision="accept", by=reviewer)


@pytest.mark.requirement("S14")
def test_whoever_started_the_run_does_not_sign_it(reviewer):
    with pytest.raises(Conflict, match="Somebody else has to sign it"):
        sign(version=make_version_with(by=reviewer), decision="accept", by=reviewer)


def test_a_site_may_allow_it_and_the_sign_off_says_so(reviewer, settings):
    settings.SELF_SIGNOFF = True
    made = sign(version=make_version_with(by=reviewer), decision="accept", by=reviewer)
    assert made.self_signed
    assert made.covers["signed"]["self_signed"] is True


@pytest.mark.requirement("S14")
def test_a_run_without_the_human_step_is_covered_as_such(reviewer):
    version = make_version_with(run=make_run(human_signoff=False))
    assert sign(version=version, decision="accept", by=reviewer).covers["run"]["human_signoff"] is False


def test_signing_twice_says_who_was_first(reviewer, second_reviewer):
    version = make_version_with()
    sign(version=version, decision="accept", by=reviewer)
    with pytest.raises(Conflict, match="rene accepted this version on "):
        sign(version=version, decision="return", by=second_reviewer, reason="no")
    assert SignOff.objects.count() == 1


@needs_real_threads
@pytest.mark.django_db(transaction=True)
def test_two_signers_at_the_same_moment_one_wins(reviewer, second_reviewer):
    version = make_version_with()
    outcomes = race(
        *(lambda by=by: sign(version=version, decision="accept", by=by) for by in (reviewer, second_reviewer))
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Conflict", "SignOff"]


@pytest.mark.requirement("S13")
def test_a_return_needs_a_reason_and_moves_the_version(reviewer):
    version = make_version_with(BLOCKING)
    with pytest.raises(InvalidInput):
        sign(version=version, decision="return", by=reviewer, reason="  ")
    made = sign(version=version, decision="return", by=reviewer, reason="two rivers are missing")
    version.refresh_from_db()
    assert (version.state, made.reason) == ("returned", "two rivers are missing")


def test_only_accept_and_return_are_decisions(reviewer):
    with pytest.raises(InvalidInput):
        sign(version=make_version_with(), decision="maybe", by=reviewer)


@pytest.mark.requirement("S12")
def test_a_staged_version_is_neither_accepted_nor_returned(reviewer):
    version = make_staged()
    for decision in ("accept", "return"):
        with pytest.raises(Conflict):
            sign(version=version, decision=decision, by=reviewer, reason="x")


@pytest.mark.requirement("S3", "S4")
@pytest.mark.parametrize("hand", ["curator", "auditor"])
def test_no_hand_of_a_run_signs(reviewer, hand):
    version = make_version_with()
    with pytest.raises(AccessDenied), acting_as(hand):
        sign(version=version, decision="accept", by=reviewer)
    assert not SignOff.objects.exists()


def test_the_journal_says_who_signed_and_is_sealed_at_once(reviewer, django_capture_on_commit_callbacks):
    version = make_version_with()
    with django_capture_on_commit_callbacks(execute=True):
        made = sign(version=version, decision="accept", by=reviewer)
    event = JournalEvent.objects.get(verb="signoff.accepted")
    assert (event.actor, event.payload["digest"]) == (reviewer, made.digest)
    assert JournalSeal.objects.exists()
    assert not JournalEvent.objects.filter(sealed__isnull=True).exists()


def test_a_signed_version_holds_in_the_ledger(reviewer):
    sign(version=make_version_with(BLOCKING), decision="return", by=reviewer, reason="repair it")
    assert list(ledger.verify()) == []


@pytest.mark.parametrize(
    ("table", "change", "words"),
    [
        ("audit_signoff", "digest = 'x'", "its digest does not match what it says it covers"),
        ("audit_finding", "message = 'nothing'", "what it covers has changed since: findings"),
        ("curation_cell", "value = '9 km'", "what it covers has changed since: version"),
    ],
)
def test_the_ledger_names_what_was_changed_behind_its_back(reviewer, table, change, words):
    sign(version=make_version_with(HYGIENE), decision="accept", by=reviewer)
    _change_in_spite_of_the_guards(f"UPDATE {table} SET {change}")
    assert [found.what for found in broken_signoffs()] == [words]


def _change_in_spite_of_the_guards(statement):
    from stageaudit_web.core import appendonly

    with appendonly.lifted(connection), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.parametrize("act", ["UPDATE audit_signoff SET reason = 'x'", "DELETE FROM audit_signoff"])
def test_the_database_refuses_to_change_a_sign_off(reviewer, act):
    sign(version=make_version_with(), decision="accept", by=reviewer)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(act)
