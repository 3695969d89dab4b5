"""The warrant that ends a version: what a sign-off hands to curation, which knows nothing of findings or reviewers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Decision(StrEnum):
    """What the warrant says about the version."""

    ACCEPT = "accept"
    RETURN = "return"


@dataclass(frozen=True, slots=True)
class Warrant:
    """A decision on one content of one version: `version_digest` is what the signer saw, `signoff_id` the record."""

    version_id: int
    version_digest: str
    decision: Decision
    signoff_id: int


def objection(
    warrant: Warrant, *, version_id: int, stored_digest: str, computed_digest: str, decision: Decision
) -> str:
    """Why a warrant does not fit a version, or "" when it does.

    `stored_digest` was written when the version was staged; `computed_digest` is over what the database holds now.
    """
    if warrant.version_id != version_id:
        return f"the warrant is for version {warrant.version_id}, not for version {version_id}"
    if warrant.decision is not decision:
        return f"the warrant says {warrant.decision}, not {decision}"
    if warrant.version_digest != stored_digest:
        return "the warrant was given for other content: its digest is not this version's"
    if computed_digest != stored_digest:
        return "the version's content no longer has the digest it was staged with"
    return ""
