"""Findings as plain values: the twelve check ids, issue types, severities, targets, and what may become of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class CheckId(StrEnum):
    """The twelve checks (Stage-Audit App. I). The letter gives the issue type."""

    F1 = "F1"
    F2 = "F2"
    F3 = "F3"
    S1 = "S1"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"
    P5 = "P5"


class IssueType(StrEnum):
    """What a finding is about (Stage-Audit §3.1): row evidence, key and columns, or scope and sources."""

    FACTUAL = "factual"
    STRUCTURAL = "structural"
    SCOPE = "scope"


class Severity(StrEnum):
    """How much it matters; only blocking findings hold a table."""

    BLOCKING = "blocking"
    HYGIENE = "hygiene"
    SUGGESTION = "suggestion"


class TargetKind(StrEnum):
    """What a finding points at."""

    CELL = "cell"
    ROW = "row"
    COLUMN = "column"
    PAGE = "page"
    PARTITION = "partition"
    TABLE = "table"


class DispositionKind(StrEnum):
    """What became of a finding. `reopened` takes the one before back."""

    REPAIRED_IN = "repaired_in"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"
    WAIVED = "waived"
    REOPENED = "reopened"


ISSUE_TYPE_OF = {"F": IssueType.FACTUAL, "S": IssueType.STRUCTURAL, "P": IssueType.SCOPE}


def default_issue_type(check: CheckId) -> IssueType:
    """The issue type that follows a check id unless the auditor states another (S30; all nine crossings occur, S15)."""
    return ISSUE_TYPE_OF[check.value[0]]


@dataclass(frozen=True, slots=True)
class Target:
    """What a finding is about: `row` is the row's ordinal in the version, `page` a title of the frontier."""

    kind: TargetKind
    row: int | None = None
    column: str = ""
    page: str = ""
    partition: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """A finding before it is stored. `evidence` are plain facts (counts, quotes, ids); `claim_type` is S29's field:
    what kind of claim is in doubt (value, key, type, completeness, count, coverage, source, time, form).
    """

    check: CheckId
    severity: Severity
    target: Target
    message: str
    evidence: Mapping[str, object] = field(default_factory=dict)
    issue_type: IssueType | None = None
    claim_type: str = ""
