"""Titles are read as the wiki reads them, vectors of methods C.2."""

import pytest

from curation.wiki.titles import TitleError, normalise_title, parse_title, same_title


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("new_york  city", "New york city"),
        ("iPhone", "IPhone"),
        ("%C3%A9ire", "Éire"),
        ("  List_of_rivers_ ", "List of rivers"),
        ("\u200eAmur\u202c", "Amur"),
        ("New\u00a0York\u2003City", "New York City"),
        ("ßeta", "ßeta"),
        ("e\u0301ire", "Éire"),
        ("wikipedia:foo", "Wikipedia:Foo"),
        ("https://en.m.wikipedia.org/wiki/Ural_(river)#Course", "Ural (river)"),
        ("https://en.wikipedia.org/w/index.php?title=Ural_(river)&oldid=7", "Ural (river)"),
        ("/wiki/A%2FB", "A/B"),
        ("./Amur", "Amur"),
        ("2001: A Space Odyssey", "2001: A Space Odyssey"),
    ],
)
def test_the_displayed_form(text, expected):
    assert normalise_title(text) == expected


def test_a_fragment_stands_apart():
    title = parse_title("Ural_(river)#Upper_course")
    assert (title.text, title.fragment) == ("Ural (river)", "Upper course")


def test_a_namespace_is_read_by_name_and_alias_in_any_case():
    assert parse_title("wikipedia:Foo").namespace == 4
    assert parse_title("IMAGE: a.png").text == "File:A.png"


def test_a_leading_colon_makes_a_link_to_the_category():
    assert parse_title(":Category:X").linked
    assert not parse_title("Category:X").linked


def test_the_key_has_underscores():
    assert parse_title("new york").key == "New_york"


def test_turkic_languages_keep_the_dot():
    assert parse_title("istanbul", language="tr").text == "İstanbul"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("#Course", "empty"),
        ("A[1]", "illegal_character"),
        ("A%2541", "percent_escape"),
        ("R&amp;B", "html_entity"),
        ("..", "relative_path"),
        ("A/../B", "relative_path"),
        ("~~~~", "signature"),
        ("é" * 128, "too_long"),
    ],
)
def test_what_can_be_no_title_is_refused(text, code):
    with pytest.raises(TitleError) as caught:
        parse_title(text)
    assert caught.value.code == code


def test_equality_ignores_blanks_but_not_later_letters():
    assert same_title("List of rivers", "List_of_rivers_")
    assert not same_title("New York City", "New York city")
    assert not same_title("A[1]", "A[1]")
