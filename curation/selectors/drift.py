"""What newer revisions did to the places of a version: by page, by place, the urgent ones first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Case, Count, IntegerField, Max, QuerySet, Value, When
from django.urls import reverse

from curation.domain.drift import PageDrift
from curation.domain.reanchor import Drift
from curation.models import CellLocator, DriftCheck, DriftRecord, FrontierEntry, Row, Snapshot, TableVersion
from curation.selectors.evidence import frame_url, is_public
from curation.selectors.versions import VersionHead, version_head
from curation.wiki.saved import permalink
from stageaudit_web.core.models import Run, RunState

PER_PAGE = 50
URGENCY = (Drift.GONE, Drift.CHANGED, Drift.MOVED, Drift.SAME)
NEEDS_EYES = (Drift.GONE, Drift.CHANGED)
MOST_USES = 3


@dataclass(frozen=True, slots=True)
class Use:
    """One value, or one row's name (`column` is empty), that stands on a place."""

    row: int
    key: str
    column: str = ""
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Drifted:
    """One place that reads differently now or is gone: what audit makes a finding of. Plain values only."""

    record: int
    status: str
    page: str
    page_gone: bool
    printed: str
    now: str
    before: str
    after: str
    note: str
    uses: tuple[Use, ...]
    revision: int
    new_revision: int | None
    new_sha256: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DriftLine:
    """One place in the queue, with links to the stored copy it was made on and to the newer one."""

    record: DriftRecord
    title: str
    uses: tuple[Use, ...]
    more_uses: int
    frame_before: str
    frame_after: str
    wiki_now: str

    @property
    def reads_otherwise(self) -> bool:
        """Whether a changed place has another text (it may also be changed by its name or header)."""
        return self.record.status == Drift.CHANGED and self.record.before != self.record.after


@dataclass(frozen=True, slots=True)
class DriftGroup:
    """Places of one row that share a fate, one after the other in the queue; `row` is None for a place of many rows."""

    row: Use | None
    lines: tuple[DriftLine, ...]

    @property
    def first(self) -> DriftLine:
        """The place that the group's links open."""
        return self.lines[0]


@dataclass(frozen=True, slots=True)
class PageLine:
    """One admitted page and its newest check, None when nobody looked yet."""

    entry: FrontierEntry
    check: DriftCheck | None
    counts: tuple[tuple[str, int], ...]
    wiki_difference: str


@dataclass(frozen=True, slots=True)
class DriftPage:
    """The drift tab of a version. `counts` are over the newest check of each page, `needs_eyes`: changed or gone."""

    head: VersionHead
    pages: tuple[PageLine, ...]
    counts: tuple[tuple[str, int], ...]
    needs_eyes: int
    status: str
    only: FrontierEntry | None
    page: Page[Any]
    groups: tuple[DriftGroup, ...]
    active: Run | None
    last: datetime | None
    never: int
    is_signed: bool
    may_check: bool
    idempotency_key: str


def newest_checks(version: TableVersion) -> dict[int, DriftCheck]:
    """The newest check of each page, by the entry's id."""
    newest = DriftCheck.objects.filter(version=version).order_by().values("entry").annotate(pk_=Max("pk"))
    ids = [one["pk_"] for one in newest]
    found = DriftCheck.objects.filter(pk__in=ids).select_related("snapshot__page", "entry__snapshot__page")
    return {check.entry_id: check for check in found}


def drift_of(version: TableVersion) -> tuple[Drifted, ...]:
    """Every place that reads differently or is gone by the newest check of its page, gone ones first."""
    checks = newest_checks(version)
    records = list(_queue(checks.values()).filter(status__in=[one.value for one in NEEDS_EYES]))
    uses = _uses(records)
    return tuple(
        _drifted(record, checks[record.locator.entry_id], uses[record.locator_id]) for record in records
    )


def _drifted(record: DriftRecord, check: DriftCheck, uses: Sequence[Use]) -> Drifted:
    return Drifted(
        record=record.pk,
        status=record.status,
        page=check.entry.snapshot.title,
        page_gone=check.status == PageDrift.GONE,
        printed=record.locator.printed,
        now=record.printed,
        before=record.before,
        after=record.after,
        note=record.note,
        uses=tuple(uses),
        revision=check.entry.snapshot.revision_id,
        new_revision=check.snapshot.revision_id if check.snapshot else None,
        new_sha256=check.snapshot.sha256 if check.snapshot else "",
        at=check.at,
    )


def drift_page(
    version: TableVersion,
    *,
    status: str = "",
    page: str = "",
    number: str = "1",
    may_check: bool = False,
    idempotency_key: str = "",
) -> DriftPage:
    """The drift tab: what became of each page, and the queue of places under a filter by status and page."""
    checks = newest_checks(version)
    entries = list(version.frontier.select_related("snapshot__page").order_by("ordinal"))
    only = next((entry for entry in entries if str(entry.ordinal) == page), None)
    by_page = _counts(checks.values())
    queue = _queue(check for check in checks.values() if only is None or check.entry_id == only.pk)
    known = status in set(Drift)
    queue = queue.filter(status=status) if known else queue.exclude(status=Drift.SAME.value)
    shown = Paginator(queue, PER_PAGE).get_page(number)
    records = list(shown.object_list)
    uses = _uses(records)
    total: Counter[str] = sum(by_page.values(), Counter())
    return DriftPage(
        head=version_head(version),
        pages=tuple(_page_line(entry, checks.get(entry.pk), by_page[entry.pk]) for entry in entries),
        counts=tuple((one.value, total[one.value]) for one in URGENCY),
        needs_eyes=sum(total[one.value] for one in NEEDS_EYES),
        status=status if known else "",
        only=only,
        page=shown,
        groups=_grouped(
            [_line(record, checks[record.locator.entry_id], uses[record.locator_id]) for record in records]
        ),
        active=Run.objects.filter(
            subject=f"version:{version.pk}", kind="drift", state__in=[RunState.QUEUED, RunState.RUNNING]
        ).first(),
        last=max((check.at for check in checks.values()), default=None),
        never=sum(entry.pk not in checks for entry in entries),
        is_signed=version.state in ("accepted", "returned"),
        may_check=may_check,
        idempotency_key=idempotency_key,
    )


def _grouped(lines: Sequence[DriftLine]) -> tuple[DriftGroup, ...]:
    """Lines that follow each other with the same fate, page and row, and where it matters the same note, together."""
    groups = [list(one) for _, one in groupby(lines, key=_group_key)]
    return tuple(DriftGroup(one[0].uses[0] if _row_of(one[0]) else None, tuple(one)) for one in groups)


def _group_key(line: DriftLine) -> tuple[object, ...]:
    note = line.record.note if line.record.status in NEEDS_EYES else ""
    return line.record.status, line.title, note, _row_of(line) or f"place {line.record.pk}"


def _row_of(line: DriftLine) -> int | None:
    rows = {use.row for use in line.uses}
    return next(iter(rows)) if len(rows) == 1 and not line.more_uses else None


def _counts(checks: Any) -> defaultdict[int, Counter[str]]:
    counted: defaultdict[int, Counter[str]] = defaultdict(Counter)
    records = DriftRecord.objects.filter(check_of__in=[check.pk for check in checks]).order_by()
    for entry, status, count in records.values_list("check_of__entry", "status").annotate(n=Count("pk")):
        counted[entry][status] = count
    return counted


def _queue(checks: Any) -> QuerySet[DriftRecord]:
    urgency = Case(
        *(When(status=status.value, then=Value(at)) for at, status in enumerate(URGENCY)),
        output_field=IntegerField(),
    )
    related = ("locator__entry__snapshot", "check_of")
    records = DriftRecord.objects.filter(check_of__in=[check.pk for check in checks])
    return records.select_related(*related).annotate(urgency=urgency).order_by("urgency", "locator_id")


def _uses(records: Sequence[DriftRecord]) -> Mapping[int, list[Use]]:
    """What stands on each place: values, and for a place that carries none the row it names."""
    places = [record.locator_id for record in records]
    uses: dict[int, list[Use]] = defaultdict(list)
    links = CellLocator.objects.filter(locator__in=places).select_related("cell__row")
    for link in links.order_by("cell__row__ordinal", "cell__position"):
        row = link.cell.row
        uses[link.locator_id].append(Use(row.ordinal, str(row), link.cell.column, link.cell.position))
    for row in Row.objects.filter(locator__in=places).order_by("ordinal"):
        if row.locator_id not in uses:
            uses[row.locator_id].append(Use(row.ordinal, str(row)))
    return uses


def _line(record: DriftRecord, check: DriftCheck, uses: Sequence[Use]) -> DriftLine:
    snapshot = record.locator.entry.snapshot
    now = check.snapshot
    return DriftLine(
        record=record,
        title=snapshot.title,
        uses=tuple(uses[:MOST_USES]),
        more_uses=max(0, len(uses) - MOST_USES),
        frame_before=frame_url(snapshot, record.locator),
        frame_after=f"{reverse('snapshot_frame', args=[now.pk])}?drift={record.pk}#locator"
        if now is not None and record.place is not None
        else "",
        wiki_now=_public_link(now) if now is not None else "",
    )


def _page_line(entry: FrontierEntry, check: DriftCheck | None, counts: Counter[str]) -> PageLine:
    found = tuple((status.value, counts[status.value]) for status in URGENCY if counts[status.value])
    return PageLine(entry, check, found, _difference(entry.snapshot, check))


def _public_link(snapshot: Snapshot) -> str:
    wiki = snapshot.page.wiki
    return permalink(wiki, snapshot.title, snapshot.revision_id) if is_public(wiki) else ""


def _difference(old: Snapshot, check: DriftCheck | None) -> str:
    """The wiki's own page of what changed between two revisions; "" where there is none."""
    if check is None or check.snapshot is None or not is_public(old.page.wiki):
        return ""
    if check.snapshot.revision_id == old.revision_id:
        return ""
    return (
        permalink(old.page.wiki, check.snapshot.title, old.revision_id)
        + f"&diff={check.snapshot.revision_id}"
    )
