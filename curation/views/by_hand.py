"""Changes of a source set that people ask for: one request at a time, carried out by a restage."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from curation.access import version_for
from curation.models import TableVersion
from curation.selectors.by_hand import by_hand
from curation.selectors.frontier import frontier_page
from curation.services.by_hand import ask_for_page
from stageaudit_web.core import receipts
from stageaudit_web.core.errors import InvalidInput
from stageaudit_web.core.pages import respond

FIELDS = ("kind", "title", "reason")
DONE = {
    "add": "The next restage will look for “{title}”.",
    "drop": "The next restage will leave “{title}” out.",
    "withdraw": "The request about “{title}” is taken back.",
}


@require_POST
def frontier_ask(request: HttpRequest, pk: int) -> HttpResponse:
    """Records a request (`kind` add, drop or withdraw; `title`; `reason`), or shows the form with what is wrong."""
    version = version_for(request.user, pk)
    typed = {name: request.POST.get(name, "") for name in FIELDS}
    key = request.POST.get("idempotency_key", "")

    def act() -> dict[str, Any]:
        made = ask_for_page(version=version, by=request.user, **typed)
        return {"kind": made.kind, "title": made.title}

    try:
        outcome = receipts.once(user=request.user, key=key, action="frontier.ask", act=act)
    except InvalidInput as error:
        return _again(request, version, error.message, typed, key)
    messages.success(request, DONE[outcome["kind"]].format(title=outcome["title"]))
    return redirect("version_frontier", pk=pk)


def _again(
    request: HttpRequest, version: TableVersion, error: str, typed: dict[str, str], key: str
) -> HttpResponse:
    changes = by_hand(version, idempotency_key=key, error=error, typed=typed)
    page = frontier_page(version, changes=changes)
    return respond(request, "curation/version_frontier.html", page, status=422)
