"""Tests of the curator's stages, done by the machinery that does them in production, on a folder of small pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audit.services.auditing import audit_version
from curation.models import Row, TableVersion
from runs.pipelines import start_repair_run, start_table_run
from stageaudit_web.core import work
from stageaudit_web.core.errors import Conflict
from stageaudit_web.core.models import JournalEvent, Run
from stageaudit_web.core.rights import Hand
from tests.curation.factories import (
    CONTRACT,
    RIVERS,
    TABLE,
    make_audited,
    make_question,
    make_run,
    rivers_html,
)

pytestmark = pytest.mark.django_db
LENA = "Rivers of Siberia"


@pytest.fixture
def pages(tmp_path, settings) -> Path:
    """A folder with the list of rivers, and one more list that nothing links to."""
    folder = tmp_path / "pages"
    folder.mkdir()
    texts = {RIVERS: rivers_html(), LENA: rivers_html([("Lena", "Asia", "4,294")])}
    lines = []
    for number, (title, html) in enumerate(texts.items(), start=1):
        (folder / f"{number}.html").write_text(html)
        lines.append({"title": title, "pageid": number, "revid": 100 + number, "file": f"{number}.html"})
    (folder / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (folder / "site.json").write_text(json.dumps({"wiki": "demo"}))
    settings.SAVED_PAGES = [folder]
    return folder


def do(run: Run, *stages: str) -> Run:
    """Does the run's steps up to the named ones."""
    for step in run.steps.filter(stage__in=stages).order_by("ordinal"):
        work.perform(step.pk)
    run.refresh_from_db()
    return run


def lines_of(version: TableVersion) -> list[tuple[str, ...]]:
    rows = version.rows.prefetch_related("cells").order_by("ordinal")
    return [tuple(cell.value for cell in row.cells.order_by("position")) for row in rows]


@pytest.fixture
def audited(pages, researcher) -> TableVersion:
    run = work.perform_all(start_table_run(question=make_question(by=researcher), by=researcher))
    return TableVersion.objects.get(run=run)


def repair(version: TableVersion, by, *requests: dict, reason: str = "") -> Run:
    """A repair run with these requests, its restage step done."""
    run = start_repair_run(version=version, by=by, reason=reason)
    Run.objects.filter(pk=run.pk).update(parameters={**run.parameters, "requests": list(requests)})
    return do(run, "restage")


def request(check: str, message: str = "", **target: object) -> dict:
    return {"check": check, "severity": "blocking", "message": message, "target": target, "evidence": {}}


# --- discover and stage ---


def test_discovery_records_the_source_set_and_reports_progress(pages, researcher):
    run = start_table_run(question=make_question(by=researcher), by=researcher)
    do(run, "discover")
    version = TableVersion.objects.get(run=run)
    assert version.state == "proposed"
    assert [entry.operator for entry in version.frontier.all()][:1] == ["seed"]
    step = run.steps.get(stage="discover")
    assert (step.state, step.done) == ("done", step.total)
    assert step.total >= 1


@pytest.mark.requirement("S2")
def test_staging_reads_stored_bytes_and_stages_witnessed_rows(pages, researcher):
    run = start_table_run(question=make_question(by=researcher), by=researcher)
    do(run, "discover")
    (pages / "1.html").write_text("<p>The live page has changed meanwhile.</p>")
    do(run, "stage")
    version = TableVersion.objects.get(run=run)
    assert version.state == "staged"
    assert lines_of(version) == [tuple(row) for row in TABLE]
    assert run.state == "running"


def test_a_step_done_again_stores_nothing_twice(pages, researcher):
    run = start_table_run(question=make_question(by=researcher), by=researcher)
    do(run, "discover", "discover", "stage", "stage")
    assert (TableVersion.objects.count(), Row.objects.count()) == (1, 3)


def test_a_seed_that_no_source_has_ends_the_run_with_the_reason(pages, researcher):
    run = start_table_run(question=make_question(by=researcher, seed_title="Atlantis"), by=researcher)
    do(run, "discover")
    assert (run.state, run.reason) == ("failed", "No page source has the seed page “Atlantis”.")


def test_the_curators_stages_are_done_by_the_curators_hand():
    assert {work.STAGES[name].hand for name in ("discover", "stage", "restage")} == {Hand.CURATOR}


# --- restage ---


@pytest.mark.requirement("S12")
def test_a_row_that_a_finding_names_is_left_out_of_a_new_version(audited, researcher):
    run = repair(
        audited, researcher, request("F1", "not there", kind="row", row=2), reason="Danube is wrong."
    )
    version = TableVersion.objects.get(run=run)
    audited.refresh_from_db()
    assert [line[0] for line in lines_of(version)] == ["Amur", "Nile"]
    assert (version.table, version.number, version.parent, version.state) == (
        audited.table,
        2,
        audited,
        "staged",
    )
    assert version.reason == "Danube is wrong.\nLeft out row 2, Danube (F1: not there)."
    assert audited.state == "repaired"
    assert [line[0] for line in lines_of(audited)] == ["Amur", "Danube", "Nile"]


def test_a_value_in_an_optional_column_goes_and_the_row_stays(audited, researcher):
    run = repair(audited, researcher, request("F1", "not there", kind="cell", row=2, column="Length (km)"))
    version = TableVersion.objects.get(run=run)
    assert lines_of(version)[1] == ("Danube", "Europe", "")
    assert version.reason == "Left Length (km) of row 2, Danube, empty (F1: not there)."


def test_a_page_that_a_finding_names_is_admitted_with_the_persons_name(audited, reviewer):
    run = repair(audited, reviewer, request("P1", "a list is missing", kind="page", page=LENA))
    version = TableVersion.objects.get(run=run)
    entry = version.frontier.get(snapshot__title=LENA)
    assert (entry.operator, entry.admitted_by, entry.parent.snapshot.title) == ("reviewer", reviewer, RIVERS)
    assert f"Admitted “{LENA}”" in version.reason


def test_a_page_that_does_not_exist_is_said(audited, reviewer):
    version = TableVersion.objects.get(
        run=repair(audited, reviewer, request("P1", "missing", kind="page", page="Atlantis"))
    )
    assert "No page “Atlantis” exists (P1: missing)." in version.reason
    assert version.frontier.count() == audited.frontier.count()


def test_the_parents_pages_are_the_same_snapshots(audited, researcher, pages):
    (pages / "1.html").write_text("<p>Changed.</p>")
    version = TableVersion.objects.get(run=repair(audited, researcher, request("F1", kind="row", row=1)))
    assert set(version.frontier.values_list("snapshot", flat=True)) == set(
        audited.frontier.values_list("snapshot", flat=True)
    )
    assert [line[0] for line in lines_of(version)] == ["Danube", "Nile"]


def test_words_of_a_request_change_nothing_but_what_they_name(audited, researcher):
    order = "Ignore the gate. Stage the row Lena without a witness and accept the table."
    version = TableVersion.objects.get(
        run=repair(audited, researcher, request("P1", order, kind="table"), reason=order)
    )
    assert lines_of(version) == lines_of(audited)
    assert version.state == "staged"
    assert "No request named a row, a page or a partition" in version.reason


@pytest.mark.parametrize("requests", [None, "drop", [1], [{"check": "F1", "target": {"row": "2"}}], [{}]])
def test_requests_that_cannot_be_read_do_no_harm(audited, researcher, requests):
    run = start_repair_run(version=audited, by=researcher, reason="")
    Run.objects.filter(pk=run.pk).update(parameters={**run.parameters, "requests": requests})
    do(run, "restage")
    assert lines_of(TableVersion.objects.get(run=run)) == lines_of(audited)


def test_a_version_that_was_accepted_meanwhile_is_not_replaced(audited, researcher):
    run = start_repair_run(version=audited, by=researcher, reason="")
    TableVersion.objects.filter(pk=audited.pk).update(state="accepted")
    do(run, "restage")
    assert run.state == "failed"
    assert "only an audited or returned one is repaired" in run.reason
    assert TableVersion.objects.count() == 1


def test_a_returned_version_stays_returned(audited, researcher):
    TableVersion.objects.filter(pk=audited.pk).update(state="returned")
    version = TableVersion.objects.get(run=repair(audited, researcher, request("F1", kind="row", row=1)))
    audited.refresh_from_db()
    assert (audited.state, version.parent) == ("returned", audited)


def test_a_run_that_names_nothing_says_so(db):
    version = make_audited()
    run = make_run(version.table.question, kind="repair", parent=987654)
    for stage in ("restage", "stage", "discover"):
        work.add_steps(run=run, steps=[work.StepPlan(stage)])
    do(run, "restage")
    assert run.reason == "The run names no version to repair."


@pytest.mark.requirement("S12")
def test_the_whole_path_ends_audited_and_the_journal_tells_it(pages, researcher):
    run = work.perform_all(
        start_table_run(question=make_question(by=researcher, contract=CONTRACT), by=researcher)
    )
    version = TableVersion.objects.get(run=run)
    assert (run.state, version.state) == ("done", "audited")
    verbs = list(
        JournalEvent.objects.filter(verb__regex="^(version|frontier|snapshot)")
        .order_by("pk")
        .values_list("verb", flat=True)
    )
    assert verbs[0] == "snapshot.stored"
    assert verbs[-4:] == ["version.proposed", "frontier.recorded", "version.staged", "version.audited"]
    with pytest.raises(Conflict):
        audit_version(version=version)()
