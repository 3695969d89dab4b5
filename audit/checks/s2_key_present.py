"""S2 key present: every key cell of every row holds a value (docs/checks.md#s2)."""

from __future__ import annotations

from collections.abc import Iterator

from audit.domain.findings import CheckId, Draft, Severity
from audit.domain.grouping import Fault, Kind, counted, drafts_of, quoted
from audit.domain.placeholders import is_placeholder
from audit.domain.subject import Subject


def check(subject: Subject) -> Iterator[Draft]:
    """An empty key, or a dash or "unknown" in its place, blocks: such a row names nothing."""
    for position, column in enumerate(subject.contract.key):
        faults = []
        for row in subject.rows:
            value = row.key[position] if position < len(row.key) else row.value(column)
            if not value.strip():
                faults.append(Fault(row, column, "it is empty"))
            elif is_placeholder(value):
                faults.append(Fault(row, column, f"it holds {quoted(value)}"))
        yield from drafts_of(faults, _MISSING, total=len(subject.rows))


_MISSING = Kind(
    CheckId.S2,
    Severity.BLOCKING,
    "key",
    one=lambda fault: (
        f"Row {fault.row.ordinal} has no {fault.column}, which is part of its key: {fault.detail}."
    ),
    many=lambda faults: (
        f"{counted(len(faults), 'row')} have no {faults[0].column}, which is part of their key."
    ),
)
