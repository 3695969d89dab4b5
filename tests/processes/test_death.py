"""Processes are killed at the worst moment; nothing is lost and nothing is done twice."""

from __future__ import annotations

import os
import signal

import pytest

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("processes")]

STEPS = [("1", str(item)) for item in range(4)]


def test_a_worker_killed_in_the_middle_of_a_run_is_resumed_by_the_next(site):
    site.start("broker", "worker")
    site.manage("plan_slow_runs", "1", "4", "1.5")
    site.wait_for(lambda: len(site.begun()) >= 2, "the second step to begin")
    site.kill("worker")
    stored = len(site.stored())
    assert site.run_states() == ["running"]
    assert stored < 4

    site.start("worker")
    site.wait_for(lambda: site.run_states() == ["done"], "the run to end")
    assert site.stored() == STEPS
    assert len(site.begun()) == 5  # only the step in hand was begun again
    assert site.query("SELECT attempt FROM core_step ORDER BY ordinal")[stored] == (2,)
    verbs = [
        verb
        for (verb,) in site.query("SELECT verb FROM core_journalevent WHERE verb LIKE 'run.%' ORDER BY id")
    ]
    assert verbs == ["run.queued", "run.started", "run.done"]
    site.manage("verify_ledger")


def test_a_killed_child_of_the_worker_costs_only_its_step_in_hand(site):
    site.start("broker", "worker")
    site.manage("plan_slow_runs", "1", "4", "1.5")
    site.wait_for(lambda: len(site.begun()) >= 2, "the second step to begin")
    os.kill(site.begun()[-1]["pid"], signal.SIGKILL)
    site.wait_for(lambda: site.run_states() == ["done"], "the run to end")
    assert site.stored() == STEPS


@pytest.mark.own_broker
def test_a_broker_killed_with_messages_waiting_loses_no_work(site):
    site.start("broker", "worker")
    site.manage("plan_slow_runs", "8", "1", "0.5")
    site.wait_for(lambda: len(site.begun()) >= 2, "the first steps to begin")
    site.kill("broker")
    assert site.run_states().count("done") < 8
    site.start("broker")
    site.wait_for(lambda: site.run_states() == ["done"] * 8, "all runs to end", 90)
    assert sorted(site.stored()) == [(str(run), "0") for run in range(1, 9)]


def test_lost_messages_are_sent_again_by_the_sweep(site):
    site.start("broker")
    site.manage("plan_slow_runs", "3", "2", "0.1")
    site.forget_messages()
    site.start("worker")
    site.wait_for(lambda: site.run_states() == ["done"] * 3, "all runs to end")
    assert sorted(site.stored()) == [(str(run), item) for run in (1, 2, 3) for item in "01"]


@pytest.mark.own_broker
def test_work_asked_for_while_no_broker_runs_is_done_when_it_comes(site):
    site.manage("plan_slow_runs", "2", "1", "0.1")
    site.start("broker", "worker")
    site.wait_for(lambda: site.run_states() == ["done", "done"], "all runs to end")
    assert sorted(site.stored()) == [("1", "0"), ("2", "0")]
