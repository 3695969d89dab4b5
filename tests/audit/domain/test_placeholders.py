"""Marks for a missing value."""

import pytest

from audit.domain.placeholders import is_placeholder


@pytest.mark.parametrize("text", ["–", "-", "•", "n/a", "N/A", "Unknown", "(none)", "?", "…", "[tbd]"])
def test_marks(text):
    assert is_placeholder(text)


@pytest.mark.parametrize("text", ["", "0", "-1", "No", "Na", "NA", "Na Lae", "Nada", "(R)", "1–2"])
def test_values(text):
    assert not is_placeholder(text)
