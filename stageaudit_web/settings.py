"""Placeholder replaced by the floor commit: enough for tests of plain Python to run."""
SECRET_KEY = "tests only"
INSTALLED_APPS: list[str] = []
USE_TZ = True
