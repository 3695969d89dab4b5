"""The audit of one version by rule: read it, run the twelve checks, append the findings, move it to `audited`."""

from __future__ import annotations

from collections.abc import Callable

from django.db import transaction

from audit.checks import run_checks
from audit.domain.findings import Draft
from audit.models import Finding
from audit.selectors.subject import Progress, subject_of
from audit.services.findings import RULES, append_findings
from curation.models import TableVersion
from curation.services.versions import mark_audited
from stageaudit_web.core.rights import Hand, acting_as


def audit_version(*, version: TableVersion, progress: Progress | None = None) -> Callable[[], list[Finding]]:
    """Reads and checks a version under the auditor's hand; the function that comes back stores what was found.

    Reading takes no transaction. Storing is one: findings and the new state commit together.
    """
    with acting_as(Hand.AUDITOR):
        drafts = run_checks(subject_of(version, progress=progress))
    return lambda: _store(version, drafts)


def _store(version: TableVersion, drafts: list[Draft]) -> list[Finding]:
    with acting_as(Hand.AUDITOR), transaction.atomic():
        findings = append_findings(version=version, drafts=drafts, author=RULES)
        mark_audited(version=version)
    return findings
