"""Where a finding stands after its dispositions, and which decisions may follow (design §3, finding and disposition).

A confirmed finding is decided, so it leaves the reviewer's queue, but nothing has been done about it yet: while it
blocks it holds the table until a repair removes it. A waiver that is past its day is open again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from audit.domain.findings import DispositionKind, Severity


class Standing(StrEnum):
    """What became of a finding so far."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"
    WAIVED = "waived"
    REPAIRED = "repaired_in"


class DismissalReason(StrEnum):
    """Why a finding is not one. The order is the order of the digits on the review screen."""

    SOURCE_SAYS_SO = "source_says_so"
    NOT_IN_SCOPE = "not_in_scope"
    SAME_MEANING = "same_meaning"
    DUPLICATE = "duplicate"
    CHECK_MISTAKEN = "check_mistaken"
    OTHER = "other"


REASON_WORDS = {
    DismissalReason.SOURCE_SAYS_SO: "The page says exactly this",
    DismissalReason.NOT_IN_SCOPE: "The question does not ask for it",
    DismissalReason.SAME_MEANING: "Written otherwise, means the same",
    DismissalReason.DUPLICATE: "Another finding says it",
    DismissalReason.CHECK_MISTAKEN: "The check is mistaken here",
    DismissalReason.OTHER: "Another reason (say which)",
}


@dataclass(frozen=True, slots=True)
class Decision:
    """The disposition that holds: its kind, and the last day of a waiver."""

    kind: DispositionKind
    until: date | None = None


def standing_after(last: Decision | None, *, today: date) -> Standing:
    """Where a finding stands whose newest disposition is `last` (None: it has none)."""
    if last is None or last.kind is DispositionKind.REOPENED:
        return Standing.OPEN
    if last.kind is DispositionKind.WAIVED and (last.until is None or today > last.until):
        return Standing.OPEN
    return Standing(last.kind.value)


def is_undecided(standing: Standing) -> bool:
    """Whether a reviewer still has to say something about it."""
    return standing is Standing.OPEN


def holds_the_table(severity: Severity, standing: Standing) -> bool:
    """Whether it keeps the version from being accepted: blocking, and neither dismissed, waived nor repaired."""
    return severity is Severity.BLOCKING and standing in (Standing.OPEN, Standing.CONFIRMED)


def decision_fault(
    kind: DispositionKind, *, reason_code: str, reason: str, until: date | None, today: date
) -> tuple[str, str] | None:
    """What is missing from a person's decision, as (field, what is expected); None when nothing is."""
    if kind is DispositionKind.REPAIRED_IN:
        return (
            "kind",
            "confirm, dismiss, waive or reopen; a repair is recorded by the audit of the new version",
        )
    if kind is DispositionKind.DISMISSED:
        if reason_code not in set(DismissalReason):
            return "reason_code", "one of the listed reasons"
        if reason_code == DismissalReason.OTHER and not reason.strip():
            return "reason", "the reason in your own words"
    if kind is DispositionKind.WAIVED:
        if not reason.strip():
            return "reason", "why the table may go on with this finding"
        if until is None or until < today:
            return "until", "the last day of the waiver, today or later"
    return None
