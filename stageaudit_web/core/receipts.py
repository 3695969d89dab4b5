"""Idempotency keys: a resend of an acknowledged write gets the first answer and does nothing again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction

from stageaudit_web.core.errors import Conflict
from stageaudit_web.core.models import Receipt


def once(*, user: Any, key: str, action: str, act: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Runs `act` in a transaction and stores its outcome under (user, key); a repeat returns the stored outcome.

    An empty key means that the client gave none: `act` runs unguarded. The receipt and the write commit together.
    Raises Conflict when the key was used for another action.
    """
    if not key:
        with transaction.atomic():
            return act()
    try:
        with transaction.atomic():
            receipt = Receipt.objects.create(user=user, key=key[:64], action=action)
            outcome = act()
            Receipt.objects.filter(pk=receipt.pk).update(outcome=outcome)
            return outcome
    except IntegrityError:
        earlier = Receipt.objects.filter(user=user, key=key[:64]).first()
        if earlier is None:
            raise
    if earlier.action != action:
        raise Conflict(
            "key_reused", "This form was already used for something else; reload the page.", action=action
        )
    stored: dict[str, Any] = earlier.outcome
    return stored
