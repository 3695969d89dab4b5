"""P1 cardinality: as many rows as the contract expects, over all and in each partition (docs/checks.md#p1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.grouping import counted, listed
from audit.domain.partitions import named_in, rows_by_partition
from audit.domain.subject import RefusedRow, Subject
from curation.domain.values.normalise import normalise

TOLERANCE = 0.05
_UNKNOWN = "The contract does not say how many there should be"


def check(subject: Subject) -> Iterator[Draft]:
    """Both sides are always shown. Without an expectation nothing can be compared, which is said once."""
    contract = subject.contract
    if not subject.rows:
        yield _draft(
            Severity.BLOCKING,
            f"No row was staged{_refused_words(subject)}.",
            staged=0,
            expected=contract.expected_rows,
        )
        return
    parts = [*_by_partition(subject)]
    yield from (part for part in parts if part.evidence["staged"])
    expected = contract.expected_rows
    if expected is not None:
        if expected != len(subject.rows) and not _explained(parts, expected - len(subject.rows)):
            yield _total(subject, expected)
    elif not any(partition.expected_rows is not None for partition in contract.partitions):
        yield _nothing_expected(subject)
    yield from _contract_disagrees(subject)
    yield from _counted_otherwise(subject)


def _by_partition(subject: Subject) -> Iterator[Draft]:
    rows = rows_by_partition(subject)
    for partition in subject.contract.partitions:
        staged, expected = len(rows[partition.name]), partition.expected_rows
        if expected is None or staged == expected:
            continue  # a partition without any row is P2's; here it only counts towards the whole
        left_out = named_in(partition.name, [page.title for page in subject.left_out])
        yield Draft(
            CheckId.P1,
            Severity.BLOCKING,
            Target(TargetKind.PARTITION, partition=partition.name),
            f"{partition.name}: {counted(staged, 'row')} staged, {expected} expected.",
            {"staged": staged, "expected": expected, "difference": staged - expected}
            | ({"missing_pages": left_out} if left_out and staged < expected else {}),
            claim_type="count",
        )


def _explained(parts: list[Draft], missing: int) -> bool:
    """Whether the differences of the partitions add up to the difference of the whole."""
    return bool(parts) and sum(int(str(part.evidence["difference"])) for part in parts) == -missing


def _total(subject: Subject, expected: int) -> Draft:
    staged = len(subject.rows)
    words = _refused_words(subject) if staged < expected else ""
    return _draft(
        Severity.BLOCKING,
        f"{counted(staged, 'row')} staged, {expected} expected{words}.",
        staged=staged,
        expected=expected,
        difference=staged - expected,
        refused=[refused.ordinal for refused in missing_keys(subject)],
    )


def _nothing_expected(subject: Subject) -> Draft:
    missing = missing_keys(subject)
    staged = len(subject.rows)
    parts = {name: len(rows) for name, rows in rows_by_partition(subject).items()}
    facts = {
        "staged": staged,
        "expected": None,
        "by_partition": parts,
        "refused": [row.ordinal for row in missing],
    }
    if missing:
        message = f"{counted(staged, 'row')} staged{_refused_words(subject)}. {_UNKNOWN}."
        return _draft(Severity.HYGIENE, message, **facts)
    return _draft(
        Severity.SUGGESTION,
        f"{counted(staged, 'row')} staged. {_UNKNOWN}, so nothing was compared.",
        **facts,
    )


def _contract_disagrees(subject: Subject) -> Iterator[Draft]:
    """Expectations of the partitions that cannot make up the whole. A row of two partitions counts in both of them."""
    contract = subject.contract
    expected = [partition.expected_rows for partition in contract.partitions]
    known = [count for count in expected if count is not None]
    if (
        contract.expected_rows is None
        or not known
        or len(known) != len(expected)
        or sum(known) >= contract.expected_rows
    ):
        return
    yield _draft(
        Severity.HYGIENE,
        f"The contract expects {counted(contract.expected_rows, 'row')} in all, but {sum(known)} over its partitions.",
        expected=contract.expected_rows,
        by_partition={partition.name: partition.expected_rows for partition in contract.partitions},
    )


def _counted_otherwise(subject: Subject) -> Iterator[Draft]:
    """Wikidata's count beside ours. A weak signal: it may count other things, so it holds nothing up."""
    rows = rows_by_partition(subject)
    for found in subject.counts:
        staged = len(rows.get(found.partition, ())) if found.partition else len(subject.rows)
        if found.count is None or abs(found.count - staged) <= TOLERANCE * max(found.count, staged):
            continue
        larger = "Wikidata's side is larger" if found.count > staged else "the table's side is larger"
        where = f"{found.partition}: " if found.partition else ""
        yield Draft(
            CheckId.P1,
            Severity.SUGGESTION,
            Target(TargetKind.PARTITION if found.partition else TargetKind.TABLE, partition=found.partition),
            f"{where}{counted(staged, 'row')} staged, Wikidata counts {found.count}: {larger}.",
            {"staged": staged, "wikidata": found.count, "difference": staged - found.count},
            claim_type="count",
        )


def missing_keys(subject: Subject) -> list[RefusedRow]:
    """Refused rows whose key is in no staged row: the table lacks them."""
    staged = {tuple(map(normalise, row.key)) for row in subject.rows}
    return [
        refused
        for refused in subject.refused
        if any(part.strip() for part in refused.key) and tuple(map(normalise, refused.key)) not in staged
    ]


def _refused_words(subject: Subject) -> str:
    missing = missing_keys(subject)
    if not missing:
        return ""
    codes = Counter(refused.code.replace("_", " ") for refused in missing)
    reasons = listed([f"{count} {code}" for code, count in codes.most_common()])
    return f"; the gate refused {counted(len(missing), 'row')} with other keys ({reasons})"


def _draft(severity: Severity, message: str, **facts: object) -> Draft:
    return Draft(CheckId.P1, severity, Target(TargetKind.TABLE), message, facts, claim_type="count")
