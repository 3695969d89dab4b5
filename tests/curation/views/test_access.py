"""Who gets which answer at every address of curation: one table, and the methods that each address takes."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from curation.models import Question, Snapshot, TableVersion
from tests.conftest import make_user
from tests.curation.factories import make_staged

READ = {
    "question_list": lambda: reverse("question_list"),
    "question_detail": lambda: reverse("question_detail", args=[Question.objects.get().pk]),
    "version_rows": lambda: _version("version_rows"),
    "version_evidence": lambda: _version("version_evidence") + "?row=1&c=2",
    "version_refused": lambda: _version("version_refused"),
    "version_frontier": lambda: _version("version_frontier"),
    "version_list": lambda: _version("version_list"),
    "version_diff": lambda: _version("version_diff"),
    "version_csv": lambda: _version("version_csv"),
    "version_jsonl": lambda: _version("version_jsonl"),
    "snapshot_frame": lambda: reverse("snapshot_frame", args=[Snapshot.objects.get().pk]),
}
EDIT = {
    "question_new": lambda: reverse("question_new"),
    "question_import": lambda: reverse("question_import"),
    "contract_edit": lambda: reverse("contract_edit", args=[Question.objects.get().pk]),
}
ALL = {**READ, **EDIT}


def _version(name: str) -> str:
    return reverse(name, args=[TableVersion.objects.get().pk])


@pytest.fixture(autouse=True)
def table(db):
    return make_staged()


@pytest.mark.parametrize("name", ALL)
def test_the_anonymous_are_sent_to_log_in(name):
    response = Client().get(ALL[name]())
    assert response.status_code == 302
    assert response["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize(
    "roles", [(), ("annotator",), ("adjudicator",), ("annotator", "adjudicator")], ids="+".join
)
def test_outsiders_find_nothing(name, roles, login):
    response = login(make_user("olga", *roles)).get(ALL[name]())
    assert response.status_code == 404
    assert b"Amur" not in response.content


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize("role", ["reviewer", "researcher", "admin"])
def test_insiders_read(name, role, login):
    assert login(make_user("ines", role)).get(READ[name]()).status_code == 200


@pytest.mark.parametrize("name", EDIT)
def test_editing_needs_the_researchers_role(name, login):
    assert login(make_user("rene", "reviewer")).get(EDIT[name]()).status_code == 403
    assert login(make_user("rene2", "reviewer")).post(EDIT[name](), {"text": "x"}).status_code == 403
    assert login(make_user("rosa", "researcher")).get(EDIT[name]()).status_code == 200


@pytest.mark.parametrize("name", READ)
def test_what_only_shows_takes_no_post(name, login):
    assert login(make_user("rosa", "researcher")).post(READ[name]()).status_code == 405


@pytest.mark.parametrize("name", EDIT)
def test_forms_take_no_delete(name, login):
    assert login(make_user("rosa", "researcher")).delete(EDIT[name]()).status_code == 405


@pytest.mark.parametrize(
    "name",
    ["question_detail", "contract_edit", "version_rows", "version_csv", "version_diff", "snapshot_frame"],
)
def test_what_does_not_exist_is_not_found(name, login):
    assert login(make_user("rosa", "researcher")).get(reverse(name, args=[987654])).status_code == 404


def test_a_post_without_a_token_is_refused():
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user("rosa", "researcher"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(reverse("question_new"), {"text": "x"}).status_code == 403
