"""The sign-off page of a version: what is missing, what will be covered, and what was signed."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from audit.access import may_decide, version_for, version_to_sign
from audit.selectors.signing import signing_page
from audit.services.signoff import sign
from stageaudit_web.core import receipts
from stageaudit_web.core.pages import respond


@require_safe
def version_signoff(request: HttpRequest, pk: int) -> HttpResponse:
    """What the sign-off needs and covers, or who signed and when."""
    version = version_for(request.user, pk)
    page = signing_page(version, signer=request.user, may_sign=may_decide(request.user))
    context = {"page": page, "head": page.head, "idempotency_key": uuid.uuid4().hex}
    return respond(request, "audit/version_signoff.html", context)


@require_POST
def version_accept(request: HttpRequest, pk: int) -> HttpResponse:
    """Signs the version; 409 says what is missing or who was first."""
    version = version_to_sign(request.user, pk)
    receipts.once(
        user=request.user,
        key=request.POST.get("idempotency_key", ""),
        action="version.accept",
        act=lambda: {"signoff": sign(version=version, decision="accept", by=request.user).pk},
    )
    messages.success(request, f"Version {version.number} is accepted and sealed.")
    return redirect("version_signoff", pk=pk)
