"""Tables of audit: findings, their dispositions, sign-offs. All append-only; the database refuses changes."""

from __future__ import annotations

from datetime import date

from django.conf import settings
from django.db import models
from django.utils import timezone

from audit.domain.findings import CheckId, DispositionKind, IssueType, Severity, TargetKind
from curation.models import FrontierEntry, Row, TableVersion
from stageaudit_web.core.models import AppendOnlyModel


def _choices(values: type) -> list[tuple[str, str]]:
    return [(value.value, value.value) for value in values]  # type: ignore[attr-defined]  # every caller gives an enum


class FindingQuerySet(models.QuerySet["Finding"]):
    """Filters by what became of findings; the domain (`audit.domain.standing`) says the same for loaded ones."""

    def with_last(self) -> FindingQuerySet:
        """Annotates kind and waiver day of the newest disposition: `last_kind`, `last_until`."""
        newest = Disposition.objects.filter(finding=models.OuterRef("pk")).order_by("-ordinal")
        return self.annotate(
            last_kind=models.Subquery(newest.values("kind")[:1]),
            last_until=models.Subquery(newest.values("until")[:1]),
        )

    def undecided(self, today: date) -> FindingQuerySet:
        """Findings a reviewer still has to decide: no disposition, reopened, or a waiver past its day."""
        return self.with_last().filter(_UNDECIDED | models.Q(last_kind="waived", last_until__lt=today))

    def holding(self, today: date) -> FindingQuerySet:
        """Blocking findings that nobody dismissed, waived or repaired: they keep a version from being accepted."""
        still = (
            _UNDECIDED | models.Q(last_kind="confirmed") | models.Q(last_kind="waived", last_until__lt=today)
        )
        return self.with_last().filter(still, severity=Severity.BLOCKING.value)


_UNDECIDED = models.Q(last_kind__isnull=True) | models.Q(last_kind="reopened")


class Finding(AppendOnlyModel):
    """One of the twelve checks failed on one target of one version; what became of it is a disposition."""

    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="findings")
    check_id = models.CharField(max_length=2, choices=_choices(CheckId))
    issue_type = models.CharField(max_length=10, choices=_choices(IssueType))
    severity = models.CharField(max_length=10, choices=_choices(Severity))
    claim_type = models.CharField(max_length=20, blank=True)
    target_kind = models.CharField(max_length=10, choices=_choices(TargetKind))
    row = models.ForeignKey(Row, null=True, blank=True, on_delete=models.PROTECT, related_name="findings")
    entry = models.ForeignKey(
        FrontierEntry, null=True, blank=True, on_delete=models.PROTECT, related_name="findings"
    )
    column = models.CharField(max_length=200, blank=True)
    partition = models.CharField(max_length=300, blank=True)
    message = models.TextField()
    evidence = models.JSONField(default=dict)
    author = models.CharField(max_length=100, help_text="rules, a model's name, or a person's name")
    author_user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = FindingQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["version", "severity"])]

    def __str__(self) -> str:
        return f"{self.check_id} {self.severity}: {self.message}"


class Disposition(AppendOnlyModel):
    """What a person or a repair did about a finding. The one with the highest ordinal holds; `reopened` undoes."""

    finding = models.ForeignKey(Finding, on_delete=models.PROTECT, related_name="dispositions")
    ordinal = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=_choices(DispositionKind))
    reason_code = models.CharField(max_length=40, blank=True)
    reason = models.TextField(blank=True)
    until = models.DateField(
        null=True, blank=True, help_text="a waiver ends after this day and the finding is open again"
    )
    repaired_in = models.ForeignKey(
        TableVersion, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["finding", "ordinal"], name="one_disposition_per_ordinal"),
            models.CheckConstraint(
                name="dismissal_and_waiver_have_a_reason",
                condition=~models.Q(kind__in=["dismissed", "waived"]) | ~models.Q(reason_code="", reason=""),
            ),
            models.CheckConstraint(
                name="waiver_has_an_end", condition=~models.Q(kind="waived") | models.Q(until__isnull=False)
            ),
            models.CheckConstraint(
                name="repair_names_its_version",
                condition=models.Q(kind="repaired_in", repaired_in__isnull=False)
                | (~models.Q(kind="repaired_in") & models.Q(repaired_in__isnull=True)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} ({self.finding_id})"


class SignOff(AppendOnlyModel):
    """A person's accept or return of one version, with the digest of everything it covers. One per version."""

    version = models.OneToOneField(TableVersion, on_delete=models.PROTECT, related_name="signoff")
    decision = models.CharField(max_length=10, choices=[("accept", "accept"), ("return", "return")])
    reason = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    self_signed = models.BooleanField(
        default=False, help_text="signed by the person who started the run (a setting allows it)"
    )
    covers = models.JSONField(help_text="version digest, findings with their dispositions, counts, run facts")
    digest = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_return_has_a_reason", condition=~models.Q(decision="return") | ~models.Q(reason="")
            ),
            models.CheckConstraint(condition=~models.Q(digest=""), name="a_signoff_has_a_digest"),
        ]

    def __str__(self) -> str:
        return f"{self.decision} of version {self.version_id}"
