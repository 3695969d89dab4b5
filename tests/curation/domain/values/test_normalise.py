"""Normalised text: what counts as one way of writing, and what stays different."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation.domain.values.normalise import clean, fold_diacritics, normalise, normalise_id, normalise_lines


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10⁶", "10^6"),
        ("6.8×10⁻²", "6.8x10^-2"),
        ("①", "①"),
        ("½", "½"),
        ("−12", "-12"),
        ("1995–96", "1995-96"),
        ("Women’s", "women's"),
        ("“Key”", '"key"'),
        ("5\u00a0000", "5 000"),
        ("5\u2009000", "5 000"),
        ("\u200f٣٤\u200f", "34"),
        ("co\u00adop\ufeff", "coop"),
        ("km²", "km2"),
        ("km^2", "km2"),
        ("kJ·mol^−1", "kj·mol-1"),
        ("kJ⋅mol⁻¹", "kj·mol-1"),
        ("ﬁve\nsix", "five six"),
        ("Straße", "strasse"),
    ],
)
def test_one_way_to_write(text: str, expected: str) -> None:
    assert normalise(text) == expected


@pytest.mark.requirement("X5")
def test_an_exponent_is_no_further_digit() -> None:
    assert normalise("10⁶") != normalise("106")
    assert normalise("10^6") != normalise("106")


def test_line_breaks_are_kept_where_they_matter() -> None:
    assert normalise_lines("Andy Bean \n  Mike Reid") == "andy bean\nmike reid"


def test_an_id_keeps_its_case() -> None:
    assert normalise_id("XHAJ–TV") == "XHAJ-TV"
    assert normalise_id("xhaj") != normalise_id("XHAJ")


@pytest.mark.parametrize(
    ("text", "expected"), [("räikkönen", "raikkonen"), ("łódź", "lodz"), ("ștefan", "stefan")]
)
def test_latin_letters_lose_their_marks(text: str, expected: str) -> None:
    assert fold_diacritics(text) == expected


def test_marks_of_other_scripts_make_other_letters() -> None:
    assert fold_diacritics("й") == "й"
    assert fold_diacritics("が") == "が"


@given(st.text(max_size=40))
def test_normalising_twice_changes_nothing(text: str) -> None:
    once = normalise(text)
    assert normalise(once) == once
    assert clean(clean(text)) == clean(text)
