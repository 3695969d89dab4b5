"""Where the bundled broker listens, and when it refuses to start."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from kombu import Connection

from stageaudit_web.core import broker


def start(data_dir):
    environment = {**os.environ, "STAGEAUDIT_DATA": str(data_dir)}
    command = [sys.executable, "-m", "stageaudit_web.core.broker"]
    return subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


@pytest.fixture
def running(request, tmp_path):
    """`running(folder)` starts a broker there and waits until it answers; the test's end stops it."""
    started = []

    def run(data_dir):
        started.append(start(data_dir))
        for _ in range(200):
            if broker.answers(broker.socket_path(data_dir)):
                return started[-1]
            time.sleep(0.05)
        raise AssertionError(started[-1].communicate(timeout=1))

    yield run
    for process in started:
        process.kill()
        process.communicate()


def test_a_short_path_is_used_as_it_is(tmp_path):
    assert broker.socket_path(Path("/srv/data")) == Path("/srv/data/valkey.sock")


def test_a_long_path_gets_a_short_private_place_of_its_own():
    one, other = (broker.socket_path(Path("/srv") / ("long " * 30) / name) for name in "ab")
    assert len(os.fsencode(one)) < 104
    assert one != other
    assert one == broker.socket_path(Path("/srv") / ("long " * 30) / "a")


@pytest.mark.services
@pytest.mark.parametrize("name", ["short", "with spaces & signs ü%", "long-" * 30])
def test_it_answers_wherever_the_data_folder_is(tmp_path, running, name):
    data = tmp_path / name
    running(data)
    with Connection(broker.url(data)) as connection:
        connection.ensure_connection(max_retries=1)
    assert broker.socket_path(data).stat().st_mode & 0o077 == 0


@pytest.mark.services
def test_a_second_one_on_the_same_folder_is_refused(tmp_path, running):
    running(tmp_path / "d")
    second = start(tmp_path / "d")
    _, said = second.communicate(timeout=30)
    assert second.returncode == 1
    assert "A broker already runs for the data folder" in said


@pytest.mark.services
def test_a_killed_broker_leaves_nothing_in_the_way_and_keeps_its_messages(tmp_path, running):
    data = tmp_path / "d"
    first = running(data)
    with Connection(broker.url(data)) as connection:
        connection.default_channel.client.rpush("list", *range(200))
    time.sleep(1.1)  # the append-only file is written every second
    first.kill()
    first.wait()
    assert broker.socket_path(data).exists()
    running(data)
    with Connection(broker.url(data)) as connection:
        assert connection.default_channel.client.llen("list") == 200


@pytest.mark.services
@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    tmp_path.chmod(0o500)
    process = start(tmp_path / "d")
    _, said = process.communicate(timeout=30)
    assert process.returncode == 1
    assert "cannot be written" in said


def test_a_private_place_that_somebody_else_made_is_refused(tmp_path):
    tmp_path.chmod(0o777)
    with pytest.raises(broker.BrokerError, match="not a private folder"):
        broker._make_private(tmp_path)


def test_nobody_answers_where_no_socket_is(tmp_path):
    assert broker.answers(tmp_path / "nobody.sock") is False
