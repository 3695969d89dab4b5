"""The page-or-fragment helper: one template per page, whose named partials are rendered alone for htmx."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render as django_render
from django.utils.cache import patch_vary_headers


def wants_fragment(request: HttpRequest) -> bool:
    """Whether this is an htmx request for a part of the page; a boosted request wants the page."""
    htmx: Any = getattr(request, "htmx", None)
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def respond(
    request: HttpRequest,
    template: str,
    context: Any,
    *,
    fragment: str = "",
    status: int = 200,
    toast: str = "",
) -> HttpResponse:
    """Renders `template`, or its partial `fragment` when htmx asks for a part.

    `context` is a mapping or a frozen dataclass from a selector, whose fields become the variables. `toast` is shown
    for a moment (htmx answers only; page loads use messages).
    """
    name = f"{template}#{fragment}" if fragment and wants_fragment(request) else template
    response = django_render(request, name, _variables(context), status=status)
    patch_vary_headers(response, ["HX-Request"])
    if toast and wants_fragment(request):
        add_toast(response, toast)
    return response


def add_toast(response: HttpResponse, text: str, *, kind: str = "ok", undo_url: str = "") -> None:
    """Tells the page's scripts to show a toast: text, kind (ok, warn, bad) and where an undo button posts to."""
    detail = {"text": text, "kind": kind, "undo_url": undo_url}
    response["HX-Trigger"] = json.dumps({"toast": detail})


def _variables(context: Any) -> dict[str, Any]:
    if is_dataclass(context) and not isinstance(context, type):
        return {field.name: getattr(context, field.name) for field in fields(context)}
    return dict(context)
