"""P2 partition coverage: every part of the scope has rows, every row has its part (docs/checks.md#p2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.grouping import counted, listed, quoted
from audit.domain.partitions import Membership, named_in, read_membership, rows_by_partition
from audit.domain.subject import Row, Subject
from curation.domain.values.normalise import normalise


def check(subject: Subject) -> Iterator[Draft]:
    """Nothing to say where the contract has no partitions."""
    if not subject.contract.partitions:
        return
    yield from _uncovered(subject)
    read = [(row, read_membership(subject.partition_of(row), subject.contract)) for row in subject.rows]
    yield from _outside(read)
    yield from _ambiguous(subject, read)
    yield from _two_places(subject, read)
    yield from _unplaced(read)
    yield from _loose(subject, read)


def _uncovered(subject: Subject) -> Iterator[Draft]:
    for name, rows in rows_by_partition(subject).items():
        if rows:
            continue
        admitted = [entry.title for entry in subject.entries if name in entry.partitions]
        left_out = named_in(name, [page.title for page in subject.left_out])
        told = f"{listed(admitted)} was admitted for it" if admitted else "no page was admitted for it"
        yield _draft(
            Severity.BLOCKING,
            Target(TargetKind.PARTITION, partition=name),
            f"{name} has no row; {told}.",
            {"admitted": admitted} | ({"missing_pages": left_out} if left_out else {}),
        )


def _outside(read: Sequence[tuple[Row, Membership]]) -> Iterator[Draft]:
    """One finding per strange name."""
    strange: dict[str, list[Row]] = {}
    for row, membership in read:
        for text in membership.strange:
            strange.setdefault(text, []).append(row)
    for text, rows in strange.items():
        yield _draft(
            Severity.BLOCKING,
            _target(rows, text),
            f"{_who(rows)} in {quoted(text)}, which is no partition of the contract.",
            _rows(rows),
        )


def _ambiguous(subject: Subject, read: Sequence[tuple[Row, Membership]]) -> Iterator[Draft]:
    labels: dict[str, list[tuple[Row, Membership]]] = {}
    for row, membership in read:
        if membership.ambiguous:
            labels.setdefault(subject.partition_of(row), []).append((row, membership))
    for label, found in labels.items():
        rows = [row for row, _ in found]
        clear = "; ".join(found[0][1].names)
        yield _draft(
            Severity.BLOCKING,
            _target(rows, label),
            f"{_who(rows)} in {quoted(label)}: one partition or two? Write {quoted(clear)} if it is both.",
            _rows(rows),
        )


def _two_places(subject: Subject, read: Sequence[tuple[Row, Membership]]) -> Iterator[Draft]:
    """A key that stands in two partitions, in two rows, where the partition is no part of the key."""
    if subject.contract.partition_column in subject.contract.key:
        return
    found: dict[tuple[str, ...], dict[str, Row]] = {}
    for row, membership in read:
        for name in membership.names:
            found.setdefault(tuple(map(normalise, row.key)), {}).setdefault(name, row)
    for parts in found.values():
        rows = list({row.ordinal: row for row in parts.values()}.values())
        if len(rows) > 1:
            yield _draft(
                Severity.BLOCKING,
                Target(TargetKind.ROW, row=rows[-1].ordinal),
                f"{rows[0].name} is staged once in {listed(list(parts))} each: which partition does it belong to?",
                _rows(rows),
            )


def _unplaced(read: Sequence[tuple[Row, Membership]]) -> Iterator[Draft]:
    rows = [row for row, membership in read if not membership.names and not membership.strange]
    if rows:
        yield _draft(
            Severity.HYGIENE,
            _target(rows, ""),
            f"{_who(rows)} in no partition, so coverage cannot be judged for {'it' if len(rows) == 1 else 'them'}.",
            _rows(rows),
        )


def _loose(subject: Subject, read: Sequence[tuple[Row, Membership]]) -> Iterator[Draft]:
    rows = [row for row, membership in read if membership.loose]
    if rows:
        forms = list(dict.fromkeys(subject.partition_of(row) for row in rows))
        shown = listed([quoted(form) for form in forms])
        yield _draft(
            Severity.SUGGESTION,
            _target(rows, ""),
            f"{counted(len(rows), 'row')} name their partition otherwise than the contract: {shown}.",
            _rows(rows) | {"forms": forms},
        )


def _target(rows: Sequence[Row], partition: str) -> Target:
    if len(rows) == 1:
        return Target(TargetKind.ROW, row=rows[0].ordinal, partition=partition)
    return Target(TargetKind.PARTITION if partition else TargetKind.TABLE, partition=partition)


def _who(rows: Sequence[Row]) -> str:
    return f"{rows[0].name} is" if len(rows) == 1 else f"{counted(len(rows), 'row')} are"


def _rows(rows: Sequence[Row]) -> dict[str, object]:
    return {"rows": [row.ordinal for row in rows], "count": len(rows), "keys": [row.name for row in rows[:5]]}


def _draft(severity: Severity, target: Target, message: str, facts: Mapping[str, object]) -> Draft:
    return Draft(CheckId.P2, severity, target, message, facts, claim_type="coverage")
