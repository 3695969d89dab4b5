"""Runs: list, page with live progress, start, stop, retry, and the return of a version to the curator."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from audit.access import version_to_sign
from audit.services import signoff
from curation.access import question_for
from curation.models import TableVersion
from runs import pipelines
from runs.access import require_sees_runs, require_starts_runs, run_for
from runs.selectors import runs as selectors
from stageaudit_web.core import receipts, tasks, work
from stageaudit_web.core.models import Run
from stageaudit_web.core.pages import respond


@require_safe
def run_list(request: HttpRequest) -> HttpResponse:
    """All runs, newest first, filtered by state and words."""
    require_sees_runs(request.user)
    listing = selectors.run_list(
        state=request.GET.get("state", ""),
        words=request.GET.get("q", ""),
        number=request.GET.get("page", "1"),
    )
    return respond(request, "runs/run_list.html", listing, fragment="results")


@require_safe
def run_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One run; while it is active the progress region asks for itself again every second."""
    page = selectors.run_page(run_for(request.user, pk))
    response = respond(request, "runs/run_detail.html", page, fragment="progress")
    if request.htmx and not page.run.is_active:  # type: ignore[attr-defined]  # set by django-htmx's middleware
        response["HX-Refresh"] = "true"
    return response


@require_POST
def run_start(request: HttpRequest, pk: int) -> HttpResponse:
    """Starts a run on a question and leads to its page."""
    question = question_for(request.user, pk)
    require_starts_runs(request.user)
    configuration = request.POST.get("configuration", "extractive")

    def act() -> dict[str, Any]:
        run = pipelines.start_table_run(question=question, by=request.user, configuration=configuration)
        tasks.nudge(run)
        return {"run": run.pk}

    outcome = receipts.once(
        user=request.user, key=request.POST.get("idempotency_key", ""), action="run.start", act=act
    )
    return redirect("run_detail", pk=outcome["run"])


@require_POST
def run_cancel(request: HttpRequest, pk: int) -> HttpResponse:
    """Stops an active run."""
    run = run_for(request.user, pk)
    require_starts_runs(request.user)
    work.cancel_run(run=run, by=request.user)
    messages.success(request, "The run is stopped. What it had stored is kept.")
    return redirect("run_detail", pk=pk)


@require_POST
def run_retry(request: HttpRequest, pk: int) -> HttpResponse:
    """Queues a failed run again from its first unfinished step."""
    run = run_for(request.user, pk)
    require_starts_runs(request.user)
    work.retry_run(run=run, by=request.user)
    tasks.nudge(run)
    return redirect("run_detail", pk=pk)


@require_POST
def version_return(request: HttpRequest, pk: int) -> HttpResponse:
    """Returns a version with a reason: a sign-off `return`, and a repair run that makes a new version."""
    version = version_to_sign(request.user, pk)
    reason = request.POST.get("reason", "").strip()
    outcome = receipts.once(
        user=request.user,
        key=request.POST.get("idempotency_key", ""),
        action="version.return",
        act=lambda: {"run": _return(version=version, by=request.user, reason=reason).pk},
    )
    messages.success(request, f"Version {version.number} is returned; the curator is at work on a new one.")
    return redirect("run_detail", pk=outcome["run"])


def _return(*, version: TableVersion, by: Any, reason: str) -> Run:
    signoff.sign(version=version, decision="return", by=by, reason=reason)
    run = pipelines.start_repair_run(version=version, by=by, reason=reason)
    tasks.nudge(run)
    return run
