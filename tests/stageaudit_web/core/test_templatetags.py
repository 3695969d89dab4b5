"""The tags of the shared look: what they print, and that whatever they are given is escaped."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.template import engines
from django.test import RequestFactory

from stageaudit_web.core.templatetags import look


def render(source: str, path: str = "/", cookie: str = "", **context: object) -> str:
    """The template on a request for this path."""
    request = RequestFactory().get(path)
    request.COOKIES["theme"] = cookie
    return str(engines["django"].from_string("{% load look %}" + source).render(context, request)).strip()


def test_an_icon_is_silent_unless_it_has_a_label() -> None:
    assert 'aria-hidden="true"' in look.icon("check")
    assert 'role="img" aria-label="sealed"' in look.icon("lock", label="sealed")


def test_an_icon_names_the_sprite() -> None:
    assert "icons.svg#check" in look.icon("check")


@pytest.mark.parametrize(
    ("word", "kind", "picture"),
    [
        ("blocking", "bad", "dot"),
        ("hygiene", "warn", "warning"),
        ("accepted", "ok", "check"),
        ("queued", "plain", "clock"),
    ],
)
def test_a_badge_has_word_icon_and_colour(word: str, kind: str, picture: str) -> None:
    html = look.badge(word)
    assert f"badge-{kind}" in html
    assert f"#{picture}" in html
    assert html.endswith(f"{word}</span>")


def test_a_badge_counts() -> None:
    assert look.badge("blocking", count=2).endswith("2 blocking</span>")


def test_a_badge_of_an_unknown_word_is_plain() -> None:
    assert look.badge("odd") == '<span class="badge badge-plain">odd</span>'


def test_a_badge_shows_underscores_as_spaces() -> None:
    assert look.badge("not_found").endswith("not found</span>")


def test_what_comes_in_is_escaped() -> None:
    printed = [look.badge("<b>"), look.crumbs("<b>", "/?<b>"), look.rung("<b>"), look.icon("x", label="<b>")]
    assert [html for html in printed if "<b>" in html] == []


@pytest.mark.parametrize(
    ("name", "letter"),
    [
        ("exact", "E"),
        ("normalised", "N"),
        ("typed", "T"),
        ("link_alias", "L"),
        ("words", "W"),
        ("unsupported", "×"),
    ],
)
def test_each_rung_has_its_own_letter_and_is_read_aloud(name: str, letter: str) -> None:
    html = look.rung(name)
    assert f'aria-hidden="true">{letter}<' in html
    assert f'class="sr">{name.replace("_", " ")} <' in html


def test_a_cell_without_a_rung_shows_none() -> None:
    assert look.rung(None) == ""


def test_crumbs_link_all_but_the_last() -> None:
    html = look.crumbs("Tables", "/tables/", "Version 3")
    assert '<a href="/tables/" dir="auto">Tables</a>' in html
    assert '<span dir="auto">Version 3</span>' in html


@pytest.mark.parametrize(
    ("query", "link", "state"),
    [
        ("", "?sort=length", ""),
        ("sort=length", "?sort=-length", 'aria-sort="ascending"'),
        ("sort=-length", "?sort=length", 'aria-sort="descending"'),
        ("sort=name", "?sort=length", ""),
    ],
)
def test_a_sorting_header_toggles(query: str, link: str, state: str) -> None:
    html = render('{% sort "length" "Length" "num" %}', f"/?{query}")
    assert f'href="{link}"' in html
    assert ("aria-sort" in html) == bool(state)
    assert state in html


def test_sorting_keeps_the_filters_and_starts_at_the_first_page() -> None:
    assert 'href="?q=amur&amp;sort=length"' in render('{% sort "length" "Length" %}', "/?q=amur&page=4")


def test_key_caps_are_written_as_on_the_keyboard() -> None:
    assert look.kbd("mod+enter") == "<kbd>Ctrl ↵</kbd>"
    assert look.kbd("j|right") == "<kbd>j</kbd>"
    assert look.kbd("g f") == "<kbd>g f</kbd>"


@pytest.mark.parametrize(
    ("cookie", "html"),
    [("dark", 'data-theme="dark"'), ("light", 'data-theme="light"'), ("", ""), ('"><b>', "")],
)
def test_only_a_known_theme_is_painted(cookie: str, html: str) -> None:
    assert render("{% theme %}", cookie=cookie) == html


@pytest.mark.parametrize(
    ("tags", "url"),
    [
        ("undo:/findings/5/undo/", "/findings/5/undo/"),
        ("other", ""),
        ("undo://evil.test/", ""),
        ("undo:https://evil.test/", ""),
        (None, ""),
    ],
)
def test_undo_goes_to_this_site_only(tags: str | None, url: str) -> None:
    assert look.undo_url(SimpleNamespace(extra_tags=tags)) == url


def test_a_message_level_becomes_a_kind() -> None:
    assert [look.toast_kind(level) for level in ("success", "warning", "error", "info", "odd")] == [
        "ok",
        "warn",
        "bad",
        "info",
        "info",
    ]


def test_the_sites_name_is_not_hidden_by_a_view() -> None:
    assert render("{% site_name %}", site_name="localhost:8000") == "StageAudit"
