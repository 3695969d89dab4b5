"""The drift tab of a version: what newer revisions of its pages did to the places it stands on."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from curation.access import version_for
from curation.selectors.drift import drift_page
from stageaudit_web.core.pages import respond


@require_safe
def version_drift(request: HttpRequest, pk: int) -> HttpResponse:
    """Pages and places; `?status=` one status, `?page_of=` one page by its number in the source set."""
    version = version_for(request.user, pk)
    page = drift_page(
        version,
        status=request.GET.get("status", ""),
        page=request.GET.get("page_of", ""),
        number=request.GET.get("page", "1"),
        idempotency_key=uuid.uuid4().hex,
    )
    return respond(request, "curation/version_drift.html", page, fragment="results")
