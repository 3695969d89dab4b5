"""P5 normalisation: within a column one thing is written one way (docs/checks.md#p5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from audit.domain.conformance import type_fault
from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.domain.forms import DATED, MOST_FORMS, NUMERIC, Facet, facets_for, spelling_key
from audit.domain.grouping import counted, listed, quoted
from audit.domain.placeholders import is_placeholder
from audit.domain.subject import Row, Subject
from curation.domain.contract import Column, ColumnType
from curation.domain.witness import FOLDED

_ORDER = {severity: position for position, severity in enumerate(Severity)}
Forms = Mapping[str, Sequence[Row]]


def check(subject: Subject) -> Iterator[Draft]:
    """One finding a column, with every way of writing, its count and its rows."""
    for column in subject.contract.columns:
        rows = [row for row in subject.rows if _counts(row.value(column.name), column)]
        mixed = [*_mixed_facets(column, rows), *_spellings(column, rows), *_folded(column, rows)]
        if mixed:
            yield _draft(column, mixed)


def _counts(value: str, column: Column) -> bool:
    """Whether a value says something about how its column is written. What is no date in a column of dates is S3's."""
    is_strange = column.type in DATED and type_fault(value, column) != "" and not is_placeholder(value)
    return bool(value) and not is_strange


def _mixed_facets(column: Column, rows: Sequence[Row]) -> Iterator[tuple[Facet, Forms]]:
    for facet in facets_for(column, [row.value(column.name) for row in rows]):
        forms: dict[str, list[Row]] = {}
        for row in rows:
            if form := facet.read(row.value(column.name)):
                forms.setdefault(form, []).append(row)
        if 1 < len(forms) <= MOST_FORMS:
            yield facet, forms


def _spellings(column: Column, rows: Sequence[Row]) -> Iterator[tuple[Facet, Forms]]:
    """One word in several spellings."""
    if column.type in NUMERIC | DATED | {ColumnType.ID}:
        return
    words: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        value = " ".join(row.value(column.name).split())
        words.setdefault(spelling_key(value), {}).setdefault(value, []).append(row)
    for forms in words.values():
        if len(forms) > 1:
            yield _SPELLING, forms


def _folded(column: Column, rows: Sequence[Row]) -> Iterator[tuple[Facet, Forms]]:
    """Values staged without the accents that their page writes, beside values that kept them."""
    folded = [row for row in rows if FOLDED in row.cell(column.name).note]
    kept = [row for row in rows if row not in folded and not row.value(column.name).isascii()]
    if folded and kept:
        yield _ACCENTS, {"without the page's accents": folded, "with accents": kept}


_SPELLING = Facet("spelling", Severity.HYGIENE, lambda value: value)
_ACCENTS = Facet("accents", Severity.HYGIENE, lambda value: value)


def _draft(column: Column, mixed: Sequence[tuple[Facet, Forms]]) -> Draft:
    sentences = [_sentence(column, forms) for _, forms in mixed]
    return Draft(
        check=CheckId.P5,
        severity=min((facet.severity for facet, _ in mixed), key=_ORDER.__getitem__),
        target=Target(TargetKind.COLUMN, column=column.name),
        message=listed_sentences(sentences),
        evidence={
            "facets": [{"facet": facet.name, "forms": _facts(column, forms)} for facet, forms in mixed]
        },
        claim_type="form",
    )


def _sentence(column: Column, forms: Forms) -> str:
    ways = [
        f"{quoted(rows[0].value(column.name))} in {counted(len(rows), 'row')}"
        for rows in sorted(forms.values(), key=len, reverse=True)
    ]
    return f"{column.name} is written {listed(ways)}."


def listed_sentences(sentences: Sequence[str], most: int = 2) -> str:
    """The first sentences, and how many more there are."""
    rest = len(sentences) - most
    return " ".join(sentences[:most]) + (f" And {rest} more ways differ." if rest > 0 else "")


def _facts(column: Column, forms: Forms) -> list[dict[str, object]]:
    return [
        {
            "form": form,
            "example": rows[0].value(column.name)[:120],
            "count": len(rows),
            "rows": [row.ordinal for row in rows],
        }
        for form, rows in sorted(forms.items(), key=lambda item: len(item[1]), reverse=True)
    ]
