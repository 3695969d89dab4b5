"""The floor as a Django app."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """Registers system checks."""

    name = "stageaudit_web.core"
    label = "core"

    def ready(self) -> None:
        """Imports the checks so that Django knows them, and the Celery app so that tasks bind to it."""
        from stageaudit_web.core import checks  # noqa: F401 - importing registers them
