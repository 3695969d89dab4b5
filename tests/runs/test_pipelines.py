"""What a table run consists of, and when one may be started."""

from __future__ import annotations

import pytest

from audit.services import signoff
from curation.models import TableVersion
from runs import pipelines
from stageaudit_web.core import ledger, work
from stageaudit_web.core.errors import Conflict, InvalidInput
from stageaudit_web.core.models import JournalEvent, RunState


@pytest.fixture
def run(question, researcher):
    return pipelines.start_table_run(question=question, by=researcher)


@pytest.mark.requirement("S1", "S12", "S33", "S38")
def test_a_question_and_a_seed_become_an_audited_table_with_its_sources(run):
    work.perform_all(run)
    assert (run.state, run.reason) == (RunState.DONE, "")
    version = TableVersion.objects.get(run=run)
    assert version.state == "audited"
    assert [row.key for row in version.rows.all()] == [["Amur"], ["Danube"], ["Nile"]]
    entry = version.frontier.get()
    assert run.started_at <= entry.snapshot.retrieved_at <= run.finished_at
    assert (entry.operator, entry.snapshot.revision_id, len(entry.snapshot.sha256)) == ("seed", 7, 64)
    verbs = list(JournalEvent.objects.order_by("id").values_list("verb", flat=True))
    order = ["run.queued", "run.started", "version.proposed", "version.staged", "version.audited", "run.done"]
    assert [verb for verb in verbs if verb in order] == order


def test_a_run_that_is_done_again_adds_nothing(run):
    work.perform_all(run)
    for step in run.steps.all():
        assert work.perform(step.pk) is None
    assert TableVersion.objects.count() == 1


def test_one_run_at_a_time_on_a_question(run, question, researcher):
    with pytest.raises(Conflict, match=f"Run {run.pk} is at work"):
        pipelines.start_table_run(question=question, by=researcher)
    work.cancel_run(run=run, by=researcher)
    assert pipelines.start_table_run(question=question, by=researcher).state == RunState.QUEUED


def test_an_unknown_configuration_is_refused_with_the_known_ones(question, researcher):
    with pytest.raises(InvalidInput, match="known: extractive"):
        pipelines.start_table_run(question=question, by=researcher, configuration="oracle")


def test_a_question_without_a_contract_says_what_is_missing(make_question, researcher):
    with pytest.raises(InvalidInput, match="no contract yet"):
        pipelines.start_table_run(question=make_question(key="bare", contract=None), by=researcher)


def test_a_seed_that_no_source_has_ends_the_run_with_the_reason(make_question, researcher):
    run = pipelines.start_table_run(question=make_question(key="lost", seed_title="Nowhere"), by=researcher)
    work.perform_all(run)
    assert run.state == RunState.FAILED
    assert "Nowhere" in run.reason


@pytest.mark.requirement("S13")
def test_a_returned_version_is_repaired_restaged_and_audited_again(run, reviewer):
    work.perform_all(run)
    first = TableVersion.objects.get(run=run)
    signoff.sign(version=first, decision="return", by=reviewer, reason="Two rivers are missing.")
    repair = pipelines.start_repair_run(version=first, by=reviewer, reason="Two rivers are missing.")
    work.perform_all(repair)
    second = TableVersion.objects.get(run=repair)
    first.refresh_from_db()
    assert (repair.state, first.state, second.state) == (RunState.DONE, "returned", "audited")
    assert (second.parent, second.number) == (first, 2)
    assert second.reason.startswith("Two rivers are missing.")
    assert not list(ledger.verify())


def test_a_version_is_repaired_once(run, reviewer):
    work.perform_all(run)
    first = TableVersion.objects.get(run=run)
    work.perform_all(pipelines.start_repair_run(version=first, by=reviewer, reason="Again."))
    with pytest.raises(Conflict, match="newer version"):
        pipelines.start_repair_run(version=first, by=reviewer, reason="And again.")
