"""The shortcut registry in Chromium: which key does what, and when keys rest."""

from __future__ import annotations

import pytest

from tests.static.shell import Answer, Browser, page

pytestmark = pytest.mark.browser

# Each button counts its presses in its own title, so that a test can read what happened without inline script.
WORK = """
<input id="q" type="search" data-key="/" data-key-label="Search">
<textarea id="note"></textarea>
<div class="row" data-key-group="Findings">
  <button class="btn" id="confirm" type="button" data-key="a" data-key-label="Confirm">Confirm</button>
  <button class="btn" id="commit" type="button" data-key="mod+enter" data-key-label="Commit">Commit</button>
  <button class="btn" id="later" type="button" data-key="l" data-key-label="Later" disabled
    title="wait for the run">Later</button>
  <button class="btn" id="three" type="button" data-key="3" data-key-label="Three">Three</button>
</div>
<div id="viewer" tabindex="0" data-key-scope>
  <button class="btn" id="rotate" type="button" data-key="r" data-key-label="Rotate">Rotate</button>
</div>
<a class="btn" href="/elsewhere/" data-dialog="reasons" data-key="x" data-key-label="Dismiss">Dismiss</a>
<dialog class="dialog" id="reasons"><form method="dialog"><h2>Dismiss</h2>
  <label class="choice"><input id="wrong" type="radio" name="r" data-key="1" data-key-label="Wrong">Wrong</label>
  <label class="choice"><input id="scope" type="radio" name="r" data-key="2" data-key-label="Scope">Scope</label>
  <input id="why"><button data-close type="button">Close</button></form></dialog>
"""
COUNT = """addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) button.dataset.pressed = Number(button.dataset.pressed || 0) + 1;
})"""


def opened(browser: Browser, work: str = WORK) -> Browser:
    """The page with its buttons counting."""
    browser.open(page(work)).evaluate(COUNT)
    return browser


def pressed(browser: Browser, name: str) -> int:
    """How often a button was pressed."""
    return int(browser.tab.evaluate("(id) => Number(document.getElementById(id).dataset.pressed || 0)", name))


def focused(browser: Browser) -> str:
    """The id of what has the focus."""
    return str(browser.tab.evaluate("document.activeElement.id"))


def keys(browser: Browser, *names: str) -> None:
    """Presses keys one after the other."""
    for name in names:
        browser.tab.keyboard.press(name)


def test_a_key_presses_its_button(browser: Browser) -> None:
    keys(opened(browser), "a")
    assert pressed(browser, "confirm") == 1


def test_slash_focuses_the_search_field_and_types_nothing(browser: Browser) -> None:
    keys(opened(browser), "/")
    assert focused(browser) == "q"
    assert browser.tab.input_value("#q") == ""


def test_single_keys_rest_in_fields_and_mod_enter_does_not(browser: Browser) -> None:
    opened(browser).tab.focus("#note")
    keys(browser, "a", "Control+Enter")
    assert browser.tab.input_value("#note") == "a"
    assert (pressed(browser, "confirm"), pressed(browser, "commit")) == (0, 1)


def test_single_keys_rest_on_a_button_reached_by_tab(browser: Browser) -> None:
    opened(browser).tab.focus("#note")
    keys(browser, "Tab", "a")
    assert focused(browser) == "confirm"
    assert pressed(browser, "confirm") == 0


def test_single_keys_work_after_a_click_with_the_mouse(browser: Browser) -> None:
    opened(browser).tab.click("#three")
    keys(browser, "a")
    assert pressed(browser, "confirm") == 1


def test_number_pad_digits_count(browser: Browser) -> None:
    numpad = "{key: '3', code: 'Numpad3', location: 3, bubbles: true}"
    opened(browser).tab.evaluate(f"document.dispatchEvent(new KeyboardEvent('keydown', {numpad}))")
    assert pressed(browser, "three") == 1


def test_alt_is_left_to_the_browser_and_altgr_is_no_modifier(browser: Browser) -> None:
    opened(browser)
    press = "(m) => document.dispatchEvent(new KeyboardEvent('keydown', {key: 'a', bubbles: true, altKey: true, ...m}))"
    browser.tab.evaluate(press, {})
    assert pressed(browser, "confirm") == 0
    browser.tab.evaluate(press, {"ctrlKey": True, "modifierAltGraph": True})
    assert pressed(browser, "confirm") == 1


def test_a_held_key_does_not_decide_twice(browser: Browser) -> None:
    opened(browser)
    for _ in range(3):
        browser.tab.keyboard.down("a")
    browser.tab.keyboard.up("a")
    assert pressed(browser, "confirm") == 1


def test_a_button_that_cannot_be_pressed_says_why(browser: Browser) -> None:
    keys(opened(browser), "l")
    browser.tab.wait_for_selector("#live >> text=wait for the run", state="attached")


def test_an_open_dialog_has_its_own_keys_and_silences_the_others(browser: Browser) -> None:
    keys(opened(browser), "x", "a", "2")
    assert browser.tab.is_checked("#scope")
    assert pressed(browser, "confirm") == 0
    keys(browser, "1")
    assert browser.tab.is_checked("#wrong")


def test_escape_leaves_the_field_then_closes_the_dialog(browser: Browser) -> None:
    keys(opened(browser), "x")
    browser.tab.focus("#why")
    keys(browser, "Escape")
    assert browser.tab.evaluate("document.getElementById('reasons').open")
    keys(browser, "Escape")
    assert not browser.tab.evaluate("document.getElementById('reasons').open")


def test_a_sequence_goes_to_a_part_of_the_site(browser: Browser) -> None:
    opened(browser)
    keys(browser, "g", "r")
    browser.tab.wait_for_url("**/runs/")


def test_scoped_keys_work_only_with_the_focus_inside(browser: Browser) -> None:
    keys(opened(browser), "r")
    assert pressed(browser, "rotate") == 0
    browser.tab.focus("#viewer")
    keys(browser, "r")
    assert pressed(browser, "rotate") == 1


def test_the_sheet_lists_this_screens_keys_in_groups(browser: Browser) -> None:
    keys(opened(browser), "?")
    sheet = browser.tab.inner_text("#keys-groups")
    assert [
        word for word in ("Findings", "Confirm", "Search", "Go to runs", "Leave field") if word not in sheet
    ] == []


def test_single_keys_can_be_switched_off_and_stay_off(browser: Browser) -> None:
    keys(opened(browser), "?")
    browser.tab.uncheck("#keys-on")
    keys(opened(browser), "a", "Control+Enter")
    assert (pressed(browser, "confirm"), pressed(browser, "commit")) == (0, 1)


def test_a_key_can_be_changed_and_its_button_shows_the_new_one(browser: Browser) -> None:
    keys(opened(browser), "?")
    browser.tab.click("[aria-label='Change the key of Confirm']")
    keys(browser, "v")
    keys(opened(browser), "a", "v")
    assert pressed(browser, "confirm") == 1
    assert browser.tab.inner_text("#confirm kbd") == "v"


def test_a_taken_key_is_refused(browser: Browser) -> None:
    keys(opened(browser), "?")
    browser.tab.click("[aria-label='Change the key of Confirm']")
    keys(browser, "3")
    assert "already means" in browser.tab.inner_text("#keys-live")
    keys(opened(browser), "3")
    assert (pressed(browser, "confirm"), pressed(browser, "three")) == (0, 1)


def test_two_buttons_on_one_key_are_reported(browser: Browser) -> None:
    opened(
        browser,
        WORK + '<button class="btn" type="button" data-key="a" data-key-label="Accept">Accept</button>',
    )
    assert any("Key clash" in line and "Confirm" in line and "Accept" in line for line in browser.said)


def test_a_page_without_clashes_is_silent(browser: Browser) -> None:
    opened(browser)
    assert browser.said == []


def test_deciding_keys_rest_while_something_is_saved(browser: Browser) -> None:
    button = '<button class="btn" data-key="a" data-key-label="Confirm">Confirm</button>'
    browser.open(page(f'<form hx-post="/slow/" hx-swap="none">{button}</form>'))
    held: list[object] = []
    browser.tab.route("**/slow/", lambda route: held.append(route))
    keys(browser, "a", "a", "a")
    browser.tab.wait_for_selector("#save[data-state=saving]")
    assert len(held) == 1


@pytest.mark.parametrize("spec", ["j", "ArrowRight"])
def test_lists_are_walked_and_the_address_follows(browser: Browser, spec: str) -> None:
    items = "".join(f'<li data-item="{n}"><a class="item-link" href="?f={n}">{n}</a></li>' for n in (7, 8, 9))
    browser.script = lambda _method, _path, _body: Answer(
        page(f'<ol class="list" data-list data-list-param="f">{items}</ol>')
    )
    browser.open("")
    keys(browser, spec, spec)
    assert browser.tab.evaluate("location.search") == "?f=8"
    assert browser.tab.get_attribute("[data-item='8']", "aria-current") == "true"


def test_shift_j_skips_what_is_resolved(browser: Browser) -> None:
    rows = ((1, ""), (2, "data-resolved"), (3, ""))
    items = "".join(f'<li data-item="{n}" {mark}><a href="#">{n}</a></li>' for n, mark in rows)
    browser.open(page(f'<ol data-list data-list-param="f">{items}</ol>'))
    keys(browser, "j", "Shift+J")
    assert browser.tab.evaluate("location.search") == "?f=3"


def test_arrows_walk_the_cells_of_a_grid(browser: Browser) -> None:
    rows = "".join(
        f'<tr data-item="{r}"><td><a id="{r}a" href="#">x</a></td><td><a id="{r}b" href="#">y</a></td></tr>'
        for r in (1, 2)
    )
    browser.open(page(f'<table class="table"><tbody data-list="grid">{rows}</tbody></table>'))
    keys(browser, "j", "ArrowRight", "ArrowDown")
    assert focused(browser) == "2b"
