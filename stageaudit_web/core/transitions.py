"""The one way a state changes: a guarded update that must change exactly one row, and one journal event with it."""

from __future__ import annotations

from typing import Any, TypeVar

from django.db import models, transaction

from stageaudit_web.core import journal
from stageaudit_web.core.errors import IllegalTransition
from stageaudit_web.core.machines import Machine

Stateful = TypeVar("Stateful", bound=models.Model)


def move(
    obj: Stateful,
    *,
    machine: Machine,
    to: str,
    verb: str,
    by: Any = None,
    payload: dict[str, Any] | None = None,
    **also: Any,
) -> Stateful:
    """Moves `obj.state` to `to`, sets the fields in `also`, journals `verb`, and returns the object as stored.

    `by` is a user or None for the system. Raises IllegalTransition when the machine has no such edge or when the row
    left its state meanwhile.
    """
    old = str(obj.state)  # type: ignore[attr-defined]  # every machine's model has `state`; models.Model does not say so
    if not machine.allows(old, to):
        raise IllegalTransition(
            "no_such_edge", f"A {machine.name} that is {old} cannot become {to}.", old=old, new=to
        )
    with transaction.atomic():
        changed = type(obj)._default_manager.filter(pk=obj.pk, state=old).update(state=to, **also)
        if changed != 1:
            raise IllegalTransition(
                "already_moved",
                f"This {machine.name} is no longer {old}: somebody else acted first.",
                old=old,
                new=to,
            )
        journal.record(verb=verb, subject=obj, by=by, payload={"from": old, "to": to, **(payload or {})})
    for field, value in {"state": to, **also}.items():
        setattr(obj, field, value)
    return obj
