"""Table versions: proposed with a source set, staged with witnessed rows, audited, ended by a warrant or a repair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from curation.domain.frontier import Frontier
from curation.domain.locators import print_locator
from curation.domain.rows import Refusal
from curation.domain.staged import Draft, DraftCell, DraftRow, place_fields
from curation.domain.states import VERSION, VersionState
from curation.domain.warrant import Decision, Warrant, objection
from curation.models import (
    Cell,
    CellLocator,
    Contract,
    FrontierEntry,
    LeftOutPage,
    Locator,
    RefusedRow,
    Row,
    Snapshot,
    Table,
    TableVersion,
)
from curation.services.digests import version_digest
from stageaudit_web.core import journal
from stageaudit_web.core.errors import Conflict, IllegalTransition, InvalidInput
from stageaudit_web.core.models import Run
from stageaudit_web.core.rights import refuse_auditor, refuse_curator
from stageaudit_web.core.transitions import move

VERSION_PROPOSED = journal.declare("version.proposed", "A run opened a new version of a table.")
FRONTIER_RECORDED = journal.declare(
    "frontier.recorded",
    "The source set of a version was fixed: each page with its operator, revision and hash.",
)
VERSION_STAGED = journal.declare(
    "version.staged", "The rows that passed the gate were stored, and the version got its digest."
)
VERSION_AUDITED = journal.declare("version.audited", "Every check of the audit has run on a version.")
VERSION_REPAIRED = journal.declare("version.repaired", "A newer version replaced an audited one.")
VERSION_ACCEPTED = journal.declare("version.accepted", "A warrant accepted a version.")
VERSION_RETURNED = journal.declare("version.returned", "A warrant returned a version to the curator.")


def propose_version(
    *, run: Run, contract: Contract, parent: TableVersion | None = None, reason: str = "", by: Any = None
) -> TableVersion:
    """Opens the version that a run fills. A repair continues its parent's table, any other run makes a new table.

    The second call for a run gives the version of the first.
    """
    refuse_auditor(what="propose a version", subject=run, by=by)
    with transaction.atomic():
        known = TableVersion.objects.filter(run=run).first()
        if known is not None:
            return known
        table = parent.table if parent else Table.objects.create(question=contract.question)
        newest = table.versions.order_by("-number").first()
        version = TableVersion.objects.create(
            table=table,
            number=newest.number + 1 if newest else 1,
            run=run,
            contract=contract,
            parent=parent,
            reason=reason,
        )
        payload: dict[str, Any] = {
            "table": table.pk,
            "number": version.number,
            "run": run.pk,
            "contract": contract.pk,
        }
        if parent is not None:
            payload |= {"parent": parent.pk, "reason": reason[:2000]}
        journal.record(verb=VERSION_PROPOSED, subject=version, by=by, payload=payload)
    return version


def record_frontier(
    *,
    version: TableVersion,
    frontier: Frontier,
    snapshots: Mapping[str, Snapshot],
    reviewers: Mapping[str, Any] | None = None,
    by: Any = None,
) -> list[FrontierEntry]:
    """Fixes the source set of a proposed version: one entry per page, in the order of admission, and what was left out.

    `snapshots` are the stored copies by title, `reviewers` the people who named a page, by title. A page that was
    admitted under two titles is one entry.
    """
    refuse_auditor(what="change the source set", subject=version, by=by)
    _must_be_proposed(version)
    with transaction.atomic():
        entries: dict[str, FrontierEntry] = {}
        taken: dict[int, FrontierEntry] = {}
        for admitted in frontier.entries:
            snapshot = snapshots[admitted.title]
            if snapshot.pk not in taken:
                taken[snapshot.pk] = FrontierEntry.objects.create(
                    version=version,
                    ordinal=len(taken) + 1,
                    snapshot=snapshot,
                    operator=admitted.operator.value,
                    parent=entries.get(admitted.parent or ""),
                    requested=admitted.requested[:300],
                    reason=admitted.reason,
                    partitions=list(admitted.partitions),
                    hop=admitted.hop,
                    admitted_by=(reviewers or {}).get(admitted.title),
                )
            entries[admitted.title] = taken[snapshot.pk]
        left = [
            LeftOutPage(
                version=version,
                title=page.title[:300],
                parent_title=(page.parent or "")[:300],
                reason=page.reason,
            )
            for page in frontier.left_out
        ]
        LeftOutPage.objects.bulk_create(left, batch_size=500)
        _journal_frontier(version, list(taken.values()), frontier, by)
    return list(taken.values())


def _journal_frontier(
    version: TableVersion, entries: Sequence[FrontierEntry], frontier: Frontier, by: Any
) -> None:
    pages = [
        {
            "title": entry.snapshot.title,
            "operator": entry.operator,
            "revision": entry.snapshot.revision_id,
            "sha256": entry.snapshot.sha256,
        }
        for entry in entries
    ]
    payload = {
        "pages": pages,
        "left_out": len(frontier.left_out),
        "uncovered": list(frontier.uncovered),
        "budget_spent": frontier.budget_spent,
    }
    journal.record(verb=FRONTIER_RECORDED, subject=version, by=by, payload=payload)


def stage_version(*, version: TableVersion, draft: Draft, by: Any = None) -> TableVersion:
    """Stores what the gate admitted and refused, sets the version's digest and moves it to `staged`, all at once.

    Raises IllegalTransition when it was staged already, InvalidInput for a row outside the recorded source set. The
    database refuses by itself a row without a locator in S and a value without a rung.
    """
    refuse_auditor(what="stage rows", subject=version, by=by)
    _must_be_proposed(version)
    with transaction.atomic():
        locators = _store_places(version, draft)
        rows = _store_rows(version, draft.rows, locators)
        _store_cells(rows, draft.rows, locators)
        _store_refused(version, draft.refused)
        counts = {"rows": len(rows), "refused": len(draft.refused), "locators": len(locators)}
        sealed = version_digest(version)
        return move(
            version,
            machine=VERSION,
            to=VersionState.STAGED,
            verb=VERSION_STAGED,
            by=by,
            payload={"digest": sealed, **counts, "rungs": _rungs(draft.rows)},
            digest=sealed,
            staged_at=timezone.now(),
        )


def _rungs(rows: Sequence[DraftRow]) -> dict[str, int]:
    found = (cell.staged.rung for row in rows for cell in row.cells if cell.staged.rung)
    return dict(Counter(rung.value for rung in found))


def _must_be_proposed(version: TableVersion) -> None:
    state = TableVersion.objects.filter(pk=version.pk).values_list("state", flat=True).get()
    if state != VersionState.PROPOSED:
        message = f"Version {version.number} is {state}: nothing can be added to it."
        raise IllegalTransition("already_staged", message, version=version.pk, state=state)


def _store_places(version: TableVersion, draft: Draft) -> list[Locator]:
    entries = {entry.snapshot.title: entry for entry in version.frontier.select_related("snapshot")}
    outside = sorted({place.locator.page for place in draft.places} - entries.keys())
    if outside:
        raise InvalidInput("outside_sources", f"Not in the source set: {', '.join(outside)}.", pages=outside)
    return Locator.objects.bulk_create(
        [
            Locator(
                version=version,
                entry=entries[place.locator.page],
                kind=place.locator.kind.value,
                printed=place.printed,
                place=place_fields(place.locator),
                quote=place.locator.quote,
                anchor=place.anchor,
                content_sha256=place.content_sha256,
            )
            for place in draft.places
        ],
        batch_size=500,
    )


def _store_rows(version: TableVersion, rows: Sequence[DraftRow], locators: Sequence[Locator]) -> list[Row]:
    return Row.objects.bulk_create(
        [
            Row(
                version=version,
                ordinal=ordinal,
                key=list(row.key),
                label=row.label,
                partition=row.partition,
                locator=locators[row.place],
                search=row.search,
            )
            for ordinal, row in enumerate(rows, start=1)
        ],
        batch_size=500,
    )


def _store_cells(stored: Sequence[Row], rows: Sequence[DraftRow], locators: Sequence[Locator]) -> None:
    drafts = [(row, cell) for row, draft in zip(stored, rows, strict=True) for cell in draft.cells]
    cells = Cell.objects.bulk_create([_cell(row, cell) for row, cell in drafts], batch_size=500)
    CellLocator.objects.bulk_create(
        [
            CellLocator(cell=cell, locator=locators[place], ordinal=ordinal)
            for cell, (_, draft) in zip(cells, drafts, strict=True)
            for ordinal, place in enumerate(draft.places)
        ],
        batch_size=500,
    )


def _cell(row: Row, cell: DraftCell) -> Cell:
    return Cell(
        row=row,
        position=cell.position,
        column=cell.staged.column,
        value=cell.staged.value,
        rung=cell.staged.rung.value if cell.staged.rung else "",
        part=cell.staged.part.value if cell.staged.part else "",
        compared=cell.staged.compared,
        note=cell.staged.note,
    )


def _store_refused(version: TableVersion, refused: Sequence[Refusal]) -> None:
    RefusedRow.objects.bulk_create(
        [
            RefusedRow(
                version=version,
                ordinal=ordinal,
                code=refusal.code[:40],
                reason=refusal.message,
                values={cell.column: cell.value for cell in refusal.row.cells},
                places=[print_locator(locator) for locator in refusal.row.all_locators()],
                facts=dict(refusal.facts),
                cells=[
                    {
                        "column": cell.column,
                        "rung": cell.rung.value if cell.rung else None,
                        "part": cell.part.value if cell.part else None,
                        "compared": cell.compared,
                        "note": cell.note,
                    }
                    for cell in refusal.cells
                ],
            )
            for ordinal, refusal in enumerate(refused, start=1)
        ],
        batch_size=500,
    )


def mark_audited(*, version: TableVersion, by: Any = None) -> TableVersion:
    """Says that every check has run. The auditor may do this: it changes no row, column, key, source or contract."""
    refuse_curator(what="mark a version as audited", subject=version, by=by)
    return move(version, machine=VERSION, to=VersionState.AUDITED, verb=VERSION_AUDITED, by=by)


def mark_repaired(*, version: TableVersion, successor: TableVersion, by: Any = None) -> TableVersion:
    """Says that a newer version replaces this one."""
    refuse_auditor(what="replace a version", subject=version, by=by)
    return move(
        version,
        machine=VERSION,
        to=VersionState.REPAIRED,
        verb=VERSION_REPAIRED,
        by=by,
        payload={"successor": successor.pk},
    )


def accept_version(*, version: TableVersion, warrant: Warrant, by: Any) -> TableVersion:
    """Ends a version as accepted. Raises Conflict when the warrant was not given for exactly this content."""
    return _end(version, warrant, Decision.ACCEPT, VersionState.ACCEPTED, VERSION_ACCEPTED, by)


def return_version(*, version: TableVersion, warrant: Warrant, by: Any) -> TableVersion:
    """Ends a version as returned to the curator; a repair of it makes a new one."""
    return _end(version, warrant, Decision.RETURN, VersionState.RETURNED, VERSION_RETURNED, by)


def _end(
    version: TableVersion, warrant: Warrant, decision: Decision, to: VersionState, verb: str, by: Any
) -> TableVersion:
    with transaction.atomic():
        stored = TableVersion.objects.select_related("contract__question").get(pk=version.pk)
        wrong = objection(
            warrant,
            version_id=stored.pk,
            stored_digest=stored.digest,
            computed_digest=version_digest(stored),
            decision=decision,
        )
        if wrong:
            raise Conflict("warrant_does_not_fit", f"Nothing was decided: {wrong}.", version=version.pk)
        payload = {"signoff": warrant.signoff_id, "digest": warrant.version_digest}
        return move(version, machine=VERSION, to=to, verb=verb, by=by, payload=payload)
