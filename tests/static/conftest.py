"""A fresh tab for each test."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.static.shell import Browser


@pytest.fixture
def browser(engine: Any) -> Iterator[Browser]:
    """A tab of 1440 by 900 with empty storage."""
    context = engine.new_context(viewport={"width": 1440, "height": 900})
    yield Browser(context.new_page())
    context.close()


@pytest.fixture
def phone(engine: Any) -> Iterator[Browser]:
    """A tab of 390 by 844."""
    context = engine.new_context(viewport={"width": 390, "height": 844})
    yield Browser(context.new_page())
    context.close()
