"""F3: every locator parses, resolves and still reads what it read."""

import pytest

from audit.checks.f3_locator_valid import check
from audit.domain.findings import Severity, TargetKind
from tests.audit.subjects import AMUR, make_cell, make_place, make_row, make_subject


def with_fault(ordinal, fault, **changes):
    place = make_place(f"Lists > Table 1 > row {ordinal}", fault=fault, **changes)
    cells = (make_cell("River", f"River {ordinal}", places=(place,)),)
    return make_row(ordinal, f"River {ordinal}", cells=cells)


def test_locators_in_order_have_no_finding():
    assert list(check(make_subject(AMUR))) == []


@pytest.mark.requirement("S19", "S31")
@pytest.mark.parametrize(
    "fault", ["bad_section", "ordinal_out_of_range", "row_key_missing", "content_changed"]
)
def test_a_locator_that_does_not_lead_to_its_place_blocks(fault):
    (draft,) = check(make_subject(with_fault(1, fault, detail="no section “Lists”")))
    assert (draft.severity, draft.target.kind, draft.target.row) == (Severity.BLOCKING, TargetKind.ROW, 1)
    assert "Lists > Table 1 > row 1: no section “Lists”" in draft.message


@pytest.mark.requirement("S19")
def test_a_printed_form_that_cannot_be_read_back_is_hygiene():
    (draft,) = check(make_subject(with_fault(1, "unparseable")))
    assert draft.severity is Severity.HYGIENE


def test_a_changed_page_is_one_finding_with_all_its_rows():
    (draft,) = check(make_subject(*(with_fault(n, "content_changed") for n in range(1, 6))))
    assert draft.evidence["rows"] == [1, 2, 3, 4, 5]
    assert draft.message.startswith("5 locators on List of rivers: the place reads otherwise")


def test_a_place_that_several_cells_share_counts_once():
    place = make_place(fault="bad_section")
    cells = (make_cell("River", "Amur", places=(place,)), make_cell("Length", "2,824 km", places=(place,)))
    assert len(list(check(make_subject(make_row(1, "Amur", cells=cells, places=(place,)))))) == 1
