"""Writing findings: the rule auditor appends drafts, a reviewer adds one by hand. There is no other way to make one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from audit.domain.findings import CheckId, Draft, IssueType, Severity, Target, TargetKind, default_issue_type
from audit.models import Finding
from audit.services.guards import lock_version, refuse_closed, refuse_signed
from curation.models import FrontierEntry, Row, TableVersion
from stageaudit_web.core import journal
from stageaudit_web.core.errors import InvalidInput
from stageaudit_web.core.rights import refuse_curator

RULES = "rules"
DRIFT_CHECK = (
    "drift check"  # compares places with newer revisions; its findings are about the pages, not the audit
)
FINDINGS_APPENDED = journal.declare(
    "findings.appended", "An auditor appended findings to a version; the payload counts them."
)
FINDING_ADDED = journal.declare("finding.added", "A reviewer added a finding by hand.")
_MOST_TEXT = 4_000


def append_findings(
    *, version: TableVersion, drafts: Sequence[Draft], author: str, by: Any = None
) -> list[Finding]:
    """Stores drafts as findings of a version, in their order, with one journal event.

    `author` is "rules", "drift check" or a model's name; `by` is the person who asked for it, if one did. Raises
    AccessDenied under the curator's hand, Conflict for a signed version, InvalidInput for a target it does not have.
    """
    refuse_curator(what="write findings", subject=version, by=by)
    targets = _Targets.of(version)
    with transaction.atomic():
        refuse_signed(lock_version(version))
        findings = Finding.objects.bulk_create(
            [_finding(version, draft, author, by, targets) for draft in drafts], batch_size=500
        )
        counts = {
            severity.value: sum(draft.severity is severity for draft in drafts) for severity in Severity
        }
        journal.record(
            verb=FINDINGS_APPENDED,
            subject=version,
            by=by,
            payload={"author": author, "count": len(findings), **counts},
        )
    return findings


@dataclass(frozen=True, slots=True)
class ByHand:
    """What a reviewer typed into the form of a new finding."""

    check: CheckId
    severity: Severity
    message: str
    row: int | None = None
    column: str = ""
    page: str = ""
    partition: str = ""
    issue_type: IssueType | None = None


def add_finding(*, version: TableVersion, found: ByHand, by: Any) -> Finding:
    """Adds one finding a person made. The narrowest target that was given is its target.

    Raises Conflict unless the version is audited and unsigned, InvalidInput for an empty text or an unknown target.
    """
    refuse_curator(what="write findings", subject=version, by=by)
    if not found.message.strip():
        raise InvalidInput("no_message", "Say what is wrong: the finding has no text.", field="message")
    draft = Draft(
        check=found.check,
        severity=found.severity,
        target=_target(found),
        message=found.message.strip()[:_MOST_TEXT],
        issue_type=found.issue_type,
    )
    with transaction.atomic():
        refuse_closed(lock_version(version))
        finding = _finding(version, draft, by.get_username(), by, _Targets.of(version))
        finding.save(force_insert=True)
        payload = {"check": draft.check.value, "severity": draft.severity.value, "version": version.pk}
        journal.record(verb=FINDING_ADDED, subject=finding, by=by, payload=payload)
    return finding


def _target(found: ByHand) -> Target:
    kinds = [
        (TargetKind.CELL, found.row is not None and found.column),
        (TargetKind.ROW, found.row is not None),
        (TargetKind.COLUMN, found.column),
        (TargetKind.PAGE, found.page),
        (TargetKind.PARTITION, found.partition),
    ]
    kind = next((kind for kind, given in kinds if given), TargetKind.TABLE)
    return Target(kind, row=found.row, column=found.column, page=found.page, partition=found.partition)


@dataclass(frozen=True, slots=True)
class _Targets:
    """Ids of a version's rows by ordinal and of its frontier entries by title."""

    rows: Mapping[int, int]
    entries: Mapping[str, int]
    columns: frozenset[str]

    @classmethod
    def of(cls, version: TableVersion) -> _Targets:
        return cls(
            dict(Row.objects.filter(version=version).values_list("ordinal", "pk")),
            dict(FrontierEntry.objects.filter(version=version).values_list("snapshot__title", "pk")),
            frozenset(column["name"] for column in version.contract.columns),
        )


def _finding(version: TableVersion, draft: Draft, author: str, by: Any, targets: _Targets) -> Finding:
    target = draft.target
    if target.row is not None and target.row not in targets.rows:
        raise InvalidInput("no_such_row", f"The version has no row {target.row}.", field="row")
    if target.page and target.page not in targets.entries:
        raise InvalidInput("no_such_page", f"“{target.page}” is not in the source set.", field="page")
    if author != RULES and target.column and target.column not in targets.columns:
        raise InvalidInput(
            "no_such_column", f"“{target.column}” is not a column of the contract.", field="column"
        )
    return Finding(
        version=version,
        check_id=draft.check.value,
        issue_type=(draft.issue_type or default_issue_type(draft.check)).value,
        severity=draft.severity.value,
        claim_type=draft.claim_type,
        target_kind=target.kind.value,
        row_id=targets.rows[target.row] if target.row is not None else None,
        entry_id=targets.entries[target.page] if target.page else None,
        column=target.column[:200],
        partition=target.partition[:300],
        message=draft.message,
        evidence=dict(draft.evidence),
        author=author,
        author_user=by if author not in (RULES, DRIFT_CHECK) else None,
    )
