"""A site of real processes and a real Chromium, for walks through the whole path as a person takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.processes.site import Site

PASSWORD = "stageaudit-demo"
PATIENCE = 30_000  # milliseconds


@pytest.fixture(scope="module")
def site(engine: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site with the demo's accounts, questions and pages."""
    made = Site(tmp_path_factory.mktemp("site"))
    made.manage("load_demo")
    made.start("broker", "worker", "web")
    made.wait_for(lambda: set(made.run_states()) == {"done"}, "the demo's runs to end", 120)
    yield made
    made.close()


@pytest.fixture
def log_in(engine: Any, site: Site) -> Iterator[Callable[..., Any]]:
    """`log_in("reviewer")` gives a tab in which that person is logged in; what the console said fails the test."""
    contexts, said = [], []

    def enter(name: str, *, script: bool = True, width: int = 1440) -> Any:
        context = engine.new_context(
            viewport={"width": width, "height": 900}, java_script_enabled=script, base_url=site.address
        )
        contexts.append(context)
        tab = context.new_page()
        tab.set_default_timeout(PATIENCE)
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.goto("/accounts/login/")
        tab.get_by_label("Username").fill(name)
        tab.get_by_label("Password").fill(PASSWORD)
        tab.get_by_label("Password").press("Enter")
        tab.wait_for_url(f"{site.address}/")
        return tab

    yield enter
    for context in contexts:
        context.close()
    assert said == []
