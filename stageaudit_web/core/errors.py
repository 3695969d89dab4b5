"""Errors of the product: each has a code, a sentence for people, the facts, and whether a retry can help."""

from __future__ import annotations

from typing import Any


class StageAuditError(Exception):
    """Base of all expected errors. `status` is the HTTP answer that the error middleware gives."""

    status = 400
    retry = False

    def __init__(self, code: str, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.code, self.message, self.facts = code, message, facts


class InvalidInput(StageAuditError):
    """What was given cannot be used; the message says what, where and what is expected."""


class AccessDenied(StageAuditError):
    """The person may see that the object exists but lacks the right for this act."""

    status = 403


class ObjectNotFound(StageAuditError):
    """The object does not exist, or must not be seen to exist."""

    status = 404


class Conflict(StageAuditError):
    """Somebody or something else was there first; the message says who and when."""

    status = 409


class IllegalTransition(Conflict):
    """A state machine has no such edge, or the object has left the state it was read in."""


class LeaseLost(Conflict):
    """A worker came back to work that another worker has taken over; its result is dropped."""


class Unavailable(StageAuditError):
    """Something outside did not answer; trying again later can help."""

    status = 503
    retry = True
