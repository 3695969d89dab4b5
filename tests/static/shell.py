"""The shell in a real browser without a server: pages rendered from templates, answered with the static files."""

from __future__ import annotations

import mimetypes
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.template import engines
from django.test import RequestFactory

SITE = "http://site.test"
CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), ""
)
NAV = [
    {"label": "Findings", "url": "/findings/", "current": True},
    {"label": "Runs", "url": "/runs/", "current": False},
]


@dataclass(frozen=True)
class Answer:
    """What the pretended server says to one request."""

    body: str = ""
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


Script = Callable[[str, str, str], Answer | None]


def render(source: str, **context: Any) -> str:
    """A page from template source, as the site would render it for a logged-out person."""
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    return str(engines["django"].from_string(source).render({"nav": NAV, **context}, request))


def page(work: str, bar: str = "") -> str:
    """The shell around a piece of work."""
    source = '{% extends "base.html" %}{% load look %}{% block title %}Test{% endblock %}'
    return render(f"{source}{{% block work %}}{work}{{% endblock %}}{{% block bar %}}{bar}{{% endblock %}}")


def policy() -> str:
    """The site's own content security policy as a header value."""
    directives: dict[str, list[str]] = settings.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    return "; ".join(
        f"{name} {' '.join(str(value) for value in values)}" for name, values in directives.items()
    )


class Browser:
    """One tab on the pretended site. `asked` holds what was sent, `said` what the console said."""

    def __init__(self, tab: Any) -> None:
        self.tab, self.asked, self.said = tab, [], []  # type: Any, list[tuple[str, str, str]], list[str]
        self.script: Script = lambda _method, _path, _body: None
        self.down = False
        tab.on("console", lambda message: self.said.append(message.text))
        tab.on("pageerror", lambda error: self.said.append(str(error)))
        tab.route(f"{SITE}/**", self._answer)

    def open(self, html: str, path: str = "/") -> Any:
        """Shows a page and waits until its scripts ran."""
        first = self.script
        self.script = lambda method, at, body: (
            first(method, at, body) or (Answer(html) if method == "GET" else None)
        )
        self.tab.goto(SITE + path)
        return self.tab

    def _answer(self, route: Any) -> Any:
        request = route.request
        path = urlsplit(request.url).path
        if path.startswith("/static/"):
            return self._static(route, path.removeprefix("/static/"))
        if self.down:
            return route.abort()
        self.asked.append((request.method, path, request.post_data or ""))
        answer = self.script(request.method, path, request.post_data or "") or Answer(status=404)
        headers = {
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": policy(),
            **answer.headers,
        }
        return route.fulfill(status=answer.status, body=answer.body, headers=headers)

    def _static(self, route: Any, name: str) -> Any:
        found = finders.find(name)
        if not found:
            return route.fulfill(status=404, body="")
        return route.fulfill(path=found, content_type=mimetypes.guess_type(name)[0] or "text/plain")


@contextmanager
def chromium() -> Iterator[Any]:
    """A headless Chromium for the length of the block."""
    from playwright.sync_api import sync_playwright  # the browser tests alone need it

    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"]
    flags += ["--disable-background-networking", "--disable-component-update"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield browser
        browser.close()
