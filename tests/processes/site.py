"""A whole site in a temporary folder: the processes of the Procfile, which tests start, kill and look into."""

from __future__ import annotations

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx
import psycopg
from honcho.environ import parse_procfile

from stageaudit_web.core import broker

ROOT = Path(__file__).resolve().parents[2]
PROCFILE = parse_procfile((ROOT / "Procfile").read_text()).processes

MIGRATED: list[bytes] = []  # the first site's empty database, copied for the others


class Site:
    """Processes by their name in the Procfile, the database and the broker they use."""

    def __init__(self, data: Path, *, own_broker: bool = False, **settings: str) -> None:
        self.data, self.port = data, free_port()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.postgres = os.environ.get("DATABASE_URL", "")
        self.bundled = own_broker or "BROKER_URL" not in os.environ
        self.environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
            "STAGEAUDIT_DEMO": "1",
            "STAGEAUDIT_DATA": str(data),
            "STAGEAUDIT_BIND": f"127.0.0.1:{self.port}",
            "STAGEAUDIT_EXTRA_APPS": "tests.processes.slow_app",
            "STAGEAUDIT_LEASE_SECONDS": "3",
            "STAGEAUDIT_SWEEP_SECONDS": "1",
            "STAGEAUDIT_LOG": "INFO",
            "STATIC_ROOT": str(
                Path(os.environ["STAGEAUDIT_DATA"]) / "static"
            ),  # collected once for all sites
            **settings,
        }
        if self.bundled:
            self.environment.pop("BROKER_URL", None)
        else:
            self.environment["BROKER_PREFIX"] = f"{os.environ['BROKER_PREFIX']}{uuid.uuid4().hex[:8]}:"
        if self.postgres:
            self._make_database()
        elif MIGRATED:
            (data / "stageaudit.sqlite3").write_bytes(MIGRATED[0])
            return
        self.manage("migrate", "--verbosity", "0")
        if not self.postgres:
            self.query("PRAGMA wal_checkpoint(TRUNCATE)")
            MIGRATED.append((data / "stageaudit.sqlite3").read_bytes())

    def _make_database(self) -> None:
        self.name = f"sa_site_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self._server(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {self.name}")
        self.environment["DATABASE_URL"] = urlunsplit(urlsplit(self.postgres)._replace(path=f"/{self.name}"))

    def _server(self) -> str:
        return urlunsplit(urlsplit(self.postgres)._replace(path="/postgres"))

    def close(self) -> None:
        """Kills what still runs and removes the database."""
        for name in list(self.processes):
            self.kill(name)
        if self.postgres:
            with psycopg.connect(self._server(), autocommit=True) as connection:
                connection.execute(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")

    def start(self, *names: str) -> None:
        """Starts processes as the Procfile says, each in a group of its own, and waits until they can be used."""
        for name in names:
            if name == "broker" and not self.bundled:
                continue
            with (self.data / f"{name}.log").open("ab") as log:
                self.processes[name] = subprocess.Popen(
                    PROCFILE[name], shell=True, cwd=ROOT, env=self.environment, stdout=log, stderr=log,
                    stdin=subprocess.DEVNULL, start_new_session=True,
                )  # fmt: skip
        if "broker" in names and self.bundled:
            self.wait_for(lambda: broker.answers(broker.socket_path(self.data)), "the broker to answer")
        if "web" in names:
            self.wait_for(self.answers, "the site to answer")

    def kill(self, name: str) -> None:
        """kill -9 for a process and all its children."""
        process = self.processes.pop(name, None)
        if process is not None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def manage(self, *arguments: str) -> str:
        """Runs a management command and returns what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(
            command, cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def query(self, statement: str) -> list[Any]:
        """Rows of the site's database."""
        if self.postgres:
            with psycopg.connect(self.environment["DATABASE_URL"]) as connection:
                return connection.execute(statement).fetchall()
        with closing(sqlite3.connect(self.data / "stageaudit.sqlite3", timeout=20)) as file:
            return file.execute(statement).fetchall()

    def begun(self) -> list[dict[str, Any]]:
        """Every time a slow step was begun: run, item, pid."""
        path = self.data / "begun.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def stored(self) -> list[tuple[str, str]]:
        """(run, item) of every result that a slow step stored, in order."""
        rows = self.query(
            "SELECT subject_id, payload FROM core_journalevent WHERE verb = 'slow.stored' ORDER BY id"
        )
        return [
            (run, (payload if isinstance(payload, dict) else json.loads(payload))["item"])
            for run, payload in rows
        ]

    def run_states(self) -> list[str]:
        """States of all runs in the order they were planned."""
        return [state for (state,) in self.query("SELECT state FROM core_run ORDER BY id")]

    def forget_messages(self) -> None:
        """Empties the broker: every message is lost."""
        import redis

        url = self.environment.get("BROKER_URL")
        client = (
            redis.Redis.from_url(url)
            if url
            else redis.Redis(unix_socket_path=str(broker.socket_path(self.data)))
        )
        for key in client.scan_iter(match=f"{self.environment.get('BROKER_PREFIX', '')}*"):
            client.delete(key)

    def wait_for(self, condition: Callable[[], bool], what: str, seconds: float = 60) -> None:
        """Waits until a condition holds; fails with the processes' last words when it never does."""
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                logs = {
                    path.name: path.read_text(errors="replace")[-3000:] for path in self.data.glob("*.log")
                }
                raise AssertionError(f"waited {seconds} s in vain for {what}; {logs}")
            time.sleep(0.05)

    @property
    def address(self) -> str:
        """Where the web process serves."""
        return f"http://127.0.0.1:{self.port}"

    def answers(self) -> bool:
        """Whether the web process serves."""
        try:
            return httpx.get(f"{self.address}/health/", timeout=5).status_code == 200
        except httpx.HTTPError:
            return False


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
