"""Plans runs of slow steps and tells the workers, as a view would."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import transaction

from stageaudit_web.core import tasks, work


class Command(BaseCommand):
    """`manage.py plan_slow_runs RUNS STEPS SECONDS`."""

    def add_arguments(self, parser: CommandParser) -> None:
        """How many runs, of how many steps, of how many seconds each."""
        parser.add_argument("runs", type=int)
        parser.add_argument("steps", type=int)
        parser.add_argument("seconds", type=float)

    def handle(self, *args: Any, **options: Any) -> None:
        """Commits each run, then nudges."""
        for number in range(options["runs"]):
            with transaction.atomic():
                run = work.plan_run(
                    by=None,
                    steps=[work.StepPlan("slow", str(item)) for item in range(options["steps"])],
                    kind="slow",
                    configuration="slow",
                    subject=f"question:{number}",
                    title=f"slow {number}",
                    parameters={"seconds": options["seconds"]},
                )
                tasks.nudge(run)
