"""Findings are appended by an auditor or added by a reviewer, and by nobody else; nothing removes them."""

import pytest
from django.db import DatabaseError, connection, transaction

from audit.domain.findings import CheckId, IssueType, Severity, Target, TargetKind
from audit.models import Finding
from audit.services.findings import RULES, ByHand, add_finding, append_findings
from audit.services.signoff import sign
from stageaudit_web.core.errors import AccessDenied, Conflict, InvalidInput
from stageaudit_web.core.models import JournalEvent
from stageaudit_web.core.rights import acting_as
from tests.audit.tables import (
    BLOCKING,
    HYGIENE,
    finding_of,
    make_finding_draft,
    make_staged,
    make_version_with,
)

pytestmark = pytest.mark.django_db


@pytest.mark.requirement("S15")
@pytest.mark.parametrize("issue_type", list(IssueType))
@pytest.mark.parametrize("severity", list(Severity))
def test_all_nine_crossings_of_type_and_severity_can_be_stored(issue_type, severity):
    draft = make_finding_draft(issue_type=issue_type, severity=severity)
    (finding,) = append_findings(version=make_staged(), drafts=[draft], author=RULES)
    assert (finding.issue_type, finding.severity) == (issue_type.value, severity.value)


@pytest.mark.requirement("S16", "S30")
def test_a_finding_has_one_check_and_the_issue_type_of_its_letter():
    findings = append_findings(version=make_staged(), drafts=[BLOCKING, HYGIENE], author=RULES)
    assert [(finding.check_id, finding.issue_type) for finding in findings] == [
        ("S1", "structural"),
        ("P5", "scope"),
    ]


@pytest.mark.requirement("S4")
def test_a_curator_writes_no_findings_and_the_attempt_is_journalled():
    version = make_staged()
    with pytest.raises(AccessDenied), acting_as("curator"):
        append_findings(version=version, drafts=[BLOCKING], author=RULES)
    assert not Finding.objects.exists()
    event = JournalEvent.objects.get(verb="rights.write_refused")
    assert event.payload == {"hand": "curator", "what": "write findings"}


@pytest.mark.parametrize(
    ("target", "code"),
    [
        (Target(TargetKind.ROW, row=99), "no_such_row"),
        (Target(TargetKind.PAGE, page="Elsewhere"), "no_such_page"),
    ],
)
def test_a_target_that_the_version_does_not_have_is_refused(target, code):
    with pytest.raises(InvalidInput) as refused:
        append_findings(version=make_staged(), drafts=[make_finding_draft(target=target)], author=RULES)
    assert refused.value.code == code


@pytest.mark.requirement("S5")
@pytest.mark.parametrize("act", ["UPDATE audit_finding SET message = 'x'", "DELETE FROM audit_finding"])
def test_the_database_refuses_to_change_a_finding(act):
    append_findings(version=make_staged(), drafts=[BLOCKING], author=RULES)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(act)
    assert Finding.objects.get().message == BLOCKING.message


@pytest.mark.requirement("S5")
def test_the_model_has_no_update_and_no_delete():
    (finding,) = append_findings(version=make_staged(), drafts=[BLOCKING], author=RULES)
    with pytest.raises(TypeError):
        finding.save()
    with pytest.raises(TypeError):
        finding.delete()


def test_a_reviewer_adds_a_finding_by_hand(reviewer):
    version = make_version_with()
    found = ByHand(CheckId.F1, Severity.BLOCKING, " The page says 2,825. ", row=1, column="Length")
    finding = add_finding(version=version, found=found, by=reviewer)
    assert (finding.author, finding.author_user, finding.target_kind) == ("rene", reviewer, "cell")
    assert (finding.row.ordinal, finding.column, finding.message) == (1, "Length", "The page says 2,825.")
    assert JournalEvent.objects.get(verb="finding.added").actor == reviewer


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({"row": 2}, "row"),
        ({"column": "Length"}, "column"),
        ({"page": "List of rivers"}, "page"),
        ({"partition": "Asia"}, "partition"),
        ({}, "table"),
    ],
)
def test_the_narrowest_target_given_is_the_target(reviewer, given, kind):
    found = ByHand(CheckId.P2, Severity.HYGIENE, "Look here.", **given)
    assert add_finding(version=make_version_with(), found=found, by=reviewer).target_kind == kind


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (ByHand(CheckId.F1, Severity.BLOCKING, "  "), "no_message"),
        (ByHand(CheckId.F1, Severity.BLOCKING, "x", row=77), "no_such_row"),
        (ByHand(CheckId.F1, Severity.BLOCKING, "x", column="Mood"), "no_such_column"),
    ],
)
def test_a_finding_by_hand_says_what_is_wrong_where(reviewer, found, code):
    with pytest.raises(InvalidInput) as refused:
        add_finding(version=make_version_with(), found=found, by=reviewer)
    assert refused.value.code == code


def test_no_finding_is_added_before_the_audit(reviewer):
    with pytest.raises(Conflict):
        add_finding(version=make_staged(), found=ByHand(CheckId.F1, Severity.HYGIENE, "x"), by=reviewer)


@pytest.mark.requirement("S5")
def test_no_finding_is_added_after_the_sign_off(reviewer):
    version = make_version_with()
    sign(version=version, decision="accept", by=reviewer)
    with pytest.raises(Conflict, match="rene accepted this version"):
        add_finding(version=version, found=ByHand(CheckId.F1, Severity.HYGIENE, "x"), by=reviewer)
    with pytest.raises(Conflict):
        append_findings(version=version, drafts=[BLOCKING], author=RULES)
    assert not Finding.objects.exists()


def test_a_finding_of_the_rules_names_no_person():
    version = make_version_with(BLOCKING)
    finding = finding_of(version, "S1")
    assert (finding.author, finding.author_user) == ("rules", None)
