"""Tests of curation.domain.spreadsheets: formulas are guarded, data is left alone."""

from __future__ import annotations

import pytest

from curation.domain.spreadsheets import guarded


@pytest.mark.parametrize(
    "value",
    ["=1+1", "=HYPERLINK(\"http://x\")", "+A1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "-1|cmd", "=cmd|' /C calc'!A0",
     "＝1", "+1(2)", "-a1+b2", "\n=x"],
)  # fmt: skip
def test_what_may_be_a_formula_gets_an_apostrophe(value):
    assert guarded(value) == "'" + value


@pytest.mark.parametrize(
    "value",
    ["-12", "−12", "+24.327", "+1 lap", "-0.5 °C", "-12%", "+1:31.3", "-1.5e-3", "-", "– none", "'quoted", "",
     "2-1", "a=b", "1 Lap", "(-12)", "-3 km"],
)  # fmt: skip
def test_data_is_left_exactly_as_it_is(value):
    assert guarded(value) == value
