"""Counts of Wikidata on a version, against a service on loopback: kept whole, never in the way, never evidence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import DatabaseError, transaction

from audit.models import Finding
from curation.domain.contract import WikidataScope
from curation.domain.gate import admit_all
from curation.domain.locators import Locator, LocatorKind
from curation.domain.rows import ProposedCell, ProposedRow, Refusal
from curation.models import TableVersion, WikidataCount
from curation.selectors.counts import counts_of
from curation.services import counts
from runs.pipelines import stages_for, start_table_run
from stageaudit_web.core import work
from stageaudit_web.core.journal import events_of
from tests.curation.drifting import Folder
from tests.curation.factories import CONTRACT, RIVERS, make_page, make_proposed, make_question, make_staged
from tests.loopback import Reply, serve

pytestmark = pytest.mark.django_db
SCOPE = WikidataScope("Q4022", (), (("Africa", (("P30", "Q15"),)),))
AGENT = "StageAuditTests/1.0 (https://example.org; tests@example.org)"


def answer(number: int) -> Reply:
    binding = {"n": {"type": "literal", "value": str(number)}}
    return Reply({"head": {"vars": ["n"]}, "results": {"bindings": [binding]}})


def rivers(asked) -> Reply:
    """33 rivers, one of them in Africa."""
    return answer(1 if "wd:Q15" in asked.params["query"] else 33)


@pytest.fixture
def site(settings, tmp_path):
    """A site with saved pages and a contract that says what to count; `site(script)` serves the endpoint."""
    Folder(tmp_path / "pages", settings).write(make_page())
    settings.USER_AGENT = AGENT
    question = make_question(contract=replace(CONTRACT, wikidata=SCOPE))

    def run(script) -> TableVersion:
        with serve(script) as server:
            settings.SPARQL = f"{server.address}/sparql"
            made = start_table_run(question=question, by=None)
            work.perform_all(made)
        made.refresh_from_db()
        assert made.state == "done", made.reason
        return made.version

    return run


@pytest.mark.requirement("S37", "S41")
def test_a_run_keeps_every_count_so_that_it_can_be_asked_again(site):
    version = site(rivers)
    whole, africa = WikidataCount.objects.filter(version=version).order_by("pk")
    assert (whole.partition, whole.count, whole.conditions, whole.status) == ("", 33, [], "ok")
    assert (africa.partition, africa.count, africa.conditions) == ("Africa", 1, [["P30", "Q15"]])
    assert "wdt:P30 wd:Q15" in africa.query
    assert events_of(version).get(verb="wikidata.counted").payload["counts"] == {"all": 33, "Africa": 1}


@pytest.mark.requirement("S37")
def test_p1_says_that_wikidata_counts_more_and_holds_nothing_up(site):
    version = site(rivers)
    (finding,) = Finding.objects.filter(version=version, message__contains="Wikidata")
    assert (finding.check_id, finding.severity) == ("P1", "suggestion")
    assert "33" in finding.message


@pytest.mark.requirement("S41")
@pytest.mark.parametrize(
    "reply",
    [
        Reply("no", status=403),
        Reply("<html>", headers={"Content-Type": "text/html"}),
        answer(-1),
        answer(10**30),
        Reply({}),
    ],
    ids=["refused", "html", "negative", "endless", "empty"],
)
def test_no_answer_is_unavailable_and_the_run_goes_on(site, monkeypatch, reply):
    monkeypatch.setattr("curation.wiki.client.TRIES", 1)
    version = site(lambda _: reply)
    assert {(one.status, one.count) for one in version.wikidata_counts.all()} == {("unavailable", None)}
    assert all(one.reason for one in version.wikidata_counts.all())
    assert version.rows.count() == 3
    assert not Finding.objects.filter(version=version, message__contains="Wikidata").exists()


def test_a_site_without_a_name_asks_nobody(settings):
    settings.SPARQL, settings.USER_AGENT = "http://127.0.0.1:9/sparql", ""
    answers = counts.ask_counts(scope=SCOPE, report=lambda *_: None)
    assert [one.record.status for one in answers] == ["unavailable", "unavailable"]
    assert "STAGEAUDIT_USER_AGENT" in answers[0].record.reason


def test_what_takes_too_long_is_not_asked(settings, monkeypatch):
    monkeypatch.setattr(counts, "SECONDS_IN_ALL", -1.0)
    settings.SPARQL, settings.USER_AGENT = "http://127.0.0.1:9/sparql", AGENT
    answers = counts.ask_counts(scope=SCOPE, report=lambda *_: None)
    assert {one.record.reason for one in answers} == {"Not asked: the answers before took too long."}


@pytest.mark.parametrize(("endpoint", "scope"), [("", SCOPE), ("http://127.0.0.1:9/sparql", None)])
def test_nothing_is_asked_without_both_an_endpoint_and_a_contract_that_counts(settings, endpoint, scope):
    settings.SPARQL = endpoint
    question = make_question(contract=replace(CONTRACT, wikidata=scope))
    assert "wikidata" not in stages_for(question.contract)


@pytest.mark.requirement("S42")
def test_a_count_can_be_no_witness(settings):
    """Nothing can point at a count, and a row that names Wikidata as its place is refused as outside the sources."""
    assert WikidataCount._meta.related_objects == ()
    version = make_staged()
    places = (Locator("Wikidata", LocatorKind.SENTENCE),)
    row = ProposedRow((ProposedCell("River", "Amur"),), places)
    (refused,) = admit_all([row], contract=CONTRACT, sources=[RIVERS], pages={})
    assert isinstance(refused, Refusal)
    assert refused.code == "outside_sources"
    assert not version.wikidata_counts.exists()


def test_a_staged_version_takes_no_count(settings):
    settings.USER_AGENT = ""
    answers = counts.ask_counts(scope=SCOPE, report=lambda *_: None)
    with pytest.raises(DatabaseError, match="staged"), transaction.atomic():
        counts.record_counts(version=make_staged(), answers=answers)


def test_a_restage_keeps_what_was_counted(settings):
    settings.USER_AGENT = ""
    question = make_question()
    parent = make_proposed(question)
    counts.record_counts(version=parent, answers=counts.ask_counts(scope=SCOPE, report=lambda *_: None))
    child = make_proposed(question, parent=parent)
    counts.copy_counts(parent=parent, version=child)
    fields = ("partition", "query", "asked_at", "status", "reason")
    assert list(child.wikidata_counts.values_list(*fields)) == list(
        parent.wikidata_counts.values_list(*fields)
    )


def test_the_larger_side_is_shown(site):
    whole, africa = counts_of(site(rivers))
    assert (whole.staged, whole.larger) == (3, "wikidata")
    assert (africa.staged, africa.larger) == (1, "")
