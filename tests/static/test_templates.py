"""What every template keeps to: the content security policy, icons that exist, a first line that says what it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from stageaudit_web.core.templatetags.look import BADGES, ICON_OF_KIND

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
NAMES = [str(path.relative_to(ROOT / "templates")) for path in TEMPLATES]
FORBIDDEN = re.compile(
    r"\sstyle=|\son[a-z]+=|<style|javascript:|hx-on|hx-vals=['\"]js:|<script(?![^>]*\bsrc=)|https?://(?!www\.w3\.org)",
    re.I,
)


def source(path: Path) -> str:
    """A template without its comments."""
    text = re.sub(r"\{% comment.*?endcomment %\}", "", path.read_text(), flags=re.S)
    return re.sub(r"\{#.*?#\}", "", text)


def sprite() -> set[str]:
    """Ids of the icons that we have."""
    return set(re.findall(r'<symbol id="([\w-]+)"', (ROOT / "static" / "icons.svg").read_text()))


@pytest.mark.parametrize("path", TEMPLATES, ids=NAMES)
def test_nothing_inline_and_nothing_from_outside(path: Path) -> None:
    assert FORBIDDEN.findall(source(path)) == []


@pytest.mark.parametrize("path", TEMPLATES, ids=NAMES)
def test_begins_with_what_it_is(path: Path) -> None:
    assert "{#" in "".join(path.read_text().splitlines()[:2])


@pytest.mark.parametrize("path", TEMPLATES, ids=NAMES)
def test_its_icons_exist(path: Path) -> None:
    used = re.findall(r'\{% icon "([\w-]+)"', source(path)) + re.findall(r'\bicon="([\w-]+)"', source(path))
    assert set(used) - sprite() == set()


def test_icons_of_badges_and_messages_exist() -> None:
    assert {name for _, name in BADGES.values()} | set(ICON_OF_KIND.values()) <= sprite()
