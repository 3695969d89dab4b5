"""May a version be signed, and what is missing."""

import pytest

from audit.domain.acceptance import NO_TRUTH, Case, Missing, OpenFinding, judge, return_fault

READY = Case(state="audited", rows=31)


def missing(**changes):
    fields = {"state": "audited", "rows": 31, **changes}
    return [reason.kind for reason in judge(Case(**fields)).missing]


def test_an_audited_version_with_every_row_witnessed_and_nothing_blocking_may_be_accepted():
    assert judge(READY).may_accept


@pytest.mark.requirement("S10")
@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"state": "staged"}, Missing.STATE),
        ({"state": "accepted"}, Missing.STATE),
        ({"rows": 0}, Missing.ROWS),
        ({"unwitnessed": (4,)}, Missing.EVIDENCE),
        ({"holding": (OpenFinding(7, "P1", "31 rows staged, 33 expected."),)}, Missing.FINDINGS),
        ({"replaced_by": 2}, Missing.REPLACED),
        ({"started_by_signer": True}, Missing.SIGNER),
    ],
)
def test_what_keeps_a_version_from_being_accepted(changes, kind):
    assert missing(**changes) == [kind]


def test_everything_that_is_missing_is_said_at_once():
    assert missing(state="staged", rows=0, started_by_signer=True) == [
        Missing.STATE,
        Missing.ROWS,
        Missing.SIGNER,
    ]


def test_a_blocking_finding_is_named_and_says_whether_it_was_confirmed():
    holding = (OpenFinding(7, "P1", "31 rows staged."), OpenFinding(9, "S1", "Two rows.", confirmed=True))
    said = judge(Case(state="audited", rows=31, holding=holding)).missing
    assert [(reason.finding, reason.message) for reason in said] == [
        (7, "P1: 31 rows staged. Nobody has decided it yet."),
        (9, "S1: Two rows. Confirmed: the curator has to repair it."),
    ]


@pytest.mark.requirement("S14")
def test_a_run_without_the_human_step_says_so_and_can_still_be_signed():
    verdict = judge(Case(state="audited", rows=31, human_signoff=False))
    assert verdict.may_accept
    assert "human step switched off" in verdict.notes[0]


def test_a_site_may_allow_signing_ones_own_run_and_the_verdict_says_so():
    verdict = judge(Case(state="audited", rows=31, started_by_signer=True, self_signoff_allowed=True))
    assert verdict.may_accept
    assert verdict.notes == ("You started this run yourself. The sign-off will say so.",)


def test_findings_that_hold_nothing_up_are_said_but_not_missing():
    verdict = judge(Case(state="audited", rows=31, undecided=2))
    assert verdict.may_accept
    assert verdict.notes == ("2 findings that hold nothing up are not decided yet.",)


@pytest.mark.parametrize(
    ("changes", "reason", "fault"),
    [
        ({}, "two rivers are missing", None),
        ({}, "  ", "A return needs a reason: what should the curator do?"),
        ({"state": "staged"}, "x", "Only an audited version can be returned; this one is staged."),
        ({"replaced_by": 2}, "x", "Version 2 replaces this one already."),
    ],
)
def test_returning(changes, reason, fault):
    found = return_fault(Case(**{"state": "audited", "rows": 31, **changes}), reason)
    assert (found.message if found else None) == fault


@pytest.mark.requirement("S11")
def test_the_sentence_about_truth_names_the_limits():
    assert "does not certify truth" in NO_TRUTH
    assert "misread" in NO_TRUTH
    assert "drifted" in NO_TRUTH
