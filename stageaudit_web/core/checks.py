"""System checks: what must be there before the site can keep its promises."""

from __future__ import annotations

import sqlite3
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connection


@register
def folders_exist(**_: Any) -> list[CheckMessage]:
    """The folders of saved pages must exist."""
    return [
        Error(
            f"The folder of saved pages {folder} does not exist.",
            hint="Set STAGEAUDIT_SAVED_PAGES to folders that hold a pages.jsonl.",
            id="stageaudit.E001",
        )
        for folder in settings.SAVED_PAGES
        if settings.PAGE_SOURCE == "saved" and not folder.is_dir()
    ]


@register
def data_folder_is_writable(**_: Any) -> list[CheckMessage]:
    """The data folder holds database, media and broker files."""
    try:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        probe = settings.DATA_DIR / ".probe"
        probe.touch()
        probe.unlink()
    except OSError as error:
        hint = "Set STAGEAUDIT_DATA to a folder this process may write."
        return [
            Error(
                f"The data folder {settings.DATA_DIR} cannot be written: {error}",
                hint=hint,
                id="stageaudit.E002",
            )
        ]
    return []


@register(Tags.database)
def database_can_refuse(**_: Any) -> list[CheckMessage]:
    """Only SQLite 3.37 or newer and PostgreSQL can hold the guards that keep append-only tables append-only."""
    if connection.vendor == "sqlite" and sqlite3.sqlite_version_info < (3, 37):
        return [Error("SQLite 3.37 or newer is needed.", id="stageaudit.E003")]
    if connection.vendor not in ("sqlite", "postgresql"):
        return [
            Error(
                f"{connection.vendor} cannot be used: only SQLite and PostgreSQL are.", id="stageaudit.E003"
            )
        ]
    return []


@register(deploy=True)
def demo_is_not_public(**_: Any) -> list[CheckMessage]:
    """A demo has known passwords."""
    if settings.DEMO:
        return [Warning("STAGEAUDIT_DEMO is on: accounts have known passwords.", id="stageaudit.W001")]
    return []
