"""Fixtures that every test may use: people by role, and a database that can be emptied between tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test import Client, TransactionTestCase

from stageaudit_web.accounts.models import User
from stageaudit_web.core import appendonly

PASSWORD = "correct horse battery"


def make_user(name: str, *roles: str) -> User:
    """A person with these roles; the password is PASSWORD."""
    user = User.objects.create_user(username=name, password=PASSWORD)
    user.groups.set(Group.objects.get_or_create(name=role)[0] for role in roles)
    return user


@pytest.fixture(autouse=True)
def fast_passwords(settings: Any) -> None:
    """Password hashing is not under test; the slow default would be most of the suite's time."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def own_media(settings: Any, tmp_path: Path) -> None:
    """Snapshots of a test go to the test's own folder."""
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture(autouse=True)
def plain_static(settings: Any) -> None:
    """Tests render templates without a collected, hashed static folder."""
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


@pytest.fixture(autouse=True, scope="session")
def emptying_lifts_the_guards() -> Iterator[None]:
    """Append-only tables refuse to be emptied, which the runner must do after a transactional test."""
    original = TransactionTestCase._fixture_teardown  # type: ignore[attr-defined]  # private, but the only hook there is

    def teardown(self: Any) -> None:
        with appendonly.lifted(connection):
            original(self)

    TransactionTestCase._fixture_teardown = teardown  # type: ignore[attr-defined]  # see above
    yield
    TransactionTestCase._fixture_teardown = original  # type: ignore[attr-defined]  # see above


@pytest.fixture
def researcher(db: None) -> User:
    """Asks questions and starts runs."""
    return make_user("rosa", "researcher")


@pytest.fixture
def reviewer(db: None) -> User:
    """Works findings and signs tables."""
    return make_user("rene", "reviewer")


@pytest.fixture
def second_reviewer(db: None) -> User:
    """Another reviewer, for two people acting on one thing."""
    return make_user("rita", "reviewer")


@pytest.fixture
def annotator(db: None) -> User:
    """Labels blind; has no business with tables."""
    return make_user("anna", "annotator")


@pytest.fixture
def admin_user(db: None) -> User:
    """Runs the site."""
    return make_user("ada", "admin")


@pytest.fixture
def outsider(db: None) -> User:
    """Has an account and no role."""
    return make_user("otto")


@pytest.fixture
def login() -> Any:
    """`login(user)` gives a client that is logged in as that user."""

    def _login(user: User) -> Client:
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return _login


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that share one Chromium stay on one worker: it is started once a module."""
    for item in items:
        if "engine" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))


@pytest.fixture(scope="module")
def engine() -> Iterator[Any]:
    """A headless Chromium; tests that use it are skipped where there is none.

    It lasts no longer than a module: while it runs, Django takes this thread for an asynchronous one.
    """
    from tests.static.shell import CHROMIUM, chromium

    if not CHROMIUM:
        give_up = pytest.fail if os.environ.get("STAGEAUDIT_REQUIRE_BROWSER") else pytest.skip
        give_up("no Chromium on this machine: apt-get install chromium")
    with chromium() as running:
        yield running
