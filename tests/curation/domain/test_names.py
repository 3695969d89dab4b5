"""Names of columns and headers are compared by their words, short forms by what they shorten."""

import pytest

from curation.domain.names import STRONG, WEAK, name_score, qualifiers, stem, without_brackets, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Runner(s)-up", ("runner", "up")),
        ("City of License", ("city", "licens")),
        ("Countries", ("country",)),
        ("% Won", ("percent", "won")),
        ("Área (km²)", ("area", "km2")),
        ("Women's events", ("women", "event")),
        ("The", ("the",)),
    ],
)
def test_words_are_stems_of_content_words(text, expected):
    assert words(text) == expected


@pytest.mark.parametrize(
    ("word", "expected"), [("class", "class"), ("bus", "bus"), ("gas", "gas"), ("parties", "party")]
)
def test_stems_keep_words_that_only_look_plural(word, expected):
    assert stem(word) == expected


@pytest.mark.parametrize(
    ("column", "header"),
    [
        ("Population", "population"),
        ("Runner(s)-up", "Runner-up"),
        ("Height", "Height ft (m)"[:6]),
        ("Height (ft)", "Height"),
        ("Pos", "Position"),
        ("Density /km² (/sq mi)", "Population density /km² (/sq mi)"),
    ],
)
def test_equal_names_are_strong(column, header):
    assert name_score(column, header) >= STRONG


@pytest.mark.parametrize(
    ("column", "header"),
    [("Channel", "CH"), ("Points", "Pts"), ("Time/Gap", "Time/Retired"), ("Owner", "Owner / Operator")],
)
def test_resembling_names_are_weak(column, header):
    assert WEAK <= name_score(column, header) < STRONG


@pytest.mark.parametrize(
    ("column", "header"), [("Power", "Owner"), ("Grid", "Points"), ("Digital", "DT"), ("", "Name")]
)
def test_other_names_do_not_fit(column, header):
    assert name_score(column, header) < WEAK


def test_a_longer_name_fits_less_than_the_same_name():
    assert name_score("Population", "Population") > name_score("Population", "Population center")


def test_brackets_qualify():
    assert qualifiers("Mass (infobox)") == {"infobox"}
    assert qualifiers("Runner(s)-up") == frozenset()
    assert without_brackets("Mass (infobox)") == "Mass"
    assert without_brackets("(R)") == "(R)"
