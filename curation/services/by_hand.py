"""Changes of a source set by hand: people ask for them with a reason, and a restage carries them out.

Nothing a person types is trusted: a title is resolved by the page source, and the page's rows pass the same gate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from curation.domain.by_hand import Change, RequestKind, without_pages
from curation.domain.frontier import FrontierEntry, Operator
from curation.models import FrontierRequest, TableVersion
from curation.selectors.by_hand import changes_of, why_closed
from curation.services.curating import Sources, storing_reader
from curation.services.reading import Progress, StoringReader
from curation.wiki.titles import TitleError, parse_title
from stageaudit_web.core import journal
from stageaudit_web.core.errors import Conflict, InvalidInput
from stageaudit_web.core.rights import refuse_auditor

LONGEST_REASON = 2000
FRONTIER_ASKED = journal.declare(
    "frontier.asked", "A person asked to add a page to a source set or to drop one, or took that back."
)


def ask_for_page(*, version: TableVersion, kind: str, title: str, reason: str, by: Any) -> FrontierRequest:
    """Records one request; it changes nothing before a restage.

    Raises InvalidInput for a title that cannot be one, is there already, or is not there to be dropped, and for a
    missing reason; Conflict when the version can no longer be restaged.
    """
    refuse_auditor(what="change the source set", subject=version, by=by)
    asked = Change(_kind(kind), _title(title), reason.strip()[:LONGEST_REASON])
    with transaction.atomic():
        stored = TableVersion.objects.select_for_update().get(pk=version.pk)
        closed = why_closed(stored)
        if closed:
            raise Conflict("not_restageable", closed, version=version.pk)
        _refuse_pointless(stored, asked)
        made = FrontierRequest.objects.create(
            version=version, kind=asked.kind.value, title=asked.title, reason=asked.reason, by=by
        )
        payload = {"kind": made.kind, "title": made.title, "reason": made.reason}
        journal.record(verb=FRONTIER_ASKED, subject=version, by=by, payload=payload)
    return made


def _kind(text: str) -> RequestKind:
    try:
        return RequestKind(text)
    except ValueError as error:
        known = ", ".join(RequestKind)
        raise InvalidInput("unknown_kind", f"A page can be asked for as {known}.", field="kind") from error


def _title(text: str) -> str:
    if not text.strip():
        raise InvalidInput("no_title", "Say which page: its title is missing.", field="title")
    try:
        return parse_title(text).text[:300]
    except TitleError as error:
        message = f"“{text.strip()[:100]}” cannot be the title of a page."
        raise InvalidInput("bad_title", message, field="title") from error


def _refuse_pointless(version: TableVersion, asked: Change) -> None:
    holds = {change.title: change for change in changes_of(version)}
    if asked.kind is RequestKind.WITHDRAW:
        if asked.title not in holds:
            raise InvalidInput("not_asked", f"Nobody asks for a change of “{asked.title}”.", field="title")
        return
    if not asked.reason:
        raise InvalidInput("no_reason", "Say why: the reason stays with the new version.", field="reason")
    entry = version.frontier.filter(snapshot__title=asked.title).first()
    if asked.kind is RequestKind.ADD and entry is not None and asked.title not in holds:
        raise InvalidInput("there_already", f"“{asked.title}” is in the source set already.", field="title")
    if asked.kind is RequestKind.DROP and entry is None:
        raise InvalidInput("not_there", f"“{asked.title}” is not in the source set.", field="title")
    if asked.kind is RequestKind.DROP and entry is not None and entry.parent_id is None:
        raise InvalidInput("is_seed", "The seed cannot be dropped: everything starts there.", field="title")


def apply_changes(
    sources: Sources, changes: Sequence[Change], *, seed: str, report: Progress
) -> tuple[Sources, list[str]]:
    """The source set with the changes done, and what was done about each. Dropping comes first."""
    dropped = {change.title: change for change in changes if change.kind is RequestKind.DROP}
    added = [change for change in changes if change.kind is RequestKind.ADD]
    frontier = without_pages(sources.frontier, dropped)
    there = frontier.titles()
    told = [
        f"Dropped “{title}” ({change.reason}; asked for by {change.name})."
        for title, change in dropped.items()
        if title in sources.frontier.titles() and title not in there
    ]
    kept = Sources(
        frontier,
        {title: one for title, one in sources.snapshots.items() if title in there},
        {title: one for title, one in sources.pages.items() if title in there},
        {title: one for title, one in sources.reviewers.items() if title in there},
    )
    if not added:
        return kept, told
    made, said = _with_added(kept, added, storing_reader(seed, report))
    return made, told + said


def _with_added(
    sources: Sources, added: Sequence[Change], reader: StoringReader
) -> tuple[Sources, list[str]]:
    entries = list(sources.frontier.entries)
    snapshots, pages, reviewers = dict(sources.snapshots), dict(sources.pages), dict(sources.reviewers)
    people = get_user_model().objects.in_bulk([change.by for change in added if change.by is not None])
    told = []
    for change, answer in zip(added, reader.resolve([change.title for change in added]), strict=True):
        person = people.get(change.by) if change.by is not None else None
        if answer.missing:
            told.append(f"No page “{change.title}” exists (asked for by {change.name}: {change.reason}).")
        elif answer.title in snapshots:
            told.append(f"“{change.title}” is “{answer.title}”, which is in the source set already.")
        elif person is None:
            told.append(f"“{change.title}” was not added: nobody known asked for it.")
        else:
            pages[answer.title] = reader.content(answer.title)
            snapshots[answer.title] = reader.snapshots[answer.title]
            reviewers[answer.title] = person
            requested = change.title if change.title != answer.title else ""
            entries.append(
                FrontierEntry(
                    answer.title, Operator.REVIEWER, change.reason, entries[0].title, requested, hop=1
                )
            )
            told.append(f"Added “{answer.title}” ({change.reason}; asked for by {change.name}).")
    frontier = replace(sources.frontier, entries=tuple(entries))
    return Sources(frontier, snapshots, pages, reviewers), told
