"""Durations in words."""

from datetime import timedelta

import pytest

from stageaudit_web.core.templatetags.durations import duration


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (None, ""),
        (timedelta(milliseconds=420), "0.4 s"),
        (timedelta(seconds=12), "12 s"),
        (timedelta(seconds=185), "3 min 05 s"),
        (timedelta(hours=2, minutes=10, seconds=59), "2 h 10 min"),
    ],
)
def test_duration(span, words):
    assert duration(span) == words
