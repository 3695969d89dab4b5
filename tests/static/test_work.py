"""Panes, themes and small screens in Chromium."""

from __future__ import annotations

import pytest

from tests.static.shell import Browser, page

pytestmark = pytest.mark.browser

PANES = """<div class="work" data-panes="t">
<section class="pane pane-queue" id="queue" aria-label="Findings">
  <header class="pane-head"><h2>Findings</h2></header>
  <div class="pane-body"><ol class="list" data-list data-shows="item">
    <li data-item="1"><a class="item-link" href="#x">One</a></li></ol></div></section>
<section class="pane pane-item" id="item" aria-label="Rows">
  <header class="pane-head"><h2>Rows</h2></header>
  <div class="pane-body"><table class="table"><tr>{cells}</tr></table></div></section>
<section class="pane pane-evidence" id="evidence" aria-label="Page">
  <header class="pane-head"><h2>Page</h2></header></section></div>"""
WIDE = PANES.format(cells="".join(f"<td class='nowrap'>a rather long cell {n}</td>" for n in range(12)))


def width(browser: Browser, name: str) -> float:
    """How wide a pane is."""
    return float(
        browser.tab.evaluate("(id) => document.getElementById(id).getBoundingClientRect().width", name)
    )


def test_a_pane_folds_and_stays_folded(browser: Browser) -> None:
    browser.open(page(WIDE))
    browser.tab.click("#queue .fold")
    assert width(browser, "queue") < 40
    browser.open(page(WIDE))
    assert width(browser, "queue") < 40
    browser.tab.click("#queue .fold")
    assert width(browser, "queue") > 200


def test_the_divider_is_moved_by_keys_and_remembered(browser: Browser) -> None:
    browser.open(page(WIDE))
    before = width(browser, "queue")
    browser.tab.focus(".splitter >> nth=0")
    browser.tab.keyboard.press("ArrowRight")
    assert width(browser, "queue") == pytest.approx(before + 16, abs=1)
    browser.open(page(WIDE))
    assert width(browser, "queue") == pytest.approx(before + 16, abs=1)


def test_a_phone_shows_one_pane_at_a_time_and_never_scrolls_sideways(phone: Browser) -> None:
    phone.open(page(WIDE))
    assert [phone.tab.is_visible(f"#{name}") for name in ("queue", "item", "evidence")] == [
        True,
        False,
        False,
    ]
    phone.tab.click("text=One")
    assert [phone.tab.is_visible(f"#{name}") for name in ("queue", "item", "evidence")] == [
        False,
        True,
        False,
    ]
    assert phone.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_without_script_the_panes_are_a_stack_that_fits_a_phone(engine: object) -> None:
    context = engine.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)  # type: ignore[attr-defined]  # Playwright's own type
    phone = Browser(context.new_page())
    phone.open(page(WIDE))
    assert [phone.tab.is_visible(f"#{name}") for name in ("queue", "item", "evidence")] == [True, True, True]
    assert phone.tab.locator("main").bounding_box()["width"] <= 390
    context.close()


def test_the_theme_is_kept_in_a_cookie(browser: Browser) -> None:
    browser.open(page(""))
    browser.tab.click("[data-theme-set=dark]")
    assert browser.tab.evaluate("document.documentElement.dataset.theme") == "dark"
    assert "theme=dark" in browser.tab.evaluate("document.cookie")
    browser.tab.click("[data-theme-set='']")
    assert browser.tab.evaluate("document.cookie") == ""


def test_the_policy_is_not_broken_by_our_own_pages(browser: Browser) -> None:
    browser.open(page(WIDE, '<footer class="bar"><progress value="1" max="3"></progress></footer>'))
    assert [line for line in browser.said if "Content Security Policy" in line] == []
