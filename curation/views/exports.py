"""A version out of the site: CSV, JSON lines and annotations, streamed."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import HttpRequest, StreamingHttpResponse
from django.views.decorators.http import require_safe

from curation.access import version_for
from curation.models import TableVersion
from curation.selectors import exports
from stageaudit_web.core.errors import Conflict


@require_safe
def version_csv(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """The version as CSV; with `?exact=1` no value is guarded against spreadsheets."""
    version = _staged(request, pk)
    exact = request.GET.get("exact") == "1"
    lines = exports.csv_lines(version, site=_site(request), exact=exact)
    return _download(version, lines, "text/csv; charset=utf-8", "csv")


@require_safe
def version_jsonl(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """The version as JSON lines."""
    version = _staged(request, pk)
    return _download(version, exports.json_lines(version, site=_site(request)), "application/jsonl", "jsonl")


@require_safe
def version_annotations(request: HttpRequest, pk: int) -> StreamingHttpResponse:
    """The version's evidence as W3C Web Annotations, one a line."""
    version = _staged(request, pk)
    lines = exports.annotation_lines(version, site=_site(request))
    return _download(version, lines, "application/jsonl", "annotations.jsonl")


def _staged(request: HttpRequest, pk: int) -> TableVersion:
    version = version_for(request.user, pk)
    if version.state == "proposed":
        raise Conflict("not_staged", "Nothing is staged yet: there is nothing to export.", version=pk)
    return version


def _site(request: HttpRequest) -> str:
    return request.build_absolute_uri("/")


def _download(version: TableVersion, lines: Iterator[str], kind: str, suffix: str) -> StreamingHttpResponse:
    name = f"{version.table.question.key}-table-{version.table_id}-version-{version.number}.{suffix}"
    response = StreamingHttpResponse((line.encode() for line in lines), content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-store"
    return response
