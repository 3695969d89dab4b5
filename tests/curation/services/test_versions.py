"""Tests of curation.services.versions: proposed, staged at once, audited, ended by a fitting warrant."""

from __future__ import annotations

import pytest

from curation.domain.frontier import Frontier, FrontierEntry, LeftOut, Operator
from curation.domain.warrant import Decision, Warrant
from curation.models import (
    Cell,
    CellLocator,
    Locator,
    RefusedRow,
    Row,
    TableVersion,
)
from curation.models import (
    FrontierEntry as StoredEntry,
)
from curation.services.snapshots import store_snapshot
from curation.services.versions import (
    accept_version,
    mark_audited,
    mark_repaired,
    propose_version,
    record_frontier,
    return_version,
    stage_version,
)
from stageaudit_web.core.errors import AccessDenied, Conflict, IllegalTransition, InvalidInput
from stageaudit_web.core.models import JournalEvent
from stageaudit_web.core.rights import acting_as
from tests.curation.factories import (
    AMUR,
    RIVERS,
    make_audited,
    make_page,
    make_proposed,
    make_question,
    make_river_draft,
    make_run,
    make_staged,
)

pytestmark = pytest.mark.django_db


def warrant_for(version: TableVersion, decision: Decision = Decision.ACCEPT) -> Warrant:
    return Warrant(version.pk, version.digest, decision, signoff_id=1)


# --- proposing ---


def test_a_run_makes_a_table_of_its_own(researcher):
    question = make_question(by=researcher)
    first = propose_version(run=make_run(question), contract=question.contract, by=researcher)
    second = propose_version(run=make_run(question), contract=question.contract, by=researcher)
    assert (first.number, second.number, first.state) == (1, 1, "proposed")
    assert first.table != second.table
    assert JournalEvent.objects.filter(verb="version.proposed").count() == 2


def test_a_run_has_one_version(researcher):
    question = make_question(by=researcher)
    run = make_run(question)
    assert propose_version(run=run, contract=question.contract) == propose_version(
        run=run, contract=question.contract
    )


def test_a_repair_continues_its_parents_table():
    parent = make_audited()
    child = propose_version(
        run=make_run(parent.table.question),
        contract=parent.contract,
        parent=parent,
        reason="Two rows without evidence.",
    )
    assert (child.table, child.number, child.parent) == (parent.table, 2, parent)
    assert (
        JournalEvent.objects.filter(verb="version.proposed").last().payload["reason"]
        == "Two rows without evidence."
    )


# --- source set ---


@pytest.mark.requirement("S39")
def test_every_page_records_the_operator_that_admitted_it_its_parent_and_the_reason():
    version = make_proposed(pages={RIVERS: make_page(), AMUR: make_page(AMUR, "<p>Amur.</p>")})
    seed, amur = version.frontier.order_by("ordinal")
    assert (seed.operator, seed.parent, seed.reason) == ("seed", None, "the question's seed")
    assert (amur.operator, amur.parent, amur.hop) == ("entity_page", seed, 1)


@pytest.mark.requirement("S38")
def test_the_journal_has_operator_revision_and_hash_of_every_page():
    version = make_proposed(left_out=[LeftOut("Lakes", "no table has the key", RIVERS)])
    payload = JournalEvent.objects.get(verb="frontier.recorded").payload
    assert payload["pages"] == [
        {
            "title": RIVERS,
            "operator": "seed",
            "revision": 7,
            "sha256": version.frontier.get().snapshot.sha256,
        }
    ]
    assert payload["left_out"] == 1
    assert version.left_out.get().parent_title == RIVERS


def test_a_page_under_two_titles_is_one_entry():
    version = propose_version(run=make_run(question := make_question()), contract=question.contract)
    snapshot = store_snapshot(page=make_page())
    entries = (
        FrontierEntry(RIVERS, Operator.SEED, "seed"),
        FrontierEntry("Rivers", Operator.REDIRECT, "redirect", parent=RIVERS),
    )
    stored = record_frontier(
        version=version, frontier=Frontier(entries), snapshots={RIVERS: snapshot, "Rivers": snapshot}
    )
    assert len(stored) == 1


def test_a_page_that_a_reviewer_named_says_who(reviewer):
    version = propose_version(run=make_run(question := make_question()), contract=question.contract)
    entry = FrontierEntry(RIVERS, Operator.REVIEWER, "named in finding 4")
    record_frontier(
        version=version,
        frontier=Frontier((entry,)),
        snapshots={RIVERS: store_snapshot(page=make_page())},
        reviewers={RIVERS: reviewer},
    )
    assert version.frontier.get().admitted_by == reviewer


# --- staging ---


@pytest.mark.requirement("S2")
@pytest.mark.requirement("S66")
def test_staging_stores_rows_cells_and_the_place_of_every_value():
    version = make_staged()
    assert version.state == "staged"
    assert [row.key for row in version.rows.all()] == [["Amur"], ["Danube"], ["Nile"]]
    for cell in Cell.objects.filter(row__version=version):
        place = cell.evidence.get().locator
        assert place.entry.snapshot.title == RIVERS
        assert place.printed.endswith(f"row[River={cell.row.key[0]}] > {cell.column}")
        assert cell.rung == "exact"


@pytest.mark.requirement("S6")
def test_a_row_without_a_witness_is_kept_apart_with_its_reason():
    version = make_staged(wrong=[("Amur", "Asia", "2,825")])
    refused = version.refused.get()
    assert (version.rows.count(), refused.code) == (3, "cell_unsupported")
    assert "2,825" in refused.reason
    assert refused.values == {"River": "Amur", "Continent": "Asia", "Length (km)": "2,825"}
    assert refused.places == ["Lists > Table 1 > row[River=Amur]"]


@pytest.mark.requirement("S9")
def test_rung_part_and_compared_text_of_every_cell_are_stored():
    cell = Cell.objects.get(row__version=make_staged(), row__ordinal=1, position=2)
    assert (cell.value, cell.rung, cell.part, cell.compared) == ("2,824", "exact", "cell", "2,824")


def test_staging_is_journalled_with_digest_and_counts():
    version = make_staged(wrong=[("Amur", "Asia", "2,825")])
    payload = JournalEvent.objects.get(verb="version.staged").payload
    assert payload == {
        "from": "proposed", "to": "staged", "digest": version.digest, "rows": 3, "refused": 1, "locators": 12,
        "rungs": {"exact": 9},
    }  # fmt: skip


@pytest.mark.requirement("S8")
def test_a_row_outside_the_source_set_stages_nothing():
    version = make_proposed(pages={AMUR: make_page(AMUR, "<p>Amur.</p>")})
    with pytest.raises(InvalidInput, match="Not in the source set: List of rivers"):
        stage_version(version=version, draft=make_river_draft())
    version.refresh_from_db()
    assert (version.state, Row.objects.count(), Locator.objects.count()) == ("proposed", 0, 0)


@pytest.mark.requirement("S12")
def test_a_version_is_staged_once():
    version = make_staged()
    with pytest.raises(IllegalTransition, match="nothing can be added"):
        stage_version(version=version, draft=make_river_draft())
    with pytest.raises(IllegalTransition):
        record_frontier(version=version, frontier=Frontier(()), snapshots={})
    assert version.rows.count() == 3


def test_an_empty_table_can_be_staged():
    version = make_staged(rows=())
    assert (version.state, version.rows.count(), len(version.digest)) == ("staged", 0, 64)


def test_storing_costs_the_same_number_of_queries_for_more_rows(django_assert_num_queries):
    small = make_proposed(make_question("small"))
    few, many = make_river_draft(), make_river_draft([(f"River {n}", "Asia", f"{n}") for n in range(1, 31)])
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(
        connection,
    ) as first:
        stage_version(version=small, draft=few)
    large = make_proposed(make_question("large"))
    with django_assert_num_queries(len(first)):
        stage_version(version=large, draft=many)


# --- states ---


@pytest.mark.requirement("S12")
def test_a_version_moves_through_its_states():
    version = make_audited()
    assert version.state == "audited"
    accept_version(version=version, warrant=warrant_for(version), by=None)
    assert TableVersion.objects.get().state == "accepted"
    verbs = (
        JournalEvent.objects.filter(verb__startswith="version.").order_by("pk").values_list("verb", flat=True)
    )
    assert list(verbs) == ["version.proposed", "version.staged", "version.audited", "version.accepted"]


@pytest.mark.requirement("S12")
def test_moves_that_the_machine_does_not_have_are_refused():
    staged = make_staged()
    with pytest.raises(IllegalTransition):
        accept_version(version=staged, warrant=warrant_for(staged), by=None)
    audited = mark_audited(version=staged)
    with pytest.raises(IllegalTransition):
        mark_audited(version=audited)
    returned = return_version(version=audited, warrant=warrant_for(audited, Decision.RETURN), by=None)
    with pytest.raises(IllegalTransition):
        accept_version(version=returned, warrant=warrant_for(returned), by=None)


@pytest.mark.requirement("S12")
def test_a_repair_replaces_an_audited_version():
    parent = make_audited()
    child = make_staged(question=parent.table.question, parent=parent)
    mark_repaired(version=parent, successor=child)
    assert TableVersion.objects.get(pk=parent.pk).state == "repaired"
    assert JournalEvent.objects.get(verb="version.repaired").payload["successor"] == child.pk


@pytest.mark.parametrize(
    "warrant",
    [
        lambda version: Warrant(version.pk, "0" * 64, Decision.ACCEPT, 1),
        lambda version: Warrant(version.pk + 1, version.digest, Decision.ACCEPT, 1),
        lambda version: Warrant(version.pk, version.digest, Decision.RETURN, 1),
    ],
    ids=["other content", "other version", "other decision"],
)
def test_a_warrant_that_does_not_fit_decides_nothing(warrant):
    version = make_audited()
    with pytest.raises(Conflict, match="Nothing was decided"):
        accept_version(version=version, warrant=warrant(version), by=None)
    assert TableVersion.objects.get().state == "audited"


# --- hands ---


@pytest.mark.requirement("S3")
def test_the_auditor_writes_no_rows_columns_keys_sources_or_contract():
    version, draft = make_proposed(), make_river_draft()
    audited = make_audited(question=make_question("other"))
    with acting_as("auditor"):
        for attempt in (
            lambda: stage_version(version=version, draft=draft),
            lambda: record_frontier(version=version, frontier=Frontier(()), snapshots={}),
            lambda: propose_version(run=version.run, contract=version.contract),
            lambda: mark_repaired(version=audited, successor=version),
        ):
            with pytest.raises(AccessDenied, match="The auditor may not"):
                attempt()
    assert version.rows.count() == 0
    refused = (
        JournalEvent.objects.filter(verb="rights.write_refused")
        .order_by("pk")
        .values_list("payload__what", flat=True)
    )
    assert list(refused) == ["stage rows", "change the source set", "propose a version", "replace a version"]


@pytest.mark.requirement("S3")
def test_the_auditor_may_say_that_its_checks_have_run_and_the_curator_may_not():
    version = make_staged()
    with acting_as("curator"), pytest.raises(AccessDenied):
        mark_audited(version=version)
    with acting_as("auditor"):
        assert mark_audited(version=version).state == "audited"


def test_nothing_of_a_failed_staging_stays():
    version = make_proposed()
    draft = make_river_draft()
    broken = draft.__class__(draft.places, draft.rows + draft.rows[:0], (object(),))
    with pytest.raises(AttributeError):
        stage_version(version=version, draft=broken)
    assert [model.objects.count() for model in (Row, Cell, CellLocator, Locator, RefusedRow)] == [0] * 5
    assert StoredEntry.objects.count() == 1
