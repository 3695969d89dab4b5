"""Changes by hand: which requests hold, how they travel in a run, what dropping a page does to the tree."""

from __future__ import annotations

import pytest

from curation.domain.by_hand import Change, RequestKind, as_parameters, holding, read_changes, without_pages
from curation.domain.frontier import Frontier, FrontierEntry, LeftOut, Operator

ADD, DROP, WITHDRAW = RequestKind
SET = Frontier(
    (
        FrontierEntry("Rivers", Operator.SEED, "the seed"),
        FrontierEntry("Asia", Operator.SIBLING_LIST, "linked", "Rivers", partitions=("Asia",), hop=1),
        FrontierEntry("Amur", Operator.ENTITY_PAGE, "linked", "Asia", partitions=("Asia",), hop=2),
        FrontierEntry("Europe", Operator.SIBLING_LIST, "linked", "Rivers", partitions=("Europe",), hop=1),
    )
)


def test_the_newest_request_about_a_title_holds():
    first, second = Change(ADD, "Lena", "long"), Change(DROP, "Asia", "wrong")
    assert holding([first, second]) == (first, second)
    assert holding([first, second, Change(WITHDRAW, "Lena")]) == (second,)
    again = Change(ADD, "Lena", "really")
    assert holding([first, Change(WITHDRAW, "Lena"), second, again]) == (second, again)


def test_changes_travel_in_a_run():
    changes = (Change(ADD, "Lena", "long", 3, "rene"), Change(DROP, "Asia", "wrong", 4, "rosa"))
    assert read_changes(as_parameters(changes)) == changes


@pytest.mark.parametrize(
    "raw", [None, {}, "x", [1, "a", {}, {"kind": "withdraw", "title": "A"}, {"kind": "add"}]]
)
def test_what_is_no_change_is_passed_over(raw):
    assert read_changes(raw) == ()


def test_what_a_dropped_page_led_to_hangs_on_the_page_before_it():
    left = without_pages(SET, {"Asia": Change(DROP, "Asia", "wrong", 1, "rene")})
    assert [(entry.title, entry.parent) for entry in left.entries] == [
        ("Rivers", None),
        ("Amur", "Rivers"),
        ("Europe", "Rivers"),
    ]
    assert left.left_out == (LeftOut("Asia", "Dropped by rene: wrong", "Rivers"),)
    assert left.uncovered == ()


def test_a_partition_that_only_a_dropped_page_covered_is_uncovered():
    assert without_pages(SET, {"Europe": Change(DROP, "Europe", "wrong")}).uncovered == ("Europe",)


def test_the_seed_stays():
    assert without_pages(SET, {"Rivers": Change(DROP, "Rivers", "wrong")}) == SET
