"""P4 temporal knowability: a source can only tell what was known at the time of its revision (docs/checks.md#p4)."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Sequence
from datetime import date

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.grouping import Fault, Kind, counted, drafts_of, listed, quoted
from audit.domain.subject import Cell, Entry, Subject
from curation.domain.contract import ColumnType
from curation.domain.values.dates import PartialDate, parse_date, parse_span

_DATED = frozenset({ColumnType.DATE, ColumnType.YEAR})


def check(subject: Subject) -> Iterator[Draft]:
    """The contract's date against the revisions, then dated values against the revision they stand in."""
    asked = asked_period(subject.contract.as_of)
    if asked is not None:
        yield from _revisions(subject, *asked)
    yield from _undated(subject, asked is not None)
    yield from _values(subject, asked[1] if asked else None)


def asked_period(as_of: str) -> tuple[date, date] | None:
    """First and last day of a contract's date: YYYY, YYYY-MM or YYYY-MM-DD. None when there is none to read."""
    try:
        parts = [int(part) for part in as_of.split("-")] if as_of else []
        if not 1 <= len(parts) <= 3:
            return None
        year, month, day = (*parts, None, None)[:3]
        first = date(year or 0, month or 1, day or 1)
        last_month = month or 12
        return first, date(first.year, last_month, day or monthrange(first.year, last_month)[1])
    except ValueError:
        return None


def _revisions(subject: Subject, first: date, last: date) -> Iterator[Draft]:
    """Revisions older than the date asked for cannot know its state; much newer ones may tell of a later state."""
    used = [
        (entry, entry.revision_at.date()) for entry in subject.entries if entry.cells and entry.revision_at
    ]
    older = [entry for entry, day in used if day < first]
    newer = [entry for entry, day in used if day > last]
    as_of = subject.contract.as_of
    if older:
        yield _pages(
            older,
            Severity.BLOCKING,
            f"The answer is asked for as of {as_of}; {_revised(older)} before that, and cannot know it.",
        )
    if newer:
        yield _pages(
            newer,
            Severity.SUGGESTION,
            f"The answer is asked for as of {as_of}; {_revised(newer)} after that, and may tell a later state.",
        )


def _revised(entries: Sequence[Entry]) -> str:
    """ "Ural (river) was last revised on 2 May 2013", or how many pages were."""
    if len(entries) == 1:
        return f"{entries[0].title} was revised on {_day(entries[0])},"
    return f"{counted(len(entries), 'page')} ({listed([entry.title for entry in entries], 3)}) were revised"


def _day(entry: Entry) -> str:
    return entry.revision_at.date().isoformat() if entry.revision_at else "an unknown day"


def _undated(subject: Subject, asked: bool) -> Iterator[Draft]:
    """Pages whose revision date is not known, where something hangs on it."""
    needed = asked or any(column.type in _DATED for column in subject.contract.columns)
    undated = [entry for entry in subject.entries if entry.cells and entry.revision_at is None]
    if needed and undated:
        titles = [entry.title for entry in undated]
        words = f"{titles[0]} has" if len(titles) == 1 else f"{counted(len(titles), 'page')} have"
        yield _pages(
            undated,
            Severity.SUGGESTION,
            f"{words} no recorded revision date, so what could be known was not checked.",
        )


def _values(subject: Subject, last: date | None) -> Iterator[Draft]:
    for column in subject.contract.columns:
        if column.type not in _DATED:
            continue
        after_source, after_asked = [], []
        for row in subject.rows:
            cell = row.cell(column.name)
            start, revised = _start(cell.value), _latest_revision(subject, cell)
            if start is None:
                continue
            if revised is not None and start > revised:
                after_source.append(Fault(row, column.name, f"its page was revised on {revised.isoformat()}"))
            elif last is not None and start > last:
                after_asked.append(
                    Fault(row, column.name, f"the answer is asked for as of {subject.contract.as_of}")
                )
        yield from drafts_of(after_source, _AFTER_SOURCE, total=len(subject.rows))
        yield from drafts_of(after_asked, _AFTER_ASKED, total=len(subject.rows))


def _start(value: str) -> date | None:
    """The earliest day a value can mean; None for years before 1, and where it is no date."""
    span = parse_span(value)
    found: PartialDate | None = span.start if span else parse_date(value)
    if found is None or not 1 <= found.year <= 9999:
        return None
    try:
        return date(found.year, found.month or 1, found.day or 1)
    except ValueError:
        return None  # 29 February of a year that has none: the type check speaks about it


def _latest_revision(subject: Subject, cell: Cell) -> date | None:
    entries = [subject.entry(place.page) for place in cell.places]
    days = [
        entry.revision_at.date() for entry in entries if entry is not None and entry.revision_at is not None
    ]
    return max(days, default=None)


def _words(fault: Fault) -> str:
    return f"{fault.column} of {fault.row.name} is {quoted(fault.value)}, but {fault.detail}."


_AFTER_SOURCE = Kind(
    CheckId.P4,
    Severity.BLOCKING,
    "time",
    one=_words,
    many=lambda faults: (
        f"{faults[0].column}: {counted(len(faults), 'value')} lie after the revision they are read from, "
        f"{quoted(faults[0].value)} of {faults[0].row.name} first. A plan is not a fact."
    ),
)
_AFTER_ASKED = Kind(
    CheckId.P4,
    Severity.HYGIENE,
    "time",
    one=_words,
    many=lambda faults: (
        f"{faults[0].column}: {counted(len(faults), 'value')} lie after the date the answer is asked for."
    ),
)


def _pages(entries: Sequence[Entry], severity: Severity, message: str) -> Draft:
    target = Target(TargetKind.PAGE, page=entries[0].title) if len(entries) == 1 else Target(TargetKind.TABLE)
    facts = {"titles": [entry.title for entry in entries], "revised": [_day(entry) for entry in entries]}
    return Draft(CheckId.P4, severity, target, message, facts, claim_type="time")
