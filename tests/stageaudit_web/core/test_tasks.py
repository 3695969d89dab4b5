"""Messages to the workers: sent after commit, sent again when they were lost, never trusted more than the rows."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from stageaudit_web.celery import app
from stageaudit_web.core import tasks, work
from stageaudit_web.core.models import JournalSeal, Step


@pytest.fixture
def queue(monkeypatch):
    """A broker in this process; `queue()` empties the queue and gives the ids of the steps in its messages."""
    broker(monkeypatch, "memory://")

    def read():
        with app.connection_for_read() as connection, connection.SimpleQueue("default") as simple:
            return [simple.get_nowait().payload[0][0] for _ in range(simple.qsize())]

    read()
    yield read
    read()


def broker(monkeypatch, url):
    monkeypatch.setenv("CELERY_BROKER_URL", url)  # Celery's own variable; it comes before the settings
    monkeypatch.setattr(app, "_pool", None)
    monkeypatch.setattr(app.amqp, "_producer_pool", None)


@pytest.fixture
def run(researcher, monkeypatch):
    monkeypatch.setattr(work, "STAGES", {})
    work.register("page", lambda lease: lambda: None)
    steps = [work.StepPlan("page", "a"), work.StepPlan("page", "b")]
    return work.plan_run(
        by=researcher, steps=steps, kind="t", configuration="c", subject="question:1", title="t"
    )


@pytest.mark.django_db(transaction=True)
def test_workers_hear_of_a_run_after_it_is_committed(run, queue):
    with transaction.atomic():
        tasks.nudge(run)
        assert queue() == []
    first = run.steps.first()
    assert queue() == [first.pk]
    assert first.nudged_at is not None


@pytest.mark.django_db(transaction=True)
def test_workers_do_not_hear_of_what_was_rolled_back(run, queue):
    with transaction.atomic():
        tasks.nudge(run)
        transaction.set_rollback(True)
    assert queue() == []


def test_a_step_that_is_done_sends_the_next_one_on_its_way(run, queue):
    first, second = run.steps.all()
    tasks.do_step(first.pk)
    assert queue() == [second.pk]
    tasks.do_step(first.pk)  # the message came twice: nothing is done again
    assert Step.objects.get(pk=first.pk).attempt == 1
    tasks.do_step(second.pk)
    run.refresh_from_db()
    assert (run.state, queue()) == ("done", [])


def test_the_sweep_sends_what_has_had_no_message_for_a_while(run, queue, settings):
    first = run.steps.first()
    assert tasks.sweep() == 1
    assert tasks.sweep() == 0
    assert queue() == [first.pk]
    Step.objects.filter(pk=first.pk).update(
        nudged_at=timezone.now() - timedelta(seconds=settings.SWEEP_SECONDS + 1)
    )
    assert tasks.sweep() == 1
    assert queue() == [first.pk]


def test_the_sweep_brings_back_the_step_of_a_dead_worker(run, queue):
    lease = work.claim(run.steps.first().pk)
    assert tasks.sweep() == 0
    Step.objects.filter(pk=lease.step.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert tasks.sweep() == 1
    assert queue() == [lease.step.pk]


def test_a_broker_that_does_not_answer_loses_nothing(run, monkeypatch, tmp_path, queue):
    broker(monkeypatch, f"redis+socket://{tmp_path}/nobody.sock")
    began = time.monotonic()
    assert tasks.send(run.steps.first()) is False
    assert time.monotonic() - began < 3  # a person's request waits for this
    assert run.steps.first().nudged_at is None  # so the next sweep takes it at once
    broker(monkeypatch, "memory://")
    assert tasks.sweep() == 1


def test_the_seal_task_seals(run):
    tasks.seal()
    assert JournalSeal.objects.get().size == 1
