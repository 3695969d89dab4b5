"""Every numbered requirement that the product claims is named by a test that would fail without it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLAIMED = [*range(1, 13), *range(14, 27), 28, 30, 33, 38, 39, 40, 66]


@pytest.fixture(scope="module")
def named() -> set[str]:
    """Ids in the `requirement` markers of all tests."""
    texts = (path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    marks = (mark for text in texts for mark in re.findall(r"mark\.requirement\(([^)]*)\)", text))
    return {name for mark in marks for name in re.findall(r'"([SX]\d+)"', mark)}


@pytest.mark.parametrize("number", CLAIMED)
def test_a_claimed_requirement_is_named_by_a_test(named, number):
    assert f"S{number}" in named
