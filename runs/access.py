"""Who may see and act on runs: decided where the run is fetched."""

from __future__ import annotations

from typing import Any

from stageaudit_web.core.errors import ObjectNotFound
from stageaudit_web.core.models import Run
from stageaudit_web.core.roles import Role, require

SEES = (Role.RESEARCHER, Role.REVIEWER)
STARTS = (Role.RESEARCHER,)


def require_sees_runs(user: Any) -> None:
    """Researchers, reviewers and admins see runs; everyone else gets 404."""
    require(user, may=SEES, sees=(), what="seeing runs")


def require_starts_runs(user: Any) -> None:
    """Researchers and admins start, stop and retry runs; reviewers get 403."""
    require(user, may=STARTS, sees=SEES, what="starting, stopping or retrying a run")


def require_asks_curator(user: Any) -> None:
    """Researchers, reviewers and admins look for drift and ask for a restage; to everyone else nothing is there."""
    require(user, may=SEES, sees=SEES, what="looking for drift and asking for a restage")


def run_for(user: Any, pk: int) -> Run:
    """The run, for somebody who may see it. Raises ObjectNotFound otherwise."""
    require_sees_runs(user)
    run = Run.objects.select_related("started_by").filter(pk=pk).first()
    if run is None:
        raise ObjectNotFound("no_run", f"There is no run {pk}.", run=pk)
    return run
