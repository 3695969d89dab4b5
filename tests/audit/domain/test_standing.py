"""Where a finding stands after its dispositions, and what a decision must say."""

from datetime import date

import pytest

from audit.domain.findings import DispositionKind, Severity
from audit.domain.standing import (
    Decision,
    Standing,
    decision_fault,
    holds_the_table,
    is_undecided,
    standing_after,
)

TODAY = date(2026, 12, 1)


@pytest.mark.parametrize(
    ("last", "standing"),
    [
        (None, Standing.OPEN),
        (Decision(DispositionKind.REOPENED), Standing.OPEN),
        (Decision(DispositionKind.CONFIRMED), Standing.CONFIRMED),
        (Decision(DispositionKind.DISMISSED), Standing.DISMISSED),
        (Decision(DispositionKind.REPAIRED_IN), Standing.REPAIRED),
        (Decision(DispositionKind.WAIVED, date(2026, 12, 1)), Standing.WAIVED),
        (Decision(DispositionKind.WAIVED, date(2026, 11, 30)), Standing.OPEN),
    ],
)
def test_standing_after_the_newest_disposition(last, standing):
    assert standing_after(last, today=TODAY) is standing


@pytest.mark.requirement("S10")
@pytest.mark.parametrize(
    ("severity", "standing", "holds"),
    [
        (Severity.BLOCKING, Standing.OPEN, True),
        (Severity.BLOCKING, Standing.CONFIRMED, True),
        (Severity.BLOCKING, Standing.DISMISSED, False),
        (Severity.BLOCKING, Standing.WAIVED, False),
        (Severity.BLOCKING, Standing.REPAIRED, False),
        (Severity.HYGIENE, Standing.OPEN, False),
        (Severity.SUGGESTION, Standing.CONFIRMED, False),
    ],
)
def test_only_blocking_findings_that_nobody_closed_hold_the_table(severity, standing, holds):
    assert holds_the_table(severity, standing) is holds


def test_a_confirmed_finding_is_decided():
    assert [standing for standing in Standing if is_undecided(standing)] == [Standing.OPEN]


@pytest.mark.parametrize(
    ("kind", "given", "field"),
    [
        (DispositionKind.CONFIRMED, {}, None),
        (DispositionKind.REOPENED, {}, None),
        (DispositionKind.DISMISSED, {}, "reason_code"),
        (DispositionKind.DISMISSED, {"reason_code": "because"}, "reason_code"),
        (DispositionKind.DISMISSED, {"reason_code": "other"}, "reason"),
        (DispositionKind.DISMISSED, {"reason_code": "other", "reason": "a misprint"}, None),
        (DispositionKind.DISMISSED, {"reason_code": "duplicate"}, None),
        (DispositionKind.WAIVED, {"until": date(2026, 12, 1)}, "reason"),
        (DispositionKind.WAIVED, {"reason": "known"}, "until"),
        (DispositionKind.WAIVED, {"reason": "known", "until": date(2026, 11, 30)}, "until"),
        (DispositionKind.WAIVED, {"reason": "known", "until": date(2026, 12, 1)}, None),
        (DispositionKind.REPAIRED_IN, {}, "kind"),
    ],
)
def test_what_a_decision_must_say(kind, given, field):
    fault = decision_fault(kind, **{"reason_code": "", "reason": "", "until": None, "today": TODAY, **given})
    assert (fault[0] if fault else None) == field
