"""The findings of a version as screens, sign-off and repair read them: with their target, decisions and standing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from audit.checks import CHECKS, check_named
from audit.domain.findings import DispositionKind, Severity, TargetKind
from audit.domain.standing import (
    REASON_WORDS,
    Decision,
    DismissalReason,
    Standing,
    holds_the_table,
    is_undecided,
    standing_after,
)
from audit.models import Disposition, Finding
from curation.models import TableVersion

_SEVERITIES = {severity.value: position for position, severity in enumerate(Severity)}
_CHECKS = {check.id.value: position for position, check in enumerate(CHECKS)}


@dataclass(frozen=True, slots=True)
class DecisionView:
    """One disposition in words. `by` is a name, "" for a repair."""

    ordinal: int
    kind: str
    why: str
    by: str
    by_id: int | None
    at: datetime
    until: date | None = None
    repaired_in: int | None = None


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding with everything shown about it. `row` is the row's ordinal, `row_id` its database id."""

    id: int
    check: str
    check_name: str
    issue_type: str
    severity: Severity
    claim_type: str
    kind: TargetKind
    row: int | None
    row_id: int | None
    row_key: str
    column: str
    page: str
    entry_id: int | None
    partition: str
    message: str
    evidence: Mapping[str, Any]
    author: str
    by_person: bool
    created_at: datetime
    standing: Standing
    decisions: tuple[DecisionView, ...] = ()

    @property
    def seen(self) -> int:
        """Ordinal of the newest decision: what a form sends back so that the second of two people is told."""
        return self.decisions[-1].ordinal if self.decisions else 0

    @property
    def last(self) -> DecisionView | None:
        """The newest decision."""
        return self.decisions[-1] if self.decisions else None

    @property
    def undecided(self) -> bool:
        """Whether a reviewer still has to decide it."""
        return is_undecided(self.standing)

    @property
    def holds(self) -> bool:
        """Whether it keeps the version from being accepted."""
        return holds_the_table(self.severity, self.standing)

    @property
    def rows(self) -> tuple[int, ...]:
        """Ordinals of every row it is about: its target, and the rows its evidence lists."""
        own = [self.row] if self.row is not None else []
        return tuple(dict.fromkeys([*own, *rows_in(self.evidence)]))

    @property
    def odd_rows(self) -> tuple[int, ...]:
        """The rows at fault: its target and those its evidence lists; of several ways of writing, the rarest way's."""
        own = [self.row] if self.row is not None else []
        groups = sorted(_groups_in(self.evidence), key=len)
        odd = groups[0] if groups and "rows" not in self.evidence else rows_in(self.evidence)
        return tuple(dict.fromkeys([*own, *odd]))

    @property
    def order(self) -> tuple[int, int, int]:
        """Its place in the queue: what blocks first, then by check, then as found."""
        return _SEVERITIES[self.severity], _CHECKS[self.check], self.id

    @property
    def target(self) -> str:
        """What it is about, in words."""
        row = f"row {self.row}" if self.row is not None else ""
        words = {
            TargetKind.CELL: f"{row}, {self.column}",
            TargetKind.ROW: row,
            TargetKind.COLUMN: f"column {self.column}",
            TargetKind.PAGE: f"page {self.page}",
            TargetKind.PARTITION: f"partition {self.partition}",
            TargetKind.TABLE: "the whole table",
        }
        return words[self.kind]


def rows_in(evidence: Mapping[str, Any]) -> list[int]:
    """Row ordinals that evidence lists: its rows, else those of each way of writing or weakness, the rarest first."""
    held = evidence.get("rows")
    if held is None:
        groups = sorted(_groups_in(evidence), key=len)
        held = [row for rows in groups for row in rows]
    return [row for row in _items(held) if isinstance(row, int)]


def _groups_in(evidence: Mapping[str, Any]) -> list[list[int]]:
    """Groups of rows: the forms of a normalisation finding, the reasons of a finding about weak evidence.

    Evidence is data of any shape; what has another one gives no group.
    """
    columns = evidence.get("columns")
    held = [form for facet in _items(evidence.get("facets")) for form in _items(_field(facet, "forms"))]
    for reasons in columns.values() if isinstance(columns, Mapping) else ():
        held += list(reasons.values()) if isinstance(reasons, Mapping) else []
    found = [[row for row in _items(_field(group, "rows")) if isinstance(row, int)] for group in held]
    return [rows for rows in found if rows]


def _items(held: Any) -> list[Any]:
    return held if isinstance(held, list) else []


def _field(held: Any, name: str) -> Any:
    return held.get(name) if isinstance(held, Mapping) else None


def findings_of(version: TableVersion, *, today: date) -> list[FindingView]:
    """Every finding of a version, blocking first, then by check, in two queries."""
    decisions = _decisions_of(version)
    stored = Finding.objects.filter(version=version).select_related("row", "entry__snapshot")
    views = [_view(finding, decisions.get(finding.pk, ()), today) for finding in stored]
    return sorted(views, key=lambda view: view.order)


def _decisions_of(version: TableVersion) -> Mapping[int, tuple[DecisionView, ...]]:
    stored = (
        Disposition.objects.filter(finding__version=version)
        .select_related("by", "repaired_in")
        .order_by("finding", "ordinal")
    )
    found: dict[int, tuple[DecisionView, ...]] = {}
    for one in stored:
        found[one.finding_id] = (*found.get(one.finding_id, ()), _decision(one))
    return found


def _decision(one: Disposition) -> DecisionView:
    code = (
        REASON_WORDS[DismissalReason(one.reason_code)]
        if one.reason_code in set(DismissalReason)
        else one.reason_code
    )
    if one.reason_code == DismissalReason.OTHER:
        code = ""
    return DecisionView(
        ordinal=one.ordinal,
        kind=one.kind,
        why=": ".join(filter(None, [code, one.reason])),
        by=one.by.get_username() if one.by else "",
        by_id=one.by_id,
        at=one.at,
        until=one.until,
        repaired_in=one.repaired_in.number if one.repaired_in else None,
    )


def _view(finding: Finding, decisions: Iterable[DecisionView], today: date) -> FindingView:
    made = tuple(decisions)
    last = Decision(DispositionKind(made[-1].kind), made[-1].until) if made else None
    return FindingView(
        id=finding.pk,
        check=finding.check_id,
        check_name=check_named(finding.check_id).name,
        issue_type=finding.issue_type,
        severity=Severity(finding.severity),
        claim_type=finding.claim_type,
        kind=TargetKind(finding.target_kind),
        row=finding.row.ordinal if finding.row else None,
        row_id=finding.row_id,
        row_key=str(finding.row) if finding.row else "",
        column=finding.column,
        page=finding.entry.snapshot.title if finding.entry else "",
        entry_id=finding.entry_id,
        partition=finding.partition,
        message=finding.message,
        evidence=finding.evidence,
        author=finding.author,
        by_person=finding.author_user_id is not None,
        created_at=finding.created_at,
        standing=standing_after(last, today=today),
        decisions=made,
    )
