"""What waits for a reviewer: open blocking findings, and audited versions that nobody has signed yet."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from audit.models import Finding
from curation.domain.states import VersionState
from curation.models import TableVersion


@dataclass(frozen=True, slots=True)
class WaitingVersion:
    """One audited, unsigned version. `undecided` counts all findings to decide, `holding` those that keep it back."""

    id: int
    number: int
    question: str
    started_by: int | None
    staged_at: datetime | None
    rows: int
    undecided: int
    holding: int

    @property
    def ready(self) -> bool:
        """Whether no finding keeps it from being signed."""
        return self.holding == 0


@dataclass(frozen=True, slots=True)
class ReviewWork:
    """What waits: open blocking findings over all versions in review, and the versions, oldest first."""

    blocking: int
    versions: tuple[WaitingVersion, ...]


def review_work(*, today: date, most: int = 20) -> ReviewWork:
    """The reviewers' queue in two queries."""
    waiting = _waiting()
    blocking = Finding.objects.filter(version__in=waiting, severity="blocking").undecided(today).count()
    shown = waiting.select_related("table__question", "run").annotate(
        row_count=Count("rows", distinct=True),
        undecided=_counted(Finding.objects.undecided(today)),
        holding=_counted(Finding.objects.holding(today)),
    )
    return ReviewWork(blocking, tuple(_view(version) for version in shown.order_by("staged_at", "pk")[:most]))


def _waiting() -> QuerySet[TableVersion]:
    return TableVersion.objects.filter(
        Q(state=VersionState.AUDITED.value), signoff__isnull=True, children__isnull=True
    )


def _counted(findings: QuerySet[Finding]) -> Coalesce:
    of_version = findings.filter(version=OuterRef("pk")).order_by().values("version").annotate(n=Count("pk"))
    return Coalesce(Subquery(of_version.values("n"), output_field=IntegerField()), 0)


def _view(version: TableVersion) -> WaitingVersion:
    counted: dict[str, int] = version.__dict__
    return WaitingVersion(
        id=version.pk,
        number=version.number,
        question=version.table.question.text,
        started_by=version.run.started_by_id,
        staged_at=version.staged_at,
        rows=counted["row_count"],
        undecided=counted["undecided"],
        holding=counted["holding"],
    )
