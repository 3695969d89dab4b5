"""Tests of curation.domain.fragments: links that scroll to words (methods C.4)."""

from __future__ import annotations

from curation.domain.fragments import text_fragment


def test_marks_that_mean_something_in_a_fragment_are_encoded():
    assert text_fragment("a-b, c & d") == "#:~:text=a%2Db%2C%20c%20%26%20d"


def test_the_rows_key_stands_before_a_short_value():
    assert text_fragment("2,824", start="Amur") == "#:~:text=Amur,2%2C824"
    assert text_fragment("Amur", start="Amur") == "#:~:text=Amur"


def test_a_long_text_is_named_by_its_ends():
    words = " ".join(f"word{number}" for number in range(30))
    assert text_fragment(words) == "#:~:text=word0%20word1%20word2%20word3,word26%20word27%20word28%20word29"


def test_a_term_lies_in_one_block():
    assert text_fragment("\n first line\nsecond") == "#:~:text=first%20line"
    assert text_fragment("  \n") == ""
