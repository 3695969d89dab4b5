"""The web process is killed right after it answered; what it acknowledged is there."""

from __future__ import annotations

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser

pytestmark = [pytest.mark.services, pytest.mark.xdist_group("processes")]


class Person:
    """Somebody with a browser without script: logs in, reads forms, sends them."""

    def __init__(self, site, name):
        self.client = httpx.Client(base_url=site.address, timeout=30)
        self.send("/accounts/login/", "/accounts/login/", username=name, password="stageaudit-demo")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.close()

    def form(self, page, action):
        """The fields of the form on a page whose action begins so."""
        tree = LexborHTMLParser(self.client.get(page).text)
        form = next(
            one for one in tree.css("form") if (one.attributes.get("action") or page).startswith(action)
        )
        return {
            field.attributes["name"]: field.attributes.get("value") or ""
            for field in form.css("input[name]")
            if field.attributes.get("type") not in ("checkbox", "radio", "submit")
            or "checked" in field.attributes
        }

    def send(self, page, action, **fields):
        """Fills a page's form and sends it; the answer must be a redirect, which acknowledges the write."""
        return self.post(action, {**self.form(page, action), **fields})

    def post(self, action, fields):
        answer = self.client.post(action, data=fields)
        assert answer.status_code in (302, 303), answer.text
        return fields


@pytest.fixture
def audited(site):
    """A site whose demo questions have been built and audited."""
    site.start("broker", "worker")
    site.manage("load_demo")
    site.wait_for(lambda: site.run_states() == ["done"] * 4, "the demo's runs to end")
    site.kill("worker")
    site.start("web")
    return site


def test_no_acknowledged_decision_is_lost_and_a_resend_does_nothing_again(audited):
    with Person(audited, "reviewer") as reviewer:
        decide_and_kill(reviewer, audited)
    assert "ledger holds" in audited.manage("verify_ledger")


def decide_and_kill(reviewer, audited):
    """Decides some findings; kills the web process right after each answer, then sends the same form again."""
    findings = audited.query("SELECT id FROM audit_finding ORDER BY id")[:4]
    assert findings
    for (finding,) in findings:
        page, action = f"/findings/{finding}/decision/?kind=confirmed", f"/findings/{finding}/decide/"
        sent = reviewer.send(page, action)
        audited.kill("web")
        rows = audited.query(f"SELECT kind FROM audit_disposition WHERE finding_id = {finding}")
        assert rows == [("confirmed",)]
        audited.start("web")
        reviewer.post(action, sent)
        assert audited.query(f"SELECT kind FROM audit_disposition WHERE finding_id = {finding}") == rows
    decided = audited.query("SELECT COUNT(*) FROM core_journalevent WHERE verb = 'finding.confirmed'")
    assert decided == [(len(findings),)]
