"""What a repair is asked to mend."""

from datetime import date

import pytest

from audit.domain.findings import DispositionKind
from audit.services.decisions import Ruling, decide_finding
from audit.services.requests import repair_requests
from curation.domain.repair import plan_repair, read_requests
from tests.audit.tables import BLOCKING, HYGIENE, finding_of, make_version_with

pytestmark = pytest.mark.django_db
TODAY = date(2026, 12, 1)


@pytest.mark.requirement("S13")
def test_open_blocking_findings_go_to_the_curator_as_data():
    version = make_version_with(BLOCKING, HYGIENE)
    (request,) = repair_requests(version=version)
    assert (request["check"], request["message"], request["target"]["row"]) == ("S1", BLOCKING.message, 1)
    assert plan_repair(read_requests([request])).drop == {1: f"S1: {BLOCKING.message}"}


@pytest.mark.parametrize(
    ("ruling", "count"),
    [
        (Ruling(DispositionKind.CONFIRMED), 1),
        (Ruling(DispositionKind.DISMISSED, reason_code="duplicate"), 0),
        (Ruling(DispositionKind.WAIVED, reason="known", until=date(2999, 1, 1)), 0),
    ],
)
def test_what_was_confirmed_is_asked_for_what_was_closed_is_not(reviewer, ruling, count):
    version = make_version_with(BLOCKING)
    decide_finding(finding=finding_of(version, "S1"), seen=0, ruling=ruling, by=reviewer, today=TODAY)
    assert len(repair_requests(version=version)) == count
