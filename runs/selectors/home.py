"""What waits for a person when they arrive: versions to review, runs under way, runs that ended."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from audit.selectors.work import ReviewWork, review_work
from curation.models import Question
from stageaudit_web.core.models import Run, RunState
from stageaudit_web.core.roles import Role, roles_of

MOST_RUNS = 10


@dataclass(frozen=True, slots=True)
class Home:
    """The work of one person. `review` is None for people who do not sign; `runs` is None for people who see none."""

    review: ReviewWork | None
    runs: tuple[Run, ...] | None
    active: int
    questions: int
    may_ask: bool


def home(*, user: Any, today: date) -> Home:
    """Read in at most five queries, whatever there is."""
    held = roles_of(user)
    asks = bool(held & {Role.RESEARCHER, Role.ADMIN})
    sees = asks or Role.REVIEWER in held
    runs = Run.objects.select_related("started_by", "version").order_by("-created_at")
    return Home(
        review=review_work(today=today) if held & {Role.REVIEWER, Role.ADMIN} else None,
        runs=tuple(runs[:MOST_RUNS]) if sees else None,
        active=Run.objects.filter(state__in=[RunState.QUEUED, RunState.RUNNING]).count() if sees else 0,
        questions=Question.objects.count() if sees else 0,
        may_ask=asks,
    )
