"""What became of one place: what cells took from it is compared, whether it stood in the place or around it."""

from __future__ import annotations

from curation.domain.drift import Held, fate_of
from curation.domain.extract import extract_page
from curation.domain.locators import Locator, LocatorKind, Part, table_locator
from curation.domain.reanchor import Drift
from tests.curation.factories import RIVERS, TABLE, rivers_html

OLD = extract_page(rivers_html(), title=RIVERS)
ROW = table_locator(RIVERS, OLD.grids[0], 1)
LENGTH = table_locator(RIVERS, OLD.grids[0], 1, 2)
SECTION = Held("Continent", Part.SECTION, "Lists")


def now(*rows, heading="Lists"):
    return extract_page(rivers_html(rows or TABLE).replace(">Lists</h2>", f">{heading}</h2>"), title=RIVERS)


def test_a_changed_value_keeps_both_texts():
    fate = fate_of(
        LENGTH, [Held("Length (km)", Part.CELL, "2,824")], OLD, now(("Amur", "Asia", "2,825"), *TABLE[1:])
    )
    assert (fate.status, fate.before, fate.after, fate.note) == (Drift.CHANGED, "2,824", "2,825", "")


def test_a_row_is_its_name():
    fate = fate_of(ROW, [], OLD, now(("Amur", "Asia", "2,825"), *TABLE[1:]))
    assert (fate.status, "another cell" in fate.note) == (Drift.SAME, True)


def test_a_renamed_row_is_changed_or_gone():
    assert fate_of(ROW, [], OLD, now(("Heilong", "Asia", "2,824"), *TABLE[1:])).status is Drift.CHANGED
    assert fate_of(ROW, [], OLD, now(*TABLE[1:])).status is Drift.GONE


def test_a_value_around_a_place_is_compared_there():
    same = fate_of(ROW, [SECTION], OLD, now(("Amur", "Asia", "2,825"), *TABLE[1:]))
    assert (same.status, same.before, same.after) == (Drift.SAME, "Lists", "Lists")
    changed = fate_of(ROW, [SECTION], OLD, now(heading="Tables"))
    assert (changed.status, changed.before, changed.after) == (Drift.CHANGED, "Lists", "Tables")
    assert changed.note == "The section that carried the value reads differently."


def test_a_gone_place_says_what_its_cell_took():
    assert fate_of(ROW, [SECTION], OLD, now(*TABLE[1:])).before == "Lists"


def test_a_place_that_never_resolved_is_gone():
    fate = fate_of(Locator(RIVERS, LocatorKind.TABLE_ROW, table_index=9, row=1), [], OLD, OLD)
    assert (fate.status, fate.locator) == (Drift.GONE, None)
    assert "does not resolve in its own copy" in fate.note
