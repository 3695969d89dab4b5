"""Sign-off: a person accepts or returns one version, with the digest of everything that the decision covers."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from audit.domain.acceptance import judge, return_fault
from audit.models import Disposition, Finding, SignOff
from audit.selectors.acceptance import case_for
from audit.selectors.findings import findings_of
from audit.services.guards import lock_version, refuse_signed
from curation.domain.warrant import Decision, Warrant
from curation.models import FrontierEntry, TableVersion
from curation.services.digests import version_digest
from curation.services.versions import accept_version, return_version
from stageaudit_web.core import journal, ledger
from stageaudit_web.core.digests import digest
from stageaudit_web.core.errors import Conflict, InvalidInput
from stageaudit_web.core.rights import refuse_auditor, refuse_curator

SIGNED = {
    Decision.ACCEPT: journal.declare(
        "signoff.accepted", "A reviewer accepted a version; the payload has the digest."
    ),
    Decision.RETURN: journal.declare(
        "signoff.returned", "A reviewer returned a version to the curator, with a reason."
    ),
}


def sign(*, version: TableVersion, decision: str, by: Any, reason: str = "") -> SignOff:
    """Signs a version: `accept` or `return`. Record, warrant, new state and journal event commit together.

    Raises Conflict when it was signed before (with who and when) or when something is missing, InvalidInput for a
    return without a reason. The journal is sealed as soon as the transaction has committed.
    """
    chosen = _decision(decision)
    refuse_curator(what="sign a version", subject=version, by=by)
    refuse_auditor(what="sign a version", subject=version, by=by)
    with transaction.atomic():
        lock_version(version)
        stored = TableVersion.objects.select_related(
            "table__question", "contract__question", "run__started_by"
        ).get(pk=version.pk)
        refuse_signed(stored)
        self_signed = _refuse_unready(stored, chosen, by, reason)
        made = _record(stored, chosen, by, reason.strip(), self_signed)
        warrant = Warrant(stored.pk, made.covers["version"]["digest"], chosen, made.pk)
        end = accept_version if chosen is Decision.ACCEPT else return_version
        end(version=stored, warrant=warrant, by=by)
        payload = {
            "signoff": made.pk,
            "digest": made.digest,
            "self_signed": self_signed,
            "reason": made.reason[:2000],
        }
        journal.record(verb=SIGNED[chosen], subject=stored, by=by, payload=payload)
        transaction.on_commit(ledger.seal_now, robust=True)
    version.refresh_from_db(fields=["state"])
    return made


def _decision(word: str) -> Decision:
    try:
        return Decision(word)
    except ValueError:
        raise InvalidInput(
            "unknown_decision", f"Expected accept or return, not {word!r}.", field="decision"
        ) from None


def _refuse_unready(version: TableVersion, decision: Decision, by: Any, reason: str) -> bool:
    """Raises what stands in the way; returns whether the signer started the run."""
    findings = findings_of(version, today=timezone.localdate())
    case = case_for(version, findings=findings, signer=by)
    if decision is Decision.RETURN:
        fault = return_fault(case, reason)
        if fault is not None and not reason.strip():
            raise InvalidInput("no_reason", fault.message, field="reason")
        if fault is not None:
            raise Conflict("not_returnable", fault.message, version=version.pk)
        return case.started_by_signer
    verdict = judge(case)
    if not verdict.may_accept:
        words = " ".join(reason.message for reason in verdict.missing[:5])
        raise Conflict(
            "not_ready", f"Not signed. {words}", missing=[one.kind.value for one in verdict.missing]
        )
    return case.started_by_signer


def _record(version: TableVersion, decision: Decision, by: Any, reason: str, self_signed: bool) -> SignOff:
    made = SignOff(
        version=version,
        decision=decision.value,
        reason=reason,
        by=by,
        self_signed=self_signed,
        at=timezone.now(),
    )
    made.covers = covers_of(made)
    made.digest = digest(made.covers)
    made.save(force_insert=True)
    return made


def covers_of(signoff: SignOff) -> dict[str, Any]:
    """Everything a sign-off covers, as the database holds it now: version, sources, decided findings, run, signer."""
    version = signoff.version
    findings = _findings(version)
    return {
        "version": {"id": version.pk, "number": version.number, "digest": version_digest(version)},
        "contract": version.contract.digest,
        "frontier": _frontier(version),
        "findings": findings,
        "counts": {
            "rows": version.rows.count(),
            "refused": version.refused.count(),
            "findings": len(findings),
        },
        "run": {
            "id": version.run_id,
            "kind": version.run.kind,
            "configuration": version.run.configuration,
            "human_signoff": version.run.human_signoff,
            "started_by": version.run.started_by_id,
        },
        "signed": {
            "decision": signoff.decision,
            "reason": signoff.reason,
            "by": signoff.by_id,
            "self_signed": signoff.self_signed,
            "at": _moment(signoff.at),
        },
    }


def _frontier(version: TableVersion) -> list[Any]:
    entries = FrontierEntry.objects.filter(version=version).order_by("ordinal")
    return [
        list(entry)
        for entry in entries.values_list(
            "operator", "snapshot__title", "snapshot__revision_id", "snapshot__sha256"
        )
    ]


def _findings(version: TableVersion) -> list[dict[str, Any]]:
    """Findings with the decisions made before the sign-off; what a later repair settles is not part of it."""
    decisions: dict[int, list[list[Any]]] = {}
    made = Disposition.objects.filter(finding__version=version).exclude(kind="repaired_in")
    for one in made.order_by("finding", "ordinal"):
        content = [
            one.ordinal,
            one.kind,
            one.reason_code,
            one.reason,
            str(one.until or ""),
            one.by_id,
            _moment(one.at),
        ]
        decisions.setdefault(one.finding_id, []).append(content)
    return [
        {
            "id": finding.pk,
            "check": finding.check_id,
            "severity": finding.severity,
            "issue_type": finding.issue_type,
            "target": [
                finding.target_kind,
                finding.row_id,
                finding.entry_id,
                finding.column,
                finding.partition,
            ],
            "message": finding.message,
            "evidence": digest(finding.evidence),
            "author": finding.author,
            "decisions": decisions.get(finding.pk, []),
        }
        for finding in Finding.objects.filter(version=version).order_by("pk")
    ]


def _moment(moment: datetime) -> str:
    return moment.astimezone(timezone.get_fixed_timezone(0)).isoformat(timespec="microseconds")


def broken_signoffs() -> Iterator[ledger.Break]:
    """Every sign-off whose digest does not match its record, or whose record no longer matches the database."""
    signed = SignOff.objects.select_related("version__contract__question", "version__run").order_by("pk")
    for signoff in signed.iterator(200):
        where = f"sign-off {signoff.pk} of table version {signoff.version_id}"
        if digest(signoff.covers) != signoff.digest:
            yield ledger.Break(where, "its digest does not match what it says it covers")
        elif (now := covers_of(signoff)) != signoff.covers:
            changed = sorted(name for name in now if now[name] != signoff.covers.get(name))
            yield ledger.Break(where, f"what it covers has changed since: {', '.join(changed)}")
