"""Stages beside the making of a table: counts of Wikidata, one admitted page compared with its current revision."""

from __future__ import annotations

from curation.models import FrontierEntry, TableVersion
from curation.services import counts
from curation.services import drift as drift_service
from stageaudit_web.core.errors import InvalidInput
from stageaudit_web.core.work import Lease, Store


def drift(lease: Lease) -> Store:
    """Looks at the current revision of the page that the step names. Storing records what became of its places."""
    run = lease.step.run
    item = lease.step.item
    related = ("snapshot__page", "version__table__question")
    entry = (
        FrontierEntry.objects.select_related(*related).filter(pk=int(item) if item.isdigit() else 0).first()
    )
    if entry is None or entry.version_id != run.parameters.get("version"):
        raise InvalidInput("no_page", "The step names no page of the version.", run=run.pk, item=item)
    found = drift_service.look_at_page(
        entry=entry, seed=entry.version.table.question.seed_title, report=lease.report
    )

    def store() -> None:
        drift_service.record_page(run=run, entry=entry, found=found)

    return store


def wikidata(lease: Lease) -> Store:
    """Asks Wikidata for the counts that the contract names. Without an answer the run goes on all the same."""
    run = lease.step.run
    version = TableVersion.objects.select_related("contract").filter(run=run).first()
    if version is None:
        raise InvalidInput("no_version", "The run has no source set yet.", run=run.pk)
    scope = version.contract.as_domain().wikidata
    answers = counts.ask_counts(scope=scope, report=lease.report) if scope else []

    def store() -> None:
        if answers:
            counts.record_counts(version=version, answers=answers)

    return store
