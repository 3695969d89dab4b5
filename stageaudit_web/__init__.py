"""StageAudit's site. The Celery application is imported here so that tasks sent from any process find it."""

from stageaudit_web.celery import app as celery_app

__all__ = ["celery_app"]
