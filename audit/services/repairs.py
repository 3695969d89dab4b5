"""What a repair settled: findings of the old version that the audit of the new one no longer shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from django.db import transaction

from audit.domain.findings import TargetKind
from audit.models import Disposition
from audit.selectors.findings import FindingView, findings_of
from audit.services.decisions import record_repair
from audit.services.findings import DRIFT_CHECK
from curation.domain.states import VersionState
from curation.domain.values.normalise import normalise
from curation.models import Row, TableVersion
from stageaudit_web.core.errors import Conflict

_Sign = tuple[str, str, str, str, str, str]


def close_repaired(*, old: TableVersion, new: TableVersion, today: date) -> list[Disposition]:
    """Records `repaired_in` for every finding that held the old version and is gone from the new one's audit.

    Two findings are the same when check, kind of target, row key, column, page and partition are. A finding that a
    person added by hand is not closed: no check can say that it is gone. Nor is one about drift, which no audit looks
    for, unless its row is gone. Doing it twice changes nothing.
    """
    if new.parent_id != old.pk or new.state == VersionState.STAGED:
        raise Conflict("no_repair", f"Version {new.number} is no audited repair of version {old.number}.")
    still = {_sign(view) for view in findings_of(new, today=today)}
    rows = {normalise(str(row)) for row in Row.objects.filter(version=new)}
    with transaction.atomic():
        return [
            record_repair(finding_id=view.id, ordinal=view.seen + 1, repaired_in=new)
            for view in _unsettled(findings_of(old, today=today))
            if _sign(view) not in still and not _still_drifted(view, rows)
        ]


def _unsettled(views: Iterable[FindingView]) -> list[FindingView]:
    """Findings of rules or models that are open or confirmed."""
    return [view for view in views if view.standing in ("open", "confirmed") and not view.by_person]


def _still_drifted(view: FindingView, rows: Collection[str]) -> bool:
    """Whether a finding about drift may still hold: all do but those of a row that the new version does not have."""
    of_row = view.kind in (TargetKind.ROW, TargetKind.CELL)
    return view.author == DRIFT_CHECK and not (of_row and normalise(view.row_key) not in rows)


def _sign(view: FindingView) -> _Sign:
    key = normalise(view.row_key) if view.kind in (TargetKind.ROW, TargetKind.CELL) else ""
    return view.check, view.kind.value, key, view.column, view.page, normalise(view.partition)
