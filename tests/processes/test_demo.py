"""The demo starts, says where it is, and leaves nothing running; what is in its way is named."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.processes.site import ROOT, free_port

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("processes")]


OURS = ("STAGEAUDIT_", "DATABASE_", "BROKER_")


@pytest.fixture
def demo(tmp_path, tmp_path_factory):
    """`demo(*options)` starts the demo on a data folder of its own; the test's end ends what is left of it."""
    started = []

    def start(*options, data=tmp_path / "data"):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
        environment = {**kept, "STATIC_ROOT": str(tmp_path_factory.getbasetemp() / "static")}
        process = subprocess.Popen(
            [sys.executable, "demo/start.py", "--data", str(data), *options],
            cwd=ROOT, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        process.terminate()
        process.communicate(timeout=30)


def read_until(process, words):
    """What the demo printed, up to these words."""
    lines = []
    while words not in (lines or [""])[-1]:
        line = process.stdout.readline()
        assert line, f"the demo ended: {''.join(lines)}"
        lines.append(line)
    return "".join(lines)


def users_of(folder: Path) -> list[int]:
    """Ids of processes that were started with this folder in their environment."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/environ"):
        try:
            if str(folder).encode() in entry.read_bytes():
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks for orphans in /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["term", "closed terminal"])
def test_a_signal_leaves_nothing_running(demo, tmp_path, number):
    process = demo("--port", str(free_port()))
    read_until(process, "Ctrl-C stops everything")
    assert len(users_of(tmp_path / "data")) >= 3  # broker, worker, web
    process.send_signal(number)
    process.communicate(timeout=30)
    assert process.returncode == 0
    assert users_of(tmp_path / "data") == []


def test_it_says_where_it_is_lets_people_in_and_stops_on_ctrl_c(demo, tmp_path):
    port = free_port()
    process = demo("--port", str(port))
    said = read_until(process, "Ctrl-C stops everything")
    assert f"http://127.0.0.1:{port}/" in said
    for role in ("researcher", "reviewer", "annotator", "adjudicator", "admin"):
        assert role in said
    assert home_of("reviewer", port).status_code == 200

    second = demo("--port", str(free_port()))
    refused, _ = second.communicate(timeout=30)
    assert second.returncode == 1
    assert "a demo already runs on" in refused

    process.send_signal(signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode == 0
    assert users_of(tmp_path / "data") == []


def home_of(name, port):
    """The first page of an account of the demo."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", follow_redirects=True) as client:
        page = client.get("/accounts/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.text)[1]
        fields = {"username": name, "password": "stageaudit-demo", "csrfmiddlewaretoken": token}
        home = client.post("/accounts/login/", data=fields)
        assert home.url.path == "/"
        return home


def test_a_port_in_use_is_named(demo):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = demo("--port", str(port))
        said, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    assert f"port {port} on 127.0.0.1 cannot be used" in said
    assert "--port" in said


def test_a_folder_that_cannot_be_made_is_named(demo, tmp_path):
    (tmp_path / "file").touch()
    process = demo("--port", str(free_port()), data=tmp_path / "file" / "data")
    said, _ = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "cannot be written" in said
    assert "--data" in said


def test_a_folder_of_pages_without_a_manifest_is_named(demo, tmp_path):
    process = demo("--pages", str(tmp_path))
    said, _ = process.communicate(timeout=30)
    assert process.returncode == 2
    assert "there is no pages.jsonl in it" in said


def test_an_open_address_is_warned_about(demo):
    process = demo("--port", str(free_port()), "--host", "0.0.0.0")  # noqa: S104 - the point of this test
    assert "passwords are known to everyone" in read_until(process, "passwords are known to everyone")
