"""Audit as a Django app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Checks, findings, dispositions, sign-off."""

    name = "audit"
