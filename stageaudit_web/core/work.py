"""Doing the steps of runs: plan, claim under a lease, perform, finish in one transaction, sweep up what was lost.

A handler computes first, outside any transaction, and returns a function that stores the result. That function, the
end of the step and the journal event commit together, guarded by the lease: a worker that lost its lease stores
nothing, a worker that dies leaves a step that another one claims. So nothing is lost and nothing is done twice.
"""

from __future__ import annotations

import logging
import threading
import traceback
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from stageaudit_web.core import journal
from stageaudit_web.core.errors import IllegalTransition, LeaseLost, StageAuditError
from stageaudit_web.core.machines import RUN
from stageaudit_web.core.models import Run, RunState, Step, StepState
from stageaudit_web.core.rights import Hand, acting_as
from stageaudit_web.core.transitions import move

log = logging.getLogger(__name__)

MOST_ATTEMPTS = 5
RUN_STARTED = journal.declare("run.started", "A worker began a run.")
RUN_QUEUED = journal.declare("run.queued", "A person or a command asked for a run.")
RUN_DONE = journal.declare("run.done", "The last step of a run ended.")
RUN_FAILED = journal.declare("run.failed", "A run ended for an expected reason, which it states.")
RUN_ERRORED = journal.declare("run.errored", "A run ended because of a fault of the program.")
RUN_CANCELLED = journal.declare("run.cancelled", "A person stopped a run.")
RUN_RETRIED = journal.declare("run.retried", "A person asked for the failed steps of a run again.")


@dataclass(frozen=True, slots=True)
class StepPlan:
    """A step to be added to a run: which stage, for which item."""

    stage: str
    item: str = ""


Store = Callable[[], Iterable[StepPlan] | None]
Handler = Callable[["Lease"], Store]


@dataclass(frozen=True, slots=True)
class Stage:
    """A kind of step: the handler that does it, the queue its message travels on, the hand it is done by."""

    name: str
    handler: Handler
    queue: str
    hand: Hand | None = None


STAGES: dict[str, Stage] = {}


def register(name: str, handler: Handler, *, queue: str = "default", hand: Hand | None = None) -> None:
    """Makes a stage known. Apps do this when they are ready; doing it twice with one handler is harmless.

    With `hand`, the whole step, storing included, is done under that hand (core.rights).
    """
    STAGES[name] = Stage(name, handler, queue, hand)


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to work on one step until it runs out."""

    step: Step
    owner: str

    def report(self, done: int, total: int, label: str = "") -> None:
        """Shows progress and extends the lease. Raises LeaseLost when another worker has taken over."""
        self._update(done=done, total=total, label=label[:300], lease_until=_lease_end())

    def beat(self) -> None:
        """Extends the lease."""
        self._update(lease_until=_lease_end())

    def _update(self, **changes: Any) -> None:
        if _held(self).update(**changes) != 1:
            raise LeaseLost(
                "lease_lost", f"Step {self.step.pk} is no longer this worker's.", step=self.step.pk
            )


def _held(lease: Lease) -> Any:
    return Step.objects.filter(pk=lease.step.pk, state=StepState.RUNNING, lease_owner=lease.owner)


def _lease_end() -> Any:
    return timezone.now() + timedelta(seconds=settings.LEASE_SECONDS)


def plan_run(*, by: Any, steps: Iterable[StepPlan], **fields: Any) -> Run:
    """Creates a queued run with its first steps, and journals it. The caller nudges the workers after commit."""
    with transaction.atomic():
        run = Run.objects.create(started_by=by, **fields)
        add_steps(run=run, steps=steps)
        journal.record(
            verb=RUN_QUEUED,
            subject=run,
            by=by,
            payload={"configuration": run.configuration, "subject": run.subject},
        )
    return run


def add_steps(*, run: Run, steps: Iterable[StepPlan]) -> None:
    """Appends steps to a run, in order. A step that is there already stays as it is."""
    known = set(run.steps.values_list("stage", "item"))
    ordinal = run.steps.count()
    for plan in steps:
        if (plan.stage, plan.item) not in known:
            ordinal += 1
            Step.objects.create(run=run, stage=plan.stage, item=plan.item, ordinal=ordinal)


def due(run: Run | None = None) -> QuerySet[Step]:
    """Steps that a worker may claim now: the first unfinished one of each active run, waiting or with a dead lease."""
    now = timezone.now()
    earlier = Step.objects.filter(run=OuterRef("run"), ordinal__lt=OuterRef("ordinal")).exclude(
        state=StepState.DONE
    )
    steps = Step.objects.filter(
        Q(state=StepState.WAITING, not_before__lte=now) | Q(state=StepState.RUNNING, lease_until__lt=now),
        ~Exists(earlier),
        run__state__in=[RunState.QUEUED, RunState.RUNNING],
    )
    return steps if run is None else steps.filter(run=run)


def claim(step_id: int) -> Lease | None:
    """Takes the lease of a due step; None when it is not due or another worker is faster."""
    owner, now = uuid.uuid4().hex, timezone.now()
    claimed = (
        due()
        .filter(pk=step_id)
        .update(
            state=StepState.RUNNING,
            lease_owner=owner,
            lease_until=_lease_end(),
            attempt=F("attempt") + 1,
            started_at=Coalesce("started_at", Value(now)),
            error="",
        )
    )
    if not claimed:
        return None
    step = Step.objects.select_related("run").get(pk=step_id)
    if step.run.state == RunState.QUEUED:
        _begin(step.run)
    return Lease(step, owner)


def _begin(run: Run) -> None:
    try:
        move(
            run,
            machine=RUN,
            to=RunState.RUNNING,
            verb=RUN_STARTED,
            started_at=run.started_at or timezone.now(),
        )
    except IllegalTransition:
        run.refresh_from_db()


def perform(step_id: int) -> Step | None:
    """Claims and does one step; returns the next due step of its run. A step's own failure never raises."""
    lease = claim(step_id)
    if lease is None:
        return None
    if lease.step.attempt > MOST_ATTEMPTS:
        _give_up(
            lease, RunState.ERRORED, f"{lease.step} was tried {MOST_ATTEMPTS} times and never came to an end."
        )
        return None
    try:
        _do(lease)
    except LeaseLost:
        log.warning("step %s: lease lost, result dropped", step_id)
        return None
    except StageAuditError as error:
        _after_expected(lease, error)
    except Exception:
        log.exception("step %s", step_id)
        _give_up(lease, RunState.ERRORED, traceback.format_exc(limit=-4)[-4000:])
    return due(lease.step.run).first()


def _do(lease: Lease) -> None:
    """Computes and stores, under the hand of the stage where it has one."""
    stage = STAGES[lease.step.stage]
    with acting_as(stage.hand) if stage.hand else nullcontext():
        with _heartbeat(lease):
            store = stage.handler(lease)
        _finish(lease, store)


def _finish(lease: Lease, store: Store) -> None:
    with transaction.atomic():
        now = timezone.now()
        ended = _held(lease).filter(run__state=RunState.RUNNING)
        if ended.update(state=StepState.DONE, lease_until=None, finished_at=now, done=F("total")) != 1:
            raise LeaseLost(
                "lease_lost", f"Step {lease.step.pk} is no longer this worker's.", step=lease.step.pk
            )
        add_steps(run=lease.step.run, steps=store() or ())
        run = Run.objects.get(pk=lease.step.run_id)
        if not run.steps.exclude(state=StepState.DONE).exists():
            move(run, machine=RUN, to=RunState.DONE, verb=RUN_DONE, finished_at=now)


def _after_expected(lease: Lease, error: StageAuditError) -> None:
    if error.retry and lease.step.attempt < MOST_ATTEMPTS:
        later = timezone.now() + timedelta(seconds=2**lease.step.attempt)
        _held(lease).update(state=StepState.WAITING, lease_until=None, not_before=later, error=error.message)
    else:
        _give_up(lease, RunState.FAILED, error.message)


def _give_up(lease: Lease, state: RunState, reason: str) -> None:
    verb = RUN_FAILED if state == RunState.FAILED else RUN_ERRORED
    with transaction.atomic():
        now = timezone.now()
        if _held(lease).update(state=StepState.FAILED, lease_until=None, finished_at=now, error=reason) != 1:
            return
        run = Run.objects.get(pk=lease.step.run_id)
        if run.is_active:
            step = str(lease.step)
            move(
                run, machine=RUN, to=state, verb=verb, reason=reason, finished_at=now, payload={"step": step}
            )


def cancel_run(*, run: Run, by: Any) -> Run:
    """Stops an active run; the step in hand stores nothing. Raises IllegalTransition when it has ended."""
    reason = f"stopped by {by.get_username()}"
    with transaction.atomic():
        move(
            run,
            machine=RUN,
            to=RunState.CANCELLED,
            verb=RUN_CANCELLED,
            by=by,
            reason=reason,
            finished_at=timezone.now(),
        )
        run.steps.filter(state=StepState.RUNNING).update(
            state=StepState.WAITING, lease_until=None, lease_owner=""
        )
    return run


def retry_run(*, run: Run, by: Any) -> Run:
    """Queues a failed or errored run again from its first unfinished step; finished steps stay finished."""
    with transaction.atomic():
        move(run, machine=RUN, to=RunState.QUEUED, verb=RUN_RETRIED, by=by, reason="", finished_at=None)
        run.steps.filter(state=StepState.FAILED).update(
            state=StepState.WAITING, attempt=0, not_before=timezone.now(), finished_at=None
        )
    return run


def perform_all(run: Run) -> Run:
    """Does every due step of a run in this process: for commands and tests. Returns the run as stored."""
    step = due(run).first()
    while step is not None:
        step = perform(step.pk)
    run.refresh_from_db()
    return run


@contextmanager
def _heartbeat(lease: Lease) -> Iterator[None]:
    """Extends a lease from a thread while the handler computes; a killed process stops beating."""
    stop = threading.Event()
    thread = threading.Thread(target=_beat, args=(lease, stop), daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=5)


def _beat(lease: Lease, stop: threading.Event) -> None:
    try:
        while not stop.wait(settings.LEASE_SECONDS / 3):
            try:
                _held(lease).update(lease_until=_lease_end())
            except DatabaseError as error:  # away for a moment: two more beats come before the lease runs out
                log.warning("step %s: its lease could not be extended (%s)", lease.step.pk, error)
    finally:
        connection.close()
