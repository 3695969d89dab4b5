"""One Chromium for a module's tests, a fresh tab for each."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.static.shell import CHROMIUM, Browser, chromium


@pytest.fixture(scope="module")
def engine() -> Iterator[Any]:
    """The browser; tests that use it are skipped where there is none."""
    if not CHROMIUM:
        give_up = pytest.fail if os.environ.get("STAGEAUDIT_REQUIRE_BROWSER") else pytest.skip
        give_up("no Chromium on this machine: apt-get install chromium")
    with chromium() as running:
        yield running


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
