"""The journal: declared verbs, one event in the deciding transaction, a digest over it."""

from __future__ import annotations

import pytest
from django.db import transaction

from stageaudit_web.core import journal
from stageaudit_web.core.models import JournalEvent, Run

SEEN = journal.declare("test.seen", "A test looked at something.")


@pytest.fixture
def run(researcher):
    return Run.objects.create(
        kind="table", configuration="c", subject="question:1", title="t", started_by=researcher
    )


def test_an_event_says_who_did_what_to_what(run, researcher):
    event = journal.record(verb=SEEN, subject=run, by=researcher, payload={"n": 1})
    assert (event.actor, event.actor_name, event.verb) == (researcher, "rosa", SEEN)
    assert (event.subject_type, event.subject_id) == ("core.run", str(run.pk))
    assert list(journal.events_of(run)) == [event]


def test_without_a_person_the_system_acts(run):
    assert journal.record(verb=SEEN, subject=run).actor_name == "system"


def test_the_digest_survives_the_way_through_the_database(run, researcher):
    event = journal.record(verb=SEEN, subject=run, by=researcher, payload={"é": [1, None, {"b": True}]})
    assert journal.event_digest(JournalEvent.objects.get(pk=event.pk)) == event.digest


def test_an_undeclared_verb_is_refused(run):
    with pytest.raises(ValueError, match="not declared"):
        journal.record(verb="test.invented", subject=run)


def test_a_verb_has_one_meaning():
    with pytest.raises(ValueError, match="declared twice"):
        journal.declare(SEEN, "Something else.")


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_nothing_is_journalled(run):
    with pytest.raises(RuntimeError, match="in the transaction that does it"):
        journal.record(verb=SEEN, subject=run)


@pytest.mark.django_db(transaction=True)
def test_an_event_falls_with_the_decision_it_belongs_to(run):
    with transaction.atomic():
        journal.record(verb=SEEN, subject=run)
        transaction.set_rollback(True)
    assert not JournalEvent.objects.filter(verb=SEEN).exists()


def test_an_event_object_can_be_neither_saved_again_nor_deleted(run):
    event = journal.record(verb=SEEN, subject=run)
    with pytest.raises(TypeError, match="append-only"):
        event.save()
    with pytest.raises(TypeError, match="append-only"):
        event.delete()
