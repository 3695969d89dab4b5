"""The demo's true rows pass the gate from the places they name; with one value changed they do not."""

from __future__ import annotations

from typing import Any

import pytest

from curation.domain.gate import Refusal, StagedRow, admit_all
from curation.domain.locators import Locator, LocatorKind
from curation.domain.question_file import QuestionDraft, read_questions
from curation.domain.rows import ProposedCell, ProposedRow
from tests.demo.demo_set import DEMO, Place, content_of, gold, manifest, rows_at

DRAFTS = {draft.key: draft for draft in read_questions((DEMO / "questions.jsonl").read_bytes()).questions}
FIRST_TABLE = {"table_row": 0, "infobox": 1}
FIRST_INFOBOX = {"infobox": 0, "table_row": 1}


def locator_of(place: Place) -> Locator:
    """A locator of a table row or an infobox entry."""
    if place["kind"] == "table_row":
        grid, row, _ = rows_at(place)[0]
        kind = LocatorKind.TABLE_ROW
        return Locator(place["page"], kind, grid.section_path, grid.ordinal, grid.table_index, row)
    entries = content_of(place["page"]).infobox
    entry = next(entry for entry in entries if entry.path[-1] == place["label"])
    label = " / ".join(entry.path)
    return Locator(
        place["page"], LocatorKind.INFOBOX, table_index=entry.table_index, row=entry.row, column=label
    )


def proposed(row: dict[str, Any], order: dict[str, int], changed: dict[str, str]) -> ProposedRow:
    """A true row as a curator would propose it, each cell at the best of its places."""
    cells = []
    for column, value in row["values"].items():
        places = [place for place in row["places"].get(column, []) if place["kind"] in order]
        best = sorted(places, key=lambda place: order[place["kind"]])[:1]
        cells.append(ProposedCell(column, changed.get(column, value), tuple(map(locator_of, best))))
    return ProposedRow(tuple(cells), next(cell.locators for cell in cells if cell.locators))


def judged(
    draft: QuestionDraft, order: dict[str, int], column: str = "", change: dict[str, str] | None = None
) -> list[StagedRow | Refusal]:
    """What the gate makes of the true rows; `change` maps digits of one column to others."""
    rows = []
    for row in gold(draft.key):
        if row.get("absent") or (column and not row["values"][column]):
            continue
        moved = row["values"].get(column, "").translate(str.maketrans(change or {}))
        rows.append(proposed(row, order, {column: moved}))
    pages = {line["title"]: content_of(line["title"]) for line in manifest()}
    return admit_all(rows, contract=draft.contract, sources=pages, pages=pages)


@pytest.mark.parametrize("order", [FIRST_TABLE, FIRST_INFOBOX], ids=["tables", "infoboxes"])
@pytest.mark.parametrize("key", sorted(DRAFTS))
def test_every_true_row_is_staged(key: str, order: dict[str, int]):
    refused = [row for row in judged(DRAFTS[key], order) if isinstance(row, Refusal)]
    assert [(row.row.cells[0].value, row.code, row.message) for row in refused] == []


@pytest.mark.parametrize(
    ("key", "column"),
    [
        ("transboundary-rivers", "Length"),
        ("apollo-landings", "Landing date"),
        ("apollo-landings", "Sample mass"),
        ("moons-of-mars-and-neptune", "Mean diameter"),
        ("chemical-elements", "Atomic number"),
    ],
)
def test_no_row_is_staged_with_other_digits(key: str, column: str):
    others = dict(zip("0123456789", "5678901234", strict=True))
    staged = [row for row in judged(DRAFTS[key], FIRST_TABLE, column, others) if isinstance(row, StagedRow)]
    assert [row.value(column) for row in staged] == []
