"""The stages of a run that audit does."""

import pytest

from audit.models import Disposition, Finding
from audit.services.signoff import sign
from stageaudit_web.core import work
from stageaudit_web.core.models import Run
from tests.audit.tables import BLOCKING, make_staged, make_version_with

pytestmark = pytest.mark.django_db


def plan(*stages):
    return work.plan_run(
        by=None,
        steps=[work.StepPlan(stage) for stage in stages],
        kind="table",
        configuration="extractive",
        subject="question:1",
        title="Rivers",
    )


@pytest.mark.requirement("S12")
def test_the_audit_step_audits_the_version_of_its_run():
    run = plan("audit")
    version = make_staged(run=run)
    work.perform_all(run)
    version.refresh_from_db()
    assert (run.state, version.state) == ("done", "audited")
    assert Finding.objects.filter(version=version).count() == 2


@pytest.mark.requirement("S13")
def test_the_audit_of_a_repair_settles_what_it_repaired(reviewer):
    old = make_version_with(BLOCKING)
    sign(version=old, decision="return", by=reviewer, reason="repair it")
    run = plan("audit")
    make_staged(run=run, parent=old)
    work.perform_all(run)
    assert run.state == "done"
    assert [step.stage for step in run.steps.all()] == ["audit", "settle"]
    assert Disposition.objects.get().finding.version == old


def test_a_run_that_staged_nothing_fails_with_the_reason():
    run = work.perform_all(plan("audit"))
    assert (run.state, run.reason) == (
        "failed",
        "The run has staged no version, so there is nothing to audit.",
    )


def test_a_second_worker_finds_nothing_to_do():
    run = plan("audit")
    make_staged(run=run)
    step = run.steps.get()
    work.perform(step.pk)
    assert work.perform(step.pk) is None
    assert Finding.objects.count() == 2
    assert Run.objects.get().state == "done"
