"""The bytes of a stored page, and only if they are the bytes that were stored."""

from __future__ import annotations

from curation.models import Snapshot
from stageaudit_web.core.digests import bytes_digest
from stageaudit_web.core.errors import Conflict, Unavailable


def stored_bytes(snapshot: Snapshot) -> bytes:
    """What was stored. Raises Unavailable when media storage has no such bytes now, Conflict when they were changed."""
    try:
        data = snapshot.read()
    except OSError as error:
        message = f"The stored bytes of “{snapshot.title}” cannot be read now."
        raise Unavailable("snapshot_missing", message, snapshot=snapshot.pk) from error
    if bytes_digest(data) != snapshot.sha256:
        message = f"The stored bytes of “{snapshot.title}” were changed: they are not those that were hashed."
        raise Conflict("snapshot_changed", message, snapshot=snapshot.pk)
    return data
