"""F1 row evidence: the content of a cell's locators, read again, supports the cell (docs/checks.md#f1)."""

from __future__ import annotations

from collections.abc import Iterator

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.grouping import Fault, Kind, counted, drafts_of, listed, quoted
from audit.domain.subject import Cell, Subject
from curation.domain.locators import Part
from curation.domain.witness import Rung

_OWN_PARTS = frozenset({Part.CELL, Part.ITEM, Part.SENTENCE, Part.ROW_HEADER})
_DOUBT = ("circa", "approximate", "uncertain")


def check(subject: Subject) -> Iterator[Draft]:
    """Unsupported values block; values that drop the page's doubt or that another page contradicts are hygiene."""
    for column in subject.contract.columns:
        cells = [(row, row.cell(column.name)) for row in subject.rows]
        total = len(cells)
        unsupported = [
            Fault(row, column.name, _reads(cell)) for row, cell in cells if cell.supported is False
        ]
        yield from drafts_of(unsupported, _UNSUPPORTED, total=total)
        doubted = [Fault(row, column.name, cell.note) for row, cell in cells if _is_doubted(cell)]
        yield from drafts_of(doubted, _DOUBTED, total=total)
        contradicted = [Fault(row, column.name, _says_otherwise(cell)) for row, cell in cells if cell.others]
        yield from drafts_of(contradicted, _CONTRADICTED, total=total)
    yield from _weaker(subject)


def _reads(cell: Cell) -> str:
    texts = dict.fromkeys(place.reads for place in cell.places if place.reads)
    return (
        "its place reads " + listed([quoted(text) for text in texts]) if texts else "its place holds no text"
    )


def _is_doubted(cell: Cell) -> bool:
    return cell.supported is not False and any(word in cell.note for word in _DOUBT)


def _says_otherwise(cell: Cell) -> str:
    return listed([f"{other.page} reads {quoted(other.value)}" for other in cell.others])


_UNSUPPORTED = Kind(
    CheckId.F1,
    Severity.BLOCKING,
    "value",
    one=lambda fault: f"{fault.column} of {fault.row.name}: {quoted(fault.value)} is staged, {fault.detail}.",
    many=lambda faults: (
        f"{faults[0].column}: {counted(len(faults), 'value')} are not supported by the places they cite, "
        f"{quoted(faults[0].value)} of {faults[0].row.name} first."
    ),
)
_DOUBTED = Kind(
    CheckId.F1,
    Severity.HYGIENE,
    "value",
    one=lambda fault: (
        f"{fault.column} of {fault.row.name}: {quoted(fault.value)} states more than its page ({fault.detail})."
    ),
    many=lambda faults: (
        f"{faults[0].column}: {counted(len(faults), 'value')} leave out a doubt that the page states."
    ),
)
_CONTRADICTED = Kind(
    CheckId.F1,
    Severity.HYGIENE,
    "value",
    one=lambda fault: f"{fault.column} of {fault.row.name}: {quoted(fault.value)} is staged, {fault.detail}.",
    many=lambda faults: (
        f"{faults[0].column}: for {counted(len(faults), 'row')} another admitted page reads otherwise."
    ),
)


def _weakness(cell: Cell) -> str:
    """Why a supported value is not simply what its cell says; "" when it is."""
    if not cell.value.strip() or cell.supported is False or cell.rung is None:
        return ""
    if "converted from" in cell.note or "within 0.1 %" in cell.note:
        return "converted"
    if cell.part is not None and cell.part not in _OWN_PARTS:
        return f"from the {cell.part.value.replace('_', ' ')}"
    return "among other words" if cell.rung is Rung.WORDS else ""


def _weaker(subject: Subject) -> Iterator[Draft]:
    """One suggestion for the whole table: which columns rest on context, conversion or words."""
    columns: dict[str, dict[str, list[int]]] = {}
    for row in subject.rows:
        for cell in row.cells:
            if weakness := _weakness(cell):
                columns.setdefault(cell.column, {}).setdefault(weakness, []).append(row.ordinal)
    if not columns:
        return
    said = [f"{column} ({_counts(reasons)})" for column, reasons in columns.items()]
    yield Draft(
        check=CheckId.F1,
        severity=Severity.SUGGESTION,
        target=Target(TargetKind.TABLE),
        message=f"Some values are not written in their own cell as staged: {listed(said)}. Open a few of them.",
        evidence={
            "columns": {
                column: {reason: {"count": len(rows), "rows": rows} for reason, rows in reasons.items()}
                for column, reasons in columns.items()
            }
        },
        claim_type="value",
    )


def _counts(reasons: dict[str, list[int]]) -> str:
    return listed([f"{len(rows)} {reason}" for reason, rows in reasons.items()])
