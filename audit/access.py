"""Who may decide and sign: settled where the object is fetched. Annotators and adjudicators see nothing here."""

from __future__ import annotations

from typing import Any

from audit.models import Finding
from curation.access import version_for
from curation.models import TableVersion
from stageaudit_web.core.errors import ObjectNotFound
from stageaudit_web.core.roles import Role, require, roles_of

__all__ = ["finding_to_decide", "may_decide", "version_for", "version_to_decide", "version_to_sign"]

SEES = (Role.RESEARCHER, Role.REVIEWER)
DECIDES = (Role.REVIEWER,)


def version_to_decide(user: Any, pk: int) -> TableVersion:
    """The version, for somebody who may decide its findings; 403 for a researcher, 404 for an outsider."""
    require(user, may=DECIDES, sees=SEES, what="deciding findings")
    return version_for(user, pk)


def version_to_sign(user: Any, pk: int) -> TableVersion:
    """The version, for somebody who may sign or return it. Whether this person may is the acceptance's to say."""
    require(user, may=DECIDES, sees=SEES, what="signing a table")
    return version_for(user, pk)


def finding_to_decide(user: Any, pk: int) -> Finding:
    """The finding with its version, for somebody who may decide it."""
    require(user, may=DECIDES, sees=SEES, what="deciding findings")
    related = ("version__table__question", "version__contract__question", "version__run__started_by", "row")
    finding = Finding.objects.select_related(*related).filter(pk=pk).first()
    if finding is None:
        raise ObjectNotFound("no_finding", f"There is no finding {pk}.", finding=pk)
    return finding


def may_decide(user: Any) -> bool:
    """Whether a person may decide findings at all: what screens ask before they show buttons."""
    return bool(roles_of(user) & {Role.ADMIN, *DECIDES})
