"""States of a table version (design §4)."""

from __future__ import annotations

from enum import StrEnum

from stageaudit_web.core.machines import Machine


class VersionState(StrEnum):
    """Where a version stands. `accepted` and `returned` are final."""

    PROPOSED = "proposed"
    STAGED = "staged"
    AUDITED = "audited"
    REPAIRED = "repaired"
    ACCEPTED = "accepted"
    RETURNED = "returned"


# A restage makes a new version, so a version is `repaired` when a later one replaces it after its audit; the new one is
# staged and audited in turn. That is the paper's loop proposed, staged, audited, repaired over immutable versions.
VERSION = Machine(
    "table version",
    {
        "proposed": frozenset({"staged"}),
        "staged": frozenset({"audited"}),
        "audited": frozenset({"repaired", "accepted", "returned"}),
    },
)
