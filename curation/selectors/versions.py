"""What every page of a table version shows: its head, its siblings, and the journal of one object."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from curation.models import Contract, FrontierEntry, Question, RefusedRow, Row, TableVersion
from stageaudit_web.core.models import Run


@dataclass(frozen=True, slots=True)
class VersionHead:
    """Facts for the head of a version's pages. `newest` is the table's newest version when that is another one."""

    version: TableVersion
    question: Question
    contract: Contract
    run: Run
    rows: int
    refused: int
    pages: int
    newest: TableVersion | None

    @property
    def table_name(self) -> str:
        """“table 3, version 2”, as crumbs and titles say it."""
        return f"Table {self.version.table_id}, version {self.version.number}"

    @property
    def is_empty(self) -> bool:
        """Whether nothing was staged yet."""
        return self.version.state == "proposed"


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One version in a list."""

    pk: int
    table: int
    number: int
    state: str
    reason: str
    parent_number: int | None
    parent_pk: int | None
    run_pk: int
    configuration: str
    rows: int
    refused: int
    pages: int
    digest: str
    created_at: datetime
    staged_at: datetime | None

    @property
    def name(self) -> str:
        """“Table 3, version 2”."""
        return f"Table {self.table}, version {self.number}"


@dataclass(frozen=True, slots=True)
class VersionList:
    """All versions of one table, newest first."""

    head: VersionHead
    lines: tuple[VersionLine, ...]


def version_head(version: TableVersion) -> VersionHead:
    """The head's facts in two queries; the version comes with its relations from `access.version_for`."""
    counted = (
        _with_counts(TableVersion.objects.filter(pk=version.pk)).values("rows_", "refused_", "pages_").get()
    )
    newest = TableVersion.objects.filter(table=version.table_id).order_by("-number").first()
    return VersionHead(
        version=version,
        question=version.table.question,
        contract=version.contract,
        run=version.run,
        rows=counted["rows_"],
        refused=counted["refused_"],
        pages=counted["pages_"],
        newest=newest if newest is not None and newest.pk != version.pk else None,
    )


def version_list(version: TableVersion) -> VersionList:
    """Every version of the version's table."""
    return VersionList(version_head(version), lines_of(TableVersion.objects.filter(table=version.table_id)))


def lines_of(versions: QuerySet[TableVersion]) -> tuple[VersionLine, ...]:
    """Versions as lines, newest first, in one query."""
    found = _with_counts(versions).select_related("run", "parent").order_by("-table", "-number")
    return tuple(
        VersionLine(
            pk=version.pk,
            table=version.table_id,
            number=version.number,
            state=version.state,
            reason=version.reason,
            parent_number=version.parent.number if version.parent else None,
            parent_pk=version.parent_id,
            run_pk=version.run_id,
            configuration=version.run.configuration,
            rows=version.rows_,
            refused=version.refused_,
            pages=version.pages_,
            digest=version.digest,
            created_at=version.created_at,
            staged_at=version.staged_at,
        )
        for version in found
    )


def _with_counts(versions: QuerySet[TableVersion]) -> QuerySet[Any]:
    """Adds `rows_`, `refused_` and `pages_`, each counted in a subquery of its own."""
    return versions.annotate(
        rows_=_count(Row.objects.filter(version=OuterRef("pk"))),
        refused_=_count(RefusedRow.objects.filter(version=OuterRef("pk"))),
        pages_=_count(FrontierEntry.objects.filter(version=OuterRef("pk"))),
    )


def _count(related: QuerySet[Any]) -> Any:
    counted = related.order_by().values("version").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted), 0)
