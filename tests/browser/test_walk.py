"""The whole path as a person walks it: ask, watch, look at the evidence, work the findings, sign. Keys included."""

from __future__ import annotations

import re

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.services, pytest.mark.xdist_group("browser")]

QUESTION = "Which Apollo missions landed people on the Moon? Give the commander and the landing site."
COLUMNS = ["Mission", "Commander", "Landing site"]
ROW = ["Apollo 12", "Pete Conrad", "Oceanus Procellarum"]


def ask(tab, text):
    """The question and its contract, typed; ends on the question's page."""
    tab.get_by_label("Question").fill(text)
    tab.get_by_label("Seed page").fill("Apollo program")
    tab.get_by_role("button", name="Save and go on").click()
    tab.wait_for_url("**/contract/")
    for number, name in enumerate(COLUMNS):
        tab.locator(f"[name=columns-{number}-name]").fill(name)
        tab.locator(f"[name=columns-{number}-required]").check()
    tab.locator("[name=columns-0-is_key]").check()


def highlighted(tab):
    """The text of the place that the stored page shows highlighted, and whether it is in sight."""
    frame = tab.locator("#evidence iframe, iframe").first
    hit = frame.content_frame.locator("#locator")
    hit.wait_for()
    box, window = hit.bounding_box(), frame.bounding_box()
    in_sight = window["y"] <= box["y"] and box["y"] + box["height"] <= window["y"] + window["height"]
    return " ".join(hit.inner_text().split()), in_sight


@pytest.mark.requirement("S1", "S66")
def test_from_a_question_to_a_signed_table_with_keys(log_in, site):
    researcher = log_in("researcher")
    researcher.keyboard.press("n")
    researcher.wait_for_url("**/questions/new/")
    ask(researcher, QUESTION)
    researcher.keyboard.press("Control+Enter")
    researcher.wait_for_url(re.compile(r"/questions/\d+/$"))

    researcher.keyboard.press("s")
    researcher.wait_for_url("**/runs/*/")
    researcher.get_by_role(
        "link", name="Review"
    ).wait_for()  # nobody reloads: the page follows the run by itself
    assert "done" in researcher.locator("#progress").inner_text()

    reviewer = log_in("reviewer")
    reviewer.goto(researcher.url)
    reviewer.get_by_role("link", name=re.compile("^Version 1")).click()
    reviewer.wait_for_url(re.compile(r"/versions/\d+/$"))
    table = reviewer.locator("#rows tbody tr")
    assert table.count() == 6
    for column, value in enumerate(ROW):
        reviewer.locator("#rows tbody tr").nth(1).locator("th, td").nth(column).locator("a").click()
        reviewer.locator("#evidence").get_by_text("reads exactly this").wait_for()
        reviewer.wait_for_function(
            "text => document.querySelector('#evidence-body').innerText.includes(text)", arg=value
        )
        assert highlighted(reviewer) == (value, True)

    reviewer.keyboard.press("Escape")
    reviewer.goto(reviewer.url.split("?")[0] + "review/")
    assert reviewer.locator("#queue [data-item]").count() == 1  # P1: the contract does not say how many rows
    reviewer.keyboard.press("x")
    reviewer.get_by_role("dialog").get_by_role("radio").first.wait_for()
    reviewer.keyboard.press("1")
    reviewer.get_by_role("dialog").get_by_role("textbox").fill("Six landings are all there were.")
    reviewer.keyboard.press("Control+Enter")
    reviewer.locator("#bar").get_by_text("1 of 1 decided").wait_for()
    reviewer.keyboard.press("Control+z")
    reviewer.locator("#bar").get_by_text("0 of 1 decided").wait_for()
    reviewer.keyboard.press("a")
    reviewer.locator("#bar").get_by_text("1 of 1 decided").wait_for()

    reviewer.keyboard.press("Control+Enter")
    reviewer.wait_for_url("**/signoff/")
    reviewer.keyboard.press("Control+Enter")
    reviewer.get_by_role("heading", name="Accepted").wait_for()
    signed = reviewer.locator("main").inner_text()
    assert "reviewer" in signed
    assert re.search(r"\b[0-9a-f]{64}\b", signed)
    assert "does not" in signed  # what a sign-off does not say
    site.manage("verify_ledger")


def test_from_a_question_to_a_signed_table_without_script(log_in, site):
    researcher = log_in("researcher", script=False)
    researcher.get_by_role("link", name="Ask a question").click()
    ask(researcher, f"{QUESTION} Without script.")
    researcher.get_by_role("button", name="Save as contract 1").click()
    researcher.get_by_role("button", name="Start a run").click()
    run = researcher.url
    site.wait_for(lambda: site.run_states()[-1] == "done", "the run to end")
    researcher.goto(run)
    assert "done" in researcher.locator("#progress").inner_text()

    reviewer = log_in("reviewer", script=False)
    reviewer.goto(run)
    reviewer.get_by_role("link", name=re.compile("^Version 1")).click()
    for column, value in enumerate(ROW):
        reviewer.locator("#rows tbody tr").nth(1).locator("th, td").nth(column).locator("a").click()
        assert "reads exactly this" in reviewer.locator("#evidence").inner_text()
        assert highlighted(reviewer)[0] == value

    reviewer.get_by_role("link", name="Review", exact=True).click()
    reviewer.get_by_role("link", name="Dismiss").click()
    reviewer.get_by_role("radio", name="The check is mistaken here").check()
    reviewer.get_by_label("In your words").fill("Six landings are all there were.")
    reviewer.get_by_role("button", name="Commit and next").click()
    assert "1 of 1 decided" in reviewer.locator("#bar").inner_text()
    reviewer.get_by_role("link", name="Sign-off", exact=True).first.click()
    reviewer.get_by_role("button", name="Accept version").click()
    assert "Accepted" in reviewer.locator("main").inner_text()
    site.manage("verify_ledger")
