"""Runs as a Django app."""

from django.apps import AppConfig


class RunsConfig(AppConfig):
    """Starts and shows runs of the pipelines."""

    name = "runs"

    def ready(self) -> None:
        """Registers the stages that need more than one app."""
        from runs import handlers
        from stageaudit_web.core import work

        work.register(handlers.DRIFT_FINDINGS, handlers.drift_findings)
