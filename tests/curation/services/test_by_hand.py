"""Requests about a source set: what is refused, what is recorded, what a restage makes of them."""

from __future__ import annotations

import pytest
from django.utils import timezone

from curation.models import FrontierRequest
from curation.selectors.by_hand import by_hand, changes_of
from curation.services.by_hand import ask_for_page
from curation.services.versions import mark_repaired
from runs.pipelines import start_restage_run
from stageaudit_web.core import work
from stageaudit_web.core.errors import AccessDenied, Conflict, InvalidInput
from stageaudit_web.core.journal import events_of
from stageaudit_web.core.models import Run
from stageaudit_web.core.rights import Hand, acting_as
from tests.curation.drifting import Folder
from tests.curation.factories import (
    RIVERS,
    TABLE,
    make_audited,
    make_page,
    make_proposed,
    make_question,
    make_staged,
    rivers_html,
)

pytestmark = pytest.mark.django_db
LENA = [("Lena", "Asia", "4,294")]


@pytest.fixture
def folder(tmp_path, settings) -> Folder:
    made = Folder(tmp_path / "pages", settings)
    made.write(make_page())
    made.write(make_page("More rivers", rivers_html(LENA)), redirects=["Other rivers"])
    return made


def ask(version, by, kind="add", title="More rivers", reason="It lists the Lena."):
    return ask_for_page(version=version, kind=kind, title=title, reason=reason, by=by)


def restaged(version, by):
    Run.objects.filter(state="running").update(state="done", finished_at=timezone.now())
    run = start_restage_run(version=version, by=by)
    work.perform_all(run)
    run.refresh_from_db()
    assert run.state == "done", run.reason
    return run.version


def test_a_request_is_recorded_and_changes_nothing(researcher):
    version = make_audited()
    ask(version, researcher)
    (change,) = changes_of(version)
    assert (change.title, change.name) == ("More rivers", "rosa")
    assert version.frontier.count() == 1
    event = events_of(version).get(verb="frontier.asked")
    assert event.payload == {"kind": "add", "title": "More rivers", "reason": "It lists the Lena."}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"title": ""}, "title is missing"),
        ({"title": "A[b]|c"}, "cannot be the title"),
        ({"reason": "  "}, "Say why"),
        ({"title": RIVERS}, "in the source set already"),
        ({"kind": "drop"}, "not in the source set"),
        ({"kind": "drop", "title": RIVERS}, "seed cannot be dropped"),
        ({"kind": "withdraw"}, "Nobody asks"),
        ({"kind": "remove"}, "add, drop, withdraw"),
    ],
)
def test_pointless_requests_are_refused(researcher, changes, said):
    with pytest.raises(InvalidInput, match=said):
        ask(make_audited(), researcher, **changes)
    assert not FrontierRequest.objects.exists()


def test_a_title_is_kept_as_the_wiki_writes_it(researcher):
    assert ask(make_audited(), researcher, title="more_rivers ").title == "More rivers"


@pytest.mark.parametrize("make", [make_staged, make_proposed])
def test_only_what_can_be_restaged_can_be_asked_for(researcher, make):
    version = make()
    with pytest.raises(Conflict, match="audited or a returned"):
        ask(version, researcher)
    assert by_hand(version).closed


def test_a_replaced_version_is_closed(researcher):
    question = make_question()
    version = make_audited(question=question)
    mark_repaired(version=version, successor=make_staged(question=question, parent=version))
    with pytest.raises(Conflict, match="newer version"):
        ask(version, researcher)


def test_the_auditor_asks_for_no_page(researcher):
    version = make_audited()
    with acting_as(Hand.AUDITOR), pytest.raises(AccessDenied):
        ask(version, researcher)


@pytest.mark.requirement("S39")
def test_a_restage_adds_the_page_with_operator_reviewer_and_who(folder, researcher, reviewer):
    version = make_audited()
    ask(version, reviewer, title="Other rivers")
    made = restaged(version, researcher)
    entry = made.frontier.get(snapshot__title="More rivers")
    assert (entry.operator, entry.admitted_by, entry.reason) == ("reviewer", reviewer, "It lists the Lena.")
    assert entry.requested == "Other rivers"
    assert {tuple(row.key) for row in made.rows.all()} == {(row[0],) for row in [*TABLE, *LENA]}
    assert "Added “More rivers” (It lists the Lena.; asked for by rene)." in made.reason
    version.refresh_from_db()
    assert (version.state, version.frontier.count()) == ("repaired", 1)


def test_a_restage_drops_the_page_and_its_rows_and_says_who(folder, researcher, reviewer):
    version = make_audited()
    ask(version, reviewer)
    second = restaged(version, researcher)
    ask(second, reviewer, kind="drop", reason="Another list.")
    third = restaged(second, researcher)
    assert [entry.snapshot.title for entry in third.frontier.all()] == [RIVERS]
    assert {tuple(row.key) for row in third.rows.all()} == {(row[0],) for row in TABLE}
    assert third.left_out.filter(title="More rivers", reason="Dropped by rene: Another list.").exists()


def test_a_page_that_does_not_exist_is_told_and_nothing_else(folder, researcher):
    version = make_audited()
    ask(version, researcher, title="No such page")
    made = restaged(version, researcher)
    assert "No page “No such page” exists" in made.reason
    assert made.frontier.count() == 1


def test_an_added_page_passes_the_same_gate(folder, researcher):
    """A reviewer's page is not trusted: rows of another table stay out of it."""
    rows = "<tr><th>Tree</th><th>Height</th></tr><tr><td>Oak</td><td>40</td></tr>"
    folder.write(make_page("Trees"), f"<table class='wikitable'>{rows}</table>")
    version = make_audited()
    ask(version, researcher, title="Trees", reason="Please believe it.")
    made = restaged(version, researcher)
    assert made.frontier.count() == 2
    assert {tuple(row.key) for row in made.rows.all()} == {(row[0],) for row in TABLE}


def test_a_restage_without_requests_is_refused(researcher):
    with pytest.raises(InvalidInput, match="Nobody asks"):
        start_restage_run(version=make_audited(), by=researcher)
