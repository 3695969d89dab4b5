"""Turns an expected error into a page, or into a fragment for htmx: what went wrong, where, and what to do."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from stageaudit_web.core.errors import InvalidInput, StageAuditError
from stageaudit_web.core.pages import respond

log = logging.getLogger(__name__)


class DomainErrorMiddleware:
    """Catches StageAuditError from views; everything else stays a 500."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Passes the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponse | None:
        """Refuses null characters in an address or a form: no page means them, and PostgreSQL stores none."""
        if any("\x00" in value for query in (request.GET, request.POST) for value in _values(query)):
            message = "What was sent holds a null character. Take it out and send it again."
            return self.process_exception(request, InvalidInput("null_character", message))
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answers with the error's status and its words."""
        if not isinstance(error, StageAuditError):
            return None
        reference = uuid.uuid4().hex[:8]
        log.info("%s %s %s: %s %s", reference, request.method, request.path, error.code, error.facts)
        context = {"error": error, "reference": reference, "status": error.status}
        return respond(request, "errors/domain.html", context, fragment="error", status=error.status)


def _values(query: QueryDict) -> Iterator[str]:
    for name, values in query.lists():
        yield name
        yield from values
