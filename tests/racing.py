"""Two or more at once: runs acts in threads that start together, and gives what each returned or raised."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

needs_real_threads = pytest.mark.skipif(
    not settings.DATABASES["default"]["ENGINE"].endswith("postgresql"),
    reason="threads share one in-memory SQLite in tests; this race is run on PostgreSQL",
)


def race(*acts: Callable[[], Any]) -> list[Any]:
    """Runs each act in its own thread and database connection; returns their results or exceptions, in order."""
    gate = threading.Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            gate.wait(timeout=10)
            return act()
        except Exception as error:  # noqa: BLE001 - the outcome of an act may be any error; tests look at it
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))
