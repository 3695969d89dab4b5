"""Finds the real pages and documents beside the checkout; tests that need them say so when they are absent."""

from pathlib import Path

import pytest

SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"

needs_shared_data = pytest.mark.skipif(
    not SHARED_DATA.is_dir(),
    reason="the real pages are not beside this checkout (../shared/data); only the demo's own pages were tested",
)
