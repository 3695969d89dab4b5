"""Steps of runs: claimed under a lease, finished in one transaction, resumed where they stopped, never done twice."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from stageaudit_web.core import journal, work
from stageaudit_web.core.errors import IllegalTransition, InvalidInput, LeaseLost, Unavailable
from stageaudit_web.core.models import Receipt, Run, Step
from stageaudit_web.core.work import StepPlan
from tests.racing import needs_real_threads, race


@pytest.fixture(autouse=True)
def stages(monkeypatch):
    """`stages["name"] = handler` makes a stage known for one test."""
    monkeypatch.setattr(work, "STAGES", {})
    return Stages()


class Stages:
    def __setitem__(self, name, handler):
        work.register(name, handler)


@pytest.fixture
def plan(researcher):
    def make(*steps):
        plans = [StepPlan(stage, item) for stage, item in steps]
        return work.plan_run(
            by=researcher, steps=plans, kind="table", configuration="c", subject="question:1", title="t"
        )

    return make


@pytest.fixture
def effect(researcher):
    """`effect(lease)` is a store function that leaves one row for the step; `effect.count()` counts them."""

    def store(lease, following=()):
        def act():
            Receipt.objects.create(
                user=researcher, key=f"{lease.step}{lease.step.ordinal}{lease.owner}", action="effect"
            )
            return following

        return act

    store.count = Receipt.objects.count
    return store


def silence(step):
    """What a step looks like some time after its worker was killed."""
    Step.objects.filter(pk=step.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def verbs(run):
    return list(journal.events_of(run).values_list("verb", flat=True))


def test_steps_are_done_in_order_and_the_run_ends(stages, plan, effect):
    order = []

    def handler(lease):
        order.append(lease.step.item)
        return effect(lease)

    stages["page"] = handler
    run = work.perform_all(plan(("page", "a"), ("page", "b"), ("page", "c")))
    assert order == ["a", "b", "c"]
    assert (run.state, effect.count()) == ("done", 3)
    assert run.started_at < run.finished_at
    assert verbs(run) == ["run.queued", "run.started", "run.done"]


def test_a_handler_may_add_steps(stages, plan, effect):
    stages["discover"] = lambda lease: effect(
        lease, [StepPlan("page", "a"), StepPlan("page", "b"), StepPlan("discover")]
    )
    stages["page"] = effect
    run = work.perform_all(plan(("discover", "")))
    assert [str(step) for step in run.steps.all()] == ["discover", "page a", "page b"]
    assert (run.state, effect.count()) == ("done", 3)


def test_a_later_step_is_not_due_before_the_earlier_one_is_done(plan):
    run = plan(("page", "a"), ("page", "b"))
    first, second = run.steps.all()
    assert list(work.due(run)) == [first]
    assert work.claim(second.pk) is None


def test_a_claimed_step_cannot_be_claimed_again(plan):
    step = plan(("page", "a")).steps.get()
    assert work.claim(step.pk) is not None
    assert work.claim(step.pk) is None


def test_a_step_whose_worker_died_is_claimed_by_another(stages, plan, effect):
    stages["page"] = effect
    run = plan(("page", "a"))
    dead = work.claim(run.steps.get().pk)
    silence(dead.step)
    run = work.perform_all(run)
    assert (run.state, effect.count(), run.steps.get().attempt) == ("done", 1, 2)
    assert verbs(run).count("run.started") == 1


def test_a_worker_that_comes_back_late_stores_nothing(stages, plan, effect):
    run = plan(("page", "a"))

    def slow(lease):
        silence(lease.step)
        assert work.claim(lease.step.pk) is not None  # meanwhile another worker takes over
        return effect(lease)

    stages["page"] = slow
    assert work.perform(run.steps.get().pk) is None
    assert effect.count() == 0
    assert run.steps.get().state == "running"


def test_a_late_worker_learns_it_when_it_reports(plan):
    lease = work.claim(plan(("page", "a")).steps.get().pk)
    silence(lease.step)
    work.claim(lease.step.pk)
    with pytest.raises(LeaseLost):
        lease.report(1, 2)
    with pytest.raises(LeaseLost):
        lease.beat()


def test_a_report_shows_progress_and_extends_the_lease(plan, settings):
    settings.LEASE_SECONDS = 100
    lease = work.claim(plan(("page", "a")).steps.get().pk)
    silence(lease.step)
    lease.report(3, 7, "Danube " * 100)
    step = Step.objects.get(pk=lease.step.pk)
    assert (step.done, step.total, len(step.label)) == (3, 7, 300)
    assert step.lease_until > timezone.now() + timedelta(seconds=90)


def test_what_a_step_stores_and_that_it_is_done_stand_or_fall_together(stages, plan, effect):
    def handler(lease):
        def store():
            effect(lease)()
            raise ZeroDivisionError

        return store

    stages["page"] = handler
    run = work.perform_all(plan(("page", "a")))
    assert (run.state, run.steps.get().state, effect.count()) == ("errored", "failed", 0)
    assert "ZeroDivisionError" in run.reason


def test_an_expected_failure_fails_the_run_with_its_reason(stages, plan):
    def handler(lease):
        raise InvalidInput("no_seed", "The seed page is not there.")

    stages["page"] = handler
    run = work.perform_all(plan(("page", "a"), ("page", "b")))
    assert (run.state, run.reason) == ("failed", "The seed page is not there.")
    assert [step.state for step in run.steps.all()] == ["failed", "waiting"]
    assert verbs(run)[-1] == "run.failed"


def test_a_bug_is_an_error_not_a_failure(stages, plan):
    stages["page"] = lambda lease: 1 / 0
    run = work.perform_all(plan(("page", "a")))
    assert (run.state, verbs(run)[-1]) == ("errored", "run.errored")


def test_what_may_help_later_is_tried_later(stages, plan, effect):
    def handler(lease):
        if lease.step.attempt == 1:
            raise Unavailable("busy", "The wiki is busy.")
        return effect(lease)

    stages["page"] = handler
    run = work.perform_all(plan(("page", "a")))
    step = run.steps.get()
    assert (run.state, step.state, step.error) == ("running", "waiting", "The wiki is busy.")
    assert step.not_before > timezone.now()
    Step.objects.update(not_before=timezone.now())
    run = work.perform_all(run)
    assert (run.state, effect.count(), run.steps.get().error) == ("done", 1, "")


def test_trying_later_has_an_end(stages, plan):
    tried = []

    def handler(lease):
        tried.append(lease.step.attempt)
        raise Unavailable("busy", "The wiki is busy.")

    stages["page"] = handler
    run = plan(("page", "a"))
    for _ in range(work.MOST_ATTEMPTS + 2):
        Step.objects.update(not_before=timezone.now())
        run = work.perform_all(run)
    assert tried == [1, 2, 3, 4, 5]
    assert (run.state, run.reason) == ("failed", "The wiki is busy.")


def test_a_step_that_kills_its_worker_every_time_is_given_up(stages, plan, effect):
    stages["page"] = effect
    run = plan(("page", "a"))
    for _ in range(work.MOST_ATTEMPTS):
        silence(work.claim(run.steps.get().pk).step)
    run = work.perform_all(run)
    assert (run.state, effect.count()) == ("errored", 0)
    assert "tried 5 times and never came to an end" in run.reason


def test_a_cancelled_run_stores_nothing_more(stages, plan, effect, researcher):
    def handler(lease):
        work.cancel_run(run=Run.objects.get(pk=lease.step.run_id), by=researcher)
        return effect(lease)

    stages["page"] = handler
    run = work.perform_all(plan(("page", "a"), ("page", "b")))
    assert (run.state, run.reason, effect.count()) == ("cancelled", "stopped by rosa", 0)
    assert not work.due(run).exists()
    with pytest.raises(IllegalTransition):
        work.cancel_run(run=run, by=researcher)


def test_a_retry_goes_on_at_the_first_unfinished_step(stages, plan, effect, researcher):
    broken = {"b"}

    def handler(lease):
        if lease.step.item in broken:
            raise InvalidInput("bad", "No such page.")
        return effect(lease)

    stages["page"] = handler
    run = work.perform_all(plan(("page", "a"), ("page", "b"), ("page", "c")))
    started = run.started_at
    assert (run.state, effect.count()) == ("failed", 1)
    broken.clear()
    run = work.perform_all(work.retry_run(run=run, by=researcher))
    assert (run.state, run.reason, effect.count(), run.started_at) == ("done", "", 3, started)
    assert verbs(run) == ["run.queued", "run.started", "run.failed", "run.retried", "run.started", "run.done"]
    with pytest.raises(IllegalTransition):
        work.retry_run(run=run, by=researcher)


def test_a_stage_that_no_app_knows_is_an_error_with_a_reason(plan):
    run = work.perform_all(plan(("ghost", "")))
    assert run.state == "errored"
    assert "ghost" in run.reason


@needs_real_threads
@pytest.mark.django_db(transaction=True)
def test_a_long_step_keeps_its_lease_while_it_computes(stages, plan, effect, settings):
    settings.LEASE_SECONDS = 1
    taken = []

    def handler(lease):
        time.sleep(2.2)
        taken.append(work.claim(lease.step.pk))
        return effect(lease)

    stages["page"] = handler
    run = work.perform_all(plan(("page", "a")))
    assert (run.state, taken, effect.count(), run.steps.get().attempt) == ("done", [None], 1, 1)


@needs_real_threads
@pytest.mark.django_db(transaction=True)
def test_workers_at_once_do_each_step_once(stages, plan, effect):
    stages["page"] = effect
    run = plan(*[("page", str(number)) for number in range(12)])
    race(*[lambda: work.perform_all(Run.objects.get(pk=run.pk))] * 4)
    work.perform_all(run)
    assert (run.state, effect.count()) == ("done", 12)
    assert verbs(run) == ["run.queued", "run.started", "run.done"]
