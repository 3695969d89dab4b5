"""P2: every part of the scope has rows, every row its part."""

import pytest

from audit.checks.p2_partition_coverage import check
from audit.domain.findings import Severity
from curation.domain.frontier import LeftOut, Operator
from tests.audit.subjects import AMUR, RHINE, make_entry, make_partitioned, make_row, make_subject

CONTINENTS = make_partitioned("Asia", "Europe")


def test_covered_partitions_have_no_finding():
    assert list(check(make_subject(AMUR, RHINE, contract=CONTINENTS))) == []


def test_a_contract_without_partitions_has_no_finding():
    assert list(check(make_subject(AMUR))) == []


@pytest.mark.requirement("S25", "S31")
def test_a_partition_without_rows_blocks_and_names_its_pages():
    entries = (make_entry(), make_entry("Rivers of Europe", Operator.SIBLING_LIST, partitions=("Europe",)))
    left_out = (LeftOut("Longest rivers of Europe", "budget spent"),)
    (draft,) = check(make_subject(AMUR, contract=CONTINENTS, entries=entries, left_out=left_out))
    assert (draft.severity, draft.target.partition) == (Severity.BLOCKING, "Europe")
    assert draft.message == "Europe has no row; Rivers of Europe was admitted for it."
    assert draft.evidence["missing_pages"] == ["Longest rivers of Europe"]


@pytest.mark.requirement("S25")
def test_rows_of_a_partition_that_is_not_asked_for_block():
    rows = (AMUR, RHINE, make_row(3, "Nile", "Africa"), make_row(4, "Congo", "Africa"))
    (draft,) = check(make_subject(*rows, contract=CONTINENTS))
    assert draft.severity is Severity.BLOCKING
    assert draft.message == "2 rows are in “Africa”, which is no partition of the contract."


@pytest.mark.requirement("S25")
def test_a_row_between_two_partitions_blocks_and_says_how_to_write_both():
    (draft,) = check(make_subject(AMUR, RHINE, make_row(3, "Ural", "Europe/Asia"), contract=CONTINENTS))
    assert (draft.severity, draft.target.row) == (Severity.BLOCKING, 3)
    assert (
        draft.message == "Ural is in “Europe/Asia”: one partition or two? Write “Europe; Asia” if it is both."
    )


def test_both_partitions_written_clearly_have_no_finding():
    assert (
        list(check(make_subject(AMUR, RHINE, make_row(3, "Ural", "Europe; Asia"), contract=CONTINENTS))) == []
    )


def test_the_same_key_in_two_partitions_blocks():
    rows = (AMUR, RHINE, make_row(3, "Ural", "Europe"), make_row(4, "Ural", "Asia"))
    (draft,) = check(make_subject(*rows, contract=CONTINENTS))
    assert draft.evidence["rows"] == [3, 4]


def test_a_row_without_a_partition_is_hygiene():
    (draft,) = check(make_subject(AMUR, RHINE, make_row(3, "Ural"), contract=CONTINENTS))
    assert (draft.severity, draft.target.row) == (Severity.HYGIENE, 3)


def test_a_partition_named_otherwise_is_a_suggestion():
    contract = make_partitioned("Columbus (Ohio)", "Oakland")
    rows = (make_row(1, "LeVeque Tower", "Columbus"), make_row(2, "Ordway", "Oakland, California"))
    (draft,) = check(make_subject(*rows, contract=contract))
    assert draft.severity is Severity.SUGGESTION
    assert draft.evidence["forms"] == ["Columbus", "Oakland, California"]
