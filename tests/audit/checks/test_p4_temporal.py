"""P4: a source can only tell what was known at its revision."""

from datetime import UTC, date, datetime

import pytest

from audit.checks.p4_temporal import asked_period, check
from audit.domain.findings import Severity
from curation.domain.contract import Column, ColumnType
from tests.audit.subjects import AMUR, RIVER, make_cell, make_contract, make_entry, make_row, make_subject

BUILT = make_contract(columns=(RIVER, Column("Built", ColumnType.YEAR)))


def dated(ordinal, value):
    return make_row(
        ordinal, f"Dam {ordinal}", cells=(make_cell("River", f"Dam {ordinal}"), make_cell("Built", value))
    )


@pytest.mark.parametrize(
    ("as_of", "period"),
    [
        ("2014", (date(2014, 1, 1), date(2014, 12, 31))),
        ("2024-02", (date(2024, 2, 1), date(2024, 2, 29))),
        ("2014-03-05", (date(2014, 3, 5), date(2014, 3, 5))),
        ("", None),
        ("soon", None),
        ("2014-13", None),
    ],
)
def test_the_date_a_contract_asks_for(as_of, period):
    assert asked_period(as_of) == period


def test_a_revision_within_the_date_asked_for_has_no_finding():
    assert list(check(make_subject(AMUR, contract=make_contract(as_of="2025")))) == []


@pytest.mark.requirement("S27")
def test_a_revision_older_than_the_date_asked_for_blocks():
    (draft,) = check(make_subject(AMUR, contract=make_contract(as_of="2026-01")))
    assert (draft.severity, draft.target.page) == (Severity.BLOCKING, "List of rivers")
    assert draft.evidence["revised"] == ["2025-03-04"]


def test_a_revision_newer_than_the_date_asked_for_is_a_suggestion():
    (draft,) = check(make_subject(AMUR, contract=make_contract(as_of="2014")))
    assert draft.severity is Severity.SUGGESTION


def test_an_old_page_that_supports_nothing_is_no_finding():
    entries = (make_entry(), make_entry("Old", revision_at=datetime(2001, 1, 1, tzinfo=UTC), cells=0))
    assert list(check(make_subject(AMUR, contract=make_contract(as_of="2025"), entries=entries))) == []


def test_a_page_without_a_revision_date_is_a_suggestion_where_it_matters():
    undated = (make_entry(revision_at=None),)
    (draft,) = check(make_subject(AMUR, contract=make_contract(as_of="2025"), entries=undated))
    assert draft.severity is Severity.SUGGESTION
    assert list(check(make_subject(AMUR, entries=undated))) == []


@pytest.mark.requirement("S27")
def test_a_value_after_its_revision_blocks():
    (draft,) = check(make_subject(dated(1, "2031"), dated(2, "1970"), dated(3, "2025"), contract=BUILT))
    assert (draft.severity, draft.target.row) == (Severity.BLOCKING, 1)
    assert draft.message == "Built of Dam 1 is “2031”, but its page was revised on 2025-03-04."


def test_a_span_that_ends_later_is_no_finding():
    contract = make_contract(columns=(RIVER, Column("Built", ColumnType.DATE)))
    assert list(check(make_subject(dated(1, "January 3, 2021 – January 3, 2027"), contract=contract))) == []


def test_a_value_after_the_date_asked_for_is_hygiene():
    contract = make_contract(columns=BUILT.columns, as_of="2020")
    drafts = list(check(make_subject(dated(1, "2023"), contract=contract)))
    assert [draft.severity for draft in drafts] == [Severity.SUGGESTION, Severity.HYGIENE]


def test_years_before_the_common_era_and_bad_days_are_left_alone():
    contract = make_contract(columns=(RIVER, Column("Built", ColumnType.DATE)))
    assert (
        list(check(make_subject(dated(1, "300 BC"), dated(2, "29 February 1900"), contract=contract))) == []
    )
