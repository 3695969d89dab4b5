"""Tests of curation.services.contracts: new immutable versions, and refusals that say everything."""

from __future__ import annotations

from dataclasses import replace

import pytest

from curation.domain.contract import Column, ColumnType
from curation.models import Contract
from curation.services.contracts import contract_digest, save_contract
from stageaudit_web.core.errors import AccessDenied, InvalidInput
from stageaudit_web.core.models import JournalEvent
from stageaudit_web.core.rights import acting_as
from tests.curation.factories import CONTRACT, make_question


@pytest.fixture
def question(researcher):
    return make_question(by=researcher)


@pytest.mark.requirement("S2")
def test_a_contract_holds_query_key_columns_and_scope(question):
    stored = question.contract
    assert stored.as_domain() == CONTRACT
    assert (stored.number, stored.digest) == (1, contract_digest(CONTRACT))


def test_a_changed_contract_is_the_next_number_and_the_old_one_stays(question, researcher):
    changed = replace(CONTRACT, scope="Rivers of at least 1,000 km.")
    saved = save_contract(question=question, contract=changed, by=researcher)
    assert saved.number == 2
    assert question.contract == saved
    assert question.contracts.get(number=1).as_domain() == CONTRACT


def test_the_same_contract_again_changes_nothing(question, researcher):
    again = save_contract(question=question, contract=CONTRACT, by=researcher)
    assert (again.number, Contract.objects.count()) == (1, 1)


def test_a_saved_contract_is_journalled(question, researcher):
    event = JournalEvent.objects.get(verb="contract.saved")
    assert (event.actor, event.subject_id) == (researcher, str(question.pk))
    assert event.payload["digest"] == question.contract.digest


def test_every_problem_is_told_and_nothing_is_saved(question, researcher):
    bad = replace(
        CONTRACT,
        key=("Lake",),
        columns=(Column("River"), Column("River"), Column("Length", ColumnType.QUANTITY, unit="banana")),
    )
    with pytest.raises(InvalidInput) as raised:
        save_contract(question=question, contract=bad, by=researcher)
    fields = [field for field, _ in raised.value.facts["problems"]]
    assert fields == ["columns.1.name", "columns.2.unit", "key", "partition_column"]
    assert Contract.objects.count() == 1


@pytest.mark.requirement("S3")
def test_the_auditor_cannot_change_a_contract(question):
    with acting_as("auditor"), pytest.raises(AccessDenied):
        save_contract(question=question, contract=replace(CONTRACT, scope="Everything."))
    assert Contract.objects.count() == 1
    assert JournalEvent.objects.get(verb="rights.write_refused").payload["what"] == "change a contract"
