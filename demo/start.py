"""Starts the demo: prepares the data folder, runs the Procfile with honcho, says where to look, stops all of it.

Run by bin/demo, in the environment that bin/setup made.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO

from honcho.environ import parse_procfile
from honcho.manager import Manager
from honcho.printer import Printer

ROOT = Path(__file__).resolve().parent.parent
LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")
ROLES = ("researcher", "reviewer", "annotator", "adjudicator", "admin")


def main() -> int:
    """Parses options, prepares, runs until stopped; returns the exit status."""
    started = time.monotonic()
    options = parse_options()
    environment = environment_for(options)
    try:
        lock = take(options.data)
        refuse_taken_port(options.host, options.port)
    except DemoError as error:
        return complain(str(error))
    if options.host not in LOCAL_HOSTS:
        complain(
            f"warning: {options.host} may be reached by others, and the demo's passwords are known to everyone."
        )
    command = [sys.executable, "manage.py", "load_demo"]
    if subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode:
        return complain("the demo could not be prepared; the messages above say why")
    with lock:
        return run(options, environment, started)


class DemoError(Exception):
    """The demo cannot start here; the message says why and what to do."""


def complain(text: str) -> int:
    """Prints a line for the person who started the demo; returns the exit status of a failure."""
    print(f"demo: {text}", file=sys.stderr, flush=True)
    return 1


def parse_options() -> argparse.Namespace:
    """Options; each has an environment variable too."""
    env = os.environ.get
    parser = argparse.ArgumentParser(prog="bin/demo", description="Starts StageAudit here with example data.")
    parser.add_argument("--port", type=int, default=env("STAGEAUDIT_PORT", "8000"), help="default 8000")
    parser.add_argument(
        "--host", default=env("STAGEAUDIT_HOST", "127.0.0.1"), help="default 127.0.0.1: this machine only"
    )
    parser.add_argument(
        "--data",
        type=Path,
        default=env("STAGEAUDIT_DATA", str(ROOT / ".data")),
        help="folder that keeps everything",
    )
    parser.add_argument(
        "--pages", type=Path, action="append", default=[], help="one more folder of saved pages"
    )
    options = parser.parse_args()
    options.data = options.data.expanduser().resolve()
    for folder in options.pages:
        if not (folder / "pages.jsonl").is_file():
            parser.error(
                f"--pages {folder}: there is no pages.jsonl in it (docs/development.md says what it holds)"
            )
    return options


def environment_for(options: argparse.Namespace) -> dict[str, str]:
    """What the processes of the demo see: the caller's environment and the options."""
    pages = [ROOT / "demo" / "pages", *(folder.resolve() for folder in options.pages)]
    host = f"[{options.host}]" if ":" in options.host else options.host
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}",
        "STAGEAUDIT_DEMO": "1",
        "STAGEAUDIT_DATA": str(options.data),
        "STAGEAUDIT_BIND": f"{host}:{options.port}",
        "PYTHONUNBUFFERED": "1",
    }
    if options.pages:
        environment["STAGEAUDIT_SAVED_PAGES"] = os.pathsep.join(map(str, pages))
    if options.host not in LOCAL_HOSTS:
        environment.setdefault("STAGEAUDIT_HOSTS", "*" if options.host in ("0.0.0.0", "::") else options.host)  # noqa: S104 - asked for, and warned about
    return environment


def take(data: Path) -> IO[str]:
    """Makes the data folder ours while we run. Raises DemoError when it cannot be written or another demo has it."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = (data / "demo.lock").open("a+")
    except OSError as error:
        raise DemoError(
            f"the data folder {data} cannot be written: {error.strerror}. Choose another with --data."
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise DemoError(
            f"a demo already runs on the data folder {data}. Stop it, or choose another with --data."
        ) from error
    return lock


def refuse_taken_port(host: str, port: int) -> None:
    """Raises DemoError when something listens there already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            raise DemoError(
                f"port {port} on {host} cannot be used: {error}. Choose another with --port."
            ) from error


def run(options: argparse.Namespace, environment: dict[str, str], started: float) -> int:
    """Runs the Procfile until one process ends or a signal comes; all of it ends then."""
    manager = Manager(Printer(sys.stdout, prefix=True))
    for name, command in parse_procfile((ROOT / "Procfile").read_text()).processes.items():
        manager.add_process(name, command, env=environment, cwd=str(ROOT))
    signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))  # the terminal was closed
    threading.Thread(target=announce, args=(options, started), daemon=True).start()
    manager.loop()
    stopped_by_a_person = manager.returncode in (130, 143)
    return 0 if stopped_by_a_person else int(manager.returncode or 0)


def announce(options: argparse.Namespace, started: float) -> None:
    """Once the first page answers, prints where it is and who may log in."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(options.host, options.host)  # noqa: S104 - read, not bound
    address = f"http://[{host}]:{options.port}/" if ":" in host else f"http://{host}:{options.port}/"
    while not answers(address):
        time.sleep(0.05)
    print(
        f"\n  StageAudit is at {address}  (first page after {time.monotonic() - started:.1f} s)\n"
        f"  Accounts: {', '.join(ROLES)}; the password of each is stageaudit-demo\n"
        f"  Data: {options.data}\n  Ctrl-C stops everything.\n",
        flush=True,
    )


def answers(address: str) -> bool:
    """Whether the log-in page is served."""
    try:
        with urllib.request.urlopen(address + "accounts/login/", timeout=10) as response:  # noqa: S310 - always http, our own
            return bool(response.status == 200)
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())
