"""What every page shows around its content: the site's name, the navigation of this person's roles."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from stageaudit_web.core.roles import roles_of


def site(request: HttpRequest) -> dict[str, Any]:
    """Context processor: `site_name`, `demo`, `roles`, `nav`."""
    roles = roles_of(getattr(request, "user", None))
    return {"site_name": settings.SITE_NAME, "demo": settings.DEMO, "roles": sorted(roles), "nav": []}
