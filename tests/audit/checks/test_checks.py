"""The registry: twelve checks with stable ids, in an order that puts first what blocks; each one is documented."""

from pathlib import Path

import pytest

from audit.checks import CHECKS, check_named, run_checks
from audit.domain.findings import CheckId, IssueType, Severity, default_issue_type
from tests.audit.subjects import AMUR, make_contract, make_entry, make_row, make_subject

DOCS = Path(__file__).resolve().parents[3] / "docs" / "checks.md"


@pytest.mark.requirement("S16")
def test_there_are_twelve_checks_each_with_its_own_id():
    assert [check.id for check in CHECKS] == list(CheckId)
    assert len(CHECKS) == 12


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_every_check_is_documented(check):
    assert f"## {check.id.value} {check.name}\n" in DOCS.read_text(encoding="utf-8")


@pytest.mark.requirement("S30")
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_the_issue_type_follows_the_letter(check):
    letter = {"F": IssueType.FACTUAL, "S": IssueType.STRUCTURAL, "P": IssueType.SCOPE}[check.id.value[0]]
    assert default_issue_type(check.id) is letter


def test_what_blocks_comes_first():
    rows = (AMUR, make_row(2, "Amur"), make_row(3, "Rhine", "", "long"))
    drafts = run_checks(
        make_subject(*rows, contract=make_contract(expected_rows=3), entries=(make_entry(revision_id=0),))
    )
    order = [draft.severity for draft in drafts]
    assert order == sorted(order, key=list(Severity).index)
    assert {draft.check.value for draft in drafts} == {"F2", "S1", "S3"}


@pytest.mark.requirement("S29")
def test_every_finding_says_what_kind_of_claim_is_in_doubt():
    drafts = run_checks(make_subject(AMUR, make_row(2, "Amur"), entries=()))
    assert drafts
    assert all(draft.claim_type for draft in drafts)


def test_a_check_is_found_by_its_id():
    assert check_named("P5").name == "normalisation"
    with pytest.raises(KeyError):
        check_named("Q9")
