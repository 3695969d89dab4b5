"""What every page shows around its content: the site's name and the navigation of this person's roles."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from stageaudit_web.core.roles import Role, roles_of

TABLE_ROLES = frozenset({Role.RESEARCHER, Role.REVIEWER, Role.ADMIN})
# Words, URL name, second key after `g`, roles that see it, and the beginnings of addresses that belong to it.
ENTRIES = (
    ("Questions", "question_list", "q", TABLE_ROLES, ("/questions/", "/versions/", "/snapshots/")),
    ("Runs", "run_list", "r", TABLE_ROLES, ("/runs/",)),
)


def site(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `site_name`, `demo`, `roles`, `nav` (label, url, key, current)."""
    held = roles_of(getattr(request, "user", None))
    nav = [
        {"label": label, "url": reverse(name), "key": key, "current": request.path.startswith(below)}
        for label, name, key, roles, below in ENTRIES
        if held & roles
    ]
    return {"site_name": settings.SITE_NAME, "demo": settings.DEMO, "roles": sorted(held), "nav": nav}
