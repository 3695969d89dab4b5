"""Drift: the current revision of every admitted page, and what became of each place that the table stands on.

What is found is recorded beside the version, which never changes, signed or not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from curation.domain.content import PageContent
from curation.domain.drift import Fate, Held, PageDrift, fate_of
from curation.domain.locators import Part, print_locator
from curation.domain.reanchor import Drift
from curation.domain.staged import locator_of, place_fields
from curation.models import (
    CellLocator,
    DriftCheck,
    DriftRecord,
    FrontierEntry,
    Locator,
    Snapshot,
    TableVersion,
)
from curation.services.reading import Progress, as_expected, read_snapshot
from curation.services.snapshots import store_snapshot
from curation.wiki.current import newer_page
from curation.wiki.ports import FetchedPage, PageSource, PageSourceError
from curation.wiki.sources import page_source
from stageaudit_web.core import journal, work
from stageaudit_web.core.errors import Conflict, InvalidInput
from stageaudit_web.core.models import Run, RunState
from stageaudit_web.core.rights import refuse_auditor

DRIFT = "drift"
PAGE_CHECKED = journal.declare(
    "drift.page_checked",
    "An admitted page was compared with its current revision; the payload counts what became of its places.",
)


def check_drift(
    *,
    version: TableVersion,
    by: Any,
    entries: Sequence[FrontierEntry] | None = None,
    then: Iterable[work.StepPlan] = (),
) -> Run:
    """Queues a look at the current revision of every page of a version, or of some; `then` are steps after that.

    The caller nudges the workers after commit. Raises Conflict while another check of the version is under way,
    InvalidInput for a version without pages or with nothing staged.
    """
    pages = list(version.frontier.order_by("ordinal")) if entries is None else list(entries)
    if not pages or not version.digest:
        raise InvalidInput("nothing_to_check", "Nothing is staged yet that could drift.", version=version.pk)
    subject = f"version:{version.pk}"
    with transaction.atomic():
        TableVersion.objects.select_for_update().get(pk=version.pk)
        _refuse_second(subject)
        return work.plan_run(
            by=by,
            steps=[*(work.StepPlan(DRIFT, str(entry.pk)) for entry in pages), *then],
            kind=DRIFT,
            configuration=DRIFT,
            subject=subject,
            title=version.run.title,
            parameters={
                "question": version.table.question_id,
                "version": version.pk,
                "pages": [entry.pk for entry in pages],
            },
            human_signoff=version.run.human_signoff,
        )


def _refuse_second(subject: str) -> None:
    active = Run.objects.filter(
        subject=subject, kind=DRIFT, state__in=[RunState.QUEUED, RunState.RUNNING]
    ).first()
    if active is not None:
        message = f"Run {active.pk} is looking for drift already; wait for it or stop it."
        raise Conflict("run_under_way", message, run=active.pk)


@dataclass(frozen=True, slots=True)
class Found:
    """What a look at one page gave: how the page is, the copy that was compared, and each place's fate."""

    status: PageDrift
    snapshot: Snapshot | None
    note: str
    fates: tuple[tuple[Locator, Fate], ...]

    def counts(self) -> dict[str, int]:
        """How many places became what."""
        return {status.value: sum(fate.status is status for _, fate in self.fates) for status in Drift}


def look_at_page(*, entry: FrontierEntry, seed: str, report: Progress, by: Any = None) -> Found:
    """Fetches the page if it was edited, stores it, and finds every place again. Outside any transaction.

    `entry` comes with its snapshot and page. Raises Unavailable when a retry can help, InvalidInput when this site
    does not read from the page's wiki.
    """
    snapshot = entry.snapshot
    places = list(entry.locators.order_by("pk"))
    report(0, max(len(places), 1), snapshot.title)
    try:
        page = _fetch(snapshot, seed)
    except PageSourceError as error:
        if error.code not in ("missing", "other_page"):
            raise as_expected(error) from error
        return Found(PageDrift.GONE, None, error.message, _all_gone(places, error.message))
    if page is None:
        return Found(PageDrift.UNCHANGED, snapshot, "", _all_same(places))
    now = store_snapshot(page=page, by=by)
    if now.sha256 == snapshot.sha256:
        return Found(PageDrift.UNCHANGED, now, "", _all_same(places))
    fates = _fates(places, read_snapshot(snapshot), read_snapshot(now), report)
    renamed = f"The page is called “{now.title}” now." if now.title != snapshot.title else ""
    return Found(PageDrift.NEWER, now, renamed, fates)


def _fetch(snapshot: Snapshot, seed: str) -> FetchedPage | None:
    source = page_source(seed)
    page = newer_page(source, snapshot.title, page_id=snapshot.page.page_id, revision_id=snapshot.revision_id)
    if page is not None and page.wiki != snapshot.page.wiki:
        message = f"This site reads pages of {page.wiki}; “{snapshot.title}” came from {snapshot.page.wiki}."
        raise PageSourceError("other_wiki", message, {"title": snapshot.title, "wiki": page.wiki})
    return page


def _source(seed: str, title: str) -> PageSource:
    """The source of the table's pages: the one that has the seed, or the page where the seed itself is gone."""
    try:
        return page_source(seed)
    except PageSourceError as error:
        if error.code != "missing":
            raise
    try:
        return page_source(title)
    except PageSourceError as error:
        if error.code == "missing":
            raise PageSourceError("missing", f"There is no page “{title}” any more.", error.facts) from error
        raise


def _all_gone(places: Sequence[Locator], why: str) -> tuple[tuple[Locator, Fate], ...]:
    return tuple((place, Fate(Drift.GONE, note=why, before=place.quote)) for place in places)


def _all_same(places: Sequence[Locator]) -> tuple[tuple[Locator, Fate], ...]:
    return tuple((place, Fate(Drift.SAME, locator_of(place.place), anchor=place.anchor)) for place in places)


def _fates(
    places: Sequence[Locator], old: PageContent, new: PageContent, report: Progress
) -> tuple[tuple[Locator, Fate], ...]:
    held = _held(places)
    found = []
    for done, place in enumerate(places, start=1):
        # The old copy is read under the title that the locator was made with.
        fate = fate_of(locator_of(place.place), held[place.pk], replace(old, title=place.place["page"]), new)
        found.append((place, fate))
        if done % 50 == 0 or done == len(places):
            report(done, len(places), new.title)
    return tuple(found)


def _held(places: Sequence[Locator]) -> Mapping[int, list[Held]]:
    held: dict[int, list[Held]] = defaultdict(list)
    links = CellLocator.objects.filter(locator__in=[place.pk for place in places]).select_related("cell")
    for link in links.order_by("pk"):
        if link.cell.part:
            held[link.locator_id].append(Held(link.cell.column, Part(link.cell.part), link.cell.compared))
    return held


def record_page(*, run: Run, entry: FrontierEntry, found: Found, by: Any = None) -> DriftCheck:
    """Stores what a look at one page found: one check, one record per place, one journal event."""
    refuse_auditor(what="record drift", subject=entry, by=by)
    with transaction.atomic():
        check = DriftCheck.objects.create(
            version=entry.version,
            entry=entry,
            run=run,
            snapshot=found.snapshot,
            status=found.status.value,
            note=found.note,
        )
        DriftRecord.objects.bulk_create(
            [_record(check, place, fate) for place, fate in found.fates], batch_size=500
        )
        payload = {
            "page": entry.snapshot.title,
            "status": found.status.value,
            "from": entry.snapshot.revision_id,
            "to": found.snapshot.revision_id if found.snapshot else None,
            "places": found.counts(),
        }
        journal.record(verb=PAGE_CHECKED, subject=entry.version, by=by, payload=payload)
    return check


def _record(check: DriftCheck, place: Locator, fate: Fate) -> DriftRecord:
    return DriftRecord(
        check_of=check,
        locator=place,
        status=fate.status.value,
        note=fate.note,
        before=fate.before,
        after=fate.after,
        printed=print_locator(fate.locator) if fate.locator else "",
        place=place_fields(fate.locator) if fate.locator else None,
        anchor=fate.anchor,
    )
