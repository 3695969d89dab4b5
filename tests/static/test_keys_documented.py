"""docs/keys.md and the keys that templates and scripts declare name each other."""

from __future__ import annotations

import re
from pathlib import Path

from django.conf import settings

from stageaudit_web.core.tabs import tabs_of

ROOT = Path(settings.BASE_DIR)


def documented() -> set[str]:
    """Keys in the first column of the tables of docs/keys.md."""
    rows = re.findall(r"^\| (.*?) \|", (ROOT / "docs" / "keys.md").read_text(), flags=re.M)
    return {key for row in rows for key in re.findall(r"`([^`]+)`", row)}


def declared() -> set[str]:
    """Keys that templates give to elements, apps to tabs and scripts to actions; Escape is built in."""
    pages = [path for path in (ROOT / "templates").rglob("*.html") if not path.name.startswith("styleguide")]
    specs = [spec for path in pages for spec in re.findall(r'data-key="([^"]+)"', _plain(path))]
    scripts = [path.read_text() for path in (ROOT / "static" / "js").glob("*.js")]
    specs += [spec for script in scripts for spec in re.findall(r'keys: "([^"]+)"', script)]
    specs += [tab.key for tab in tabs_of("version")]
    return {_general(one) for spec in specs for one in spec.lower().split("|") if one != "…"} | {"escape"}


def _plain(path: Path) -> str:
    """A template with its variables blotted out, for they hold bars and quotes of their own."""
    return re.sub(r"\{\{.*?\}\}", "…", path.read_text())


def _general(key: str) -> str:
    """`g f` and `g {{ item.key }}` are all told as `g` and a letter."""
    return "g" if key.startswith("g ") else key


def test_every_declared_key_is_documented() -> None:
    assert declared() - documented() == set()


def test_every_documented_key_is_declared() -> None:
    assert documented() - declared() == set()
