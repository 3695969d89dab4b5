"""S1: no key occurs twice."""

import pytest

from audit.checks.s1_key_unique import check
from audit.domain.findings import Severity, TargetKind
from tests.audit.subjects import AMUR, RHINE, make_contract, make_row, make_subject


def test_different_keys_have_no_finding():
    assert list(check(make_subject(AMUR, RHINE))) == []


@pytest.mark.requirement("S20", "S31")
def test_the_same_key_twice_blocks_and_names_the_later_row():
    twice = make_row(5, " amur ", "Asia", "2,900 km")
    (draft,) = check(make_subject(AMUR, RHINE, twice))
    assert (draft.severity, draft.target.kind, draft.target.row) == (Severity.BLOCKING, TargetKind.ROW, 5)
    assert draft.message == "amur is the key of rows 1 and 5; they differ in Length."


@pytest.mark.requirement("S20")
def test_keys_of_two_columns_are_compared_as_a_whole():
    contract = make_contract(key=("Continent", "River"))
    rows = [
        make_row(1, "Sherman", "Ellsworth", key=("Ellsworth", "Sherman")),
        make_row(2, "Sherman", "Leavenworth", key=("Leavenworth", "Sherman")),
    ]
    assert list(check(make_subject(*rows, contract=contract))) == []


def test_keys_that_differ_only_in_accents_are_hygiene():
    (draft,) = check(make_subject(make_row(1, "Kimi Räikkönen"), make_row(2, "Kimi Raikkonen")))
    assert draft.severity is Severity.HYGIENE
    assert draft.evidence["rows"] == [1, 2]


def test_a_contract_whose_key_is_no_column_blocks_once():
    (draft,) = check(make_subject(AMUR, AMUR, contract=make_contract(key=("Name",))))
    assert draft.message == "The key column Name is not a column of the contract."


def test_rows_without_a_key_are_left_to_the_check_of_presence():
    assert list(check(make_subject(make_row(1, ""), make_row(2, "")))) == []
