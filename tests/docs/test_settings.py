"""Every setting is documented, and every documented one is read somewhere."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READERS = ["Procfile", "bin/setup", "bin/demo", "bin/test", "demo/start.py", "tests/run.py"]
DOCUMENTED = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/settings.md").read_text(), re.MULTILINE))


def read_by_settings():
    return set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', (ROOT / "stageaudit_web/settings.py").read_text()))


def test_every_setting_is_documented():
    assert read_by_settings() - DOCUMENTED == set()


def test_every_variable_of_the_scripts_is_documented():
    texts = "\n".join((ROOT / name).read_text() for name in READERS)
    assert set(re.findall(r"STAGEAUDIT_[A-Z_]+", texts)) - DOCUMENTED == set()


def test_every_documented_variable_is_read():
    texts = "\n".join((ROOT / name).read_text() for name in READERS)
    assert {name for name in DOCUMENTED - read_by_settings() if name not in texts} == set()


def test_the_settings_are_the_only_reader_of_the_environment():
    others = [
        path.relative_to(ROOT).as_posix()
        for package in ("stageaudit_web", "runs", "audit", "curation")
        for path in (ROOT / package).rglob("*.py")
        if re.search(r"os\.environ(?!\.setdefault)|os\.getenv", path.read_text())
    ]
    assert others == ["stageaudit_web/core/env.py"]
