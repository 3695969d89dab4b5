"""The sealed journal: whoever lifts the guards and changes something is found, and the first break is named."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from stageaudit_web.core import appendonly, journal, ledger
from stageaudit_web.core.models import JournalEvent, JournalSeal, Run, SealedEvent
from tests.racing import needs_real_threads, race

NOTED = journal.declare("test.noted", "A test noted something.")


@pytest.fixture
def run(db):
    return Run.objects.create(kind="table", configuration="c", subject="question:1", title="t")


@pytest.fixture
def sealed(run):
    """Three seals over five events."""
    note(run, 2)
    first = ledger.seal_now()
    note(run, 2)
    second = ledger.seal_now()
    note(run, 1)
    return [first, second, ledger.seal_now()]


def note(run, count):
    with transaction.atomic():
        return [journal.record(verb=NOTED, subject=run, payload={"n": n}) for n in range(count)]


def behind_the_guards(change):
    """Does what somebody with the database password could do."""
    with appendonly.lifted(connection):
        change()


def breaks():
    return [f"{found.where}: {found.what}" for found in ledger.verify()]


def test_an_untouched_ledger_holds(sealed, run, capsys):
    note(run, 1)
    assert [seal.size for seal in sealed] == [2, 2, 1]
    assert breaks() == []
    call_command("verify_ledger")
    assert "6 events, 3 seals" in capsys.readouterr().out


def test_nothing_new_makes_no_seal(sealed):
    assert ledger.seal_now() is None
    assert JournalSeal.objects.count() == 3


def test_a_changed_event_is_named(sealed):
    event = JournalEvent.objects.order_by("id")[2]
    behind_the_guards(lambda: JournalEvent.objects.filter(pk=event.pk).update(payload={"n": 7}))
    assert breaks() == [f"event {event.pk}: its digest does not match its columns"]
    with pytest.raises(CommandError, match=f"event {event.pk}"):
        call_command("verify_ledger")


@pytest.mark.parametrize("field", ["actor_name", "verb", "subject_id", "subject_type"])
def test_every_column_of_an_event_counts(sealed, field):
    behind_the_guards(
        lambda: JournalEvent.objects.filter(pk=JournalEvent.objects.first().pk).update(**{field: "x"})
    )
    assert len(breaks()) == 1


def test_an_event_with_a_forged_digest_breaks_its_seal(sealed):
    event = JournalEvent.objects.order_by("id")[2]
    event.payload = {"n": 7}
    forged = journal.event_digest(event)
    behind_the_guards(
        lambda: JournalEvent.objects.filter(pk=event.pk).update(payload={"n": 7}, digest=forged)
    )
    assert breaks() == ["seal 2: its root does not match its events"]


def test_a_removed_event_breaks_its_seal(sealed):
    def remove():
        member = SealedEvent.objects.get(seal=sealed[0], position=1)
        SealedEvent.objects.filter(pk=member.pk)._raw_delete("default")
        JournalEvent.objects.filter(pk=member.event_id)._raw_delete("default")

    behind_the_guards(remove)
    assert breaks()[0] == "seal 1: covers 2 events, 1 are there"


def test_events_in_another_order_break_their_seal(sealed):
    def swap():
        first, second = SealedEvent.objects.filter(seal=sealed[0]).order_by("position")
        SealedEvent.objects.filter(pk=first.pk).update(position=9)
        SealedEvent.objects.filter(pk=second.pk).update(position=0)
        SealedEvent.objects.filter(pk=first.pk).update(position=1)

    behind_the_guards(swap)
    assert breaks() == ["seal 1: its root does not match its events"]


def test_a_seal_made_anew_breaks_the_next_one(sealed):
    seal = sealed[0]
    seal.root = "ab" * 32
    forged = {"root": seal.root, "chain": ledger.chain_digest(seal)}
    behind_the_guards(lambda: JournalSeal.objects.filter(pk=seal.pk).update(**forged))
    assert breaks() == [
        "seal 1: its root does not match its events",
        "seal 2: does not continue the seal before it",
    ]


def test_a_removed_seal_is_missed(sealed):
    def remove():
        SealedEvent.objects.filter(seal=sealed[1])._raw_delete("default")
        JournalSeal.objects.filter(pk=sealed[1].pk)._raw_delete("default")

    behind_the_guards(remove)
    assert breaks()[:2] == ["seal 3: seal 2 is missing", "seal 3: does not continue the seal before it"]


def test_a_changed_event_is_found_before_it_is_sealed(run):
    (event,) = note(run, 1)
    behind_the_guards(lambda: JournalEvent.objects.filter(pk=event.pk).update(verb="x"))
    assert breaks() == [f"event {event.pk}: its digest does not match its columns (not sealed yet)"]


def test_all_breaks_are_listed_when_asked(sealed):
    behind_the_guards(lambda: JournalEvent.objects.update(verb="x"))
    with pytest.raises(CommandError) as error:
        call_command("verify_ledger", "--all")
    assert str(error.value).count("\n") == 4


@needs_real_threads
@pytest.mark.django_db(transaction=True)
def test_sealers_at_once_make_one_chain(run):
    events = note(run, 40)
    race(*[ledger.seal_now] * 4)
    assert SealedEvent.objects.count() == len(events)
    assert breaks() == []
