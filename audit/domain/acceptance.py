"""May this version be signed, and if not, what is missing (Stage-Audit App. C: every row OK, no blocking finding open).

The gate does not certify truth: an accepted row is wrong only if the extractor misread the cited place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from curation.domain.states import VersionState

NO_TRUTH = (
    "Acceptance does not certify truth. It says that every value was read at its cited place in a stored page, "
    "by an extractor that sees nothing else. A row can still be wrong where the page is wrong, where the extractor "
    "misread the place, or where the place has drifted since."
)


class Missing(StrEnum):
    """Kinds of reasons why a version cannot be accepted."""

    STATE = "state"
    ROWS = "rows"
    EVIDENCE = "evidence"
    FINDINGS = "findings"
    SIGNER = "signer"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Reason:
    """One thing that is missing: its kind, the sentence for people, and the finding it is about (None: no finding)."""

    kind: Missing
    message: str
    finding: int | None = None


@dataclass(frozen=True, slots=True)
class OpenFinding:
    """A blocking finding that nobody dismissed, waived or repaired."""

    id: int
    check: str
    message: str
    confirmed: bool = False


@dataclass(frozen=True, slots=True)
class Case:
    """Everything the decision needs, as plain values.

    `unwitnessed` are row ordinals without a witness for a key or a non-empty cell. `human_signoff` is False when the
    run switched the human step off for an experiment (S14). `started_by_signer`: the signer started the run.
    `undecided` counts findings nobody has decided yet, of any severity.
    """

    state: str
    rows: int
    unwitnessed: tuple[int, ...] = ()
    holding: tuple[OpenFinding, ...] = ()
    started_by_signer: bool = False
    self_signoff_allowed: bool = False
    human_signoff: bool = True
    replaced_by: int | None = None
    undecided: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the version may be accepted now; `missing` is empty exactly then. `notes` are said but hold nothing."""

    missing: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def may_accept(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing


def judge(case: Case) -> Verdict:
    """May this version be accepted by this person? (S10; design §4.)"""
    missing = [*_about_the_version(case), *_about_findings(case.holding), *_about_the_signer(case)]
    notes = []
    if not case.human_signoff:
        notes.append(
            "The run was started with the human step switched off, as experiments may. It can still be signed."
        )
    if rest := case.undecided - sum(not finding.confirmed for finding in case.holding):
        notes.append(f"{rest} finding{'s' if rest > 1 else ''} that hold nothing up are not decided yet.")
    if case.started_by_signer and case.self_signoff_allowed:
        notes.append("You started this run yourself. The sign-off will say so.")
    return Verdict(tuple(missing), tuple(notes))


def return_fault(case: Case, reason: str) -> Reason | None:
    """Why the version cannot be returned to the curator; None when it can."""
    if case.state != VersionState.AUDITED:
        return Reason(Missing.STATE, f"Only an audited version can be returned; this one is {case.state}.")
    if case.replaced_by is not None:
        return Reason(Missing.REPLACED, f"Version {case.replaced_by} replaces this one already.")
    if not reason.strip():
        return Reason(Missing.STATE, "A return needs a reason: what should the curator do?")
    return None


def _about_the_version(case: Case) -> Sequence[Reason]:
    found = []
    if case.state != VersionState.AUDITED:
        found.append(
            Reason(Missing.STATE, f"The version is {case.state}; only an audited one can be accepted.")
        )
    if case.replaced_by is not None:
        found.append(Reason(Missing.REPLACED, f"Version {case.replaced_by} replaces this one."))
    if not case.rows:
        found.append(Reason(Missing.ROWS, "The version has no row."))
    if case.unwitnessed:
        rows = ", ".join(map(str, case.unwitnessed[:10]))
        more = f" and {len(case.unwitnessed) - 10} more" if len(case.unwitnessed) > 10 else ""
        found.append(Reason(Missing.EVIDENCE, f"Rows without a witness for every value: {rows}{more}."))
    return found


def _about_findings(holding: Sequence[OpenFinding]) -> Sequence[Reason]:
    return [
        Reason(
            Missing.FINDINGS,
            f"{finding.check}: {finding.message} "
            + (
                "Confirmed: the curator has to repair it."
                if finding.confirmed
                else "Nobody has decided it yet."
            ),
            finding.id,
        )
        for finding in holding
    ]


def _about_the_signer(case: Case) -> Sequence[Reason]:
    if case.started_by_signer and not case.self_signoff_allowed:
        return [Reason(Missing.SIGNER, "You started this run. Somebody else has to sign it.")]
    return []
