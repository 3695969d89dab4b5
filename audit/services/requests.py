"""What a repair is asked to mend: the findings that hold a version, as plain data for the curator."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from audit.selectors.findings import FindingView, findings_of
from curation.models import TableVersion


def repair_requests(*, version: TableVersion) -> list[dict[str, Any]]:
    """One request per blocking finding that nobody dismissed, waived or repaired, in the order of the queue.

    The shape is `curation.domain.repair.RepairRequest`; a request is data, it changes no rule of the gate.
    """
    findings = findings_of(version, today=timezone.localdate())
    return [_request(view) for view in findings if view.holds]


def _request(view: FindingView) -> dict[str, Any]:
    return {
        "finding": view.id,
        "check": view.check,
        "severity": view.severity.value,
        "message": view.message,
        "target": {
            "kind": view.kind.value,
            "row": view.row,
            "column": view.column,
            "page": view.page,
            "partition": view.partition,
        },
        "evidence": dict(view.evidence),
        "confirmed": view.last is not None and view.last.kind == "confirmed",
        "why": view.last.why if view.last else "",
    }
