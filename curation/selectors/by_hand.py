"""What people asked for about a version's source set, and whether it can still be asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from curation.domain.by_hand import Change, RequestKind, holding
from curation.domain.states import VersionState
from curation.models import FrontierEntry, FrontierRequest, TableVersion


@dataclass(frozen=True, slots=True)
class ByHand:
    """The changes that hold, oldest first; `closed` says why no more can be asked for, "" while it can.

    `pages` are the titles that may be dropped; `error` and `typed` are of a request that was refused.
    """

    version: int
    changes: tuple[Change, ...]
    pages: tuple[str, ...]
    closed: str
    idempotency_key: str = ""
    error: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)

    @property
    def dropped(self) -> frozenset[str]:
        """Titles that are asked to be dropped."""
        return frozenset(change.title for change in self.changes if change.kind is RequestKind.DROP)

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to ask for or to show."""
        return not self.closed or bool(self.changes)


def changes_of(version: TableVersion) -> tuple[Change, ...]:
    """The requests about a version that hold."""
    asked = FrontierRequest.objects.filter(version=version).select_related("by").order_by("pk")
    return holding(
        Change(RequestKind(one.kind), one.title, one.reason, one.by_id, one.by.get_username())
        for one in asked
    )


def by_hand(
    version: TableVersion,
    *,
    idempotency_key: str = "",
    error: str = "",
    typed: Mapping[str, str] | None = None,
) -> ByHand:
    """Everything the source page shows about changes by hand."""
    changes = changes_of(version)
    asked = {change.title for change in changes}
    titles = FrontierEntry.objects.filter(version=version, parent__isnull=False).order_by("ordinal")
    return ByHand(
        version=version.pk,
        changes=changes,
        pages=tuple(t for t in titles.values_list("snapshot__title", flat=True) if t not in asked),
        closed=why_closed(version),
        idempotency_key=idempotency_key,
        error=error,
        typed=typed or {},
    )


def why_closed(version: TableVersion) -> str:
    """Why the source set of a version cannot be changed by a restage; "" when it can."""
    if version.children.exists():
        return "A newer version replaced this one."
    if version.state not in (VersionState.AUDITED, VersionState.RETURNED):
        return f"Only an audited or a returned version can be restaged; this one is {version.state}."
    return ""
