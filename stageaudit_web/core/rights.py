"""Which hand is at work: curator or auditor. Their rights to write are disjoint; every attempt across is journalled.

A stage of a run enters `acting_as("auditor")`; services of curation call `refuse_auditor(...)` first, services that
write findings call `refuse_curator(...)`. The refusal does not depend on a prompt, a role or a page: whatever code runs
under the auditor's hand cannot write rows (Stage-Audit §3.1; requirements S3 and S4). A person at a screen is neither.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from django.db import models, transaction

from stageaudit_web.core import journal
from stageaudit_web.core.errors import AccessDenied
from stageaudit_web.core.models import JournalEvent

log = logging.getLogger(__name__)

WRITE_REFUSED = journal.declare(
    "rights.write_refused",
    "The auditor tried to change rows, columns, keys, sources or a contract, or the curator to write findings.",
)


class Hand(StrEnum):
    """Who writes: the curator proposes and stages rows, the auditor appends findings."""

    CURATOR = "curator"
    AUDITOR = "auditor"


@dataclass(slots=True)
class _Refusal:
    """One refused attempt; `event` is its journal row, which a rolled-back transaction may have taken away again."""

    subject: models.Model
    by: Any
    payload: dict[str, Any]
    event: JournalEvent | None = None


@dataclass(slots=True)
class _Shift:
    """One stretch of work under a hand, with what was refused in it."""

    hand: Hand
    refusals: list[_Refusal] = field(default_factory=list)


_shift: ContextVar[_Shift | None] = ContextVar("shift", default=None)


def hand_at_work() -> Hand | None:
    """The hand under which this code runs, or None for a person or the system."""
    shift = _shift.get()
    return shift.hand if shift else None


@contextmanager
def acting_as(hand: Hand | str) -> Iterator[None]:
    """Everything inside is done by that hand. Enter it outside any transaction: refusals are then journalled for good.

    A refusal inside a transaction is rolled back with it; leaving this block writes it again.
    """
    shift = _Shift(Hand(hand))
    token = _shift.set(shift)
    try:
        yield
    finally:
        _shift.reset(token)
        for refusal in shift.refusals:
            _keep(refusal)


def refuse_auditor(*, what: str, subject: models.Model, by: Any = None) -> None:
    """To be called first by every service that writes rows, columns, keys, sources or a contract.

    Raises AccessDenied and journals the attempt when the auditor's hand is at work.
    """
    _refuse(Hand.AUDITOR, what, subject, by)


def refuse_curator(*, what: str, subject: models.Model, by: Any = None) -> None:
    """To be called first by every service that writes findings. Raises AccessDenied under the curator's hand."""
    _refuse(Hand.CURATOR, what, subject, by)


def _refuse(hand: Hand, what: str, subject: models.Model, by: Any) -> None:
    shift = _shift.get()
    if shift is None or shift.hand is not hand:
        return
    refusal = _Refusal(subject, by, {"hand": hand.value, "what": what})
    shift.refusals.append(refusal)
    refusal.event = _journalled(refusal)
    raise AccessDenied("wrong_hand", f"The {hand} may not {what}.", hand=hand.value, what=what)


def _journalled(refusal: _Refusal) -> JournalEvent:
    with transaction.atomic():
        return journal.record(
            verb=WRITE_REFUSED, subject=refusal.subject, by=refusal.by, payload=refusal.payload
        )


def _keep(refusal: _Refusal) -> None:
    connection = transaction.get_connection()
    if connection.in_atomic_block and connection.needs_rollback:
        log.error("a refused write is lost with its transaction: %s", refusal.payload)
        return
    if refusal.event is None or not JournalEvent.objects.filter(uid=refusal.event.uid).exists():
        refusal.event = _journalled(refusal)
