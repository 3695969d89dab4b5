"""S1 key unique: no two rows have the same primary key (docs/checks.md#s1)."""

from __future__ import annotations

from collections.abc import Iterator

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.grouping import counted, listed
from audit.domain.subject import Row, Subject
from curation.domain.values.normalise import fold_diacritics, normalise


def check(subject: Subject) -> Iterator[Draft]:
    """The same key twice blocks, and names the later row; keys that differ only in marks or case are hygiene."""
    if fault := _contract_fault(subject):
        yield Draft(CheckId.S1, Severity.BLOCKING, Target(TargetKind.TABLE), fault, claim_type="key")
        return
    for rows in _alike(subject.rows, folded=False):
        for row in rows[1:]:
            yield _duplicate(rows[0], row, subject)
    for rows in _alike(subject.rows, folded=True):
        if len({_normalised(row) for row in rows}) == len(rows):
            yield _near(rows)


def _contract_fault(subject: Subject) -> str:
    names = {column.name for column in subject.contract.columns}
    missing = [name for name in subject.contract.key if name not in names]
    if not subject.contract.key:
        return "The contract names no key column, so rows cannot be told apart."
    return f"The key column {listed(missing)} is not a column of the contract." if missing else ""


def _normalised(row: Row) -> tuple[str, ...]:
    return tuple(normalise(part) for part in row.key)


def _folded(row: Row) -> tuple[str, ...]:
    return tuple(fold_diacritics(normalise(part)) for part in row.key)


def _alike(rows: tuple[Row, ...], *, folded: bool) -> list[list[Row]]:
    """Groups of two or more rows with one key. Rows without any key value are S2's."""
    groups: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        if any(part.strip() for part in row.key):
            groups.setdefault(_folded(row) if folded else _normalised(row), []).append(row)
    return [group for group in groups.values() if len(group) > 1]


def _duplicate(first: Row, row: Row, subject: Subject) -> Draft:
    differs = [
        column.name
        for column in subject.contract.columns
        if normalise(first.value(column.name)) != normalise(row.value(column.name))
    ]
    what = f"they differ in {listed(differs)}" if differs else "they are the same in every column"
    return Draft(
        check=CheckId.S1,
        severity=Severity.BLOCKING,
        target=Target(TargetKind.ROW, row=row.ordinal),
        message=f"{row.name} is the key of rows {first.ordinal} and {row.ordinal}; {what}.",
        evidence={"rows": [first.ordinal, row.ordinal], "differs": differs},
        claim_type="key",
    )


def _near(rows: list[Row]) -> Draft:
    names = list(dict.fromkeys(row.name for row in rows))
    return Draft(
        check=CheckId.S1,
        severity=Severity.HYGIENE,
        target=Target(TargetKind.ROW, row=rows[-1].ordinal),
        message=f"{listed(names)} differ only in accents: {counted(len(rows), 'row')} may be one.",
        evidence={"rows": [row.ordinal for row in rows], "keys": names},
        claim_type="key",
    )
