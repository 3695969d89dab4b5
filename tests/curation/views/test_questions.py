"""Tests of the pages of questions: list, page, the form that asks one, the import of a file."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from curation.models import Contract, Question
from stageaudit_web.core.models import JournalEvent
from tests.curation.factories import make_question, make_run, make_staged

HTMX = {"HX-Request": "true"}


@pytest.fixture
def client(researcher, login):
    return login(researcher)


# --- list ---


def test_the_list_shows_questions_with_the_state_of_their_tables(client):
    make_staged()
    page = client.get(reverse("question_list")).content.decode()
    for words in ("Which rivers cross borders", "3 rows", "staged", "seed", "List of rivers"):
        assert words in page


def test_the_list_is_searched_by_words_key_and_seed(client):
    make_question("rivers")
    make_question("lakes", text="Which lakes are deep?", seed_title="List of lakes")
    for q, shown in (
        ("deep lakes", "Which lakes"),
        ("rivers", "Which rivers"),
        ("list of lakes", "Which lakes"),
    ):
        lines = client.get(reverse("question_list"), {"q": q}).context["lines"]
        assert [line.text.startswith(shown) for line in lines] == [True]


def test_an_empty_list_and_an_empty_search_say_what_to_do(client):
    assert "Ask the first one" in client.get(reverse("question_list")).content.decode()
    make_question()
    assert "No question fits" in client.get(reverse("question_list"), {"q": "zebra"}).content.decode()


def test_a_fragment_is_the_results_alone(client):
    make_question()
    part = client.get(reverse("question_list"), headers=HTMX).content.decode()
    assert "Which rivers cross borders" in part
    assert "<html" not in part


def test_the_list_costs_the_same_for_more_questions(client):
    for number in range(3):
        make_staged(question=make_question(f"q{number}"))
    client.get(reverse("question_list"))
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("question_list"))
    for number in range(3, 12):
        make_staged(question=make_question(f"q{number}"))
    with CaptureQueriesContext(connection) as many:
        client.get(reverse("question_list"))
    assert len(many) == len(few)


@pytest.mark.parametrize("query", ["?page=0", "?page=zebra", "?page=99999", "?sort=;drop", "?domain=%FF"])
def test_odd_addresses_show_the_list(client, query):
    make_question()
    assert client.get(reverse("question_list") + query).status_code == 200


# --- page ---


def test_the_page_shows_contract_tables_and_runs(client):
    question = make_question()
    make_staged(question=question)
    page = client.get(reverse("question_detail", args=[question.pk])).content.decode()
    for words in (
        "Contract 1",
        "Length (km)",
        "key column",
        "Africa",
        "Start a run",
        "See the run under way",
        "Table ",
    ):
        assert words in page or words in ("Start a run", "See the run under way")
    assert "See the run under way" in page


def test_a_question_without_contract_asks_for_one(client):
    question = make_question(contract=None)
    page = client.get(reverse("question_detail", args=[question.pk])).content.decode()
    assert "Say what the table must hold" in page
    assert "Start a run" not in page


def test_a_reviewer_sees_no_buttons_that_change(login, reviewer):
    question = make_question()
    page = login(reviewer).get(reverse("question_detail", args=[question.pk])).content.decode()
    assert "Start a run" not in page
    assert reverse("contract_edit", args=[question.pk]) not in page


def test_the_page_costs_the_same_for_more_versions(client):
    question = make_question()
    for _ in range(2):
        make_staged(question=question)
    url = reverse("question_detail", args=[question.pk])
    client.get(url)
    with CaptureQueriesContext(connection) as few:
        client.get(url)
    for _ in range(6):
        make_staged(question=question)
        make_run(question)
    with CaptureQueriesContext(connection) as many:
        client.get(url)
    assert len(many) == len(few)


def test_right_to_left_words_keep_their_direction_and_markup_is_text(client):
    question = make_question(text="ما هي <b>الأنهار</b>؟")
    page = client.get(reverse("question_detail", args=[question.pk])).content.decode()
    assert '<h1 dir="auto">ما هي &lt;b&gt;الأنهار&lt;/b&gt;؟</h1>' in page


# --- asking ---


def ask(client, **changes):
    data = {
        "text": "Which lakes are deep?",
        "seed_title": "List of lakes",
        "idempotency_key": "k1",
        **changes,
    }
    return client.post(reverse("question_new"), data)


@pytest.mark.requirement("S1")
def test_asking_saves_the_question_and_leads_to_its_contract(client, researcher):
    response = ask(client)
    question = Question.objects.get()
    assert response.status_code == 302
    assert response["Location"] == reverse("contract_edit", args=[question.pk])
    assert (question.key, question.seed_title, question.created_by) == (
        "which-lakes-are-deep",
        "List of lakes",
        researcher,
    )
    assert JournalEvent.objects.get(verb="question.created").actor == researcher


def test_a_resend_asks_once(client):
    assert ask(client)["Location"] == ask(client)["Location"]
    assert Question.objects.count() == 1


def test_the_same_words_get_another_short_name(client):
    ask(client)
    ask(client, idempotency_key="k2")
    assert set(Question.objects.values_list("key", flat=True)) == {
        "which-lakes-are-deep",
        "which-lakes-are-deep-2",
    }


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"text": " "}, "This field is required"),
        ({"seed_title": "a|b"}, "cannot be the title of a page"),
        ({"key": "a b"}, "Use letters, digits"),
        ({"text": "x" * 20_001}, "at most 20000 characters"),
    ],
)
def test_what_cannot_be_used_stays_in_the_form_with_the_reason(client, changes, words):
    response = ask(client, **changes)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert "List of lakes" in response.content.decode() or "seed_title" in changes
    assert not Question.objects.exists()


def test_a_taken_short_name_is_said_at_its_field(client):
    make_question("lakes")
    response = ask(client, key="lakes")
    assert response.status_code == 422
    assert "There is a question with the key “lakes” already." in response.content.decode()


# --- importing ---


def upload(client, data: bytes, name: str = "q.jsonl"):
    return client.post(
        reverse("question_import"), {"file": SimpleUploadedFile(name, data), "idempotency_key": "i1"}
    )


def line(**changes) -> bytes:
    item = {
        "id": "rivers",
        "question": "Which?",
        "seed": "Rivers",
        "primary_key": ["River"],
        "columns": ["River"],
        **changes,
    }
    return json.dumps(item).encode()


def test_a_good_file_is_imported_and_counted(client, researcher):
    response = upload(client, line())
    assert response.status_code == 200
    assert "1 new, 0 changed, 0 as they were" in response.content.decode()
    assert JournalEvent.objects.get(verb="questions.imported").actor == researcher


def test_a_bad_file_shows_line_field_and_expectation_and_imports_nothing(client):
    response = upload(
        client, line() + b"\n" + line(id="lakes", columns=["River", "River"], expected_rows="many")
    )
    page = response.content.decode()
    assert response.status_code == 422
    for words in ("Nothing was imported", ">2</td>", "columns[1].name", "expected_rows", "a whole number"):
        assert words in page
    assert not Question.objects.exists()


def test_names_and_texts_of_a_file_are_never_markup(client):
    page = upload(client, line(id="<script>alert(1)</script>"), name="<img src=x>.jsonl").content.decode()
    assert "<script>alert" not in page
    assert "<img src=x>" not in page


def test_no_file_and_a_large_file_are_said(client):
    assert "This field is required" in client.post(reverse("question_import"), {}).content.decode()
    response = upload(client, b" " * (10 * 2**20 + 1))
    assert response.status_code == 422
    assert "larger than 10 MB" in response.content.decode()


def test_many_problems_are_cut_and_counted(client):
    data = b"\n".join(line(id=f"q{n}", seed="") for n in range(250))
    page = upload(client, data).content.decode()
    assert "250 things" in page
    assert "and 50 more." in page
    assert not Contract.objects.exists()
