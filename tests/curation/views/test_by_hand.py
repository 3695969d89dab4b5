"""The forms that ask for a page: they work, are refused in words, need a role, and are asked once."""

from __future__ import annotations

import pytest
from django.urls import reverse

from curation.models import FrontierRequest
from stageaudit_web.core.models import JournalEvent
from tests.curation.factories import make_audited, make_staged

pytestmark = pytest.mark.django_db
ADD = {"kind": "add", "title": "More rivers", "reason": "It lists the Lena.", "idempotency_key": "k1"}


def post(client, version, **changes):
    return client.post(reverse("frontier_ask", args=[version.pk]), {**ADD, **changes})


def test_a_request_is_stored_shown_and_journalled(login, reviewer):
    version = make_audited()
    client = login(reviewer)
    response = post(client, version)
    assert (response.status_code, response.url) == (302, reverse("version_frontier", args=[version.pk]))
    page = client.get(response.url).content.decode()
    assert "It lists the Lena." in page
    assert "Restage with these changes" in page
    assert JournalEvent.objects.filter(verb="frontier.asked", actor=reviewer).count() == 1


def test_a_resend_asks_once(login, researcher):
    version = make_audited()
    client = login(researcher)
    post(client, version)
    post(client, version)
    assert FrontierRequest.objects.count() == 1


def test_a_refused_request_keeps_what_was_typed(login, researcher):
    response = post(login(researcher), make_audited(), reason="", title="More <rivers")
    assert response.status_code == 422
    assert "More &lt;rivers" in response.content.decode()
    assert not FrontierRequest.objects.exists()


def test_a_version_that_cannot_be_restaged_is_a_conflict(login, researcher):
    assert post(login(researcher), make_staged()).status_code == 409


@pytest.mark.parametrize(
    ("who", "status"), [("annotator", 404), ("outsider", 404), ("researcher", 302), ("admin_user", 302)]
)
def test_who_may_ask(request, login, who, status):
    assert post(login(request.getfixturevalue(who)), make_audited()).status_code == status


def test_nobody_who_is_not_logged_in(client):
    assert "/login" in post(client, make_audited()).url


def test_only_by_post(login, researcher):
    assert login(researcher).get(reverse("frontier_ask", args=[make_audited().pk])).status_code == 405
