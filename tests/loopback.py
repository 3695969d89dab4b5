"""An HTTP server on loopback that answers from a script and remembers what it was asked: it misbehaves on demand."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class Reply:
    """One answer. `cut` promises more bytes than it sends; `slow` waits before the body (seconds)."""

    body: Any = b""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    cut: bool = False
    slow: float = 0.0

    def encoded(self) -> bytes:
        """The body as bytes; anything that is neither bytes nor text travels as JSON."""
        if isinstance(self.body, bytes):
            return self.body
        return (self.body if isinstance(self.body, str) else json.dumps(self.body)).encode()


@dataclass(frozen=True)
class Asked:
    """One request as the server saw it."""

    path: str
    params: dict[str, str]
    headers: dict[str, str]
    body: bytes


Script = Callable[[Asked], Reply]


@dataclass
class Loopback:
    """A running server: its address, what it was asked, how many requests were under way at most."""

    address: str
    asked: list[Asked] = field(default_factory=list)
    most_at_once: int = 0

    @property
    def host(self) -> str:
        """host:port."""
        return urlsplit(self.address).netloc


def in_turn(*replies: Reply) -> Script:
    """Gives the replies one after the other; the last one again and again."""
    waiting = list(replies)
    return lambda _asked: waiting.pop(0) if len(waiting) > 1 else waiting[0]


@contextmanager
def serve(script: Script) -> Iterator[Loopback]:
    """Runs a server for the length of the block."""
    lock, under_way = threading.Lock(), 0

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: Any) -> None:
            """Stays silent."""

        def answer(self) -> None:
            nonlocal under_way
            with lock:
                under_way += 1
                running.most_at_once = max(running.most_at_once, under_way)
            try:
                self._answer()
            finally:
                with lock:
                    under_way -= 1

        do_GET = do_POST = answer

        def _answer(self) -> None:
            parts = urlsplit(self.path)
            length = int(self.headers.get("Content-Length") or 0)
            asked = Asked(
                parts.path, dict(parse_qsl(parts.query)), dict(self.headers), self.rfile.read(length)
            )
            running.asked.append(asked)
            reply = script(asked)
            body = reply.encoded()
            self.send_response(reply.status)
            for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body) + (1000 if reply.cut else 0)))
            self.end_headers()
            time.sleep(reply.slow)
            self.wfile.write(body)
            if reply.cut:
                self.wfile.flush()
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients that hang up are part of the tests
    running = Loopback(f"http://127.0.0.1:{server.server_port}")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield running
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
