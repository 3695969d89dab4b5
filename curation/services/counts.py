"""Counts of Wikidata for a version: asked between discovery and staging, kept for P1, never in anybody's way."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from curation.domain.contract import WikidataScope
from curation.models import TableVersion, WikidataCount
from curation.services.reading import Progress
from curation.wiki.client import PoliteClient
from curation.wiki.ports import PageSourceError
from curation.wiki.wikidata import CountRecord, CountRequest, count_entities, unasked
from stageaudit_web.core import journal
from stageaudit_web.core.rights import refuse_auditor

SECONDS_PER_QUERY = 30.0
SECONDS_IN_ALL = 240.0  # a step has an end; what was not asked by then is unavailable
COUNTS_RECORDED = journal.declare(
    "wikidata.counted", "Wikidata was asked for counts; the payload has each answer or why there is none."
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer for one partition ("": the whole table)."""

    partition: str
    record: CountRecord


def requests_of(scope: WikidataScope) -> list[tuple[str, CountRequest]]:
    """What is asked: the whole table, then each partition with its further conditions."""
    whole = CountRequest(scope.class_id, scope.conditions)
    parts = [
        (name, CountRequest(scope.class_id, (*scope.conditions, *pairs))) for name, pairs in scope.partitions
    ]
    return [("", whole), *parts]


def ask_counts(*, scope: WikidataScope, report: Progress) -> list[Answer]:
    """Asks for every count, outside any transaction. Whatever goes wrong is an answer `unavailable` with its reason."""
    wanted = requests_of(scope)
    endpoint = settings.SPARQL
    try:
        client = PoliteClient(
            settings.USER_AGENT,
            frozenset({urlsplit(endpoint).netloc.lower()}),
            most_bytes=2**20,
            timeout=SECONDS_PER_QUERY,
            lock_folder=settings.DATA_DIR / "locks",
        )
    except PageSourceError as error:
        return [Answer(name, unasked(request, error.message)) for name, request in wanted]
    end = time.monotonic() + SECONDS_IN_ALL
    answers = []
    try:
        for done, (name, request) in enumerate(wanted):
            report(done, len(wanted), name or request.class_id)
            if time.monotonic() < end:
                answers.append(Answer(name, count_entities(client, endpoint, request)))
            else:
                answers.append(Answer(name, unasked(request, "Not asked: the answers before took too long.")))
    finally:
        client.close()
    return answers


def record_counts(*, version: TableVersion, answers: Sequence[Answer], by: Any = None) -> list[WikidataCount]:
    """Stores the answers with a version that is not staged yet."""
    refuse_auditor(what="record counts", subject=version, by=by)
    with transaction.atomic():
        counts = WikidataCount.objects.bulk_create(_stored(version, answer) for answer in answers)
        found = {one.partition or "all": one.count if one.count is not None else one.reason for one in counts}
        journal.record(verb=COUNTS_RECORDED, subject=version, by=by, payload={"counts": found})
    return counts


def _stored(version: TableVersion, answer: Answer) -> WikidataCount:
    record = answer.record
    return WikidataCount(
        version=version,
        partition=answer.partition[:300],
        class_id=record.request.class_id,
        conditions=[list(pair) for pair in record.request.conditions],
        query=record.query,
        asked_at=record.asked_at,
        seconds=record.seconds,
        status=record.status.value,
        count=record.count,
        reason=record.reason,
    )


def copy_counts(*, parent: TableVersion, version: TableVersion) -> None:
    """Gives a restaged version the counts of its parent, as they were asked then."""
    fields = (
        "partition",
        "class_id",
        "conditions",
        "query",
        "asked_at",
        "seconds",
        "status",
        "count",
        "reason",
    )
    known = WikidataCount.objects.filter(version=parent).order_by("pk").values(*fields)
    WikidataCount.objects.bulk_create(WikidataCount(version=version, **one) for one in known)
