"""What people start from the pages of a version: a look for drift, a restage with changed sources."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from curation.access import version_for
from runs import pipelines
from runs.access import require_asks_curator
from stageaudit_web.core import receipts, tasks
from stageaudit_web.core.errors import InvalidInput


@require_POST
def version_check_drift(request: HttpRequest, pk: int) -> HttpResponse:
    """Starts a look for drift at all pages, or at `page` (its number in the source set), and leads to the run."""
    version = version_for(request.user, pk)
    require_asks_curator(request.user)
    page = _number(request.POST.get("page", ""))

    def act() -> dict[str, Any]:
        run = pipelines.start_drift_run(version=version, by=request.user, page=page)
        tasks.nudge(run)
        return {"run": run.pk}

    outcome = receipts.once(
        user=request.user, key=request.POST.get("idempotency_key", ""), action="drift.check", act=act
    )
    return redirect("run_detail", pk=outcome["run"])


@require_POST
def version_restage(request: HttpRequest, pk: int) -> HttpResponse:
    """Starts a repair whose restage carries out the changes of the source set that people asked for."""
    version = version_for(request.user, pk)
    require_asks_curator(request.user)

    def act() -> dict[str, Any]:
        run = pipelines.start_restage_run(version=version, by=request.user)
        tasks.nudge(run)
        return {"run": run.pk}

    outcome = receipts.once(
        user=request.user, key=request.POST.get("idempotency_key", ""), action="version.restage", act=act
    )
    return redirect("run_detail", pk=outcome["run"])


def _number(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise InvalidInput("no_number", f"A page is named by its number, not by “{text[:40]}”.", field="page")
    return int(text)
