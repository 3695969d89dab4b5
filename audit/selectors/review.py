"""The review screen: the finding queue, the rows beside it, the evidence of what is selected, and what may be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from audit.checks import CHECKS
from audit.domain.findings import DispositionKind, Severity, TargetKind
from audit.models import SignOff
from audit.selectors.facts import Fact, facts_of
from audit.selectors.findings import FindingView, findings_of
from curation.domain.states import VersionState
from curation.models import FrontierEntry, Row, TableVersion
from curation.selectors.evidence import Evidence, evidence, is_public
from curation.selectors.rows import RowFilter, RowsPage, read_filter, rows_page
from curation.selectors.versions import VersionHead
from curation.wiki.saved import permalink
from stageaudit_web.core.errors import ObjectNotFound

SHOWS = ("open", "decided", "all")


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """What the address asks for: which findings are listed, and which one is selected."""

    show: str = "open"
    check: str = ""
    severity: str = ""
    finding: int | None = None

    def query(self, **changes: Any) -> str:
        """The query string of this filter with some fields changed; standard values are left out."""
        wanted = replace(self, **changes)
        fields = {
            "finding": wanted.finding,
            "show": wanted.show,
            "check": wanted.check,
            "severity": wanted.severity,
        }
        standard = {"show": "open"}
        return urlencode(
            {name: value for name, value in fields.items() if value and value != standard.get(name)}
        )

    def admits(self, view: FindingView) -> bool:
        """Whether a finding is listed."""
        shown = self.show == "all" or view.undecided is (self.show == "open")
        return shown and self.check in ("", view.check) and self.severity in ("", view.severity.value)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many findings there are, over the whole version."""

    total: int
    undecided: int
    holding: int
    by_severity: tuple[tuple[str, int], ...]

    @property
    def decided(self) -> int:
        """How many have a decision that holds."""
        return self.total - self.undecided


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """A whole stored page, for findings about a page."""

    title: str
    operator: str
    requested: str
    parent: str
    reason: str
    url: str
    is_own: bool
    revision: int
    revision_at: Any
    retrieved_at: Any
    sha256: str
    frame: str


@dataclass(frozen=True, slots=True)
class Review:
    """Everything the review screen shows."""

    version: TableVersion
    head: VersionHead
    queue_filter: QueueFilter
    queue: tuple[FindingView, ...]
    counts: Counts
    checks: tuple[tuple[str, str, int], ...]
    selected: FindingView | None
    facts: tuple[Fact, ...]
    rows_of: tuple[tuple[int, bool], ...]
    more_rows: int
    following: FindingView | None
    unresolved: FindingView | None
    table: RowsPage
    keep: str
    evidence: Evidence | None
    page: PageEvidence | None
    signoff: SignOff | None
    may_decide: bool
    undo: str
    today: date

    @property
    def is_open(self) -> bool:
        """Whether findings can be decided now."""
        return self.version.state == VersionState.AUDITED and self.signoff is None

    @property
    def shows(self) -> tuple[tuple[str, str, int], ...]:
        """The three lists of the queue: query string, word, count."""
        counts = (self.counts.undecided, self.counts.decided, self.counts.total)
        words = ("To decide", "Decided", "All")
        return tuple(
            (self.queue_filter.query(show=show, finding=None) or "show=open", word, count)
            for show, word, count in zip(SHOWS, words, counts, strict=True)
        )

    @property
    def shown(self) -> str:
        """The word of the list that is shown."""
        return dict(zip(SHOWS, ("To decide", "Decided", "All"), strict=True))[self.queue_filter.show]

    @property
    def at_column(self) -> str:
        """The end of an address that opens the finding's column: "&c=2", or ""."""
        column = self.table.filter.column
        return f"&c={column}" if column is not None else ""

    @property
    def rows_key(self) -> str:
        """Names what the rows pane shows, so that a browser which shows it already is not sent it again."""
        return f"{self.table.filter.query}{self.table.page.number}"

    @property
    def flagged(self) -> str:
        """Ordinals of the rows that the finding is about, for marking them in the table."""
        return " ".join(map(str, self.selected.odd_rows)) if self.selected else ""

    @property
    def acts(self) -> bool:
        """Whether this person can decide the selected finding."""
        return self.is_open and self.may_decide and self.selected is not None


def read_queue_filter(query: Mapping[str, str]) -> QueueFilter:
    """The filter an address asks for; what makes no sense falls back to the default."""
    show, check, severity = query.get("show", ""), query.get("check", ""), query.get("severity", "")
    number = query.get("finding", "")
    return QueueFilter(
        show=show if show in SHOWS else "open",
        check=check if any(known.id.value == check for known in CHECKS) else "",
        severity=severity if severity in set(Severity) else "",
        finding=int(number) if number.isascii() and number.isdigit() and len(number) < 18 else None,
    )


def review(
    version: TableVersion,
    query: Mapping[str, str],
    *,
    user: Any,
    may_decide: bool,
    today: date,
    selected: int | None = None,
) -> Review:
    """The screen for an address and a person. `selected` overrides the finding that the address names."""
    wanted = read_queue_filter(query)
    if selected is not None:
        wanted = replace(wanted, finding=selected)
    views = findings_of(version, today=today)
    queue = tuple(view for view in views if wanted.admits(view))
    chosen = _chosen(views, queue, wanted)
    wanted = replace(wanted, finding=chosen.id if chosen else None)
    row_filter = _row_filter(version, query, chosen)
    table = rows_page(version, row_filter)
    return Review(
        version=version,
        head=table.head,
        queue_filter=wanted,
        queue=queue,
        counts=_counts(views),
        checks=_checks(views),
        selected=chosen,
        facts=facts_of(chosen) if chosen else (),
        rows_of=tuple((row, row == row_filter.row) for row in (chosen.rows[:MOST_ROWS] if chosen else ())),
        more_rows=max(0, len(chosen.rows) - MOST_ROWS) if chosen else 0,
        following=after(queue, chosen),
        unresolved=after(tuple(view for view in views if view.undecided), chosen, wrap=True),
        table=table,
        keep=wanted.query(),
        evidence=_evidence(version, row_filter),
        page=_page(chosen) if row_filter.row is None else None,
        signoff=SignOff.objects.filter(version=version).select_related("by").first(),
        may_decide=may_decide,
        undo=undo_query(views, user.pk),
        today=today,
    )


MOST_ROWS = 24


def _chosen(
    views: Sequence[FindingView], queue: Sequence[FindingView], wanted: QueueFilter
) -> FindingView | None:
    """The finding the address names, wherever it is listed; else the first of the queue."""
    named = next((view for view in views if view.id == wanted.finding), None)
    return named or next(iter(queue), None)


def after(
    views: Sequence[FindingView], current: FindingView | None, *, wrap: bool = False
) -> FindingView | None:
    """The finding that follows the current one in the order of the queue; with `wrap`, the first one at the end."""
    if current is None:
        return next(iter(views), None)
    later = [view for view in views if view.order > current.order]
    earlier = [view for view in views if view.order < current.order] if wrap else []
    return next(iter([*later, *earlier]), None)


def undo_query(views: Sequence[FindingView], user_id: int) -> str:
    """The query string that takes this person's last decision back, all findings it was about; "" for none."""
    mine = [(view, view.last) for view in views if view.last and view.last.by_id == user_id]
    taken = [(view, last) for view, last in mine if last.kind != DispositionKind.REOPENED]
    newest = max((last.at for _, last in taken), default=None)
    return urlencode([("f", f"{view.id}:{last.ordinal}") for view, last in taken if last.at == newest])


def next_undecided(version: TableVersion, *, past: int, today: date) -> int | None:
    """The finding to decide after `past` in the order of the queue, from the start again at its end; None: all done."""
    views = findings_of(version, today=today)
    current = next((view for view in views if view.id == past), None)
    found = after([view for view in views if view.undecided], current, wrap=True)
    return found.id if found else None


def _row_filter(version: TableVersion, query: Mapping[str, str], chosen: FindingView | None) -> RowFilter:
    """The rows the address asks for; else the finding's first one and its column, or a partition's."""
    asked = read_filter(query)
    if asked.row is not None or chosen is None:
        return asked
    if chosen.kind is TargetKind.PARTITION and not asked.is_narrowed:
        held = Row.objects.filter(version=version, partition=chosen.partition).exists()
        return replace(asked, partition=chosen.partition) if held else asked
    row = next(iter(chosen.rows), None)
    return replace(asked, row=row, column=_position(version, _column_of(chosen)) if row is not None else None)


def _column_of(chosen: FindingView) -> str:
    """The column a finding is about, or the first that its evidence speaks of."""
    columns = chosen.evidence.get("columns")
    return chosen.column or (str(next(iter(columns), "")) if isinstance(columns, (dict, list)) else "")


def _position(version: TableVersion, column: str) -> int | None:
    names = [held["name"] for held in version.contract.columns]
    return names.index(column) if column in names else None


def _evidence(version: TableVersion, wanted: RowFilter) -> Evidence | None:
    if wanted.row is None:
        return None
    try:
        return evidence(version, row=wanted.row, column=wanted.column)
    except ObjectNotFound:
        return None


def _page(chosen: FindingView | None) -> PageEvidence | None:
    """The stored page that a finding about a page is about."""
    if chosen is None or chosen.kind is not TargetKind.PAGE or chosen.entry_id is None:
        return None
    entry = FrontierEntry.objects.select_related("snapshot__page", "parent__snapshot").get(pk=chosen.entry_id)
    snapshot, is_own = entry.snapshot, not is_public(entry.snapshot.page.wiki)
    frame = reverse("snapshot_frame", args=[snapshot.pk])
    return PageEvidence(
        title=snapshot.title,
        operator=entry.operator.replace("_", " "),
        requested=entry.requested,
        parent=entry.parent.snapshot.title if entry.parent else "",
        reason=entry.reason,
        url=frame if is_own else permalink(snapshot.page.wiki, snapshot.title, snapshot.revision_id),
        is_own=is_own,
        revision=snapshot.revision_id,
        revision_at=snapshot.revision_at,
        retrieved_at=snapshot.retrieved_at,
        sha256=snapshot.sha256,
        frame=frame,
    )


def _counts(views: Sequence[FindingView]) -> Counts:
    undecided = [view for view in views if view.undecided]
    by_severity = [
        (severity.value, sum(view.severity is severity for view in undecided)) for severity in Severity
    ]
    return Counts(
        total=len(views),
        undecided=len(undecided),
        holding=sum(view.holds for view in views),
        by_severity=tuple((name, count) for name, count in by_severity if count),
    )


def _checks(views: Sequence[FindingView]) -> tuple[tuple[str, str, int], ...]:
    """Id, name and count of every check that found something."""
    ids = list(dict.fromkeys(view.check for view in views))
    counts = {check: sum(view.check == check for view in views) for check in ids}
    return tuple(
        (check.id.value, check.name, counts[check.id.value]) for check in CHECKS if check.id.value in counts
    )
