"""S3: values can be read as the type and unit of their column."""

import pytest

from audit.checks.s3_type_conformance import check
from audit.domain.conformance import type_fault
from audit.domain.findings import Severity, TargetKind
from curation.domain.contract import Column, ColumnType
from tests.audit.subjects import AMUR, RHINE, make_contract, make_row, make_subject

KM = Column("Length", ColumnType.QUANTITY, unit="km")


def test_values_of_their_type_have_no_finding():
    assert list(check(make_subject(AMUR, RHINE))) == []


@pytest.mark.requirement("S22", "S31")
@pytest.mark.parametrize(
    ("value", "column", "fault"),
    [
        ("57", Column("n", ColumnType.INTEGER), ""),
        ("2,000", Column("n", ColumnType.INTEGER), ""),
        ("5.5", Column("n", ColumnType.INTEGER), "not a whole number"),
        ("21=", Column("n", ColumnType.INTEGER), "not a whole number"),
        ("Azteca 13", Column("n", ColumnType.NUMBER), "not a number"),
        ("•", Column("n", ColumnType.NUMBER), "a mark for a missing value, which should be left empty"),
        ("1,5", Column("n", ColumnType.NUMBER, decimal=","), ""),
        ("1,032 km (641 mi)", KM, ""),
        ("641 mi", KM, ""),
        ("2824", KM, ""),
        ("12 kg", KM, "measures something else than km"),
        ("0.14%", Column("n", ColumnType.PERCENT), ""),
        ("some", Column("n", ColumnType.PERCENT), "not a percentage"),
        ("4 March 2025", Column("n", ColumnType.DATE), ""),
        ("January 3, 1973 – January 3, 1977", Column("n", ColumnType.DATE), ""),
        ("3/4/2025", Column("n", ColumnType.DATE), "not a date"),
        ("1991", Column("n", ColumnType.YEAR), ""),
        ("1995–96", Column("n", ColumnType.YEAR), ""),
        ("4 March 1991", Column("n", ColumnType.YEAR), "not a year"),
        ("007", Column("n", ColumnType.ID), ""),
        ("anything at all", Column("n"), ""),
    ],
)
def test_types(value, column, fault):
    assert type_fault(value, column) == fault


def test_a_wrong_type_is_hygiene_a_wrong_unit_blocks():
    drafts = list(check(make_subject(make_row(1, "Amur", "", "long"), make_row(2, "Rhine", "", "12 kg"))))
    assert [(draft.severity, draft.target.row) for draft in drafts] == [
        (Severity.BLOCKING, 2),
        (Severity.HYGIENE, 1),
    ]


def test_a_wrong_type_in_the_key_blocks():
    contract = make_contract(key=("Length",))
    (draft,) = check(make_subject(make_row(1, "Amur", "", "long"), contract=contract))
    assert draft.severity is Severity.BLOCKING


def test_a_column_of_wrong_values_is_one_finding_with_an_example():
    rows = [make_row(n, f"River {n}", "", "long") for n in range(1, 6)]
    (draft,) = check(make_subject(*rows))
    assert draft.target.kind is TargetKind.COLUMN
    assert draft.message == "Length should be a quantity in km: 5 values are not, “long” of River 1 first."
