"""P1: as many rows as the contract expects."""

import pytest

from audit.checks.p1_cardinality import check
from audit.domain.findings import Severity, TargetKind
from audit.domain.subject import Count, RefusedRow
from curation.domain.frontier import LeftOut
from tests.audit.subjects import AMUR, RHINE, make_contract, make_partitioned, make_row, make_subject

REFUSED = RefusedRow(1, "cell_unsupported", "the cell says otherwise", ("Ural",))


@pytest.mark.requirement("S24", "S31")
def test_fewer_rows_than_expected_block_with_both_sides():
    (draft,) = check(make_subject(AMUR, RHINE, contract=make_contract(expected_rows=3), refused=(REFUSED,)))
    assert (draft.severity, draft.target.kind) == (Severity.BLOCKING, TargetKind.TABLE)
    assert (
        draft.message
        == "2 rows staged, 3 expected; the gate refused 1 row with other keys (1 cell unsupported)."
    )
    assert (draft.evidence["staged"], draft.evidence["expected"], draft.evidence["difference"]) == (2, 3, -1)


@pytest.mark.requirement("S24")
def test_more_rows_than_expected_block():
    (draft,) = check(make_subject(AMUR, RHINE, contract=make_contract(expected_rows=1)))
    assert draft.severity is Severity.BLOCKING


def test_the_expected_number_has_no_finding():
    assert (
        list(check(make_subject(AMUR, RHINE, contract=make_contract(expected_rows=2), refused=(REFUSED,))))
        == []
    )


@pytest.mark.requirement("S24")
def test_a_short_partition_blocks_and_explains_the_whole():
    contract = make_partitioned("Asia", "Europe", expected={"Asia": 1, "Europe": 2}, expected_rows=3)
    (draft,) = check(
        make_subject(AMUR, RHINE, contract=contract, left_out=(LeftOut("Rivers of Europe", "budget spent"),))
    )
    assert draft.target.partition == "Europe"
    assert draft.message == "Europe: 1 row staged, 2 expected."
    assert draft.evidence["missing_pages"] == ["Rivers of Europe"]


def test_without_an_expectation_the_count_is_a_suggestion():
    (draft,) = check(make_subject(AMUR, RHINE))
    assert (draft.severity, draft.evidence["staged"], draft.evidence["expected"]) == (
        Severity.SUGGESTION,
        2,
        None,
    )


def test_without_an_expectation_refused_keys_are_hygiene():
    (draft,) = check(
        make_subject(AMUR, RHINE, refused=(REFUSED, RefusedRow(2, "no_locator", "none", ("Amur",))))
    )
    assert draft.severity is Severity.HYGIENE
    assert draft.evidence["refused"] == [1]


def test_a_table_without_rows_blocks():
    (draft,) = check(make_subject())
    assert draft.message == "No row was staged."


@pytest.mark.requirement("S24", "S42")
@pytest.mark.parametrize(
    ("count", "words"),
    [
        (33, ["2 rows staged, Wikidata counts 33: Wikidata's side is larger."]),
        (1, ["2 rows staged, Wikidata counts 1: the table's side is larger."]),
        (2, []),
        (None, []),
    ],
)
def test_a_count_of_wikidata_is_a_signal_that_holds_nothing_up(count, words):
    contract = make_contract(expected_rows=2)
    drafts = list(check(make_subject(AMUR, RHINE, contract=contract, counts=(Count("", count),))))
    assert [draft.message for draft in drafts] == words
    assert all(draft.severity is Severity.SUGGESTION for draft in drafts)


def test_a_count_of_a_partition_is_compared_with_its_rows():
    contract = make_partitioned("Asia", "Europe", expected_rows=2)
    (draft,) = check(make_subject(AMUR, RHINE, contract=contract, counts=(Count("Asia", 9),)))
    assert draft.message == "Asia: 1 row staged, Wikidata counts 9: Wikidata's side is larger."


def test_a_partition_without_rows_is_said_by_the_check_of_coverage():
    contract = make_partitioned(
        "Asia", "Europe", "Africa", expected={"Asia": 1, "Europe": 1, "Africa": 1}, expected_rows=3
    )
    assert list(check(make_subject(AMUR, RHINE, contract=contract))) == []


def test_partitions_may_expect_more_than_the_whole_since_a_row_can_count_twice():
    contract = make_partitioned("Asia", "Europe", expected={"Asia": 2, "Europe": 2}, expected_rows=3)
    rows = (AMUR, RHINE, make_row(3, "Ural", "Europe; Asia"))
    assert list(check(make_subject(*rows, contract=contract))) == []


def test_a_row_of_two_partitions_counts_in_both():
    contract = make_partitioned("Asia", "Europe", expected={"Asia": 2, "Europe": 2})
    rows = (AMUR, RHINE, make_row(3, "Ural", "Europe; Asia"))
    assert list(check(make_subject(*rows, contract=contract))) == []


def test_a_contract_that_disagrees_with_itself_is_hygiene():
    contract = make_partitioned("Asia", "Europe", expected={"Asia": 1, "Europe": 1}, expected_rows=2 + 3)
    drafts = list(check(make_subject(AMUR, RHINE, contract=contract)))
    assert drafts[-1].message == "The contract expects 5 rows in all, but 2 over its partitions."
