"""Who may see and change questions and tables: decided where the object is fetched.

Researchers, reviewers and admins see them; annotators and adjudicators, who label blind, do not know that they exist.
"""

from __future__ import annotations

from typing import Any

from curation.models import Question, Snapshot, TableVersion
from stageaudit_web.core.errors import ObjectNotFound
from stageaudit_web.core.roles import Role, require, roles_of

SEES = (Role.RESEARCHER, Role.REVIEWER)
EDITS = (Role.RESEARCHER,)


def sees_tables(user: Any) -> bool:
    """Whether questions and tables exist for this person."""
    return bool(roles_of(user) & {Role.ADMIN, *SEES})


def edits_questions(user: Any) -> bool:
    """Whether this person may ask questions and change contracts."""
    return bool(roles_of(user) & {Role.ADMIN, *EDITS})


def require_sees_tables(user: Any) -> None:
    """Raises ObjectNotFound for everyone to whom tables do not exist."""
    require(user, may=SEES, sees=(), what="seeing questions and tables")


def require_edits_questions(user: Any) -> None:
    """Raises AccessDenied for a reviewer, ObjectNotFound for an outsider."""
    require(user, may=EDITS, sees=SEES, what="asking questions and changing contracts")


def question_for(user: Any, pk: int, *, to_edit: bool = False) -> Question:
    """The question, for somebody who may see it, or change it. Raises ObjectNotFound or AccessDenied."""
    require_sees_tables(user)
    question = Question.objects.filter(pk=pk).select_related("created_by").first()
    if question is None:
        raise ObjectNotFound("no_question", f"There is no question {pk}.", question=pk)
    if to_edit:
        require_edits_questions(user)
    return question


def version_for(user: Any, pk: int) -> TableVersion:
    """The table version, with its table, question, contract and run, for somebody who may see it."""
    require_sees_tables(user)
    related = ("table__question", "contract__question", "run__started_by", "parent")
    version = TableVersion.objects.filter(pk=pk).select_related(*related).first()
    if version is None:
        raise ObjectNotFound("no_version", f"There is no table version {pk}.", version=pk)
    return version


def snapshot_for(user: Any, pk: int) -> Snapshot:
    """The stored page, for somebody who may see tables."""
    require_sees_tables(user)
    snapshot = Snapshot.objects.filter(pk=pk).select_related("page").first()
    if snapshot is None:
        raise ObjectNotFound("no_snapshot", f"There is no stored page {pk}.", snapshot=pk)
    return snapshot
