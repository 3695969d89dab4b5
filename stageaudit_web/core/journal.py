"""Writing and reading the journal. Every verb is declared once with a sentence; an undeclared verb is refused."""

from __future__ import annotations

from typing import Any

from django.db import models, transaction
from django.utils import timezone

from stageaudit_web.core.digests import digest
from stageaudit_web.core.models import JournalEvent

VERBS: dict[str, str] = {}


def declare(verb: str, meaning: str) -> str:
    """Adds a verb such as `finding.dismissed` with what it means; returns it. docs/journal.md lists them all."""
    if VERBS.setdefault(verb, meaning) != meaning:
        raise ValueError(f"journal verb {verb} is declared twice with two meanings")
    return verb


def record(
    *, verb: str, subject: models.Model, by: Any = None, payload: dict[str, Any] | None = None
) -> JournalEvent:
    """Writes one event in the caller's transaction. `by` is a user, or None for the system.

    Raises RuntimeError outside a transaction: a decision and its event stand or fall together.
    """
    if verb not in VERBS:
        raise ValueError(f"journal verb {verb} is not declared")
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError(f"{verb} must be journalled in the transaction that does it")
    event = JournalEvent(
        at=timezone.now(),
        actor=by if getattr(by, "pk", None) else None,
        actor_name=by.get_username() if getattr(by, "pk", None) else "system",
        verb=verb,
        subject_type=subject._meta.label_lower,
        subject_id=str(subject.pk),
        payload=payload or {},
    )
    event.digest = event_digest(event)
    event.save(force_insert=True)
    return event


def event_digest(event: JournalEvent) -> str:
    """Digest over every column of an event but its id and the digest itself."""
    return digest(
        {
            "uid": str(event.uid),
            "at": event.at,
            "actor": event.actor_id,
            "actor_name": event.actor_name,
            "verb": event.verb,
            "subject": f"{event.subject_type}:{event.subject_id}",
            "payload": event.payload,
        }
    )


def events_of(subject: models.Model) -> models.QuerySet[JournalEvent]:
    """All events about one object, oldest first."""
    return JournalEvent.objects.filter(
        subject_type=subject._meta.label_lower, subject_id=str(subject.pk)
    ).order_by("id")
