"""Runs and their steps. The row is the truth; a broker message only says that there may be something to do."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class RunState(models.TextChoices):
    """States of a run (design §4). `failed` is expected and has a reason; `errored` is a bug."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    ERRORED = "errored"
    CANCELLED = "cancelled"


class StepState(models.TextChoices):
    """States of one step of a run."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class Run(models.Model):
    """One execution of one configuration on one question or document."""

    kind = models.CharField(max_length=30, help_text="which pipeline: table, repair, …")
    configuration = models.CharField(max_length=60)
    subject = models.CharField(max_length=60, help_text="what it runs on, as type:id")
    title = models.CharField(max_length=500)
    parameters = models.JSONField(default=dict)
    human_signoff = models.BooleanField(
        default=True, help_text="off only in experiments; the run says so (S14)"
    )
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    state = models.CharField(max_length=12, choices=RunState, default=RunState.QUEUED)
    reason = models.TextField(blank=True, help_text="why it failed, errored or was cancelled")
    cost = models.DecimalField(
        max_digits=12, decimal_places=6, null=True, blank=True, help_text="null: unknown or no model"
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["state", "-created_at"]),
            models.Index(fields=["subject", "-created_at"]),
            models.Index(fields=["-created_at"]),
        ]
        constraints = [
            models.CheckConstraint(
                name="run_finished_iff_final",
                condition=models.Q(state__in=["queued", "running"], finished_at__isnull=True)
                | models.Q(state__in=["done", "failed", "errored", "cancelled"], finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="run_failure_has_reason",
                condition=~models.Q(state__in=["failed", "errored"]) | ~models.Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"run {self.pk}: {self.title}"

    @property
    def is_active(self) -> bool:
        """Whether work may still happen."""
        return self.state in (RunState.QUEUED, RunState.RUNNING)


class Step(models.Model):
    """One stage of a run for one item, worked on under a lease. Unique by (run, stage, item); attempts are counted."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="steps")
    ordinal = models.PositiveIntegerField()
    stage = models.CharField(max_length=40)
    item = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=10, choices=StepState, default=StepState.WAITING)
    attempt = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(default=timezone.now)
    lease_owner = models.CharField(max_length=64, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    nudged_at = models.DateTimeField(null=True, blank=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    label = models.CharField(max_length=300, blank=True)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["run", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["run", "stage", "item"], name="one_step_per_run_stage_item"),
            models.UniqueConstraint(fields=["run", "ordinal"], name="one_step_per_run_ordinal"),
            models.CheckConstraint(
                name="step_running_has_lease",
                condition=models.Q(state="running", lease_until__isnull=False)
                | (~models.Q(state="running") & models.Q(lease_until__isnull=True)),
            ),
        ]
        indexes = [models.Index(fields=["state", "not_before"])]

    def __str__(self) -> str:
        return f"{self.stage} {self.item}".strip()
