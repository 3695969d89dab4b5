"""Run pages: who sees and does what, what is shown while work goes on, what a resend does."""

from __future__ import annotations

import pytest
from django.urls import reverse

from curation.models import TableVersion
from runs import pipelines
from stageaudit_web.core import work
from stageaudit_web.core.models import JournalEvent, Run, RunState

HTMX = {"HX-Request": "true"}


@pytest.fixture
def run(question, researcher):
    return pipelines.start_table_run(question=question, by=researcher)


@pytest.fixture
def people(researcher, reviewer, annotator, admin_user, outsider):
    return {
        "researcher": researcher,
        "reviewer": reviewer,
        "annotator": annotator,
        "admin": admin_user,
        "outsider": outsider,
    }


SEES = {"researcher": 200, "reviewer": 200, "admin": 200, "annotator": 404, "outsider": 404}
STARTS = {"researcher": 302, "admin": 302, "reviewer": 403, "annotator": 404, "outsider": 404}


@pytest.mark.parametrize(("person", "status"), SEES.items())
def test_who_sees_runs(run, people, login, person, status):
    client = login(people[person])
    assert client.get(reverse("run_list")).status_code == status
    assert client.get(reverse("run_detail", args=[run.pk])).status_code == status


@pytest.mark.parametrize(("person", "status"), STARTS.items())
def test_who_stops_a_run(run, people, login, person, status):
    assert login(people[person]).post(reverse("run_cancel", args=[run.pk])).status_code == status


@pytest.mark.parametrize(("person", "status"), STARTS.items())
def test_who_starts_a_run(question, people, login, person, status):
    assert login(people[person]).post(reverse("run_start", args=[question.pk])).status_code == status
    assert Run.objects.exists() == (status == 302)


def test_an_anonymous_visitor_is_asked_to_log_in(run, client):
    answer = client.get(reverse("run_detail", args=[run.pk]))
    assert (answer.status_code, answer.url.split("?")[0]) == (302, reverse("login"))


@pytest.mark.parametrize("name", ["run_start", "run_cancel", "run_retry", "version_return"])
def test_what_changes_something_takes_a_post(run, admin_user, login, name):
    assert login(admin_user).get(reverse(name, args=[run.pk])).status_code == 405


def test_starting_leads_to_the_run_and_is_journalled(question, researcher, login):
    answer = login(researcher).post(reverse("run_start", args=[question.pk]), {"idempotency_key": "k1"})
    run = Run.objects.get()
    assert answer.url == reverse("run_detail", args=[run.pk])
    assert (
        JournalEvent.objects.filter(verb="run.queued", subject_id=str(run.pk), actor=researcher).count() == 1
    )


def test_a_form_sent_twice_starts_one_run(question, researcher, login):
    client = login(researcher)
    answers = [
        client.post(reverse("run_start", args=[question.pk]), {"idempotency_key": "k1"}) for _ in range(2)
    ]
    assert Run.objects.count() == 1
    assert answers[0].url == answers[1].url


def test_a_second_run_is_refused_with_the_first_ones_name(run, question, researcher, login):
    answer = login(researcher).post(reverse("run_start", args=[question.pk]))
    assert answer.status_code == 409
    assert f"Run {run.pk}" in answer.content.decode()


def test_an_active_run_asks_for_itself_again_and_an_ended_one_shows_the_whole_page(run, researcher, login):
    client, url = login(researcher), reverse("run_detail", args=[run.pk])
    assert 'hx-trigger="every 1s"' in client.get(url).content.decode()
    part = client.get(url, headers=HTMX)
    assert "<html" not in part.content.decode()
    assert "HX-Refresh" not in part.headers
    work.perform_all(run)
    assert client.get(url, headers=HTMX).headers["HX-Refresh"] == "true"
    page = client.get(url).content.decode()
    assert "every 1s" not in page
    assert reverse("version_rows", args=[TableVersion.objects.get(run=run).pk]) in page


def test_a_failed_run_says_why_and_can_be_tried_again(make_question, question, researcher, login):
    run = pipelines.start_table_run(
        question=make_question(key="lost", seed_title="Nowhere & co"), by=researcher
    )
    work.perform_all(run)
    client = login(researcher)
    page = client.get(reverse("run_detail", args=[run.pk])).content.decode()
    assert "This run could not go on" in page
    assert "Nowhere &amp; co" in page
    client.post(reverse("run_retry", args=[run.pk]))
    run.refresh_from_db()
    assert run.state == RunState.QUEUED


def test_a_run_that_is_done_cannot_be_stopped(run, researcher, login):
    work.perform_all(run)
    assert login(researcher).post(reverse("run_cancel", args=[run.pk])).status_code == 409


@pytest.mark.requirement("S13")
def test_returning_a_version_starts_its_repair(run, reviewer, login):
    work.perform_all(run)
    version = TableVersion.objects.get(run=run)
    form = {"reason": "Two rivers are missing.", "idempotency_key": "k2"}
    client = login(reviewer)
    answers = [client.post(reverse("version_return", args=[version.pk]), form) for _ in range(2)]
    repair = Run.objects.get(kind="repair")
    assert [answer.url for answer in answers] == [reverse("run_detail", args=[repair.pk])] * 2
    version.refresh_from_db()
    assert version.state == "returned"


def test_a_return_without_a_reason_changes_nothing(run, reviewer, login):
    work.perform_all(run)
    version = TableVersion.objects.get(run=run)
    answer = login(reviewer).post(reverse("version_return", args=[version.pk]), {"reason": " "})
    version.refresh_from_db()
    assert (answer.status_code, version.state) == (400, "audited")
    assert not Run.objects.filter(kind="repair").exists()


def test_the_list_is_filtered_and_pages(run, researcher, login):
    client = login(researcher)
    assert run.title in client.get(reverse("run_list"), {"q": "rivers extractive"}).content.decode()
    empty = client.get(reverse("run_list"), {"q": "zebra"}, headers=HTMX).content.decode()
    assert "No run matches" in empty
    assert "<html" not in empty


def test_twice_the_runs_cost_the_same_queries(run, researcher, login, django_assert_max_num_queries):
    for number in range(40):
        Run.objects.create(
            kind="table", configuration="c", subject=f"x:{number}", title="t", started_by=researcher
        )
    client = login(researcher)
    with django_assert_max_num_queries(7):
        client.get(reverse("run_list"))
    with django_assert_max_num_queries(9):
        client.get(reverse("home"))
