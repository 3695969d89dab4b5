"""What the run pages show, read in a constant number of queries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.utils import timezone

from curation.models import TableVersion
from stageaudit_web.core.models import Run, RunState, Step, StepState

STAGE_WORDS = {
    "discover": "Find pages",
    "wikidata": "Ask Wikidata for counts",
    "stage": "Read rows and pass them through the gate",
    "restage": "Repair and pass rows through the gate",
    "audit": "Audit by rule",
    "settle": "Close what the repair settled",
    "drift": "Compare a page with its current revision",
    "drift_findings": "Report drift",
}


@dataclass(frozen=True, slots=True)
class StepLine:
    """One step as the run page shows it."""

    words: str
    state: str
    done: int
    total: int
    label: str
    error: str
    attempt: int
    took: timedelta | None


@dataclass(frozen=True, slots=True)
class RunPage:
    """A run with its steps, how far it is, and the version it made."""

    run: Run
    steps: tuple[StepLine, ...]
    steps_done: int
    waited: timedelta | None
    took: timedelta | None
    version: TableVersion | None
    question_id: int | None
    drift_version: int | None = None


@dataclass(frozen=True, slots=True)
class RunList:
    """One page of runs under a filter."""

    page: Page[Run]
    state: str
    words: str
    states: tuple[str, ...] = tuple(RunState.values)


def run_page(run: Run) -> RunPage:
    """Everything the run page shows."""
    steps = list(run.steps.order_by("ordinal"))
    version = TableVersion.objects.filter(run=run).select_related("table__question").first()
    now = timezone.now()
    return RunPage(
        run=run,
        steps=tuple(_line(step) for step in steps),
        steps_done=sum(step.state == StepState.DONE for step in steps),
        waited=(run.started_at or now) - run.created_at if run.state == "queued" or run.started_at else None,
        took=(run.finished_at or now) - run.started_at if run.started_at else None,
        version=version,
        question_id=run.parameters.get("question"),
        drift_version=run.parameters.get("version") if run.kind == "drift" else None,
    )


def run_list(*, state: str, words: str, number: str, per_page: int = 50) -> RunList:
    """Runs newest first; `state` filters by state, `words` by title, configuration or person."""
    runs: Any = Run.objects.select_related("started_by", "version").order_by("-created_at", "-pk")
    if state:
        runs = runs.filter(state=state)
    for word in words.split():
        runs = runs.filter(
            Q(title__icontains=word)
            | Q(configuration__icontains=word)
            | Q(started_by__username__icontains=word)
        )
    return RunList(page=Paginator(runs, per_page).get_page(number), state=state, words=words)


def _line(step: Step) -> StepLine:
    end = step.finished_at or (timezone.now() if step.state == StepState.RUNNING else None)
    return StepLine(
        words=STAGE_WORDS.get(step.stage, step.stage),
        state=step.state,
        done=step.done,
        total=step.total,
        label=step.label,
        error=step.error,
        attempt=step.attempt,
        took=end - step.started_at if end and step.started_at else None,
    )
