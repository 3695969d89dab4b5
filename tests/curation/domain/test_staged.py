"""Tests of curation.domain.staged: what is stored of a row that the gate admitted."""

from __future__ import annotations

import hashlib

import pytest

from curation.domain.contract import Column, Contract, Partition
from curation.domain.extract import extract_page
from curation.domain.gate import admit_all
from curation.domain.locators import Locator, LocatorError, LocatorKind, Part, table_locator
from curation.domain.rows import ProposedCell, ProposedRow, StagedCell, StagedRow
from curation.domain.staged import fold_for_search, make_draft, partition_of, place_fields
from tests.curation.factories import CONTRACT, RIVERS, TABLE, make_river_draft, rivers_html


def test_a_row_is_ready_with_key_partition_and_search_text():
    row = make_river_draft().rows[1]
    assert (row.key, row.partition, row.search) == (("Danube",), "Europe", "danube europe 2,850")


def test_every_cell_has_the_place_it_was_read_at():
    draft = make_river_draft()
    printed = [draft.places[cell.places[0]].printed for cell in draft.rows[0].cells]
    assert printed == [
        "Lists > Table 1 > row[River=Amur] > River",
        "Lists > Table 1 > row[River=Amur] > Continent",
        "Lists > Table 1 > row[River=Amur] > Length (km)",
    ]


def test_a_place_has_the_digest_of_what_was_read_there():
    draft = make_river_draft()
    place = draft.places[draft.rows[0].cells[2].places[0]]
    assert place.content_sha256 == hashlib.sha256(b"2,824").hexdigest()
    assert place.anchor > 0


def test_a_place_is_resolved_and_stored_once():
    draft = make_river_draft()
    assert len({place.printed for place in draft.places}) == len(draft.places) == 12


def test_refused_rows_stand_beside_the_staged_ones():
    draft = make_river_draft(wrong=[("Amur", "Asia", "2,825")])
    assert [len(draft.rows), len(draft.refused)] == [3, 1]


def test_a_value_that_the_heading_carries_is_shown_at_the_heading():
    html = "<h2 id='Asia'>Asia</h2><table class='wikitable'><tr><th>River</th></tr><tr><td>Amur</td></tr></table>"
    page = extract_page(html, title=RIVERS)
    contract = Contract("Which rivers?", ("River",), (Column("River"), Column("Continent")))
    row = ProposedRow(
        (ProposedCell("River", "Amur"), ProposedCell("Continent", "Asia")),
        (table_locator(RIVERS, page.grids[0], 1),),
    )
    draft = make_draft(
        admit_all([row], contract=contract, sources=[RIVERS], pages={RIVERS: page}),
        contract=contract,
        pages={RIVERS: page},
    )
    cell = draft.rows[0].cells[1]
    place = draft.places[cell.places[0]]
    assert cell.staged.part is Part.SECTION
    heading = next(section.element for section in page.sections if section.title == "Asia")
    assert (place.anchor, place.content_sha256) == (heading, hashlib.sha256(b"Asia").hexdigest())


def test_a_locator_that_the_pages_do_not_have_is_an_error():
    row = StagedRow(
        (StagedCell("River", "Amur"),), (Locator(RIVERS, LocatorKind.TABLE_ROW, table_index=9, row=1),)
    )
    with pytest.raises(LocatorError):
        make_draft([row], contract=CONTRACT, pages={RIVERS: extract_page(rivers_html(), title=RIVERS)})


def test_the_partition_is_what_the_column_says_as_the_contract_writes_it():
    row = StagedRow((StagedCell("Continent", "ASIA"),), (Locator(RIVERS, LocatorKind.TABLE_ROW),))
    assert partition_of(row, CONTRACT, {}) == "Asia"


def test_without_a_column_a_page_of_one_partition_speaks_for_its_rows():
    contract = Contract("q", ("River",), (Column("River"),), partitions=(Partition("Asia"),))
    row = StagedRow((), (Locator(RIVERS, LocatorKind.TABLE_ROW),))
    assert partition_of(row, contract, {RIVERS: ("Asia",)}) == "Asia"
    assert partition_of(row, contract, {RIVERS: ("Asia", "Europe")}) == ""


def test_search_text_ignores_case_and_accents():
    assert fold_for_search("São  FRANCISCO") == "sao francisco"


def test_a_stored_place_has_every_field_of_the_locator():
    page = extract_page(rivers_html(TABLE), title=RIVERS)
    locator = table_locator(RIVERS, page.grids[0], 1, 2)
    assert place_fields(locator) == {
        "page": "List of rivers", "kind": "table_row", "section_path": ["Lists"], "ordinal": 1, "table_index": 0,
        "row": 1, "row_key": [["River", "Amur"]], "column": "Length (km)", "column_index": 2,
        "header_fingerprint": locator.header_fingerprint, "quote": "",
    }  # fmt: skip
