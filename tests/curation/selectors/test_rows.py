"""Tests of curation.selectors.rows: filters as the address gives them, orders, pages, offers."""

from __future__ import annotations

import pytest

from curation.selectors.rows import RowFilter, read_filter, rows_page
from tests.curation.factories import make_question, make_staged, many_rows

pytestmark = pytest.mark.django_db


def test_a_filter_is_read_from_the_address():
    wanted = read_filter(
        {
            "q": " amur ",
            "partition": "Asia",
            "rung": "words",
            "sort": "-c2",
            "per": "50",
            "row": "3",
            "c": "1",
        }
    )
    assert wanted == RowFilter("amur", "Asia", "words", "-c2", 50, "", 3, 1)


def test_what_makes_no_sense_is_the_default():
    assert read_filter({"rung": "likely", "per": "7", "row": "-1", "c": "x"}) == RowFilter()


def test_links_keep_filter_order_and_page():
    assert read_filter({"q": "a&b", "page": "2"}).query == "q=a%26b&page=2&"
    assert RowFilter().query == ""


def test_partitions_are_offered_with_their_rows_the_contracts_first():
    table = rows_page(make_staged([("Amur", "Asia", "1"), ("Murray", "Australia", "2")]), RowFilter())
    assert table.partitions == (("Africa", 0), ("Asia", 1), ("Europe", 0), ("Australia", 1))


def test_rungs_are_offered_with_their_cells():
    assert rows_page(make_staged(), RowFilter()).rungs == (("exact", 9),)


def test_numbers_sort_by_size_and_empty_ones_last_either_way():
    version = make_staged([("a", "", "900"), ("b", "", "1,000"), ("c", "", ""), ("d", "", "20")])
    assert [row.cells[0].value for row in rows_page(version, RowFilter(sort="c2")).rows] == [
        "d",
        "a",
        "b",
        "c",
    ]
    assert [row.cells[0].value for row in rows_page(version, RowFilter(sort="-c2")).rows] == [
        "b",
        "a",
        "d",
        "c",
    ]


def test_a_row_far_down_is_found_in_its_page_under_a_filter():
    version = make_staged(many_rows(120), question=make_question("large"))
    table = rows_page(version, RowFilter(partition="Asia", row=112, per=50))
    assert [row.ordinal for row in table.rows if row.is_selected] == [112]


def test_columns_know_key_unit_and_kind():
    heads = rows_page(make_staged(), RowFilter()).columns
    assert [(head.name, head.is_key, head.is_number, head.unit) for head in heads] == [
        ("River", True, False, ""), ("Continent", False, False, ""), ("Length (km)", False, True, "km")
    ]  # fmt: skip
