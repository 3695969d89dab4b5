"""F3 locator valid: every stored locator parses, resolves and still reads what it read (docs/checks.md#f3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.domain.findings import CheckId, Draft, Severity
from audit.domain.grouping import Fault, Kind, counted, drafts_of
from audit.domain.subject import Place, Row, Subject

# A printed form that cannot be read back is untidy; the stored fields still lead to the place.
_HARMLESS = frozenset({"unparseable"})


def check(subject: Subject) -> Iterator[Draft]:
    """Faults are grouped by what is wrong, over all columns: one changed page breaks many locators in one way."""
    groups: dict[str, list[Fault]] = {}
    for row in subject.rows:
        for place in _places(row):
            if place.fault:
                fault = Fault(row, "", f"{place.printed}: {place.detail or place.fault}", place.page)
                groups.setdefault(place.fault, []).append(fault)
    for code, faults in groups.items():
        severity = Severity.HYGIENE if code in _HARMLESS else Severity.BLOCKING
        yield from drafts_of(faults, _kind(code, severity), total=len(subject.rows))


def _places(row: Row) -> list[Place]:
    return list(dict.fromkeys([*row.places, *(place for cell in row.cells for place in cell.places)]))


def _kind(code: str, severity: Severity) -> Kind:
    words = {
        "unparseable": "the printed form cannot be read back",
        "content_changed": "the place reads otherwise than when it was staged",
    }.get(code, f"the place is not found ({code.replace('_', ' ')})")
    return Kind(
        CheckId.F3,
        severity,
        "source",
        one=lambda fault: f"{fault.row.name}: {words}. {fault.detail}",
        many=lambda faults: f"{counted(len(faults), 'locator')} on {_pages(faults)}: {words}.",
    )


def _pages(faults: Sequence[Fault]) -> str:
    titles = list(dict.fromkeys(fault.page for fault in faults))
    return titles[0] if len(titles) == 1 else counted(len(titles), "page")
