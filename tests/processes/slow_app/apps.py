"""The app that knows the stage `slow`."""

from __future__ import annotations

from django.apps import AppConfig


class SlowConfig(AppConfig):
    """Registers the stage."""

    name = "tests.processes.slow_app"
    label = "slow_app"

    def ready(self) -> None:
        """Makes `slow` known to workers."""
        from stageaudit_web.core import work
        from tests.processes.slow_app.handlers import slow

        work.register("slow", slow)
