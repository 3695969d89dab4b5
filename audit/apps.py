"""Audit as a Django app."""

from django.apps import AppConfig
from django.conf import settings


class AuditConfig(AppConfig):
    """Checks, findings, dispositions, sign-off."""

    name = "audit"

    def ready(self) -> None:
        """Registers the stages, the tabs of a version, and the check of signed versions.

        Where the auditor logs into the database with its own role, its stage travels on its own queue, so that only the
        worker with that role takes it.
        """
        from audit import tasks
        from audit.services.signoff import broken_signoffs
        from stageaudit_web.core import ledger, work
        from stageaudit_web.core.rights import Hand
        from stageaudit_web.core.tabs import add_tab

        queue = "audit" if settings.AUDIT_DATABASE_URL else "default"
        work.register(tasks.AUDIT, tasks.audit, queue=queue, hand=Hand.AUDITOR)
        work.register(tasks.SETTLE, tasks.settle)
        ledger.register_verifier("sign-offs", broken_signoffs)
        add_tab("version", order=30, label="Review", url_name="version_review", key="r")
        add_tab("version", order=90, label="Sign-off", url_name="version_signoff", key="s")
