"""Receipts: what was answered to a write that carried an idempotency key, so that a resend gets the same answer."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone


class Receipt(models.Model):
    """One acknowledged write of one person. `outcome` is what a resend is told."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=64)
    action = models.CharField(max_length=60)
    outcome = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_receipt_per_person_and_key")]

    def __str__(self) -> str:
        return f"{self.action} {self.key}"
