"""What a cell shows, and what stands beside it: hidden keys, links, footnote marks, powers, images, languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation.domain.content import Content
from curation.domain.extract import NestedTooDeep, extract_page, extract_tables


def content(inside: str, attributes: str = "") -> Content:
    made = extract_tables(f"<table><tr><td {attributes}>{inside}</td></tr></table>")[0]
    return made.cells[0].content


@pytest.mark.requirement("X7")
def test_f6_hidden_sort_keys_are_not_text():
    hidden = content('<span style="display:none">0</span>4')
    assert (hidden.text, hidden.sort_key) == ("4", "0")
    keyed = content('<span style="display:none" class="sortkey">7004279940000000000♠</span>27,994')
    assert (keyed.text, keyed.sort_key) == ("27,994", "7004279940000000000♠")


@pytest.mark.requirement("X7")
def test_f7_a_name_with_a_hidden_sort_name_stands_once():
    read = content('<span style="display: none;">Saint, Eva</span><a href="/wiki/Eva_Saint">Eva Saint</a>')
    assert (read.text, read.sort_key) == ("Eva Saint", "Saint, Eva")
    assert [(link.text, link.title) for link in read.links] == [("Eva Saint", "Eva Saint")]


@pytest.mark.requirement("X7")
def test_f8_a_cell_with_an_image_alone_shows_its_words_or_its_sort_value():
    assert content('<img src="tick.png">', 'data-sort-value="Yes"').text == "Yes"
    assert content(
        '<a href="/wiki/File:T.png" class="image"><img alt="Yes check"></a>', 'data-sort-value="Y"'
    ).text == ("Yes check")
    assert content('<img alt="flag"> Mali').text == "Mali"


@pytest.mark.requirement("X7")
@pytest.mark.parametrize(
    "shown", ["007", "NA", "—", "−5", "1,234", "1 234", "nan", "+29.9%", ".3 kW", "0 (0)", "True"]
)
def test_f13_text_stays_text(shown):
    assert content(shown).text == shown


@pytest.mark.parametrize(
    ("html", "text", "notes"),
    [
        ("10<sup>6</sup>", "10^6", ()),
        ("6.8×10<sup>2</sup>", "6.8×10^2", ()),
        ("3×10<sup>−6</sup>", "3×10^−6", ()),
        ("45<sup>1</sup>", "45^1", ("1",)),
        ("1,670 km<sup>2</sup>", "1,670 km2", ()),
        ("652.1 kJ·mol<sup>−1</sup>", "652.1 kJ·mol−1", ()),
        ("[Kr] 4d<sup>4</sup> 5s<sup>1</sup>", "[Kr] 4d4 5s1", ()),
        ("<sup>231</sup>Pa", "231Pa", ()),
        ("the isotope <sup>231</sup>Pa", "the isotope 231Pa", ()),
        ("β<sup>−</sup>", "β−", ()),
        ("the 103<sup>rd</sup>", "the 103rd", ()),
        ("RHZ-999<sup>1, 2</sup>", "RHZ-999", ("1, 2",)),
        ("Playoff<sup>1</sup>", "Playoff", ("1",)),
        ("Beijing<sup>a</sup>", "Beijing", ("a",)),
        ("Dalian<sup>c2</sup>", "Dalian", ("c2",)),
        ("Tommy Hill<sup>†</sup>", "Tommy Hill", ("†",)),
        ("<sup>***</sup>", "***", ()),
        ("5<span style='display:none'>&nbsp;</span><sup>1</sup>⁄<sub>4</sub> in", "5 1⁄4 in", ()),
        ("12 †", "12 †", ()),
        ("x<sup class='reference'><a href='#cite-3'>[3]</a></sup>", "x", ("[3]",)),
        ("x<sup class='mw-ref'>[4]</sup>", "x", ("[4]",)),
        ("3.4<sup><a href='#note'>b</a></sup>", "3.4", ("b",)),
        ("x<sup class='noprint Inline-Template'>[citation needed]</sup>", "x", ("[citation needed]",)),
        ("H<sub>2</sub>O", "H2O", ()),
    ],
)
def test_superscripts_are_powers_notes_or_text(html, text, notes):
    read = content(html)
    assert (read.text, read.notes) == (text, notes)


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a<br>b", "a\nb"),
        ("a<br><br/> b ", "a\nb"),
        ("<ul><li>a</li><li>b</li></ul>c", "a\nb\nc"),
        ("<p>a</p><p>b</p>", "a\nb"),
        ("a&nbsp;b\n  c", "a b c"),
        ("a\ufeffb", "ab"),
        ("a <span style='float:right'>b</span>c", "a\nb\nc"),
        ("<div style='display:inline'>a</div>b", "ab"),
        ("<b>a</b><i>b</i>", "ab"),
        ("<script>x</script><style>y</style><!-- z -->a<template>t</template>", "a"),
        ("<span style='visibility:hidden'>0</span>7", "7"),
        ("<span hidden>0</span>7", "7"),
        ("<span class='geo-nondefault'>x</span><span class='geo-multi-punct'>&#xfeff;</span>a", "a"),
        ("a<span class='mw-editsection'>[edit]</span>", "a"),
        ("<img class='mwe-math-fallback-image-inline' alt='x^2'>", "x^2"),
        ("&lt;b&gt; &amp; x", "<b> & x"),
    ],
)
def test_the_text_is_what_a_reader_sees(html, text):
    assert content(html).text == text


def test_language_and_direction_stand_beside_the_text():
    read = content('<span lang="he" dir="rtl">חיפה</span>')
    assert (read.text, read.lang, read.direction) == ("חיפה", "he", "rtl")
    assert content("x", 'lang="fr"').lang == "fr"


def test_sort_values_are_kept_from_the_cell_or_from_inside():
    assert content("x", 'data-sort-value="12"').sort_key == "12"
    assert content('<span data-sort-value="13">x</span>').sort_key == "13"
    assert content("x").sort_key is None


def test_markup_nested_beyond_sense_neither_fails_nor_hides_what_stands_beside_it():
    assert content("<b>" * 50_000 + "x").text == ""
    assert content("a" + "<div>" * 4_000 + "x").text == "a"
    deep = extract_page(
        "<p>before</p>" + "<div>" * 4_000 + "x" + "</div>" * 4_000 + "<p>after</p>", title="T"
    )
    assert [sentence.content.text for sentence in deep.sentences] == ["before", "after"]


@pytest.mark.parametrize(
    "html", ["<div>" * 200_000, "<ul class='a'><li>" * 20_000, "<DIV>x" * 9_000 + "</DIV>" * 9_000]
)
def test_a_page_nested_deeper_than_browsers_follow_is_refused_before_it_is_parsed(html):
    with pytest.raises(NestedTooDeep, match="5,000 deep"):
        extract_page("<p>text</p>" + html, title="T")


@pytest.mark.parametrize(
    "html", [b"", b"\xff\xfe\x00", b"\x00\x01<table>", b"<table><tr><td>caf\xe9", "no html", "<"]
)
def test_bytes_that_are_no_page_give_an_empty_page_not_an_error(html):
    assert extract_page(html, title="T").title == "T"


inline = st.recursive(
    st.text(
        st.characters(codec="utf-8", exclude_characters="<>&\r\x00\x0b\x0c", exclude_categories=("Cs", "Cc"))
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map("".join),
        inner.map(lambda held: f"<b>{held}</b>"),
        inner.map(lambda held: f'<a href="/wiki/X">{held}</a>'),
        inner.map(lambda held: f"{held}<br>"),
    ),
    max_leaves=8,
)


@given(inline)
def test_a_sentence_holds_the_words_of_its_links(html):
    page = extract_page(f"<p>{html}</p>", title="T")
    whole = " ".join(sentence.content.text for sentence in page.sentences).split()
    for sentence in page.sentences:
        assert sentence.content.text == sentence.content.text.strip()
    assert whole == content(f"<p>{html}</p>").text.split()


@given(
    st.lists(
        st.sampled_from(["One two.", "Three four.", '<a href="/wiki/A">Alpha beta</a>', "<br>", " ", "x"]),
        max_size=12,
    )
)
def test_every_link_belongs_to_the_sentence_that_shows_it(parts):
    page = extract_page("<p>" + "".join(parts) + "</p>", title="T")
    for sentence in page.sentences:
        assert sentence.content.text.count("Alpha beta") == len(sentence.content.links)
