"""Loaded before Django's settings: the environment that tests run in. bin/test may set the database and the broker."""

import atexit
import os
import shutil
import tempfile

from hypothesis import HealthCheck, settings

os.environ.setdefault("STAGEAUDIT_DEMO", "1")
os.environ.setdefault("STAGEAUDIT_DEBUG", "0")
if "PYTEST_XDIST_WORKER" not in os.environ:  # its workers share the folder of the process that started them
    os.environ["STAGEAUDIT_DATA"] = tempfile.mkdtemp(prefix="stageaudit-tests-")
    os.mkdir(
        os.path.join(os.environ["STAGEAUDIT_DATA"], "static")
    )  # WhiteNoise warns about a folder that is not there
    atexit.register(shutil.rmtree, os.environ["STAGEAUDIT_DATA"], ignore_errors=True)

# The same examples every time, and a busy machine is no failure.
settings.register_profile(
    "stageaudit", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("stageaudit")
