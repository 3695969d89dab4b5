"""Decisions about findings: confirm, dismiss, waive, reopen. Each is a new record; of two people at once, one wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from audit.domain.findings import DispositionKind
from audit.domain.standing import decision_fault
from audit.models import Disposition, Finding
from audit.services.guards import lock_version, refuse_closed, when
from curation.models import TableVersion
from stageaudit_web.core import journal
from stageaudit_web.core.errors import Conflict, InvalidInput
from stageaudit_web.core.rights import refuse_auditor, refuse_curator

VERBS = {
    DispositionKind.CONFIRMED: journal.declare(
        "finding.confirmed", "A reviewer confirmed that a finding is right."
    ),
    DispositionKind.DISMISSED: journal.declare(
        "finding.dismissed", "A reviewer dismissed a finding with a reason."
    ),
    DispositionKind.WAIVED: journal.declare(
        "finding.waived", "A reviewer waived a finding until a day, with a reason."
    ),
    DispositionKind.REOPENED: journal.declare(
        "finding.reopened", "A reviewer took the last decision about a finding back."
    ),
    DispositionKind.REPAIRED_IN: journal.declare(
        "finding.repaired", "The audit of a newer version no longer shows a finding."
    ),
}


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a person decides: the kind, why, and the last day of a waiver."""

    kind: DispositionKind
    reason_code: str = ""
    reason: str = ""
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """A finding and the ordinal of the newest disposition the person saw on it (0: none)."""

    finding: Finding
    ordinal: int


def decide_finding(*, finding: Finding, seen: int, ruling: Ruling, by: Any, today: date) -> Disposition:
    """Records one decision. Raises Conflict when somebody else decided since `seen`, naming who, what and when."""
    return decide_findings(
        version=finding.version, seen=[Seen(finding, seen)], ruling=ruling, by=by, today=today
    )[0]


def decide_findings(
    *, version: TableVersion, seen: Sequence[Seen], ruling: Ruling, by: Any, today: date
) -> list[Disposition]:
    """Records the same decision about several findings of one version, all or none.

    Raises InvalidInput when the ruling lacks a reason or a day, Conflict when the version is closed or any of the
    findings has been decided meanwhile.
    """
    refuse_curator(what="close findings", subject=version, by=by)
    refuse_auditor(what="close findings", subject=version, by=by)
    fault = decision_fault(
        ruling.kind, reason_code=ruling.reason_code, reason=ruling.reason, until=ruling.until, today=today
    )
    if fault:
        raise InvalidInput("ruling_incomplete", f"Not decided: expected {fault[1]}.", field=fault[0])
    with transaction.atomic():
        refuse_closed(lock_version(version))
        at = timezone.now()
        return [_decide(one, ruling, by, at) for one in seen]


def reopen_findings(
    *, version: TableVersion, seen: Sequence[Seen], by: Any, today: date
) -> list[Disposition]:
    """Takes the newest decision back: the undo of a decision, for as long as the version is not signed."""
    undecided = [one.finding for one in seen if one.ordinal == 0]
    if undecided:
        raise InvalidInput(
            "nothing_to_undo", "Nothing was decided about this finding yet.", finding=undecided[0].pk
        )
    return decide_findings(
        version=version, seen=seen, ruling=Ruling(DispositionKind.REOPENED), by=by, today=today
    )


def record_repair(*, finding_id: int, ordinal: int, repaired_in: TableVersion) -> Disposition:
    """Records that a newer version's audit no longer shows a finding. Only the audit of that version calls it."""
    refuse_curator(what="close findings", subject=repaired_in)
    refuse_auditor(what="close findings", subject=repaired_in)
    with transaction.atomic():
        made = Disposition.objects.create(
            finding_id=finding_id,
            ordinal=ordinal,
            kind=DispositionKind.REPAIRED_IN.value,
            repaired_in=repaired_in,
        )
        payload = {"version": repaired_in.pk, "number": repaired_in.number}
        journal.record(verb=VERBS[DispositionKind.REPAIRED_IN], subject=made.finding, payload=payload)
    return made


def _decide(one: Seen, ruling: Ruling, by: Any, at: datetime) -> Disposition:
    _refuse_stale(one)
    with transaction.atomic():
        made = Disposition.objects.create(
            finding=one.finding,
            ordinal=one.ordinal + 1,
            kind=ruling.kind.value,
            reason_code=ruling.reason_code if ruling.kind is DispositionKind.DISMISSED else "",
            reason=ruling.reason.strip(),
            until=ruling.until if ruling.kind is DispositionKind.WAIVED else None,
            by=by,
            at=at,
        )
        payload = {
            "check": one.finding.check_id,
            "version": one.finding.version_id,
            "ordinal": made.ordinal,
            "reason_code": made.reason_code,
            "reason": made.reason[:2000],
            "until": made.until.isoformat() if made.until else "",
        }
        journal.record(verb=VERBS[ruling.kind], subject=one.finding, by=by, payload=payload)
    return made


def _refuse_stale(one: Seen) -> None:
    newest = one.finding.dispositions.select_related("by").order_by("-ordinal").first()
    if (newest.ordinal if newest else 0) != one.ordinal:
        raise Conflict(
            "decided_meanwhile", told(one.finding, newest), finding=one.finding.pk, seen=one.ordinal
        )


def told(finding: Finding, newest: Disposition | None) -> str:
    """Who decided what and when, for the person who came second."""
    if newest is None:
        return f"{finding.check_id}: this finding has no decision that could be taken back."
    who = newest.by.get_username() if newest.by else "a repair"
    what = str(newest.kind).replace("_", " ")
    why = (
        f" ({newest.reason})"
        if newest.reason
        else f" ({newest.reason_code.replace('_', ' ')})"
        if newest.reason_code
        else ""
    )
    return f"{who} {what} this finding{why} {when(newest.at)}. Your decision was not saved."
