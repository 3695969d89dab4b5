"""Loaded before Django's settings: the environment that tests run in. bin/test may set the database and the broker."""

import os
import tempfile

os.environ.setdefault("STAGEAUDIT_DEMO", "1")
os.environ.setdefault("STAGEAUDIT_DATA", tempfile.mkdtemp(prefix="stageaudit-tests-"))
os.environ.setdefault("STAGEAUDIT_DEBUG", "0")
