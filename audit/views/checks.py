"""What the twelve checks ask."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from audit.checks import CHECKS
from audit.domain.acceptance import NO_TRUTH
from audit.domain.findings import default_issue_type
from curation.access import require_sees_tables
from stageaudit_web.core.pages import respond


@require_safe
def check_list(request: HttpRequest) -> HttpResponse:
    """The twelve checks in their order."""
    require_sees_tables(request.user)
    checks = [(check, default_issue_type(check.id)) for check in CHECKS]
    return respond(request, "audit/check_list.html", {"checks": checks, "truth": NO_TRUTH})
