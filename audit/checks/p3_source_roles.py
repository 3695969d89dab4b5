"""P3 source roles: every page of S is explained by the operator that admitted it (docs/checks.md#p3).

Missing required operators, unexplained pages and mismatched roles are scope failures (Stage-Audit §3.2).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.grouping import MANY, counted, listed
from audit.domain.partitions import rows_by_partition
from audit.domain.subject import Entry, Subject
from curation.domain.frontier import Operator

_LINKED = frozenset({Operator.SEED_TABLE, Operator.ENTITY_PAGE})
_EXPANDING = frozenset({Operator.SEED_TABLE, Operator.SIBLING_LIST, Operator.ENTITY_PAGE, Operator.REVIEWER})


def check(subject: Subject) -> Iterator[Draft]:
    """Seed and expansion over the whole frontier, then each page by itself."""
    yield from _seed(subject)
    yield from _expansion(subject)
    for entry in subject.entries:
        if fault := _unexplained(entry, subject):
            severity = Severity.BLOCKING if entry.cells else Severity.HYGIENE
            yield _page(entry, severity, f"{entry.title} is not explained: {fault}.")
        elif fault := _mismatch(entry, subject):
            yield _page(
                entry, Severity.HYGIENE, f"{entry.title} was admitted as {_words(entry)}, but {fault}."
            )
        if entry.operator is Operator.WIKIDATA_CHECK and entry.cells:
            yield _page(
                entry,
                Severity.BLOCKING,
                f"{entry.title} is a count check, yet {counted(entry.cells, 'cell')} cite it: a signal is no witness.",
            )
    yield from _idle(subject)


def _seed(subject: Subject) -> Iterator[Draft]:
    seeds = [entry for entry in subject.entries if entry.operator is Operator.SEED]
    if not seeds:
        yield _table(
            Severity.BLOCKING, "The source set has no seed page: the operator “seed” is missing.", titles=[]
        )
    elif len(seeds) > 1:
        titles = [entry.title for entry in seeds]
        yield _table(
            Severity.BLOCKING,
            f"{counted(len(seeds), 'page')} are admitted as seed: {listed(titles)}.",
            titles=titles,
        )
    elif subject.seed and subject.seed not in (seeds[0].title, seeds[0].requested):
        yield _page(
            seeds[0],
            Severity.BLOCKING,
            f"The question's seed is {subject.seed}, the source set's is {seeds[0].title}.",
        )


def _expansion(subject: Subject) -> Iterator[Draft]:
    """A partition without rows although the search never left the seed."""
    empty = [name for name, rows in rows_by_partition(subject).items() if not rows]
    if empty and subject.entries and not any(entry.operator in _EXPANDING for entry in subject.entries):
        yield _table(
            Severity.BLOCKING,
            f"No list, table or entity page was followed from the seed, though {listed(empty)} has no row.",
            missing_operators=["seed_table", "sibling_list", "entity_page"],
            partitions=empty,
        )


def _unexplained(entry: Entry, subject: Subject) -> str:
    if entry.operator is Operator.REVIEWER:
        return "" if entry.admitted_by else "it does not say which reviewer admitted it"
    if entry.operator is not Operator.SEED:
        if not entry.parent:
            return "it does not say which page led to it"
        if subject.entry(entry.parent) is None:
            return f"{entry.parent}, which led to it, is not in the source set"
    return "" if entry.reason.strip() else "it gives no reason"


def _mismatch(entry: Entry, subject: Subject) -> str:
    """Why a page's operator does not fit what it is; "" when it fits."""
    parent = subject.entry(entry.parent) if entry.parent else None
    if entry.operator is Operator.SEED:
        return (
            "a page led to it" if entry.parent else ("it is not where the search began" if entry.hop else "")
        )
    if entry.operator is Operator.REDIRECT and entry.requested in ("", entry.title):
        return "no other title led to it"
    if entry.operator is Operator.SEED_TABLE and parent is not None and parent.operator is not Operator.SEED:
        return f"{parent.title}, which led to it, is not the seed"
    if entry.operator in _LINKED and parent is not None and parent.links_to is not None:
        return "" if entry.title in parent.links_to else f"{parent.title} has no link to it"
    return ""


def _idle(subject: Subject) -> Iterator[Draft]:
    """Pages that support nothing and led to nothing that does."""
    led = {entry.parent for entry in subject.entries if entry.cells}
    idle = [
        entry
        for entry in subject.entries
        if not entry.cells
        and entry.title not in led
        and entry.operator not in (Operator.SEED, Operator.WIKIDATA_CHECK)
    ]
    if len(idle) <= MANY:
        for entry in idle:
            yield _page(
                entry,
                Severity.HYGIENE,
                f"{entry.title} was admitted as {_words(entry)} and supports no cell.",
            )
        return
    titles = [entry.title for entry in idle]
    yield _table(
        Severity.HYGIENE,
        f"{counted(len(idle), 'page')} of {len(subject.entries)} support no cell: {listed(titles)}.",
        titles=titles,
        count=len(idle),
        of=len(subject.entries),
    )


def _words(entry: Entry) -> str:
    return entry.operator.value.replace("_", " ")


def _page(entry: Entry, severity: Severity, message: str) -> Draft:
    facts: dict[str, object] = {
        "operator": entry.operator.value,
        "parent": entry.parent or "",
        "requested": entry.requested,
        "reason": entry.reason,
        "cells": entry.cells,
        "rows": entry.rows,
    }
    return Draft(
        CheckId.P3, severity, Target(TargetKind.PAGE, page=entry.title), message, facts, claim_type="source"
    )


def _table(severity: Severity, message: str, **facts: Sequence[str] | int) -> Draft:
    return Draft(CheckId.P3, severity, Target(TargetKind.TABLE), message, facts, claim_type="source")
