"""Roles are groups. Who may do what is decided where an object is fetched (`access.py` of each app) with these."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any

from stageaudit_web.core.errors import AccessDenied, ObjectNotFound


class Role(StrEnum):
    """The five roles of a site; the value is the name of the group."""

    REVIEWER = "reviewer"
    ANNOTATOR = "annotator"
    ADJUDICATOR = "adjudicator"
    RESEARCHER = "researcher"
    ADMIN = "admin"


def roles_of(user: Any) -> frozenset[str]:
    """Names of the roles a user holds; a superuser holds `admin`. Read once per user object."""
    if not getattr(user, "is_authenticated", False):
        return frozenset()
    cached: frozenset[str] | None = getattr(user, "_roles", None)
    if cached is None:
        names = set(user.groups.values_list("name", flat=True))
        cached = user._roles = frozenset(names | ({Role.ADMIN.value} if user.is_superuser else set()))
    return cached


def require(user: Any, *, may: Iterable[Role], sees: Iterable[Role], what: str) -> None:
    """Lets a user pass who holds one of the roles in `may`, or is admin.

    Raises AccessDenied (403) for an insider, who holds one of `sees`, and ObjectNotFound (404) for everyone else.
    """
    held = roles_of(user)
    allowed = {Role.ADMIN, *may}
    if held & allowed:
        return
    if held & set(sees):
        needed = " or ".join(sorted(role.value for role in allowed))
        raise AccessDenied(
            "role_needed", f"Your role does not allow this: {what} needs the role {needed}.", what=what
        )
    raise ObjectNotFound("not_found", "There is nothing here.", what=what)
