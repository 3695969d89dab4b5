"""The sign-off page: what is missing, what a sign-off would cover, and the one there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from audit.domain.acceptance import NO_TRUTH, Missing, Reason, Verdict, judge
from audit.domain.standing import Standing
from audit.models import SignOff
from audit.selectors.acceptance import case_for
from audit.selectors.findings import FindingView, findings_of
from curation.domain.states import VersionState
from curation.models import FrontierEntry, TableVersion
from curation.selectors.versions import VersionHead, version_head
from stageaudit_web.core.models import JournalEvent, JournalSeal


@dataclass(frozen=True, slots=True)
class Covered:
    """What a sign-off stands for, in counts. `standings` are the findings by what became of them."""

    rows: int
    pages: int
    findings: int
    standings: tuple[tuple[str, int], ...]
    waived: tuple[FindingView, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class Signed:
    """The sign-off that was made, with the journal's seal over it where there is one."""

    signoff: SignOff
    seal: JournalSeal | None


@dataclass(frozen=True, slots=True)
class SigningPage:
    """Everything the page shows."""

    version: TableVersion
    head: VersionHead
    verdict: Verdict
    groups: tuple[tuple[str, tuple[Reason, ...]], ...]
    covered: Covered
    signed: Signed | None
    may_sign: bool
    truth: str = NO_TRUTH

    @property
    def holding(self) -> int:
        """How many findings keep the version from being accepted."""
        return sum(reason.kind is Missing.FINDINGS for reason in self.verdict.missing)

    @property
    def is_open(self) -> bool:
        """Whether the version waits for a decision."""
        return self.version.state == VersionState.AUDITED and self.signed is None


def signing_page(version: TableVersion, *, signer: Any, may_sign: bool) -> SigningPage:
    """The page for one person; `may_sign` says whether their role may sign at all."""
    findings = findings_of(version, today=timezone.localdate())
    verdict = judge(case_for(version, findings=findings, signer=signer))
    head = version_head(version)
    return SigningPage(
        version=version,
        head=head,
        verdict=verdict,
        groups=_groups(verdict.missing),
        covered=_covered(version, head, findings),
        signed=_signed(version),
        may_sign=may_sign,
    )


def _groups(missing: tuple[Reason, ...]) -> tuple[tuple[str, tuple[Reason, ...]], ...]:
    """Reasons by kind, in the order they were given."""
    kinds: list[Missing] = list(dict.fromkeys(reason.kind for reason in missing))
    return tuple((kind.value, tuple(reason for reason in missing if reason.kind is kind)) for kind in kinds)


def _covered(version: TableVersion, head: VersionHead, findings: list[FindingView]) -> Covered:
    counts = [(standing.value, sum(view.standing is standing for view in findings)) for standing in Standing]
    return Covered(
        rows=head.rows,
        pages=FrontierEntry.objects.filter(version=version).count(),
        findings=len(findings),
        standings=tuple((name, count) for name, count in counts if count),
        waived=tuple(view for view in findings if view.standing is Standing.WAIVED),
        digest=version.digest,
    )


def _signed(version: TableVersion) -> Signed | None:
    made = SignOff.objects.filter(version=version).select_related("by").first()
    if made is None:
        return None
    event = (
        JournalEvent.objects.filter(
            subject_type=TableVersion._meta.label_lower,
            subject_id=str(version.pk),
            verb__startswith="signoff.",
        )
        .select_related("sealed__seal")
        .first()
    )
    sealed = getattr(event, "sealed", None) if event is not None else None
    return Signed(made, sealed.seal if sealed is not None else None)
