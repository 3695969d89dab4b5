"""What becomes of an act, in Chromium: toasts, save state, lost connections, conflicts, expired logins."""

from __future__ import annotations

import json

import pytest

from tests.static.shell import Answer, Browser, page

pytestmark = pytest.mark.browser

FORM = """<form id="f" method="post" action="/decide/" hx-post="/decide/" hx-target="#out">
<input type="hidden" name="idempotency_key" value="k1"><textarea name="note" id="note">because</textarea>
<button class="btn" id="go">Save</button></form><div id="out"></div>"""
ASK = """<form method="post" action="/ask/"><input name="title" id="title">
<input type="checkbox" name="keep" id="keep"><button id="go">Ask</button></form>"""
LOGIN = "<!doctype html><html><body><div data-login-page>Log in</div></body></html>"


def toast(text: str, **more: str) -> Answer:
    """A fragment that brings a toast, as core.pages.add_toast sends it."""
    return Answer(
        "done",
        headers={"HX-Trigger": json.dumps({"toast": {"text": text, "kind": "ok", "undo_url": "", **more}})},
    )


def on_post(answer: Answer, browser: Browser) -> Browser:
    """The form's page on a server that gives this answer to a post."""
    browser.script = lambda method, path, _body: answer if method == "POST" and path == "/decide/" else None
    browser.open(page(FORM))
    return browser


def state(browser: Browser) -> str:
    """What the save indicator says."""
    return str(browser.tab.inner_text("#save"))


def posts(browser: Browser) -> list[str]:
    """Bodies of the posts that arrived."""
    return [body for method, _, body in browser.asked if method == "POST"]


def test_a_saved_act_says_so_and_shows_its_toast_with_undo(browser: Browser) -> None:
    on_post(toast("Finding dismissed.", undo_url="/undo/5/"), browser).tab.click("#go")
    browser.tab.wait_for_selector(".toast >> text=Finding dismissed.")
    assert state(browser) == "Saved"
    assert browser.tab.get_attribute(".toast form", "action") == "/undo/5/"
    browser.tab.wait_for_selector("#live >> text=Finding dismissed.", state="attached")


def test_mod_z_undoes_the_last_act(browser: Browser) -> None:
    on_post(toast("Done.", undo_url="/undo/5/"), browser).tab.click("#go")
    browser.script = lambda _method, _path, _body: Answer(page("undone"))
    browser.tab.wait_for_selector(".toast")
    browser.tab.keyboard.press("Control+z")
    browser.tab.wait_for_url("**/undo/5/")
    assert ("POST", "/undo/5/") in [(method, path) for method, path, _ in browser.asked]


def test_an_undo_address_on_another_host_is_not_offered(browser: Browser) -> None:
    on_post(toast("Done.", undo_url="//evil.test/"), browser).tab.click("#go")
    browser.tab.wait_for_selector(".toast")
    assert browser.tab.query_selector(".toast form") is None


def test_a_toasts_text_is_text(browser: Browser) -> None:
    on_post(toast("<img src=x onerror=alert(1)>"), browser).tab.click("#go")
    browser.tab.wait_for_selector(".toast")
    assert browser.tab.query_selector(".toast img") is None


def test_a_conflict_is_shown_above_the_page_and_in_the_save_state(browser: Browser) -> None:
    on_post(Answer('<div class="notice">Ben closed it.</div>', status=409), browser).tab.click("#go")
    browser.tab.wait_for_selector("#notices >> text=Ben closed it.")
    assert state(browser) == "Conflict"
    assert browser.tab.inner_text("#out") == ""


def test_a_servers_bug_page_is_not_swapped_in(browser: Browser) -> None:
    on_post(Answer("<!doctype html><html><body>broken</body></html>", status=500), browser).tab.click("#go")
    browser.tab.wait_for_selector("#notices >> text=did not work (500)")
    assert browser.tab.input_value("#note") == "because"


def test_a_lost_connection_keeps_the_act_and_sends_it_again(browser: Browser) -> None:
    on_post(toast("Saved."), browser)
    browser.down = True
    browser.tab.click("#go")
    browser.tab.wait_for_selector("#notices >> text=No connection")
    assert state(browser) == "Offline, 1 waiting"
    browser.down = False
    browser.tab.click("#notices >> text=Send again")
    browser.tab.wait_for_selector("#save[data-state=saved]")
    assert [("idempotency_key=k1" in body, "note=because" in body) for body in posts(browser)] == [
        (True, True)
    ]
    assert browser.tab.inner_text("#out") == "done"


def test_sending_again_without_a_connection_loses_nothing(browser: Browser) -> None:
    on_post(toast("Saved."), browser)
    browser.down = True
    browser.tab.click("#go")
    browser.tab.click("#notices >> text=Send again")
    browser.tab.wait_for_selector("#notices >> text=Still no connection")
    assert state(browser) == "Offline, 1 waiting"


def test_an_expired_login_keeps_the_act(browser: Browser) -> None:
    on_post(Answer(LOGIN, status=401), browser).tab.click("#go")
    browser.tab.wait_for_selector("#notices >> text=You were logged out")
    assert browser.tab.input_value("#note") == "because"
    browser.script = lambda method, _path, _body: toast("Saved.") if method == "POST" else Answer(page(FORM))
    browser.tab.click("#notices >> text=Send again")
    browser.tab.wait_for_selector("#save[data-state=saved]")
    assert len(posts(browser)) == 2


def test_a_plain_form_is_sent_once(browser: Browser) -> None:
    plain = '<form id="f" method="post" action="/decide/"><button id="go">Save</button></form>'
    browser.open(page(plain))
    sent = browser.tab.evaluate("""() => {
      let sent = 0;
      addEventListener("submit", (event) => { if (!event.defaultPrevented) sent += 1; event.preventDefault(); });
      for (let i = 0; i < 3; i++) document.getElementById("go").click();
      return sent;
    }""")
    assert sent == 1


def test_what_was_typed_comes_back_after_a_new_login(browser: Browser) -> None:
    plain = page(ASK)
    browser.script = lambda method, _path, _body: Answer(
        page("<div data-login-page>Log in</div>") if method == "POST" else plain
    )
    browser.open("", "/ask/")
    browser.tab.fill("#title", "Rivers of Asia")
    browser.tab.check("#keep")
    browser.tab.click("#go")
    browser.tab.wait_for_selector("html:not(.no-js) [data-login-page]")
    browser.tab.wait_for_load_state()
    browser.tab.goto("http://site.test/ask/")
    assert browser.tab.input_value("#title") == "Rivers of Asia"
    assert browser.tab.is_checked("#keep")


def test_what_was_saved_does_not_come_back(browser: Browser) -> None:
    plain = page(ASK)
    browser.script = lambda _method, _path, _body: Answer(plain)
    browser.open("", "/ask/")
    browser.tab.fill("#title", "Rivers of Asia")
    browser.tab.click("#go")
    browser.tab.wait_for_load_state()
    assert browser.tab.input_value("#title") == ""


def test_the_focus_goes_where_the_fragment_says(browser: Browser) -> None:
    on_post(Answer('<h2 id="next" data-focus>Next finding</h2>'), browser).tab.click("#go")
    browser.tab.wait_for_selector("#next:focus")
