"""What runs in production carries no copyleft that would reach our code; read from the installed packages."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# LGPL: used as it is, as a library that the user may replace. Anything else of the GPL family is refused.
LESSER = {"psycopg", "psycopg-binary"}
# Their metadata names no licence; what the project's own licence file says.
STATED_ELSEWHERE: dict[str, str] = {}


def locked(name):
    text = (ROOT / name).read_text()
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)(?:\[[\w,-]+\])?==([^\s;\\]+)", text, re.MULTILINE))


def licence(name):
    """Everything the installed package says about its licence; None where this platform does not install it."""
    try:
        found = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return None
    said = [found.get("License-Expression") or "", (found.get("License") or "")[:200]]
    said += [line for line in found.get_all("Classifier") or [] if line.startswith("License ::")]
    return " | ".join(part for part in said if part) or STATED_ELSEWHERE.get(name, "")


RUN_TIME = locked("requirements.txt")


@pytest.mark.requirement("X9")
@pytest.mark.parametrize("name", sorted(RUN_TIME))
def test_no_run_time_package_is_under_the_gpl_or_agpl(name):
    said = licence(name)
    if said is None:
        pytest.skip("not installed on this platform")
    assert said, f"{name} names no licence"
    lesser = re.search(r"\bLGPL|Lesser General Public", said)
    if name in LESSER:
        assert lesser
    else:
        assert not re.search(r"GPL|General Public License|Affero", said), said


@pytest.mark.requirement("X2")
@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_packages_that_must_not_be_there_are_not(lock):
    versions = locked(lock)
    assert "minicheck" not in versions
    assert not re.match(r"1\.82\.[78]$|1\.107\.", versions.get("litellm", ""))


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt"])
def test_every_package_is_pinned_with_hashes(lock):
    text = (ROOT / lock).read_text()
    entries = re.split(r"\n(?=\S)", "\n".join(line for line in text.splitlines() if not line.startswith("#")))
    assert [
        entry for entry in entries if entry.strip() and ("==" not in entry or "--hash=sha256:" not in entry)
    ] == []
