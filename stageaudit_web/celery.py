"""The Celery application: queues, JSON only, late acknowledgement, and the two periodic nudges."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "stageaudit_web.settings")

app = Celery("stageaudit")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["stageaudit_web.core"])


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    """A worker that starts looks for work at once: what waited while none ran need not wait for the next sweep."""
    app.send_task("stageaudit_web.core.tasks.sweep")
