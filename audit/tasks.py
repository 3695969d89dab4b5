"""Stages of a run that audit does: `audit` under the auditor's hand, then `settle` after a repair."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from audit.services.auditing import audit_version
from audit.services.repairs import close_repaired
from curation.models import TableVersion
from stageaudit_web.core.errors import InvalidInput
from stageaudit_web.core.work import Lease, StepPlan, Store

AUDIT, SETTLE = "audit", "settle"


def audit(lease: Lease) -> Store:
    """Audits the version of the run. A repair gets one more step, which closes what the repair settled."""
    version = _version(lease)
    store = audit_version(version=version, progress=lease.report)

    def finish() -> Iterable[StepPlan] | None:
        store()
        return [StepPlan(SETTLE)] if version.parent_id else None

    return finish


def settle(lease: Lease) -> Store:
    """Records which findings of the parent version are gone. The auditor's role could not: it only appends findings."""
    version = _version(lease)

    def finish() -> None:
        if version.parent is not None:
            close_repaired(old=version.parent, new=version, today=timezone.localdate())

    return finish


def _version(lease: Lease) -> TableVersion:
    run = lease.step.run
    related = ("table__question", "contract__question", "run", "parent__contract")
    version = TableVersion.objects.filter(run=run).select_related(*related).first()
    if version is None:
        raise InvalidInput(
            "no_version", "The run has staged no version, so there is nothing to audit.", run=run.pk
        )
    return version
