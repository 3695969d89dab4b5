"""Looking for drift and restaging from a version's pages: who may, what is refused, what is started once."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from curation.services.by_hand import ask_for_page
from stageaudit_web.core.models import Run
from tests.curation.factories import make_audited, make_proposed

pytestmark = pytest.mark.django_db
ADDRESSES = ["version_check_drift", "version_restage"]


@pytest.fixture
def version(researcher):
    made = make_audited()
    Run.objects.update(state="done", finished_at=timezone.now())
    ask_for_page(version=made, kind="add", title="More rivers", reason="Lena", by=researcher)
    return made


def post(client, name, version, **data):
    return client.post(reverse(name, args=[version.pk]), {"idempotency_key": "k", **data})


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize(
    ("who", "status"),
    [("researcher", 302), ("reviewer", 302), ("admin_user", 302), ("annotator", 404), ("outsider", 404)],
)
def test_who_may(request, login, version, name, who, status):
    assert post(login(request.getfixturevalue(who)), name, version).status_code == status


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_resend_starts_one_run(login, reviewer, version, name):
    client = login(reviewer)
    before = Run.objects.count()
    assert post(client, name, version).url == post(client, name, version).url
    assert Run.objects.count() == before + 1


@pytest.mark.parametrize("name", ADDRESSES)
def test_only_by_post_and_logged_in(client, login, reviewer, version, name):
    assert login(reviewer).get(reverse(name, args=[version.pk])).status_code == 405
    assert "/login" in post(client, name, version).url


def test_the_requests_travel_in_the_run(login, reviewer, version):
    post(login(reviewer), "version_restage", version)
    run = Run.objects.get(kind="repair")
    assert [(one["kind"], one["title"], one["name"]) for one in run.parameters["frontier"]] == [
        ("add", "More rivers", "rosa")
    ]


def test_one_page_is_looked_at(login, reviewer, version):
    post(login(reviewer), "version_check_drift", version, page="1")
    run = Run.objects.get(kind="drift")
    assert list(run.steps.values_list("stage", flat=True)) == ["drift", "drift_findings"]


@pytest.mark.parametrize("page", ["7", "x", "²"])
def test_a_page_that_is_none(login, reviewer, version, page):
    assert post(login(reviewer), "version_check_drift", version, page=page).status_code == 400


def test_a_second_check_at_the_same_time_is_a_conflict(login, reviewer, researcher, version):
    post(login(reviewer), "version_check_drift", version)
    assert post(login(researcher), "version_check_drift", version).status_code == 409


def test_nothing_staged_nothing_to_check(login, reviewer):
    assert post(login(reviewer), "version_check_drift", make_proposed()).status_code == 400
