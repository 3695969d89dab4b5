"""Running text cut into sentences."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation.domain.extract import extract_page
from curation.domain.extract.sentences import split


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in split(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two.", ["One.", "Two."]),
        ("It is 3.5 km. Next.", ["It is 3.5 km.", "Next."]),
        ("Dr. A. B. Clark vs. Mr. Fox. Then.", ["Dr. A. B. Clark vs. Mr. Fox.", "Then."]),
        ("In the U.S. Senate. Then.", ["In the U.S. Senate.", "Then."]),
        ("He said “No.” She left.", ["He said “No.”", "She left."]),
        ("Is it? Yes! Good.", ["Is it?", "Yes!", "Good."]),
        ("e.g. this, i.e. that. End.", ["e.g. this, i.e. that.", "End."]),
        ("Am 3. Oktober 1990. Danach.", ["Am 3. Oktober 1990.", "Danach."]),
        ("It was c. 1900. Later", ["It was c. 1900.", "Later"]),
        ("The book (see p. 5). End.", ["The book (see p. 5).", "End."]),
        ("一。二。", ["一。", "二。"]),
        ("ما هذا؟ نعم.", ["ما هذا؟", "نعم."]),
        ("a\nb", ["a", "b"]),
        ("", []),
        ("...", ["..."]),
    ],
)
def test_sentences_end_where_a_reader_sees_them_end(text, expected):
    assert cut(text) == expected


@given(st.text(alphabet="aB1 .?!\n()“”", max_size=60))
def test_nothing_is_lost_or_doubled(text):
    assert "".join("".join(cut(text)).split()) == "".join(text.split())


def test_sentences_have_section_ordinal_links_and_notes():
    html = (
        '<p>Lead.</p><h2>A</h2><p>The <a href="/wiki/Amur">Amur</a> is long.<sup class="reference">[1]</sup> '
        'It is <a href="/wiki/Cold">cold</a>.</p><p>Third.</p>'
    )
    page = extract_page(html, title="T")
    assert [(one.section_path, one.ordinal, one.content.text) for one in page.sentences] == [
        ((), 1, "Lead."),
        (("A",), 1, "The Amur is long."),
        (("A",), 2, "It is cold."),
        (("A",), 3, "Third."),
    ]
    first, second = page.sentences[1].content, page.sentences[2].content
    assert ([link.title for link in first.links], first.notes) == (["Amur"], ("[1]",))
    assert ([link.title for link in second.links], second.notes) == (["Cold"], ())


def test_paragraphs_of_tables_and_list_items_are_not_told_twice():
    html = (
        "<table><tr><td><p>In a cell.</p></td></tr></table><ul><li><p>In an item.</p></li></ul><p>Text.</p>"
    )
    page = extract_page(html, title="T")
    assert [one.content.text for one in page.sentences] == ["Text."]
