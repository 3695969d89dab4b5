"""What every service of audit asks first: is this version still in review? It holds the version's row while it asks."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from audit.models import SignOff
from curation.domain.states import VersionState
from curation.models import TableVersion
from stageaudit_web.core.errors import Conflict


def lock_version(version: TableVersion) -> TableVersion:
    """The version as stored, held until the transaction ends: decisions and sign-offs of it wait for each other."""
    return TableVersion.objects.select_for_update().get(pk=version.pk)


def refuse_signed(version: TableVersion) -> None:
    """Raises Conflict when somebody signed the version, saying who and when."""
    signed = SignOff.objects.filter(version=version).values_list("by__username", "decision", "at").first()
    if signed is not None:
        by, decision, at = signed
        done = "accepted" if decision == "accept" else "returned"
        message = f"{by} {done} this version {when(at)}: it is closed."
        raise Conflict("signed", message, version=version.pk, by=by)


def refuse_closed(version: TableVersion) -> None:
    """Raises Conflict unless the version is audited and unsigned. `version` must be freshly read."""
    refuse_signed(version)
    if version.state != VersionState.AUDITED:
        raise Conflict(
            "not_audited",
            f"The version is {version.state}; findings are decided while it is audited.",
            version=version.pk,
            state=version.state,
        )


def when(moment: datetime) -> str:
    """ "on 30 November 2026 at 23:14:05", in the site's time zone."""
    return f"on {timezone.localtime(moment):%-d %B %Y at %H:%M:%S}"
