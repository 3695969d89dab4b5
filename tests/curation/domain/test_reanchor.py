"""Places found again in a newer revision: same, moved, changed or gone, and never the wrong one."""

from __future__ import annotations

import re
from functools import cache

import pytest

from curation.domain.content import PageContent, RowKind
from curation.domain.extract import extract_page
from curation.domain.locators import (
    Locator,
    LocatorError,
    infobox_locator,
    item_locator,
    parse_locator,
    print_locator,
    resolve,
    sentence_locator,
    table_locator,
)
from curation.domain.reanchor import Anchored, Drift, distance, reanchor
from tests.shared_data import SHARED_DATA, needs_shared_data

HTML = """
<p>The Amur is a long river of Asia. It is not warm. Its basin has 1,855,000 km2.</p>
<table class="infobox"><tr><th>Length</th><td>2,824 km</td></tr><tr><th>Mouth</th><td>Sea of Okhotsk</td></tr></table>
<h2>Lists</h2>
<table><caption>By length</caption><tr><th>River</th><th>Length</th><th>Mouth</th></tr>
<tr><td>Amur</td><td>2,824</td><td>Okhotsk</td></tr>
<tr><td>Ural</td><td>2,428</td><td>Caspian</td></tr>
<tr><td>Lena</td><td>4,294</td><td>Laptev</td></tr></table>
<h2>Other</h2>
<table><caption>Proposed</caption><tr><th>River</th><th>Length</th><th>Mouth</th></tr>
<tr><td>Neva</td><td>74</td><td>Baltic</td></tr></table>
<ul><li>first of three</li><li>Linus</li><li>the last river named here</li></ul>
"""
OLD = extract_page(HTML, title="Rivers")
URAL = table_locator("Rivers", OLD.grids[1], 2, 1)
URAL_ROW = "<tr><td>Ural</td><td>2,428</td><td>Caspian</td></tr>"


def after(locator: Locator, *edits: tuple[str, str], html: str = HTML) -> Anchored:
    old = extract_page(html, title="Rivers")
    for before, put in edits:
        assert before in html
        html = html.replace(before, put, 1)
    return reanchor(locator, old, extract_page(html, title="Rivers"))


@pytest.mark.parametrize(
    ("edits", "status", "row"),
    [
        ([], Drift.SAME, 2),
        ([("1,855,000", "1,900,000")], Drift.SAME, 2),
        ([("<p>The", "<table><tr><td>new</td></tr></table><p>The")], Drift.SAME, 2),
        ([("<tr><td>Amur", "<tr><td>Ob</td><td>3,650</td><td>Kara</td></tr><tr><td>Amur")], Drift.MOVED, 3),
        ([("<h2>Lists</h2>", "<h2>Rivers</h2>")], Drift.MOVED, 2),
        ([("2,428", "2,429")], Drift.CHANGED, 2),
        ([("<td>Ural", "<td>Ural River")], Drift.SAME, 2),
        (
            [
                ("River</th><th>Length", "River</th><th>Rank</th><th>Length"),
                ("<td>2,428", "<td>2</td><td>2,428"),
            ],
            Drift.MOVED,
            2,
        ),
        ([(URAL_ROW, "")], Drift.GONE, None),
        ([("River</th><th>Length", "River</th><th>Reach")], Drift.GONE, None),
        ([(URAL_ROW, URAL_ROW + URAL_ROW)], Drift.SAME, 2),
        ([(URAL_ROW, ""), ("<tr><td>Neva", URAL_ROW + "<tr><td>Neva")], Drift.MOVED, 1),
        ([(URAL_ROW, ""), ("<td>Neva", "<td>Ural")], Drift.GONE, None),
    ],
)
def test_a_cell_is_followed_through_edits(edits, status, row):
    found = after(URAL, *edits)
    assert found.status is status
    assert (found.locator.row if found.locator else None) == row
    assert bool(found.note) is (status in (Drift.CHANGED, Drift.GONE))


def test_a_row_that_stands_twice_between_other_neighbours_is_told_by_them():
    html = HTML.replace("<tr><td>Lena", URAL_ROW.replace("Ural", "Ural II") + "<tr><td>Lena")
    twin = html.replace("Ural II", "Ural")
    old = extract_page(twin, title="Rivers")
    second = table_locator("Rivers", old.grids[1], 3, 1)
    assert reanchor(second, old, old).status is Drift.SAME
    moved = extract_page(
        twin.replace("<tr><td>Amur", "<tr><td>Ob</td><td>1</td><td>x</td></tr><tr><td>Amur"), title="Rivers"
    )
    assert reanchor(second, old, moved) == Anchored(
        Drift.MOVED, table_locator("Rivers", moved.grids[1], 4, 1)
    )


def test_a_printed_locator_is_followed_as_well():
    locator = parse_locator("Lists > Table 1 > row[River=Ural] > Length", "Rivers")
    assert after(locator).status is Drift.SAME
    assert after(locator, ("2,428", "2,429")).status is Drift.CHANGED


def test_whole_rows_change_when_any_cell_does():
    row = table_locator("Rivers", OLD.grids[1], 2)
    assert after(row).status is Drift.SAME
    assert after(row, ("Caspian", "Caspian Sea")).status is Drift.CHANGED


@pytest.mark.parametrize(
    ("edits", "status"),
    [
        ([], Drift.SAME),
        ([("<tr><th>Length", "<tr><th>Name</th><td>x</td></tr><tr><th>Length")], Drift.SAME),
        ([("Sea of Okhotsk", "Okhotsk Sea")], Drift.CHANGED),
        ([("<th>Mouth</th><td>Sea", "<th>Ends in</th><td>Sea")], Drift.MOVED),
        ([("<tr><th>Mouth</th><td>Sea of Okhotsk</td></tr>", "")], Drift.GONE),
        (
            [("<th>Length</th><td>2,824 km", "<th>Mouth</th><td>Strait of Tartary"), ("Sea of Okhotsk", "x")],
            Drift.CHANGED,
        ),
    ],
)
def test_an_infobox_value_is_followed_through_edits(edits, status):
    assert after(infobox_locator("Rivers", OLD.infobox[1]), *edits).status is status


ITEMS = {item.content.text: item_locator("Rivers", item) for item in OLD.items}


@pytest.mark.requirement("X7")
@pytest.mark.parametrize(
    ("edits", "status"),
    [
        ([], Drift.SAME),
        ([("<li>first", "<li>new</li><li>first")], Drift.MOVED),
        ([("<li>Linus</li>", "<li>Torvalds</li>")], Drift.CHANGED),
        ([("<li>Linus</li>", ""), ("<li>first", "<li>chines</li><li>first")], Drift.GONE),
        ([("<li>Linus</li>", "<li>Linus</li><li>x</li><li>Linus</li>")], Drift.SAME),
        (
            [("<li>Linus</li>", "<li>Linus</li><li>Linus</li>"), ("<li>first", "<li>Linus</li><li>first")],
            Drift.GONE,
        ),
    ],
)
def test_f34_a_short_item_is_never_anchored_on_a_word_like_it(edits, status):
    assert after(ITEMS["Linus"], *edits).status is status


@pytest.mark.requirement("X7")
def test_f35_an_exact_match_further_down_wins_over_a_near_one_above():
    found = after(
        ITEMS["the last river named here"],
        ("<li>first", "<li>the last river named hero</li><li>first"),
        ("last river named here</li>", "last  river\n named here</li>"),
    )
    assert (found.status, found.locator and found.locator.ordinal) == (Drift.MOVED, 4)


@pytest.mark.requirement("X7")
@pytest.mark.parametrize(
    ("said", "now", "status"),
    [
        ("It is not warm.", "It is not warm, mostly.", Drift.CHANGED),
        ("The Amur is a long river of Asia.", "The Amur is one long river of Asia.", Drift.CHANGED),
        ("Its basin has 1,855,000 km2.", "Its basin has 1,856,000 km2.", Drift.GONE),
    ],
)
def test_f36_sentences_are_near_by_letters_and_never_by_digits(said, now, status):
    sentence = next(one for one in OLD.sentences if one.content.text == said)
    assert after(sentence_locator("Rivers", sentence), (said, now)).status is status


def test_a_sentence_that_no_longer_says_not_is_not_the_sentence_it_was():
    page = extract_page("<p>It is not warm in winter at all.</p>", title="Rivers")
    new = extract_page("<p>It is warm in winter at all.</p>", title="Rivers")
    assert reanchor(sentence_locator("Rivers", page.sentences[0]), page, new).status is Drift.GONE


def test_a_locator_that_was_never_right_is_an_error():
    with pytest.raises(LocatorError):
        after(table_locator("Rivers", OLD.grids[0], 40))


@pytest.mark.parametrize(
    ("left", "right", "most", "errors"),
    [
        ("", "", 0, 0),
        ("abc", "abc", 0, 0),
        ("abc", "abd", 1, 1),
        ("abc", "ab", 1, 1),
        ("abc", "xyz", 2, None),
        ("", "abcd", 3, None),
    ],
)
def test_distances(left, right, most, errors):
    assert distance(left, right, most) == errors


# --- Real pages, edited here ---

CLEVELAND = "html/List_of_tallest_buildings_in_Cleveland.592883894.html"
REAL = (
    CLEVELAND,
    "html/Niobium.600120741.html",
    "html/1955_NFL_Draft.590811140.html",
    "html/94th_United_States_Congress.593203889.html",
)


@cache
def real(name: str) -> tuple[str, PageContent]:
    html = (SHARED_DATA / "wiki" / name).read_text(encoding="utf-8")
    return html, extract_page(html, title="Page")


def some_locators(page: PageContent) -> list[Locator]:
    cells = [
        table_locator("Page", grid, row, column)
        for grid in page.grids
        if not grid.hidden and "navbox" not in " ".join(grid.classes)
        for row in range(0, len(grid.slots), 5)
        for column in range(0, grid.width, 3)
        if grid.row_kinds[row] is not RowKind.HEADER
    ]
    entries = [infobox_locator("Page", entry) for entry in page.infobox]
    items = [item_locator("Page", item) for item in page.items[::7]]
    return cells[::4] + entries + items + [sentence_locator("Page", one) for one in page.sentences[::9]]


@needs_shared_data
@pytest.mark.parametrize("name", REAL)
def test_an_unedited_page_has_every_place_where_it_was(name):
    _, page = real(name)
    for locator in some_locators(page):
        try:
            resolve(locator, page)
        except LocatorError as error:
            assert error.code == "label_ambiguous", print_locator(locator)  # noqa: PT017  (a loop over places)
            continue
        found = reanchor(locator, page, page)
        assert found.status is Drift.SAME, (print_locator(locator), found)


@needs_shared_data
@pytest.mark.parametrize("name", REAL)
def test_places_of_an_edited_page_are_followed_or_given_up_and_never_mistaken(name):
    html, page = real(name)
    edited = re.sub(r"(<tr[^>]*>\s*<td)", r"<tr><td>inserted here</td></tr>\1", html, count=40)
    edited = edited.replace("<li>", "<li>inserted here</li><li>", 3)
    new = extract_page(edited, title="Page")
    outcomes = [
        (locator, reanchor(locator, page, new))
        for locator in some_locators(page)
        if can_resolve(locator, page)
    ]
    for locator, found in outcomes:
        if found.status in (Drift.SAME, Drift.MOVED):
            assert found.locator is not None
            there, here = resolve(found.locator, new).content.text, resolve(locator, page).content.text
            assert there.split() == here.split()
    kept = [found for _, found in outcomes if found.status in (Drift.SAME, Drift.MOVED)]
    assert len(kept) > 0.8 * len(outcomes)


def can_resolve(locator: Locator, page: PageContent) -> bool:
    try:
        resolve(locator, page)
    except LocatorError:
        return False
    return True
