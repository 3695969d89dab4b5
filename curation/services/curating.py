"""The extractive curator at work: discovers a source set, proposes rows, hands them to the gate. No model is asked.

Each function computes outside any transaction and returns what a stage of a run then stores.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings

from curation.domain import discovery, extractive
from curation.domain.content import PageContent
from curation.domain.frontier import Frontier, FrontierEntry, LeftOut, Operator
from curation.domain.gate import admit_all
from curation.domain.repair import RepairPlan
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.scope import infer_scope
from curation.domain.staged import Draft, make_draft, place_fields
from curation.models import Contract, Row, Snapshot, TableVersion
from curation.models import FrontierEntry as StoredEntry
from curation.services.reading import Progress, StoringReader, as_expected, read_snapshot
from curation.wiki.ports import PageSourceError
from curation.wiki.sources import page_source
from stageaudit_web.core.digests import canonical_json
from stageaudit_web.core.errors import InvalidInput

# A row's key and its first place: two rows may share a key, and even print their place alike.
Identity = tuple[tuple[str, ...], str]


@dataclass(frozen=True, slots=True)
class Sources:
    """A source set ready to be recorded: its frontier, the stored copies and contents by title, who named which."""

    frontier: Frontier
    snapshots: Mapping[str, Snapshot]
    pages: Mapping[str, PageContent]
    reviewers: Mapping[str, Any]


def discover_sources(*, contract: Contract, seed: str, report: Progress) -> Sources:
    """Finds the source set for a contract; every page that is looked at is stored first.

    Raises InvalidInput when the seed does not exist, Unavailable when a page source may answer later.
    """
    reader = storing_reader(seed, report)
    frontier = discovery.discover(
        question=contract.query,
        seed=seed,
        contract=contract.as_domain(),
        pages=reader,
        budget=settings.FRONTIER_PAGE_BUDGET,
    )
    if not frontier.entries:
        raise InvalidInput(
            "no_seed", f"The seed page “{seed}” does not exist, so there is nowhere to start.", seed=seed
        )
    report(len(reader.pages), len(reader.pages), "")
    return Sources(frontier, reader.snapshots, reader.pages, {})


def storing_reader(seed: str, report: Progress) -> StoringReader:
    """A reader over the source that has the seed."""
    try:
        source = page_source(seed)
    except PageSourceError as error:
        raise as_expected(error) from error
    return StoringReader(source, settings.FRONTIER_PAGE_BUDGET, report)


def stored_frontier(entries: Iterable[StoredEntry], left_out: Iterable[LeftOut] = ()) -> Frontier:
    """The recorded source set as the curator's value; the entries come with snapshot, page and parent."""
    return Frontier(
        tuple(
            FrontierEntry(
                title=entry.snapshot.title,
                operator=Operator(entry.operator),
                reason=entry.reason,
                parent=entry.parent.snapshot.title if entry.parent else None,
                requested=entry.requested,
                page_id=entry.snapshot.page.page_id,
                partitions=tuple(entry.partitions),
                hop=entry.hop,
            )
            for entry in entries
        ),
        tuple(left_out),
    )


def entries_of(version: TableVersion) -> list[StoredEntry]:
    """The recorded entries of a version with everything that reading them needs, in the order of admission."""
    related = ("snapshot__page", "parent__snapshot", "admitted_by")
    return list(StoredEntry.objects.filter(version=version).select_related(*related).order_by("ordinal"))


def propose_rows(
    *, contract: Contract, frontier: Frontier, pages: Mapping[str, PageContent]
) -> list[ProposedRow]:
    """The rows that the extractive curator finds in the pages of a source set."""
    return extractive.propose(
        question=contract.query, contract=contract.as_domain(), frontier=frontier, pages=pages
    )


def judge_rows(
    rows: list[ProposedRow],
    *,
    contract: Contract,
    frontier: Frontier,
    pages: Mapping[str, PageContent],
    snapshots: Mapping[str, Snapshot],
) -> Draft:
    """What the gate says of the rows, ready to be stored."""
    plain = contract.as_domain()
    asked_for = {entry.title: entry.requested for entry in frontier.entries}
    aliases = {
        title: tuple(dict.fromkeys(filter(None, [*snapshots[title].redirects, requested])))
        for title, requested in asked_for.items()
    }
    outcomes = admit_all(rows, contract=plain, sources=list(asked_for), pages=pages, aliases=aliases)
    partitions = {entry.title: entry.partitions for entry in frontier.entries}
    return make_draft(outcomes, contract=plain, pages=pages, partitions=partitions)


def extend_sources(
    *, parent: TableVersion, seed: str, plan: RepairPlan, by: Any, report: Progress
) -> tuple[Sources, list[str]]:
    """The parent's source set and the pages that a repair asks for, as far as they exist; and what was done about each.

    The parent's pages are read from their stored bytes, not fetched again.
    """
    entries = entries_of(parent)
    snapshots = {entry.snapshot.title: entry.snapshot for entry in entries}
    pages = {}
    for done, (title, snapshot) in enumerate(snapshots.items(), start=1):
        pages[title] = read_snapshot(snapshot)
        report(done, len(snapshots) + len(plan.pages), title)
    left = [
        LeftOut(page.title, page.reason, page.parent_title or None) for page in parent.left_out.order_by("pk")
    ]
    reviewers = {entry.snapshot.title: entry.admitted_by for entry in entries if entry.admitted_by}
    sources = Sources(stored_frontier(entries, left), snapshots, pages, reviewers)
    wanted = [(title, why, Operator.REVIEWER) for title, why in plan.pages.items() if title not in snapshots]
    wanted += _made_titles(parent.contract.query, sources.frontier, plan.partitions)
    return _with_pages(sources, wanted, storing_reader(seed, report), by) if wanted else (sources, [])


def _made_titles(
    question: str, frontier: Frontier, partitions: Iterable[str]
) -> list[tuple[str, str, Operator]]:
    """Titles to try for partitions that have no rows: made after the seed's pattern, then the partition's own name."""
    scope = infer_scope(question)
    pattern = discovery.make_pattern(frontier.entries[0].title, scope)
    found = []
    for name in partitions:
        items = [item for item in scope.items if item.name.casefold() == name.casefold()]
        made = [title for item in items for title in discovery.made_titles(item, pattern)]
        titles = dict.fromkeys([*made, name])
        found += [(title, f"tried for the partition {name}", Operator.SIBLING_LIST) for title in titles]
    return found


def _with_pages(
    sources: Sources, wanted: list[tuple[str, str, Operator]], reader: StoringReader, by: Any
) -> tuple[Sources, list[str]]:
    entries = list(sources.frontier.entries)
    snapshots, pages, reviewers = dict(sources.snapshots), dict(sources.pages), dict(sources.reviewers)
    told = []
    for (title, why, operator), answer in zip(
        wanted, reader.resolve([title for title, _, _ in wanted]), strict=True
    ):
        if answer.missing or answer.disambiguation:
            told += [f"No page “{title}” exists ({why})."] if operator is Operator.REVIEWER else []
        elif answer.title not in snapshots:
            pages[answer.title] = reader.content(answer.title)
            snapshots[answer.title] = reader.snapshots[answer.title]
            entries.append(_admitted(answer.title, title, why, operator, entries[0].title, by))
            if entries[-1].operator is Operator.REVIEWER:
                reviewers[answer.title] = by
            told.append(f"Admitted “{answer.title}” ({why}).")
    return Sources(replace(sources.frontier, entries=tuple(entries)), snapshots, pages, reviewers), told


def _admitted(title: str, requested: str, why: str, operator: Operator, seed: str, by: Any) -> FrontierEntry:
    """A page that a repair adds. Only a person can be a reviewer; what nobody named has the seed as its parent."""
    if operator is Operator.REVIEWER and by is None:
        operator = Operator.SIBLING_LIST
    reason = f"Added by a repair: {why}"
    return FrontierEntry(title, operator, reason, seed, requested if requested != title else "", hop=1)


def apply_plan(
    rows: list[ProposedRow], *, parent: TableVersion, plan: RepairPlan
) -> tuple[list[ProposedRow], list[str]]:
    """The proposed rows without those that the plan drops, and without the values it empties; and what was done."""
    named = {*plan.drop, *(row for row, _ in plan.empty)}
    known = Row.objects.filter(version=parent, ordinal__in=named).select_related("locator")
    places = {_stored_identity(row): row for row in known}
    kept, told = [], []
    for proposed in rows:
        row = places.get(_identity(proposed, tuple(parent.contract.key)))
        if row is not None and row.ordinal in plan.drop:
            told.append(f"Left out row {row.ordinal}, {row} ({plan.drop[row.ordinal]}).")
            continue
        kept.append(_emptied(proposed, row, plan, told) if row is not None else proposed)
    return kept, told


def _emptied(proposed: ProposedRow, row: Row, plan: RepairPlan, told: list[str]) -> ProposedRow:
    columns = {column: why for (ordinal, column), why in plan.empty.items() if ordinal == row.ordinal}
    if not columns:
        return proposed
    told += [f"Left {column} of row {row.ordinal}, {row}, empty ({why})." for column, why in columns.items()]
    cells = tuple(
        ProposedCell(cell.column, "") if cell.column in columns else cell for cell in proposed.cells
    )
    places = proposed.locators or proposed.all_locators()
    return replace(proposed, cells=cells, locators=places)


def _identity(row: ProposedRow, key: tuple[str, ...]) -> Identity:
    return row.key(key), canonical_json(place_fields(row.all_locators()[0]))


def _stored_identity(row: Row) -> Identity:
    return tuple(row.key), canonical_json(row.locator.place)
