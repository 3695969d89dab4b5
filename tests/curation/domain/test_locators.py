"""Locators: printed form and back, and every level at which one can fail to resolve."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation.domain.extract import extract_page
from curation.domain.locators import (
    Locator,
    LocatorError,
    LocatorKind,
    Part,
    header_fingerprint,
    infobox_locator,
    item_locator,
    parse_locator,
    print_locator,
    resolve,
    sentence_locator,
    table_locator,
)

HTML = """
<div class="mw-parser-output"><p>The Amur is long. It forms a border.</p>
<table class="infobox"><tr><th colspan="2">Amur</th></tr>
<tr><th>Length</th><td>2,824 km</td></tr><tr><th>Mouth</th><td>Sea of Okhotsk</td></tr></table>
<h2><span class="mw-headline" id="Lists">Lists</span></h2>
<table class="wikitable"><tr><th>Year</th><th>Note</th></tr><tr><td>1900</td><td>first</td></tr></table>
<table class="wikitable"><caption>By length</caption>
<tr><th>River</th><th>Length</th><th>Length</th></tr>
<tr><th>Amur</th><td>2,824</td><td>1,755</td></tr>
<tr><th>Ural</th><td>2,428</td><td>1,509</td></tr>
<tr><th>Ural</th><td>1,000</td><td>621</td></tr></table>
<ul><li>Amur, in Asia</li><li>Ural, in two</li></ul></div>
"""
PAGE = extract_page(HTML, title="Rivers")
GRID = next(grid for grid in PAGE.grids if grid.caption is not None)
AMUR_LENGTH = table_locator("Rivers", GRID, 1, 1)


def test_a_cell_is_read_with_what_stands_around_it_and_without_its_neighbours():
    reading = resolve(AMUR_LENGTH, PAGE)
    assert reading.content.text == "2,824"
    around = {part: content.text for part, content in reading.context}
    assert around == {
        Part.ROW_HEADER: "Amur",
        Part.COLUMN_HEADER: "Length",
        Part.CAPTION: "By length",
        Part.SECTION: "Lists",
        Part.TITLE: "Rivers",
    }


@pytest.mark.requirement("S66")
def test_the_printed_form_is_the_one_people_know():
    assert print_locator(AMUR_LENGTH) == "Lists > Table 2 > row[River=Amur] > Length"


def test_a_row_is_named_by_as_many_columns_as_it_takes():
    assert table_locator("Rivers", GRID, 2).row_key == ()
    assert table_locator("Rivers", GRID, 1).row_key == (("River", "Amur"),)


def test_infobox_items_and_sentences_resolve_too():
    mouth = next(entry for entry in PAGE.infobox if entry.path[-1] == "Mouth")
    assert resolve(infobox_locator("Rivers", mouth), PAGE).content.text == "Sea of Okhotsk"
    assert resolve(item_locator("Rivers", PAGE.items[1]), PAGE).content.text == "Ural, in two"
    assert resolve(sentence_locator("Rivers", PAGE.sentences[1]), PAGE).content.text == "It forms a border."


@pytest.mark.requirement("S19")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"page": "Lakes"}, "wrong_page"),
        ({"section_path": ("Tables",)}, "bad_section"),
        ({"section_path": ("Lists",), "table_index": 0}, "section_mismatch"),
        ({"table_index": 9}, "no_table"),
        ({"table_index": None, "ordinal": 7}, "ordinal_out_of_range"),
        ({"header_fingerprint": "0" * 12}, "fingerprint_mismatch"),
        ({"row": 40, "row_key": ()}, "row_out_of_range"),
        ({"row": None, "row_key": ()}, "row_key_missing"),
        ({"row_key": (("River", "Volga"),)}, "row_key_missing"),
        ({"row": 2}, "row_key_missing"),
        ({"row": None, "row_key": (("River", "Ural"),)}, "row_key_ambiguous"),
        ({"column": "Width", "column_index": None}, "column_missing"),
        ({"column_index": 40}, "column_missing"),
        ({"column_index": None}, "column_ambiguous"),
        ({"quote": "2,825"}, "quote_missing"),
    ],
)
def test_each_level_fails_by_its_name(changes, code):
    with pytest.raises(LocatorError) as caught:
        resolve(replace(AMUR_LENGTH, **changes), PAGE)
    assert caught.value.code == code


def test_the_fingerprint_is_over_the_headers():
    other = PAGE.grids[1]
    assert header_fingerprint(GRID, 1) == AMUR_LENGTH.header_fingerprint != header_fingerprint(other, 1)


def test_what_is_printed_leads_back_to_the_same_cell():
    printed = print_locator(replace(AMUR_LENGTH, column="River"))
    assert resolve(parse_locator(printed, "Rivers"), PAGE).content.text == "Amur"


words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12).map(
    lambda s: " ".join(s.split())
)
filled = words.filter(bool)
locators = st.one_of(
    st.builds(
        Locator,
        page=st.just("P"),
        kind=st.just(LocatorKind.TABLE_ROW),
        section_path=st.lists(filled, max_size=3).map(tuple),
        ordinal=st.integers(1, 99),
        row_key=st.lists(st.tuples(filled, filled), min_size=1, max_size=3).map(tuple),
        column=words,
    ),
    st.builds(
        Locator,
        page=st.just("P"),
        kind=st.sampled_from([LocatorKind.LIST_ITEM, LocatorKind.SENTENCE, LocatorKind.INFOBOX]),
        section_path=st.lists(filled, max_size=3).map(tuple),
        ordinal=st.integers(1, 99),
        column=words,
    ),
)


@pytest.mark.requirement("S19")
@given(locators)
def test_the_printed_form_loses_nothing(locator):
    printed = print_locator(locator)
    assert parse_locator(printed, "P") == locator
    assert not any(char in printed for char in "\u202e\u200f\n\x00")


@pytest.mark.requirement("S19")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "Lists",
        "Lists > Table x > row 1",
        "Table 1",
        "Table 1 > Amur",
        "Table 1 > row[River]",
        "Item 1 > a > b",
    ],
)
def test_what_is_no_locator_says_what_was_expected(text):
    with pytest.raises(LocatorError, match="expected"):
        parse_locator(text)
