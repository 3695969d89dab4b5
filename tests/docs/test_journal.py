"""docs/journal.md lists every verb that any module declares, with its meaning."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import audit
import curation
import runs
import stageaudit_web
from stageaudit_web.core import journal

ROOT = Path(__file__).resolve().parents[2]
OF_TESTS = ("test.", "slow.")


def test_every_verb_is_documented_with_its_meaning():
    for package in (stageaudit_web, curation, audit, runs):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in module.name and not module.name.endswith(".wsgi"):
                importlib.import_module(module.name)
    declared = {verb: meaning for verb, meaning in journal.VERBS.items() if not verb.startswith(OF_TESTS)}
    text = (ROOT / "docs/journal.md").read_text()
    assert dict(re.findall(r"^\| `([a-z_.]+)` \| (.+) \|$", text, re.MULTILINE)) == declared
