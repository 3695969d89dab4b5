"""Tests of curation.services.curating: what a repair does to proposals and to the source set."""

from __future__ import annotations

import pytest

from curation.domain.extract import extract_page
from curation.domain.frontier import Operator
from curation.domain.repair import RepairPlan
from curation.services.curating import apply_plan, entries_of, stored_frontier
from tests.curation.factories import (
    AMUR,
    RIVERS,
    make_page,
    make_proposed,
    make_staged,
    rivers_html,
    table_rows,
)

pytestmark = pytest.mark.django_db
TWICE = (("Amur", "Asia", "2,824"), ("Amur", "Asia", "2,824"), ("Nile", "Africa", "6,650"))


def proposals(rows=TWICE):
    return table_rows(rows, extract_page(rivers_html(rows), title=RIVERS))


def plan(drop=None, empty=None):
    return RepairPlan(drop or {}, empty or {}, {}, ())


def test_of_two_rows_with_one_key_only_the_named_one_is_left_out():
    parent = make_staged(TWICE)
    rows = proposals()
    places = [
        row.locators[0].row for row in apply_plan(rows, parent=parent, plan=plan({2: "S1: same key"}))[0]
    ]
    assert places == [1, 3]


def test_what_was_done_is_told():
    parent = make_staged()
    _, told = apply_plan(proposals(TWICE[2:]), parent=parent, plan=plan({1: "F1: no"}))
    assert told == []
    rows = proposals((("Amur", "Asia", "2,824"),))
    kept, told = apply_plan(rows, parent=parent, plan=plan({1: "F1: no"}))
    assert (kept, told) == ([], ["Left out row 1, Amur (F1: no)."])


def test_an_emptied_cell_keeps_its_row_and_its_places():
    parent = make_staged()
    rows = proposals((("Amur", "Asia", "2,824"),))
    ((row,), told) = apply_plan(rows, parent=parent, plan=plan(empty={(1, "Continent"): "F1: no"}))
    assert (row.value("Continent"), row.value("River"), row.locators) == ("", "Amur", rows[0].locators)
    assert told == ["Left Continent of row 1, Amur, empty (F1: no)."]


def test_rows_that_nobody_names_stay():
    rows = proposals()
    assert apply_plan(rows, parent=make_staged(TWICE), plan=plan({99: "F1"})) == (rows, [])


def test_a_recorded_source_set_is_read_back():
    version = make_proposed(pages={RIVERS: make_page(), AMUR: make_page(AMUR, "<p>Amur.</p>")})
    frontier = stored_frontier(entries_of(version))
    assert frontier.titles() == (RIVERS, AMUR)
    assert (frontier.entries[1].operator, frontier.entries[1].parent, frontier.entries[1].hop) == (
        Operator.ENTITY_PAGE, RIVERS, 1
    )  # fmt: skip
