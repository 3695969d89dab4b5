"""Tests of curation.services.questions: asking, and importing all of a file or nothing."""

from __future__ import annotations

import json

import pytest

from curation.models import Contract, Question
from curation.services.questions import create_question, import_questions
from stageaudit_web.core.errors import AccessDenied, Conflict, InvalidInput
from stageaudit_web.core.models import JournalEvent
from stageaudit_web.core.rights import acting_as
from tests.curation.factories import CONTRACT, make_question
from tests.shared_data import SHARED_DATA, needs_shared_data

RIVERS = {
    "id": "rivers",
    "question": "Which rivers cross borders?",
    "seed": "transboundary_river",
    "primary_key": ["River"],
    "columns": ["River", {"name": "Length", "type": "quantity", "unit": "km"}],
    "complements": ["Amur"],
    "ground_truth_keys": [["Amur"]],
}


def file_of(*items: dict) -> bytes:
    return "\n".join(json.dumps(item) for item in items).encode()


@pytest.mark.requirement("S1")
def test_a_question_has_words_a_seed_page_and_a_contract(researcher):
    question = make_question(by=researcher, seed_title="https://en.wikipedia.org/wiki/list_of%20rivers")
    assert (question.text, question.seed_title, question.created_by) == (
        CONTRACT.query,
        "List of rivers",
        researcher,
    )
    assert question.contract.as_domain() == CONTRACT


def test_a_new_question_is_journalled(researcher):
    question = make_question(by=researcher)
    event = JournalEvent.objects.get(verb="question.created")
    assert (event.actor, event.subject_id, event.payload["key"]) == (researcher, str(question.pk), "rivers")


def test_a_key_is_taken_once(researcher):
    make_question(by=researcher)
    with pytest.raises(Conflict, match="key “rivers” already"):
        make_question(by=researcher)


def test_a_seed_that_can_be_no_page_is_refused(researcher):
    with pytest.raises(InvalidInput, match="cannot be the title of a page"):
        create_question(key="x", text="Which?", seed_title="a|b", by=researcher)
    assert not Question.objects.exists()


def test_an_invalid_contract_leaves_no_question(researcher):
    with pytest.raises(InvalidInput):
        create_question(
            key="x", text="Which?", seed_title="A", by=researcher, contract=CONTRACT.__class__("q", (), ())
        )
    assert not Question.objects.exists()


def test_an_import_creates_questions_with_contracts_and_labels(researcher):
    report = import_questions(data=file_of(RIVERS), name="q.jsonl", by=researcher)
    question = Question.objects.get()
    assert report.created == ("rivers",)
    assert (question.seed_title, question.complement_titles, question.gold_keys) == (
        "Transboundary river", ["Amur"], [["Amur"]]
    )  # fmt: skip
    assert question.contract.columns[1]["unit"] == "km"
    assert JournalEvent.objects.get(verb="questions.imported").payload == {
        "file": "q.jsonl", "created": 1, "changed": 0, "unchanged": 0
    }  # fmt: skip


def test_the_same_file_again_changes_nothing(researcher):
    import_questions(data=file_of(RIVERS), name="q.jsonl", by=researcher)
    report = import_questions(data=file_of(RIVERS), name="q.jsonl", by=researcher)
    assert report.unchanged == ("rivers",)
    assert Contract.objects.count() == 1


def test_other_labels_change_the_question_and_not_its_contract(researcher):
    import_questions(data=file_of(RIVERS), name="q.jsonl", by=researcher)
    report = import_questions(
        data=file_of({**RIVERS, "complements": ["Amur", "Nile"]}), name="q.jsonl", by=researcher
    )
    assert report.changed == ("rivers",)
    assert Contract.objects.count() == 1
    assert JournalEvent.objects.get(verb="question.changed").payload["before"] == {
        "complement_titles": ["Amur"]
    }


def test_what_the_file_says_nothing_of_stays(researcher):
    import_questions(data=file_of(RIVERS), name="q.jsonl", by=researcher)
    shorter = {
        name: value for name, value in RIVERS.items() if name not in ("complements", "ground_truth_keys")
    }
    assert import_questions(data=file_of(shorter), name="q.jsonl", by=researcher).unchanged == ("rivers",)
    assert Question.objects.get().gold_keys == [["Amur"]]


def test_other_columns_are_a_new_contract(researcher):
    import_questions(data=file_of(RIVERS), name="q.jsonl", by=researcher)
    report = import_questions(
        data=file_of({**RIVERS, "columns": ["River", "Length"]}), name="q.jsonl", by=researcher
    )
    assert report.changed == ("rivers",)
    assert Question.objects.get().contract.number == 2


def test_one_bad_line_imports_nothing(researcher):
    data = file_of(RIVERS, {**RIVERS, "id": "lakes", "seed": "a|b"})
    with pytest.raises(InvalidInput) as raised:
        import_questions(data=data, name="q.jsonl", by=researcher)
    assert raised.value.facts["problems"] == [(2, "seed", "the title of a page, not “a|b”")]
    assert not Question.objects.exists()


@needs_shared_data
@pytest.mark.requirement("S1")
def test_the_evaluation_clusters_are_imported(researcher):
    data = (SHARED_DATA / "wiki" / "clusters.json").read_bytes()
    report = import_questions(data=data, name="clusters.json", by=researcher)
    assert len(report.created) == 8
    question = Question.objects.get(key="tallest-400ft")
    assert question.seed_title == "List of tallest buildings in Cleveland"
    assert question.contract.key == ["City", "Name"]
    assert import_questions(data=data, name="clusters.json", by=researcher).unchanged == report.created


@pytest.mark.requirement("S3")
def test_the_auditor_asks_and_imports_nothing(researcher):
    with acting_as("auditor"):
        with pytest.raises(AccessDenied):
            make_question(by=researcher)
        with pytest.raises(AccessDenied):
            import_questions(data=file_of(RIVERS), name="q.jsonl", by=researcher)
    assert not Question.objects.exists()
    assert JournalEvent.objects.filter(verb="rights.write_refused").count() == 2
