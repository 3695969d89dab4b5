"""Where a value stands: the evidence of a row or cell, and the stored page in a frame that can do nothing."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit

from csp.constants import NONE, SELF
from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from curation.access import snapshot_for, version_for
from curation.domain.extract import highlight
from curation.domain.preview import safe_page
from curation.selectors import evidence as selectors
from curation.selectors.snapshots import stored_bytes
from curation.selectors.versions import version_head
from stageaudit_web.core.errors import InvalidInput
from stageaudit_web.core.pages import respond, wants_fragment

FRAME_POLICY = {
    "default-src": [NONE],
    "script-src": [NONE],
    "style-src": [SELF],
    "img-src": [NONE],
    "font-src": [NONE],
    "connect-src": [NONE],
    "frame-src": [NONE],
    "form-action": [NONE],
    "manifest-src": [NONE],
    "frame-ancestors": [SELF],
    "sandbox": True,
}


@require_safe
def version_evidence(request: HttpRequest, pk: int) -> HttpResponse:
    """The evidence of `?row=` (its number) or of its cell `&c=` (the column's position); `&place=` of several."""
    version = version_for(request.user, pk)
    found = selectors.evidence(
        version,
        row=_number(request, "row"),
        column=_optional(request, "c"),
        place=_optional(request, "place") or 0,
    )
    context = {"evidence": found, "head": None if wants_fragment(request) else version_head(version)}
    response = respond(request, "curation/evidence.html", context, fragment="evidence")
    _keep_address(request, response)
    return response


def _keep_address(request: HttpRequest, response: HttpResponse) -> None:
    """Lets the page's address name the row and cell that are open, so that it can be sent to somebody."""
    current = request.headers.get("HX-Current-URL") if wants_fragment(request) else None
    if current:
        parts = urlsplit(current)
        kept = [(name, value) for name, value in parse_qsl(parts.query) if name not in ("row", "c")]
        opened = [(name, request.GET[name]) for name in ("row", "c") if name in request.GET]
        response["HX-Replace-Url"] = f"{parts.path}?{urlencode([*kept, *opened])}"


def _number(request: HttpRequest, name: str) -> int:
    value = _optional(request, name)
    if value is None:
        raise InvalidInput("no_number", f"The address needs {name}=, a whole number.", field=name)
    return value


def _optional(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise InvalidInput("no_number", f"{name} must be a whole number, not “{text[:40]}”.", field=name)
    return int(text)


@require_safe
@xframe_options_sameorigin
@csp_replace(FRAME_POLICY)  # type: ignore[arg-type]  # its stubs know views without arguments of the address only
def snapshot_frame(request: HttpRequest, pk: int) -> HttpResponse:
    """The stored page, sanitised, with the place of `?locator=` (and the value of `&cell=`), or `?drift=`, marked."""
    snapshot = snapshot_for(request.user, pk)
    drifted = _optional(request, "drift")
    if drifted is not None:
        marks = selectors.marks_of_drift(snapshot, record=drifted)
    else:
        marks = selectors.marks(
            snapshot, locator=_optional(request, "locator"), cell=_optional(request, "cell")
        )
    html = highlight(stored_bytes(snapshot), marks.anchors, marks.phrase)
    context = {"snapshot": snapshot, "page": safe_page(html), "marks": marks}
    response = respond(request, "curation/snapshot_frame.html", context)
    patch_cache_control(response, private=True, max_age=300)
    return response
