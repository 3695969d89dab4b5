"""Stages that join what curation found with what audit writes: findings about drift."""

from __future__ import annotations

from curation.models import TableVersion
from runs.services.drift import DRIFT_FINDINGS, report_drift
from stageaudit_web.core.errors import InvalidInput
from stageaudit_web.core.work import Lease, Store

__all__ = ["DRIFT_FINDINGS", "drift_findings"]


def drift_findings(lease: Lease) -> Store:
    """Appends a finding F3 for each place that reads differently or is gone, unless the version is closed."""
    run = lease.step.run
    version = TableVersion.objects.select_related("contract").filter(pk=run.parameters.get("version")).first()
    if version is None:
        raise InvalidInput("no_version", "The run names no version.", run=run.pk)

    def store() -> None:
        report_drift(version=version, by=run.started_by)

    return store
