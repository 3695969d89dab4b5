"""The pages of a table version: rows, refused rows, source set, versions and their difference."""

from __future__ import annotations

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from curation.access import version_for
from curation.models import TableVersion
from curation.selectors import diffs, evidence, frontier, refused, rows, versions
from curation.selectors.by_hand import by_hand
from curation.selectors.evidence import Evidence
from curation.selectors.rows import RowFilter
from stageaudit_web.core.errors import ObjectNotFound
from stageaudit_web.core.pages import respond


@require_safe
def version_rows(request: HttpRequest, pk: int) -> HttpResponse:
    """The rows of a version, with the evidence of the row or cell that the address names beside them."""
    version = version_for(request.user, pk)
    table = rows.rows_page(version, rows.read_filter(request.GET))
    context = {"table": table, "head": table.head, "evidence": shown_evidence(version, table.filter)}
    return respond(request, "curation/version_rows.html", context, fragment="rows")


def shown_evidence(version: TableVersion, wanted: RowFilter) -> Evidence | None:
    """The evidence that an address asks for, or None when it names no row of this version."""
    if wanted.row is None:
        return None
    try:
        return evidence.evidence(version, row=wanted.row, column=wanted.column)
    except ObjectNotFound:
        return None


@require_safe
def version_refused(request: HttpRequest, pk: int) -> HttpResponse:
    """The rows that the gate refused, each with its reason."""
    version = version_for(request.user, pk)
    page = refused.refused_page(
        version, code=request.GET.get("code", ""), number=request.GET.get("page", "1")
    )
    return respond(request, "curation/version_refused.html", page, fragment="results")


@require_safe
def version_frontier(request: HttpRequest, pk: int) -> HttpResponse:
    """The source set as a tree, and what was left out of it."""
    version = version_for(request.user, pk)
    changes = by_hand(version, idempotency_key=uuid.uuid4().hex)
    page = frontier.frontier_page(version, number=request.GET.get("page", "1"), changes=changes)
    return respond(request, "curation/version_frontier.html", page)


@require_safe
def version_list(request: HttpRequest, pk: int) -> HttpResponse:
    """All versions of the version's table."""
    return respond(
        request, "curation/version_list.html", versions.version_list(version_for(request.user, pk))
    )


@require_safe
def version_diff(request: HttpRequest, pk: int) -> HttpResponse:
    """What changed from another version of the table to this one, cell by cell."""
    version = version_for(request.user, pk)
    other = request.GET.get("with", "")
    page = diffs.diff_page(version, other=int(other) if other.isascii() and other.isdigit() else None)
    return respond(request, "curation/version_diff.html", page)
