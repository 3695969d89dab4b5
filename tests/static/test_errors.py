"""Error pages and error fragments: they say what happened, where, what to do next, and carry the reference."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory

from stageaudit_web.core.errors import (
    AccessDenied,
    Conflict,
    InvalidInput,
    ObjectNotFound,
    StageAuditError,
    Unavailable,
)

ERRORS = [AccessDenied, ObjectNotFound, Conflict, Unavailable, InvalidInput]


def render(template: str, path: str = "/tables/5/", **context: object) -> str:
    """The template as the site renders it for a logged-out person."""
    request = RequestFactory().get(path)
    request.user = AnonymousUser()
    return render_to_string(template, context, request)


@pytest.mark.parametrize("status", [400, 403, 404, 409])
def test_an_error_page_names_the_address_and_the_reference(status: int) -> None:
    html = render(f"errors/{status}.html", reference="5e1f0c9a")
    assert [
        part for part in ("/tables/5/", "5e1f0c9a", f">{status}<", "Start page") if part not in html
    ] == []


@pytest.mark.parametrize("status", [400, 403, 404, 409])
def test_an_error_fragment_is_a_notice_and_no_page(status: int) -> None:
    html = render(f"errors/{status}.html#error", reference="5e1f0c9a")
    assert f'data-error="{status}"' in html
    assert "5e1f0c9a" in html
    assert "<html" not in html


@pytest.mark.parametrize("kind", ERRORS)
@pytest.mark.parametrize("part", ["", "#error"])
def test_an_expected_error_is_told_in_its_own_words(kind: type[StageAuditError], part: str) -> None:
    error = kind("code", "Ben closed this finding at 14:03.")
    html = render(f"errors/domain.html{part}", error=error, status=error.status, reference="5e1f0c9a")
    assert "Ben closed this finding at 14:03." in html
    assert "5e1f0c9a" in html


def test_the_words_of_an_error_are_escaped() -> None:
    error = Conflict("code", "<script>alert(1)</script>")
    assert "<script>alert" not in render(
        "errors/domain.html#error", error=error, status=409, reference="5e1f0c9a"
    )


def test_the_page_for_bugs_needs_neither_request_nor_session() -> None:
    assert "Something broke on our side" in render_to_string("500.html")


@pytest.mark.parametrize("name", ["400.html", "403.html", "404.html", "403_csrf.html"])
def test_the_names_that_django_looks_for_exist(name: str) -> None:
    assert "<h1" in render(name)
