"""Stages of a table run that the curator does: discover the source set, stage rows, restage after an audit."""

from __future__ import annotations

from typing import Any

from curation.domain.by_hand import read_changes
from curation.domain.repair import plan_repair, read_requests
from curation.domain.states import VersionState
from curation.models import Contract, Question, TableVersion
from curation.services import curating
from curation.services.by_hand import apply_changes
from curation.services.counts import copy_counts
from curation.services.reading import read_entries
from curation.services.versions import mark_repaired, propose_version, record_frontier, stage_version
from stageaudit_web.core.errors import Conflict, InvalidInput
from stageaudit_web.core.models import Run
from stageaudit_web.core.work import Lease, Store

MOST_TOLD = 40


def discover(lease: Lease) -> Store:
    """Finds the pages of the run's question; every page is stored before it is read. Storing records the source set."""
    run = lease.step.run
    question, contract = _subject(run)
    found = curating.discover_sources(contract=contract, seed=question.seed_title, report=lease.report)

    def store() -> None:
        version = propose_version(run=run, contract=contract)
        record_frontier(version=version, frontier=found.frontier, snapshots=found.snapshots)

    return store


def stage(lease: Lease) -> Store:
    """Reads every admitted page from its stored bytes, proposes rows and asks the gate. Storing stages the version."""
    version = _version(lease.step.run)
    entries = curating.entries_of(version)
    pages = read_entries(entries, lease.report)
    frontier = curating.stored_frontier(entries)
    rows = curating.propose_rows(contract=version.contract, frontier=frontier, pages=pages)
    draft = curating.judge_rows(
        rows,
        contract=version.contract,
        frontier=frontier,
        pages=pages,
        snapshots={entry.snapshot.title: entry.snapshot for entry in entries},
    )

    def store() -> None:
        stage_version(version=version, draft=draft)

    return store


def restage(lease: Lease) -> Store:
    """Answers the requests of an audit with a new version, whose reason says what was done about each.

    The requests are data in the run's parameters. Raises Conflict when the parent was accepted or replaced meanwhile.
    """
    run = lease.step.run
    question, contract = _subject(run)
    parent = _parent(run)
    optional = {column.name for column in contract.as_domain().columns if not column.required} - set(
        contract.key
    )
    plan = plan_repair(read_requests(run.parameters.get("requests")), optional=optional)
    sources, told = curating.extend_sources(
        parent=parent, seed=question.seed_title, plan=plan, by=run.started_by, report=lease.report
    )
    changes = read_changes(run.parameters.get("frontier"))
    sources, changed = apply_changes(sources, changes, seed=question.seed_title, report=lease.report)
    proposed = curating.propose_rows(contract=contract, frontier=sources.frontier, pages=sources.pages)
    rows, left_out = curating.apply_plan(proposed, parent=parent, plan=plan)
    draft = curating.judge_rows(
        rows,
        contract=contract,
        frontier=sources.frontier,
        pages=sources.pages,
        snapshots=sources.snapshots,
    )
    reason = _reason(str(run.parameters.get("reason", "")), [*changed, *left_out, *told])

    def store() -> None:
        version = propose_version(run=run, contract=contract, parent=parent, reason=reason)
        record_frontier(
            version=version,
            frontier=sources.frontier,
            snapshots=sources.snapshots,
            reviewers=sources.reviewers,
        )
        copy_counts(parent=parent, version=version)
        stage_version(version=version, draft=draft)
        _replace(parent, version)

    return store


def _replace(parent: TableVersion, version: TableVersion) -> None:
    parent.refresh_from_db(fields=["state"])
    if parent.state == VersionState.AUDITED:
        mark_repaired(version=parent, successor=version)
    elif parent.state != VersionState.RETURNED:
        message = f"Version {parent.number} is {parent.state}: it cannot be repaired any more."
        raise Conflict("not_repairable", message, version=parent.pk, state=parent.state)


def _reason(given: str, told: list[str]) -> str:
    """Why the version was made: what the person said, then what was done."""
    shown = told[:MOST_TOLD]
    more = [f"And {len(told) - MOST_TOLD} more changes."] if len(told) > MOST_TOLD else []
    done = [*shown, *more] or ["No request named a row, a page or a partition that could be acted on."]
    return "\n".join([*([given] if given else []), *done])


def _subject(run: Run) -> tuple[Question, Contract]:
    question = Question.objects.filter(pk=_id(run, "question")).first()
    contract = Contract.objects.select_related("question").filter(pk=_id(run, "contract")).first()
    if question is None or contract is None:
        raise InvalidInput("no_contract", "The run names no question with a contract.", run=run.pk)
    return question, contract


def _version(run: Run) -> TableVersion:
    related = ("table__question", "contract__question")
    version = TableVersion.objects.filter(run=run).select_related(*related).first()
    if version is None:
        raise InvalidInput(
            "no_version", "The run has no source set yet, so there is nothing to stage.", run=run.pk
        )
    return version


def _parent(run: Run) -> TableVersion:
    related = ("table__question", "contract__question")
    parent = TableVersion.objects.filter(pk=_id(run, "parent")).select_related(*related).first()
    if parent is None:
        raise InvalidInput("no_parent", "The run names no version to repair.", run=run.pk)
    if parent.state not in (VersionState.AUDITED, VersionState.RETURNED):
        message = f"Version {parent.number} is {parent.state}: only an audited or returned one is repaired."
        raise Conflict("not_repairable", message, version=parent.pk, state=parent.state)
    return parent


def _id(run: Run, name: str) -> int:
    """An id in the run's parameters; 0, which nothing has, where there is none."""
    value: Any = run.parameters.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0
