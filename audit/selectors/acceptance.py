"""What the acceptance decision needs of a version, read from the database in a constant number of queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db.models import Exists, OuterRef, Q

from audit.domain.acceptance import Case, OpenFinding
from audit.domain.standing import Standing
from audit.selectors.findings import FindingView
from curation.models import Cell, CellLocator, Row, TableVersion


def case_for(version: TableVersion, *, findings: Sequence[FindingView], signer: Any) -> Case:
    """The case of a version before a signer. `findings` are the version's, with their standing today."""
    successor = version.children.order_by("number").first()
    return Case(
        state=version.state,
        rows=Row.objects.filter(version=version).count(),
        unwitnessed=unwitnessed_rows(version),
        holding=tuple(
            OpenFinding(view.id, view.check, view.message, confirmed=view.standing is Standing.CONFIRMED)
            for view in findings
            if view.holds
        ),
        started_by_signer=version.run.started_by_id is not None and version.run.started_by_id == signer.pk,
        self_signoff_allowed=settings.SELF_SIGNOFF,
        human_signoff=version.run.human_signoff,
        undecided=sum(view.undecided for view in findings),
        replaced_by=successor.number if successor else None,
    )


def unwitnessed_rows(version: TableVersion) -> tuple[int, ...]:
    """Ordinals of rows that have a value without a rung or a place, or an empty key cell (S9, S10)."""
    placed = CellLocator.objects.filter(cell=OuterRef("pk"))
    cells = Cell.objects.filter(row__version=version)
    without = cells.exclude(value="").filter(Q(rung="") | ~Exists(placed))
    keyless = cells.filter(value="", column__in=version.contract.key)
    rows = set(without.values_list("row__ordinal", flat=True)) | set(
        keyless.values_list("row__ordinal", flat=True)
    )
    return tuple(sorted(rows))
