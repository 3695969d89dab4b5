"""Messages to the workers: do one step, sweep up what lost its message, seal the journal."""

from __future__ import annotations

import logging
from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from stageaudit_web.core import ledger, work
from stageaudit_web.core.models import Run, Step

log = logging.getLogger(__name__)


@shared_task
def do_step(step_id: int) -> None:
    """Does one step and sends the next one of its run on its way."""
    following = work.perform(step_id)
    if following is not None:
        send(following)


@shared_task
def sweep() -> int:
    """Sends a message for every due step that has had none for a while; returns how many."""
    silent = timezone.now() - timedelta(seconds=settings.SWEEP_SECONDS)
    lost = work.due().filter(Q(nudged_at__isnull=True) | Q(nudged_at__lt=silent))[:500]
    return sum(send(step) for step in lost)


@shared_task
def seal() -> None:
    """Seals the journal events that no seal covers yet."""
    ledger.seal_now()


def send(step: Step) -> bool:
    """Puts a step's message on its queue; False when the broker does not answer (the sweep will find the step)."""
    Step.objects.filter(pk=step.pk).update(nudged_at=timezone.now())
    try:
        do_step.apply_async((step.pk,), queue=work.STAGES[step.stage].queue, retry=False)
    except OperationalError as error:
        Step.objects.filter(pk=step.pk).update(nudged_at=None)
        log.warning("broker does not answer (%s); the sweep will bring step %s back", error, step.pk)
        return False
    return True


def nudge(run: Run) -> None:
    """After the current transaction commits, tells the workers that a run has work."""
    transaction.on_commit(lambda: [send(step) for step in work.due(run)[:1]])
