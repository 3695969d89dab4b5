"""List items with their section, depth and term."""

from __future__ import annotations

from curation.domain.extract import extract_page


def items(html: str) -> list[tuple[int, str, int, str]]:
    page = extract_page(html, title="T")
    return [(item.ordinal, item.content.text, item.depth, item.term) for item in page.items]


def test_nested_items_are_items_of_their_own():
    html = "<h2>A</h2><ul><li>one<ul><li>two <b>b</b></li></ul></li></ul><ol><li>three</li></ol>"
    assert items(html) == [(1, "one", 1, ""), (2, "two b", 2, ""), (3, "three", 1, "")]


def test_definitions_know_their_term():
    html = (
        "<dl><dt>Amur</dt><dd>a river<dl><dt>Mouth</dt><dd>Okhotsk</dd></dl></dd><dd>in Asia</dd>"
        "<dt>Ural</dt><dd>another</dd></dl><dl><dd>alone</dd></dl>"
    )
    assert items(html) == [
        (1, "a river", 1, "Amur"),
        (2, "Okhotsk", 2, "Mouth"),
        (3, "in Asia", 1, "Amur"),
        (4, "another", 1, "Ural"),
        (5, "alone", 1, ""),
    ]


def test_what_is_beside_the_article_is_not_listed():
    html = (
        '<ol class="references"><li>a book</li></ol><div class="navbox"><ul><li>x</li></ul></div>'
        '<table class="navbox"><tr><td><ul><li>y</li></ul></td></tr></table>'
        '<table class="infobox"><tr><td><ul><li>z</li></ul></td></tr></table>'
        '<div style="display:none"><ul><li>h</li></ul></div><ul><li>kept</li><li></li></ul>'
    )
    assert items(html) == [(1, "kept", 1, "")]


def test_items_keep_links_and_notes():
    page = extract_page(
        '<ul><li><a href="/wiki/A_b">B</a><sup class="reference">[1]</sup></li></ul>', title="T"
    )
    content = page.items[0].content
    assert (content.text, content.links[0].title, content.notes) == ("B", "A b", ("[1]",))
