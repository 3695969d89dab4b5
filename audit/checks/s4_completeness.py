"""S4 completeness: every column of the contract is filled, and nothing beside it is staged (docs/checks.md#s4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.grouping import MANY, Fault, Kind, counted, drafts_of, listed
from audit.domain.subject import Row, Subject
from curation.domain.contract import Column


def check(subject: Subject) -> Iterator[Draft]:
    """Required values that are missing and strange columns block; a column empty for a whole part is hygiene."""
    yield from _strange_columns(subject)
    if not subject.rows:
        return
    for column in subject.contract.columns:
        if column.name in subject.contract.key:
            continue  # S2 speaks about keys
        empty = [row for row in subject.rows if not row.value(column.name)]
        if len(empty) == len(subject.rows):
            yield _never_filled(column, len(empty))
        elif empty and column.required:
            faults = [Fault(row, column.name, "required") for row in empty]
            yield from drafts_of(faults, _REQUIRED, total=len(subject.rows))
        elif empty:
            yield from _empty_parts(subject, column, empty)


def _strange_columns(subject: Subject) -> Iterator[Draft]:
    known = {column.name for column in subject.contract.columns}
    strange: dict[str, list[int]] = {}
    for row in subject.rows:
        for cell in row.cells:
            if cell.column not in known:
                strange.setdefault(cell.column, []).append(row.ordinal)
    for name, rows in strange.items():
        yield Draft(
            CheckId.S4,
            Severity.BLOCKING,
            Target(TargetKind.COLUMN, column=name),
            f"{name} is staged in {counted(len(rows), 'row')} but is not a column of the contract.",
            {"rows": rows, "count": len(rows)},
            claim_type="completeness",
        )


def _never_filled(column: Column, count: int) -> Draft:
    required = (
        "The contract requires it." if column.required else "Either no source gives it or it was not found."
    )
    return Draft(
        CheckId.S4,
        Severity.BLOCKING if column.required else Severity.HYGIENE,
        Target(TargetKind.COLUMN, column=column.name),
        f"{column.name} is empty in all {counted(count, 'row')}. {required}",
        {"count": count, "of": count},
        claim_type="completeness",
    )


_REQUIRED = Kind(
    CheckId.S4,
    Severity.BLOCKING,
    "completeness",
    one=lambda fault: f"{fault.column} of {fault.row.name} is empty; the contract requires it.",
    many=lambda faults: (
        f"{faults[0].column} is empty in {counted(len(faults), 'row')}; the contract requires it."
    ),
)


def _empty_parts(subject: Subject, column: Column, empty: Sequence[Row]) -> Iterator[Draft]:
    """An optional column that one part never fills while others do: probably a header that was not recognised."""
    parts = _by_part(subject, subject.rows)
    without = _by_part(subject, empty)
    gaps = [
        part for part, rows in parts.items() if len(rows) > MANY and len(without.get(part, ())) == len(rows)
    ]
    if not gaps or len(parts) == 1:
        return
    rows = [row.ordinal for part in gaps for row in parts[part]]
    yield Draft(
        CheckId.S4,
        Severity.HYGIENE,
        Target(TargetKind.COLUMN, column=column.name, partition=gaps[0] if len(gaps) == 1 else ""),
        f"{column.name} is empty in all {counted(len(rows), 'row')} of {listed(gaps)}, and filled elsewhere.",
        {"rows": rows, "count": len(rows), "of": len(subject.rows), "parts": gaps},
        claim_type="completeness",
    )


def _by_part(subject: Subject, rows: Sequence[Row]) -> dict[str, list[Row]]:
    """Rows by partition, or by the page they come from where the contract has no partitions."""
    parts: dict[str, list[Row]] = {}
    for row in rows:
        part = subject.partition_of(row) or (row.places[0].page if row.places else "")
        parts.setdefault(part, []).append(row)
    return parts
