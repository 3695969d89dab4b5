"""A polite HTTP client for wikis: one request at a time per host, allowed hosts only, patient, bounded (C.1).

It sends a descriptive User-Agent that the operator must set, waits as Retry-After says, retries only what a retry can
help, follows redirects by hand so that each target is checked again, and stops reading at a size limit.
"""

from __future__ import annotations

import fcntl
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urljoin, urlsplit

import httpx

from curation.wiki.ports import PageSourceError

T = TypeVar("T")

TRIES = 4
MOST_REDIRECTS = 5
LONGEST_WAIT = 60.0
USEFUL_AGENT = re.compile(r"\S+/\S+ .*(@|https?://)")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a host answered: status, headers (lower case), body, and the address that answered after redirects."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str

    def json(self) -> dict[str, Any]:
        """The body as a JSON object. Raises PageSourceError `not_json`, which a retry may help."""
        try:
            value = json.loads(self.body)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            start = self.body[:200].decode("utf-8", "replace")
            kind = self.headers.get("content-type", "no content type")
            message = f"The wiki answered {self.status} with {kind} instead of a JSON object."
            raise PageSourceError("not_json", message, {"url": self.url, "start": start}, retry=True)
        return value


@dataclass(slots=True)
class PoliteClient:
    """Asks allowed hosts, one request at a time per host in this process and, with `lock_folder`, on this machine.

    `hosts` are `host` or `host:port`. `wait` is the sleep function. Raises PageSourceError: `no_agent`,
    `host_not_allowed`, `agent_refused`, `redirect_loop`, `too_large`, `rate_limited`, `server_error`, `no_answer`.
    """

    user_agent: str
    hosts: frozenset[str]
    most_bytes: int = 32 * 2**20
    timeout: float = 30.0
    lock_folder: Path | None = None
    wait: Callable[[float], None] = time.sleep
    _client: httpx.Client | None = None
    _locks: dict[str, Lock] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not USEFUL_AGENT.match(self.user_agent):
            raise PageSourceError(
                "no_agent",
                "Wikipedia refuses clients that do not say who they are. Set STAGEAUDIT_USER_AGENT to something like "
                "“MyProject/1.0 (https://example.org; me@example.org)”.",
                {"user_agent": self.user_agent},
            )

    def get(
        self, url: str, params: Mapping[str, str] | None = None, accept: str = "application/json"
    ) -> Answer:
        """One GET, one try. Wrap it in `patiently` to have it tried again."""
        return self._checked(self._follow(url, dict(params or {}), accept))

    def patiently(self, ask: Callable[[], T]) -> T:
        """Calls `ask` up to four times while it raises what a retry can help, waiting as the error says."""
        for attempt in range(1, TRIES + 1):
            try:
                return ask()
            except PageSourceError as error:
                if not error.retry or attempt == TRIES:
                    raise
                self.wait(min(float(error.facts.get("wait") or 2**attempt), LONGEST_WAIT))
        raise AssertionError("the last try returns or raises")

    def close(self) -> None:
        """Closes connections."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def _checked(self, answer: Answer) -> Answer:
        if answer.status < 400:
            return answer
        start = answer.body[:300].decode("utf-8", "replace").strip()
        facts = {"url": answer.url, "status": str(answer.status), "start": start}
        if answer.status == 403:
            raise PageSourceError(
                "agent_refused", f"The wiki refuses this client (403). It says: {start or 'nothing'}", facts
            )
        if answer.status == 429 or answer.status == 503:
            facts["wait"] = str(retry_after(answer.headers) or "")
            raise PageSourceError("rate_limited", "The wiki asks us to slow down.", facts, retry=True)
        if answer.status >= 500:
            raise PageSourceError("server_error", f"The wiki answered {answer.status}.", facts, retry=True)
        raise PageSourceError("refused", f"The wiki answered {answer.status}.", facts)

    def _follow(self, url: str, params: dict[str, str], accept: str) -> Answer:
        for _ in range(MOST_REDIRECTS + 1):
            answer = self._once(url, params, accept)
            target = answer.headers.get("location")
            if answer.status not in (301, 302, 303, 307, 308) or not target:
                return answer
            url, params = urljoin(answer.url, target), {}
        raise PageSourceError("redirect_loop", "The wiki redirects without end.", {"url": url})

    def _once(self, url: str, params: dict[str, str], accept: str) -> Answer:
        host = self._allowed(url)
        headers = {"User-Agent": self.user_agent, "Accept": accept, "Accept-Encoding": "gzip"}
        try:
            with (
                self._turn(host),
                self._http().stream("GET", url, params=params or None, headers=headers) as response,
            ):
                body = self._read(response)
                return Answer(response.status_code, _lower(response.headers), body, str(response.url))
        except httpx.TimeoutException as error:
            raise PageSourceError(
                "no_answer", f"{host} did not answer in time.", {"url": url}, retry=True
            ) from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            message = f"{host} broke off: {type(error).__name__}."
            raise PageSourceError("no_answer", message, {"url": url}, retry=True) from error

    def _read(self, response: httpx.Response) -> bytes:
        body = bytearray()
        for chunk in response.iter_bytes():
            body += chunk
            if len(body) > self.most_bytes:
                message = f"The answer is larger than {self.most_bytes} bytes."
                raise PageSourceError("too_large", message, {"url": str(response.url)})
        return bytes(body)

    def _allowed(self, url: str) -> str:
        parts = urlsplit(url)
        host = parts.netloc.lower()
        if parts.scheme not in ("https", "http") or host not in self.hosts or "@" in host:
            allowed = ", ".join(sorted(self.hosts))
            raise PageSourceError(
                "host_not_allowed",
                f"{host or url} is not a host this site may ask ({allowed}).",
                {"url": url},
            )
        return host

    def _http(self) -> httpx.Client:
        if self._client is None:
            self._client = httpx.Client(timeout=self.timeout, follow_redirects=False, trust_env=True)
        return self._client

    @contextmanager
    def _turn(self, host: str) -> Iterator[None]:
        with self._locks.setdefault(host, Lock()), _machine_lock(self.lock_folder, host):
            yield


@contextmanager
def _machine_lock(folder: Path | None, host: str) -> Iterator[None]:
    if folder is None:
        yield
        return
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / f"host-{re.sub(r'[^a-z0-9.-]', '_', host)}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that a Retry-After header asks for; it may be missing, a float, or a date (then None)."""
    try:
        return max(float(headers.get("retry-after", "")), 0.0)
    except ValueError:
        return None


def _lower(headers: httpx.Headers) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
