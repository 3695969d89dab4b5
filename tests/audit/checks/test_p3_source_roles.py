"""P3: every page of S is explained by the operator that admitted it."""

import pytest

from audit.checks.p3_source_roles import check
from audit.domain.findings import Severity
from curation.domain.frontier import Operator
from tests.audit.subjects import AMUR, RHINE, make_entry, make_partitioned, make_subject

SEED = make_entry(links_to=frozenset({"Rivers of Asia"}))
PARENT = {"parent": "List of rivers", "reason": "linked from the seed's table"}


def frontier(*entries, **changes):
    return list(check(make_subject(AMUR, RHINE, entries=(SEED, *entries), **changes)))


def test_a_seed_and_what_it_links_have_no_finding():
    assert frontier(make_entry("Rivers of Asia", Operator.SEED_TABLE, **PARENT)) == []


@pytest.mark.requirement("S26", "S40", "S31")
def test_a_source_set_without_its_seed_blocks():
    drafts = list(check(make_subject(AMUR, entries=())))
    assert [(draft.severity, draft.message) for draft in drafts] == [
        (Severity.BLOCKING, "The source set has no seed page: the operator “seed” is missing.")
    ]


@pytest.mark.requirement("S40")
def test_another_seed_than_the_question_names_blocks():
    (draft,) = check(make_subject(AMUR, seed="Transboundary river"))
    assert draft.severity is Severity.BLOCKING


def test_a_seed_reached_by_its_redirect_is_the_seed():
    entry = make_entry(requested="Rivers by length")
    assert list(check(make_subject(AMUR, seed="Rivers by length", entries=(entry,)))) == []


@pytest.mark.requirement("S40")
def test_a_search_that_stopped_at_the_seed_although_a_partition_is_empty_blocks():
    drafts = frontier(contract=make_partitioned("Asia", "Europe", "Africa"))
    assert [draft.evidence["partitions"] for draft in drafts] == [["Africa"]]
    assert drafts[0].severity is Severity.BLOCKING


@pytest.mark.requirement("S26", "S40")
@pytest.mark.parametrize(("cells", "severity"), [(4, Severity.BLOCKING), (0, Severity.HYGIENE)])
def test_a_page_that_nothing_led_to_is_unexplained(cells, severity):
    drafts = frontier(make_entry("Rivers of Asia", Operator.SIBLING_LIST, cells=cells))
    assert drafts[0].severity is severity
    assert drafts[0].message == "Rivers of Asia is not explained: it does not say which page led to it."


@pytest.mark.requirement("S40")
@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (make_entry("Amur", Operator.REDIRECT, requested="Amur", **PARENT), "no other title led to it"),
        (make_entry("Amur", Operator.ENTITY_PAGE, **PARENT), "List of rivers has no link to it"),
        (make_entry("Amur", Operator.SEED_TABLE, **PARENT), "List of rivers has no link to it"),
    ],
)
def test_a_role_that_does_not_fit_is_hygiene(entry, why):
    (draft,) = frontier(entry)
    assert (draft.severity, draft.target.page) == (Severity.HYGIENE, "Amur")
    assert draft.message.endswith(f", but {why}.")


def test_a_table_of_the_seed_must_come_from_the_seed():
    list_page = make_entry("Rivers of Asia", Operator.SIBLING_LIST, links_to=frozenset({"Amur"}), **PARENT)
    entry = make_entry("Amur", Operator.SEED_TABLE, parent="Rivers of Asia", reason="linked")
    (draft,) = frontier(list_page, entry)
    assert (
        draft.message
        == "Amur was admitted as seed table, but Rivers of Asia, which led to it, is not the seed."
    )


@pytest.mark.requirement("S42")
def test_a_count_check_that_cells_cite_blocks():
    drafts = frontier(make_entry("Q4022", Operator.WIKIDATA_CHECK, **PARENT))
    assert drafts[0].severity is Severity.BLOCKING


def test_a_page_a_reviewer_admitted_names_the_reviewer():
    assert frontier(make_entry("Amur", Operator.REVIEWER, admitted_by="rene")) == []
    assert frontier(make_entry("Amur", Operator.REVIEWER))[0].severity is Severity.BLOCKING


@pytest.mark.requirement("S40")
def test_pages_that_support_nothing_are_one_finding_when_they_are_many():
    idle = [make_entry(f"Page {n}", Operator.SIBLING_LIST, cells=0, rows=0, **PARENT) for n in range(5)]
    (draft,) = frontier(*idle)
    assert draft.message == "5 pages of 6 support no cell: Page 0, Page 1, Page 2, Page 3 and 1 more."


def test_a_page_that_led_to_a_used_page_is_not_idle():
    step = make_entry("Rivers of Asia", Operator.SEED_TABLE, cells=0, links_to=frozenset({"Amur"}), **PARENT)
    used = make_entry("Amur", Operator.ENTITY_PAGE, parent="Rivers of Asia", reason="row of the table")
    assert frontier(step, used) == []
