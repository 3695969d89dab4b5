"""What became of a version's pages and places in newer revisions. Recorded beside the version, which never changes."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from curation.domain.drift import PageDrift
from curation.domain.reanchor import Drift
from curation.models.pages import Snapshot
from curation.models.tables import FrontierEntry, Locator, TableVersion
from stageaudit_web.core.models import AppendOnlyModel, Run


class DriftCheck(AppendOnlyModel):
    """One look at the current revision of one admitted page; the newest one of an entry holds.

    `snapshot` is the copy that was compared: the admitted one where the revision is unchanged, none where the page is
    gone.
    """

    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="drift_checks")
    entry = models.ForeignKey(FrontierEntry, on_delete=models.PROTECT, related_name="drift_checks")
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="drift_checks")
    snapshot = models.ForeignKey(Snapshot, null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    status = models.CharField(max_length=10, choices=[(value.value, value.value) for value in PageDrift])
    note = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["run", "entry"], name="a_run_looks_at_a_page_once"),
            models.CheckConstraint(
                name="a_page_that_is_not_gone_was_read",
                condition=models.Q(status="gone", snapshot__isnull=True)
                | (~models.Q(status="gone") & models.Q(snapshot__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"page {self.entry_id} is {self.status}"


class DriftRecord(AppendOnlyModel):
    """What became of one locator: where it stands now, what stood and what stands there."""

    check_of = models.ForeignKey(DriftCheck, on_delete=models.PROTECT, related_name="records")
    locator = models.ForeignKey(Locator, on_delete=models.PROTECT, related_name="drift")
    status = models.CharField(max_length=8, choices=[(value.value, value.value) for value in Drift])
    note = models.TextField(blank=True)
    before = models.TextField(blank=True)
    after = models.TextField(blank=True)
    printed = models.TextField(blank=True, help_text="the new place, in its short form")
    place = models.JSONField(null=True, blank=True, help_text="every field of the new place; null: gone")
    anchor = models.IntegerField(default=-1, help_text="position of the new element in document order")

    class Meta:
        indexes = [models.Index(fields=["check_of", "status"])]
        constraints = [
            models.UniqueConstraint(fields=["check_of", "locator"], name="one_record_per_check_and_locator"),
            models.CheckConstraint(
                name="what_is_gone_has_no_place",
                condition=models.Q(status="gone", place__isnull=True)
                | (~models.Q(status="gone") & models.Q(place__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.status}: {self.printed}"
