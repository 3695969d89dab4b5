"""The guarded update: one row changes, one event is written, and of two at once only one gets through."""

from __future__ import annotations

import pytest
from django.utils import timezone

from stageaudit_web.core import journal
from stageaudit_web.core.errors import IllegalTransition
from stageaudit_web.core.machines import RUN
from stageaudit_web.core.models import JournalEvent, Run
from stageaudit_web.core.transitions import move
from stageaudit_web.core.work import RUN_CANCELLED, RUN_DONE, RUN_STARTED
from tests.racing import needs_real_threads, race


@pytest.fixture
def run(researcher):
    return Run.objects.create(
        kind="table", configuration="c", subject="question:1", title="t", started_by=researcher
    )


def test_a_move_changes_the_row_and_writes_one_event(run, researcher):
    move(
        run,
        machine=RUN,
        to="running",
        verb=RUN_STARTED,
        by=researcher,
        payload={"n": 1},
        started_at=timezone.now(),
    )
    stored = Run.objects.get(pk=run.pk)
    assert (stored.state, run.state, stored.started_at) == ("running", "running", run.started_at)
    event = journal.events_of(run).get()
    assert (event.verb, event.actor, event.payload) == (
        RUN_STARTED,
        researcher,
        {"from": "queued", "to": "running", "n": 1},
    )


@pytest.mark.requirement("S12")
def test_an_edge_that_is_not_in_the_table_is_refused(run):
    with pytest.raises(IllegalTransition, match="run that is queued cannot become done"):
        move(run, machine=RUN, to="done", verb=RUN_DONE, finished_at=timezone.now())
    run.refresh_from_db()
    assert run.state == "queued"
    assert not JournalEvent.objects.exists()


def test_whoever_comes_second_is_told_and_changes_nothing(run):
    seen_earlier = Run.objects.get(pk=run.pk)
    move(run, machine=RUN, to="cancelled", verb=RUN_CANCELLED, reason="enough", finished_at=timezone.now())
    with pytest.raises(IllegalTransition, match="no longer queued: somebody else acted first"):
        move(seen_earlier, machine=RUN, to="running", verb=RUN_STARTED)
    assert Run.objects.get(pk=run.pk).state == "cancelled"
    assert JournalEvent.objects.count() == 1


def test_a_move_whose_event_cannot_be_written_does_not_happen(run):
    with pytest.raises(ValueError, match="not declared"):
        move(run, machine=RUN, to="running", verb="run.invented")
    assert Run.objects.get(pk=run.pk).state == "queued"


@needs_real_threads
@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_wins(run):
    def start():
        return move(Run.objects.get(pk=run.pk), machine=RUN, to="running", verb=RUN_STARTED)

    def cancel():
        stopped = Run.objects.get(pk=run.pk)
        return move(
            stopped,
            machine=RUN,
            to="cancelled",
            verb=RUN_CANCELLED,
            reason="enough",
            finished_at=timezone.now(),
        )

    outcomes = race(start, start, start, start)
    assert sum(isinstance(outcome, Run) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, IllegalTransition) for outcome in outcomes) == 3
    assert JournalEvent.objects.filter(verb=RUN_STARTED).count() == 1
    outcomes = race(cancel, cancel)
    assert sum(isinstance(outcome, Run) for outcome in outcomes) == 1
