"""Many faults of one kind become one finding: reviewers judge a column once, not forty cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.subject import Row

MANY = 3
EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Fault:
    """One cell (or row, when `column` is empty) that fails a check; `detail` says how, in a few words."""

    row: Row
    column: str
    detail: str
    page: str = ""

    @property
    def value(self) -> str:
        """The text in question."""
        return self.row.value(self.column) if self.column else self.row.name


@dataclass(frozen=True, slots=True)
class Kind:
    """What the findings of one group share: `one` words a single fault, `many` a group of them."""

    check: CheckId
    severity: Severity
    claim_type: str
    one: Callable[[Fault], str]
    many: Callable[[Sequence[Fault]], str]


def drafts_of(faults: Sequence[Fault], kind: Kind, *, total: int) -> Iterator[Draft]:
    """One draft per fault up to three faults, one draft for all of them beyond; `total` is out of how many rows."""
    if not faults:
        return
    if len(faults) > MANY:
        yield _together(faults, kind, total)
        return
    for fault in faults:
        target_kind = TargetKind.CELL if fault.column else TargetKind.ROW
        yield Draft(
            check=kind.check,
            severity=kind.severity,
            target=Target(target_kind, row=fault.row.ordinal, column=fault.column, page=fault.page),
            message=kind.one(fault),
            evidence=_facts(fault),
            claim_type=kind.claim_type,
        )


def _together(faults: Sequence[Fault], kind: Kind, total: int) -> Draft:
    column = faults[0].column
    return Draft(
        check=kind.check,
        severity=kind.severity,
        target=Target(TargetKind.COLUMN if column else TargetKind.TABLE, column=column),
        message=kind.many(faults),
        evidence={
            "rows": [fault.row.ordinal for fault in faults],
            "count": len(faults),
            "of": total,
            "examples": [_facts(fault) for fault in faults[:EXAMPLES]],
        },
        claim_type=kind.claim_type,
    )


def _facts(fault: Fault) -> dict[str, object]:
    facts = {
        "row": fault.row.ordinal,
        "key": fault.row.name,
        "value": clip(fault.value),
        "what": fault.detail,
        "page": fault.page,
    }
    return {name: value for name, value in facts.items() if value != ""}


def clip(text: str, length: int = 120) -> str:
    """A text on one line, cut with an ellipsis where it is longer than `length`."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def quoted(text: str, length: int = 60) -> str:
    """A value in quotation marks, cut to `length`; an empty one is said in words."""
    return f"“{clip(text, length)}”" if text.strip() else "nothing"


def counted(count: int, one: str, many: str = "") -> str:
    """ "1 row", "4 rows"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def listed(names: Sequence[str], most: int = 4) -> str:
    """ "A, B and C", or "A, B, C, D and 3 more"."""
    if len(names) > most:
        return ", ".join(names[:most]) + f" and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
