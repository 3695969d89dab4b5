"""F1: the content of a locator, read again, supports the cell."""

import pytest

from audit.checks.f1_row_evidence import check
from audit.domain.findings import Severity, TargetKind
from audit.domain.subject import OtherReading
from curation.domain.locators import Part
from curation.domain.witness import Rung
from tests.audit.subjects import AMUR, RHINE, make_cell, make_place, make_row, make_subject


def with_length(ordinal=1, value="2,824 km", **changes):
    cells = (make_cell("River", f"River {ordinal}"), make_cell("Length", value, **changes))
    return make_row(ordinal, f"River {ordinal}", cells=cells)


def test_a_table_that_reads_as_staged_has_no_finding():
    assert list(check(make_subject(AMUR, RHINE))) == []


@pytest.mark.requirement("S17", "S9", "S31")
def test_a_value_that_its_place_does_not_support_blocks():
    places = (make_place(reads="2,834 km"),)
    (draft,) = check(make_subject(with_length(supported=False, places=places)))
    assert (draft.severity, draft.target.row, draft.target.column) == (Severity.BLOCKING, 1, "Length")
    assert draft.message == "Length of River 1: “2,824 km” is staged, its place reads “2,834 km”."


def test_four_unsupported_values_of_a_column_are_one_finding():
    (draft,) = check(make_subject(*(with_length(n, supported=False) for n in range(1, 5))))
    assert draft.target.kind is TargetKind.COLUMN
    assert draft.evidence["rows"] == [1, 2, 3, 4]
    assert (draft.evidence["count"], draft.evidence["of"]) == (4, 4)


def test_a_place_that_could_not_be_read_again_is_no_finding_of_this_check():
    assert list(check(make_subject(with_length(supported=None)))) == []


def test_a_value_without_the_doubt_of_its_page_is_hygiene():
    (draft,) = check(make_subject(with_length(rung=Rung.TYPED, note="the page marks it as approximate")))
    assert draft.severity is Severity.HYGIENE


def test_another_page_that_reads_otherwise_is_hygiene_and_named():
    (draft,) = check(make_subject(with_length(others=(OtherReading("Rhine", "2,900 km"),))))
    assert draft.severity is Severity.HYGIENE
    assert "Rhine reads “2,900 km”" in draft.message


def test_weaker_evidence_is_one_suggestion_for_the_whole_table():
    rows = [
        with_length(1, rung=Rung.WORDS),
        with_length(2, part=Part.TITLE),
        with_length(3, note="converted from 1 mile"),
    ]
    (draft,) = check(make_subject(*rows))
    assert (draft.severity, draft.target.kind) == (Severity.SUGGESTION, TargetKind.TABLE)
    assert draft.evidence["columns"] == {
        "Length": {
            "among other words": {"count": 1, "rows": [1]},
            "from the title": {"count": 1, "rows": [2]},
            "converted": {"count": 1, "rows": [3]},
        }
    }
