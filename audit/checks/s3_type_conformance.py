"""S3 type conformance: values can be read as the type and unit their column declares (docs/checks.md#s3)."""

from __future__ import annotations

from collections.abc import Iterator

from audit.domain.conformance import OTHER_UNIT, TYPE_WORDS, type_fault
from audit.domain.findings import CheckId, Draft, Severity
from audit.domain.grouping import Fault, Kind, counted, drafts_of, quoted
from audit.domain.subject import Subject
from curation.domain.contract import Column


def check(subject: Subject) -> Iterator[Draft]:
    """Wrong units and key columns block. TEXT, ID and LIST columns make no claim; a placeholder is said apart."""
    for column in subject.contract.columns:
        if column.type not in TYPE_WORDS:
            continue
        faults = [
            Fault(row, column.name, fault)
            for row in subject.rows
            if (value := row.value(column.name)) and (fault := type_fault(value, column))
        ]
        wrong_unit = [fault for fault in faults if OTHER_UNIT in fault.detail]
        rest = [fault for fault in faults if OTHER_UNIT not in fault.detail]
        is_key = column.name in subject.contract.key
        yield from drafts_of(wrong_unit, _kind(column, Severity.BLOCKING), total=len(subject.rows))
        severity = Severity.BLOCKING if is_key else Severity.HYGIENE
        yield from drafts_of(rest, _kind(column, severity), total=len(subject.rows))


def _kind(column: Column, severity: Severity) -> Kind:
    declared = TYPE_WORDS[column.type] + (f" in {column.unit}" if column.unit else "")
    return Kind(
        CheckId.S3,
        severity,
        "type",
        one=lambda fault: (
            f"{fault.column} of {fault.row.name} should be {declared}: {quoted(fault.value)} is {fault.detail}."
        ),
        many=lambda faults: (
            f"{faults[0].column} should be {declared}: {counted(len(faults), 'value')} are not, "
            f"{quoted(faults[0].value)} of {faults[0].row.name} first."
        ),
    )
