"""What a table run consists of: its stages in order, and how a run is asked for. Only this package sees every app."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings

from audit.services.requests import repair_requests
from curation.domain.by_hand import Change, as_parameters
from curation.models import Contract, Question, TableVersion
from curation.selectors.by_hand import changes_of, why_closed
from curation.services.drift import check_drift
from runs.services.drift import DRIFT_FINDINGS
from stageaudit_web.core import work
from stageaudit_web.core.errors import Conflict, InvalidInput
from stageaudit_web.core.models import Run, RunState

TABLE_STAGES = ("discover", "stage", "audit")
COUNTING = "wikidata"
REPAIR_STAGES = ("restage", "audit")
CONFIGURATIONS = {
    "extractive": "Rules only: finds pages by links and words, maps columns onto headers. No model."
}


def start_table_run(
    *, question: Question, by: Any, configuration: str = "extractive", human_signoff: bool = True
) -> Run:
    """Queues a run that builds and audits a table for a question. The caller nudges the workers after commit.

    Raises InvalidInput for an unknown configuration or a question without a contract, Conflict while another run of
    the same configuration on the question is under way.
    """
    if configuration not in CONFIGURATIONS:
        known = ", ".join(CONFIGURATIONS)
        raise InvalidInput(
            "unknown_configuration", f"There is no configuration {configuration!r}; known: {known}."
        )
    if question.contract is None:
        raise InvalidInput("no_contract", "This question has no contract yet: say its key and columns first.")
    subject = f"question:{question.pk}"
    _refuse_second(subject=subject, configuration=configuration)
    return work.plan_run(
        by=by,
        steps=[work.StepPlan(stage) for stage in stages_for(question.contract)],
        kind="table",
        configuration=configuration,
        subject=subject,
        title=question.text[:500],
        parameters={"question": question.pk, "contract": question.contract.pk},
        human_signoff=human_signoff,
    )


def stages_for(contract: Contract) -> tuple[str, ...]:
    """The stages of a table run; Wikidata is asked where the contract says what to count and the site says where."""
    if contract.wikidata and settings.SPARQL:
        return (TABLE_STAGES[0], COUNTING, *TABLE_STAGES[1:])
    return TABLE_STAGES


def start_repair_run(*, version: TableVersion, by: Any, reason: str, changes: Sequence[Change] = ()) -> Run:
    """Queues the repair of a version: its open blocking findings and the reason go to the curator as data.

    So do `changes` of the source set that people asked for.

    Raises Conflict when the version has a later one already or a repair of it is under way.
    """
    if version.children.exists():
        raise Conflict("already_repaired", "A newer version repairs this one already.", version=version.pk)
    subject = f"question:{version.table.question_id}"
    _refuse_second(subject=subject, configuration=version.run.configuration)
    return work.plan_run(
        by=by,
        steps=[work.StepPlan(stage) for stage in REPAIR_STAGES],
        kind="repair",
        configuration=version.run.configuration,
        subject=subject,
        title=version.run.title,
        parameters={
            "question": version.table.question_id,
            "contract": version.contract_id,
            "parent": version.pk,
            "reason": reason,
            "requests": repair_requests(version=version),
            "frontier": as_parameters(changes),
        },
        human_signoff=version.run.human_signoff,
    )


def start_restage_run(*, version: TableVersion, by: Any) -> Run:
    """Queues a repair with the changes of the source set that people asked for. Raises InvalidInput without any,
    Conflict for a version that can no longer be restaged.
    """
    changes = changes_of(version)
    closed = why_closed(version)
    if closed:
        raise Conflict("not_restageable", closed, version=version.pk)
    if not changes:
        raise InvalidInput("no_changes", "Nobody asks for a change of this source set.", version=version.pk)
    people = ", ".join(dict.fromkeys(change.name for change in changes))
    reason = f"Restaged with changes of the source set that {people} asked for."
    return start_repair_run(version=version, by=by, reason=reason, changes=changes)


def start_drift_run(*, version: TableVersion, by: Any, page: int | None = None) -> Run:
    """Queues a look for drift at every page of a version, or at the one with that ordinal, and findings after it.

    Raises InvalidInput for an ordinal that no page has, and what `check_drift` raises.
    """
    pages = None
    if page is not None:
        pages = list(version.frontier.filter(ordinal=page))
        if not pages:
            raise InvalidInput("no_page", f"The source set has no page {page}.", page=page)
    return check_drift(version=version, by=by, entries=pages, then=[work.StepPlan(DRIFT_FINDINGS)])


def _refuse_second(*, subject: str, configuration: str) -> None:
    active = Run.objects.filter(
        subject=subject, configuration=configuration, state__in=[RunState.QUEUED, RunState.RUNNING]
    ).first()
    if active is not None:
        raise Conflict(
            "run_under_way",
            f"Run {active.pk} is at work on this question; wait for it or stop it.",
            run=active.pk,
        )
