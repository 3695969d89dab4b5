"""The place of a locator, marked in the HTML of its page."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from curation.domain.extract import extract_page, highlight

HTML = (
    '<p id="locator" class="sa-hit x">before <mark>liar</mark></p><table><tr><th>River<th>Length</tr>'
    '<tr><td>Am<b>ur</b><td class="num">about 6.8×10<sup>2</sup> km<br>'
    'or <span style="display:none">x</span>more</tr></table>'
)
GRID = extract_page(HTML, title="T").grids[0]
NAME, LENGTH = (GRID.cells[at].content.anchor for at in (2, 3))


def marked(phrase: str, *anchors: int) -> list[str]:
    tree = LexborHTMLParser(highlight(HTML, anchors, phrase))
    return [node.text() for node in tree.css("#locator mark")]


def test_the_first_place_is_the_locator_and_all_are_hits():
    tree = LexborHTMLParser(highlight(HTML.encode(), [LENGTH, NAME, 9999]))
    assert [node.tag for node in tree.css("#locator")] == ["td"]
    assert [node.text()[:4] for node in tree.css(".sa-hit")] == ["Amur", "abou"]
    assert (tree.css_first("#locator").attributes["class"] or "").split() == ["num", "sa-hit"]


def test_what_the_page_marked_itself_is_unmarked():
    tree = LexborHTMLParser(highlight(HTML, []))
    assert tree.css("#locator, .sa-hit, mark") == []
    assert "liar" in tree.text()


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("6.8×10^2 km", ["6.8×10", "2", " km"]),
        ("km\nor more", [" km", "or ", "more"]),
        ("ABOUT", ["about"]),
        ("10", []),
        ("bout", []),
        ("x", []),
        ("", []),
        ("never there", []),
    ],
)
def test_a_phrase_is_marked_where_it_stands_whole(phrase, found):
    assert [text.strip() for text in marked(phrase, LENGTH)] == [text.strip() for text in found]


def test_a_phrase_over_several_elements_is_marked_in_each():
    assert marked("Amur", NAME) == ["Am", "ur"]


def test_the_text_of_the_page_does_not_change():
    before = " ".join(LexborHTMLParser(HTML).text().split())
    after = " ".join(LexborHTMLParser(highlight(HTML, [LENGTH], "6.8×10^2 km")).text().split())
    assert before == after
