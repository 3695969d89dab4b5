"""Links of the documentation lead somewhere, and the commands it names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md")), ROOT / "demo" / "README.md"]
PATH_OF_OURS = re.compile(r"(?<![\w/.])(?:bin|\.ci|demo|tests|bench)/[\w/.]*\w(?![\w<])")
by_name = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def anchor(heading):
    return re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "")).replace(" ", "-")


@by_name
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, fragment = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), target
        if fragment:
            headings = re.findall(r"^#+ (.+)$", found.read_text(), re.MULTILINE)
            assert fragment in map(anchor, headings), target


@by_name
def test_management_commands_exist(page):
    named = set(re.findall(r"manage\.py ([a-z_]+)", page.read_text()))
    assert named - set(get_commands()) == set()


@by_name
def test_scripts_exist(page):
    for script in set(PATH_OF_OURS.findall(page.read_text())):
        assert (ROOT / script).exists() or (page.parent / script).exists(), script


def test_the_readme_shows_the_two_commands_on_its_first_screen():
    first_screen = "\n".join((ROOT / "README.md").read_text().splitlines()[:40])
    assert "bin/demo" in first_screen
    assert "bin/test" in first_screen
    assert re.search(r"!\[[^\]]+\]\(docs/img/[\w-]+\.(png|webp)\)", first_screen)


def test_pictures_are_light():
    for picture in (ROOT / "docs" / "img").iterdir():
        assert picture.stat().st_size < 200_000, picture.name


@pytest.mark.requirement("S11")
def test_the_readme_says_what_the_gate_does_not_do():
    assert "does not certify truth" in re.sub(r"\s+", " ", (ROOT / "README.md").read_text())
