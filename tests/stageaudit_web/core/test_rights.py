"""Tests of core.rights: a hand that may not write is refused, and the attempt stays in the journal."""

from __future__ import annotations

import pytest
from django.db import connection, transaction

from stageaudit_web.core.errors import AccessDenied
from stageaudit_web.core.models import JournalEvent
from stageaudit_web.core.rights import Hand, acting_as, hand_at_work, refuse_auditor, refuse_curator


def refusals() -> list[dict[str, str]]:
    return list(JournalEvent.objects.filter(verb="rights.write_refused").values_list("payload", flat=True))


def test_a_person_is_neither_hand(researcher):
    refuse_auditor(what="stage rows", subject=researcher, by=researcher)
    refuse_curator(what="write findings", subject=researcher, by=researcher)
    assert hand_at_work() is None
    assert refusals() == []


@pytest.mark.requirement("S3")
def test_the_auditor_is_refused_and_the_attempt_is_journalled(researcher):
    with acting_as("auditor"), pytest.raises(AccessDenied, match="auditor may not stage rows"):
        refuse_auditor(what="stage rows", subject=researcher, by=None)
    assert refusals() == [{"hand": "auditor", "what": "stage rows"}]


@pytest.mark.requirement("S4")
def test_the_curator_is_refused_and_the_attempt_is_journalled(researcher):
    with acting_as(Hand.CURATOR), pytest.raises(AccessDenied, match="curator may not write findings"):
        refuse_curator(what="write findings", subject=researcher, by=None)
    assert refusals() == [{"hand": "curator", "what": "write findings"}]


def test_each_hand_may_do_its_own_work(researcher):
    with acting_as("curator"):
        refuse_auditor(what="stage rows", subject=researcher)
    with acting_as("auditor"):
        refuse_curator(what="write findings", subject=researcher)
    assert refusals() == []


def test_the_hand_ends_with_its_block_also_after_an_error():
    with pytest.raises(KeyError), acting_as("auditor"):
        raise KeyError
    assert hand_at_work() is None


def test_an_unknown_hand_is_an_error():
    with pytest.raises(ValueError, match="gardener"), acting_as("gardener"):
        pass


@pytest.mark.django_db(transaction=True)
@pytest.mark.requirement("S3")
def test_a_refusal_survives_the_transaction_that_is_rolled_back(researcher):
    with pytest.raises(AccessDenied), acting_as("auditor"), transaction.atomic():
        refuse_auditor(what="stage rows", subject=researcher)
    assert not connection.in_atomic_block
    assert refusals() == [{"hand": "auditor", "what": "stage rows"}]
