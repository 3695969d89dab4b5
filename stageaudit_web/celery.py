"""The Celery application: queues, JSON only, late acknowledgement, and the two periodic nudges."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "stageaudit_web.settings")

app = Celery("stageaudit")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["stageaudit_web.core"])
