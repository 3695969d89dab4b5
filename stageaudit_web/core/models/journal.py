"""The journal: one row for every human or machine decision, sealed in chained batches."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from stageaudit_web.core.models.appendonly import AppendOnlyModel


class JournalEvent(AppendOnlyModel):
    """Who did what to which object, when. `digest` covers every other column except the id."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    at = models.DateTimeField(default=timezone.now)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    actor_name = models.CharField(max_length=150)
    verb = models.CharField(max_length=60)
    subject_type = models.CharField(max_length=60)
    subject_id = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    digest = models.CharField(max_length=64)

    class Meta:
        indexes = [
            models.Index(fields=["subject_type", "subject_id", "id"]),
            models.Index(fields=["verb", "id"]),
        ]

    def __str__(self) -> str:
        return (
            f"{self.at:%Y-%m-%d %H:%M:%S} {self.actor_name} {self.verb} {self.subject_type} {self.subject_id}"
        )


class JournalSeal(AppendOnlyModel):
    """A sealed batch: the Merkle root over its events' digests, chained to the seal before it."""

    sequence = models.PositiveBigIntegerField(unique=True)
    previous = models.CharField(
        max_length=64, help_text="chain digest of the seal before; zeros for the first"
    )
    root = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    chain = models.CharField(
        max_length=64, unique=True, help_text="digest over sequence, previous, root, size and time"
    )
    sealed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(size__gt=0), name="seal_covers_something")]

    def __str__(self) -> str:
        return f"seal {self.sequence} over {self.size} events"


class SealedEvent(AppendOnlyModel):
    """That an event belongs to a seal, and where in its batch. An event is sealed once."""

    event = models.OneToOneField(JournalEvent, on_delete=models.PROTECT, related_name="sealed")
    seal = models.ForeignKey(JournalSeal, on_delete=models.PROTECT, related_name="members")
    position = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seal", "position"], name="one_event_per_seal_position")
        ]

    def __str__(self) -> str:
        return f"event {self.event_id} in seal {self.seal_id}"
