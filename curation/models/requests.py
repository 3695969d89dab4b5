"""What people ask for about a version's source set: pages to add, pages to drop, requests taken back."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from curation.domain.by_hand import RequestKind
from curation.models.tables import TableVersion
from stageaudit_web.core.models import AppendOnlyModel


class FrontierRequest(AppendOnlyModel):
    """One request about one title; the newest one of a title holds. A restage acts on what holds, nothing else does."""

    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="frontier_requests")
    kind = models.CharField(max_length=10, choices=[(value.value, value.value) for value in RequestKind])
    title = models.CharField(max_length=300)
    reason = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="adding_and_dropping_have_a_reason",
                condition=models.Q(kind="withdraw") | ~models.Q(reason=""),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.title}"
