"""S4: the contract's columns are filled."""

import pytest

from audit.checks.s4_completeness import check
from audit.domain.findings import Severity
from curation.domain.contract import Column
from tests.audit.subjects import (
    AMUR,
    CONTINENT,
    RHINE,
    RIVER,
    make_cell,
    make_contract,
    make_row,
    make_subject,
)

REQUIRED = make_contract(columns=(RIVER, CONTINENT, Column("Length", required=True)))


def test_a_full_table_has_no_finding():
    assert list(check(make_subject(AMUR, RHINE))) == []


def test_a_few_empty_optional_cells_are_no_finding():
    assert list(check(make_subject(AMUR, make_row(2, "Rhine", "Europe")))) == []


@pytest.mark.requirement("S23", "S31")
def test_an_empty_required_cell_blocks():
    (draft,) = check(make_subject(AMUR, make_row(2, "Rhine", "Europe"), contract=REQUIRED))
    assert (draft.severity, draft.target.row, draft.target.column) == (Severity.BLOCKING, 2, "Length")


@pytest.mark.requirement("S23")
@pytest.mark.parametrize(
    ("contract", "severity"), [(make_contract(), Severity.HYGIENE), (REQUIRED, Severity.BLOCKING)]
)
def test_a_column_that_no_row_fills(contract, severity):
    (draft,) = check(
        make_subject(make_row(1, "Amur", "Asia"), make_row(2, "Rhine", "Europe"), contract=contract)
    )
    assert (draft.severity, draft.target.column) == (severity, "Length")


def test_a_column_that_one_part_never_fills_is_hygiene():
    full = [make_row(n, f"A{n}", "Asia", "9 km", partition="Asia") for n in range(1, 5)]
    empty = [make_row(n, f"E{n}", "Europe", partition="Europe") for n in range(5, 9)]
    (draft,) = check(make_subject(*full, *empty))
    assert draft.severity is Severity.HYGIENE
    assert draft.message == "Length is empty in all 4 rows of Europe, and filled elsewhere."
    assert draft.evidence["rows"] == [5, 6, 7, 8]


def test_a_column_that_is_not_in_the_contract_blocks():
    row = make_row(
        1,
        "Amur",
        cells=(
            make_cell("River", "Amur"),
            make_cell("Mood", "calm"),
            make_cell("Length", "9 km"),
            make_cell("Continent", "Asia"),
        ),
    )
    (draft,) = check(make_subject(row))
    assert (draft.severity, draft.target.column) == (Severity.BLOCKING, "Mood")


def test_an_empty_table_is_left_to_cardinality():
    assert list(check(make_subject())) == []
