"""Counts of Wikidata: a signal for check P1, kept complete enough to ask again, never a witness (S41, S42)."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from curation.models.tables import TableVersion
from stageaudit_web.core.models import AppendOnlyModel


class WikidataCount(AppendOnlyModel):
    """One question to Wikidata and its answer. No row, cell or locator can point at it."""

    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="wikidata_counts")
    partition = models.CharField(max_length=300, blank=True, help_text="empty: the whole table")
    class_id = models.CharField(max_length=20)
    conditions = models.JSONField(default=list, help_text="list of [property, value]")
    query = models.TextField()
    asked_at = models.DateTimeField(default=timezone.now)
    seconds = models.FloatField()
    status = models.CharField(max_length=12, choices=[("ok", "ok"), ("unavailable", "unavailable")])
    count = models.PositiveBigIntegerField(null=True, blank=True)
    reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "partition"], name="one_count_per_partition"),
            models.CheckConstraint(
                name="a_count_iff_ok",
                condition=models.Q(status="ok", count__isnull=False)
                | models.Q(status="unavailable", count__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.class_id}: {self.count if self.count is not None else self.status}"
