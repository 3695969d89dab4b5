"""Home, and what a load balancer asks."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from runs.selectors import home as selectors
from stageaudit_web.core.pages import respond


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Where each role's work waits."""
    return respond(request, "home.html", selectors.home(user=request.user, today=timezone.localdate()))


@login_not_required
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """Whether this process can serve: 200 when the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return JsonResponse({"status": "ok"})
