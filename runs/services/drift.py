"""Findings about drift: F3, blocking where a place is gone, appended by “drift check” while the version is open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.grouping import clip, counted, listed
from audit.models import Finding
from audit.services.findings import DRIFT_CHECK, append_findings
from curation.domain.reanchor import Drift
from curation.domain.states import VersionState
from curation.models import TableVersion
from curation.selectors.drift import Drifted, drift_of
from stageaudit_web.core.rights import Hand, acting_as

DRIFT_FINDINGS = "drift_findings"
OPEN = (VersionState.STAGED, VersionState.AUDITED)


def report_drift(*, version: TableVersion, by: Any = None) -> list[Finding]:
    """Appends what no earlier check reported. A signed or replaced version gets none: its drift shows on its own tab.

    Does nothing at all when nothing drifted.
    """
    with acting_as(Hand.AUDITOR), transaction.atomic():
        stored = TableVersion.objects.select_for_update().get(pk=version.pk)
        if stored.state not in OPEN:
            return []
        known = set(
            Finding.objects.filter(version=version, author=DRIFT_CHECK).values_list(
                "evidence__drift", flat=True
            )
        )
        drafts = [draft for draft in drafts_of(drift_of(version)) if draft.evidence["drift"] not in known]
        return append_findings(version=version, drafts=drafts, author=DRIFT_CHECK, by=by) if drafts else []


def drafts_of(drifted: Sequence[Drifted]) -> list[Draft]:
    """One finding per place; one for all places of a page that is gone, and of a row that is gone from a page."""
    pages: dict[str, list[Drifted]] = {}
    for one in drifted:
        if one.page_gone:
            pages.setdefault(one.page, []).append(one)
    lost = [_page_gone(page, places) for page, places in pages.items()]
    there = [one for one in drifted if not one.page_gone]
    rows: dict[tuple[str, int], list[Drifted]] = {}
    for one in there:
        row = _only_row(one)
        if one.status == Drift.GONE and row is not None:
            rows.setdefault((one.page, row), []).append(one)
    whole = {key: places for key, places in rows.items() if len(places) > 1}
    told = {one.record for places in whole.values() for one in places}
    return [
        *lost,
        *(_row_gone(row, places) for (_, row), places in whole.items()),
        *(_place(one) for one in there if one.record not in told),
    ]


def _only_row(one: Drifted) -> int | None:
    """The one row that stands on a place, None for a place of several."""
    rows = {use.row for use in one.uses}
    return next(iter(rows)) if len(rows) == 1 else None


def _row_gone(row: int, places: Sequence[Drifted]) -> Draft:
    first = places[0]
    columns = list(dict.fromkeys(use.column for one in places for use in one.uses if use.column))
    return Draft(
        CheckId.F3,
        Severity.BLOCKING,
        Target(TargetKind.ROW, row=row),
        f"{listed(columns)} of {first.uses[0].key} {'is' if len(columns) == 1 else 'are'} gone from revision "
        f"{first.new_revision} of {first.page}. {first.note}",
        {
            "drift": f"row {row} gone from {first.page} at {first.new_sha256[:16]}",
            "locators": [one.printed for one in places],
            "page": first.page,
            "before": [clip(one.before, 200) for one in places],
            "revision": first.revision,
            "new_revision": first.new_revision,
            "columns": columns,
        },
        claim_type="source",
    )


def _page_gone(page: str, places: Sequence[Drifted]) -> Draft:
    rows = sorted({use.row for place in places for use in place.uses})
    standing = counted(len(rows), "row")
    return Draft(
        CheckId.F3,
        Severity.BLOCKING,
        Target(TargetKind.PAGE, page=page),
        f"{places[0].note} {standing} of the table {'stands' if len(rows) == 1 else 'stand'} on it.",
        {"drift": f"page {page} gone", "rows": rows, "places": len(places)},
        claim_type="source",
    )


def _place(one: Drifted) -> Draft:
    is_gone = one.status == Drift.GONE
    what = f"“{clip(one.before, 80)}”" if one.before else one.printed
    if is_gone:
        message = f"{what} is gone from revision {one.new_revision} of {one.page}. {one.note}"
    elif one.before != one.after:
        message = (
            f"{what} reads “{clip(one.after, 80)}” in revision {one.new_revision} of {one.page}. {one.note}"
        )
    else:
        message = f"{what} stands in another place in revision {one.new_revision} of {one.page}. {one.note}"
    return Draft(
        CheckId.F3,
        Severity.BLOCKING if is_gone else Severity.HYGIENE,
        _target(one),
        message.strip(),
        {
            "drift": f"{one.status} {one.printed} in {one.page} at {one.new_sha256[:16]}",
            "locator": one.printed,
            "page": one.page,
            "before": clip(one.before, 500),
            "after": clip(one.after, 500),
            "revision": one.revision,
            "new_revision": one.new_revision,
            "columns": list(dict.fromkeys(use.column for use in one.uses if use.column)),
        },
        claim_type="source",
    )


def _target(one: Drifted) -> Target:
    """The one cell or row that stands there, else the page."""
    row = _only_row(one)
    if row is None:
        return Target(TargetKind.PAGE, page=one.page)
    columns = {use.column for use in one.uses}
    if len(columns) == 1 and (column := next(iter(columns))):
        return Target(TargetKind.CELL, row=row, column=column)
    return Target(TargetKind.ROW, row=row)
