"""The sign-off page: what is missing, what is covered, what was signed."""

import pytest
from django.urls import reverse

from audit.models import SignOff
from audit.services.signoff import sign
from stageaudit_web.core.models import JournalEvent
from tests.audit.tables import BLOCKING, HYGIENE, finding_of, make_run, make_staged, make_version_with

pytestmark = pytest.mark.django_db


def url(version):
    return reverse("version_signoff", args=[version.pk])


def accept_url(version):
    return reverse("version_accept", args=[version.pk])


@pytest.mark.requirement("S10")
def test_it_says_what_is_missing_with_a_link_to_each(login, reviewer):
    version = make_version_with(BLOCKING, HYGIENE)
    page = login(reviewer).get(url(version)).content.decode()
    assert "Missing before it can be accepted" in page
    assert f"?finding={finding_of(version, 'S1').pk}&amp;show=all" in page
    assert HYGIENE.message not in page
    assert "disabled" in page


@pytest.mark.requirement("S11")
def test_it_says_that_the_gate_does_not_certify_truth(login, reviewer):
    page = login(reviewer).get(url(make_version_with())).content.decode()
    assert "Acceptance does not certify truth." in page


def test_it_says_what_will_be_covered(login, reviewer):
    version = make_version_with(HYGIENE)
    page = login(reviewer).get(url(version)).content.decode()
    assert version.digest in page
    assert "3, every value with its place" in page


def test_a_ready_version_is_accepted(login, reviewer):
    version = make_version_with(HYGIENE)
    answer = login(reviewer).post(accept_url(version), {"idempotency_key": "k"}, follow=True)
    made = SignOff.objects.get()
    page = answer.content.decode()
    assert answer.redirect_chain == [(url(version), 302)]
    assert made.digest in page
    assert "rene" in page
    assert JournalEvent.objects.get(verb="signoff.accepted").actor == reviewer


def test_accepting_twice_signs_once(login, reviewer):
    version, client = make_version_with(), login(reviewer)
    answers = [client.post(accept_url(version), {"idempotency_key": "k"}).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert SignOff.objects.count() == 1


def test_the_second_signer_is_told_who_was_first(login, reviewer, second_reviewer):
    version = make_version_with()
    sign(version=version, decision="accept", by=reviewer)
    answer = login(second_reviewer).post(accept_url(version))
    assert answer.status_code == 409
    assert "rene accepted this version on " in answer.content.decode()


def test_what_is_missing_refuses_the_signature_too(login, reviewer):
    answer = login(reviewer).post(accept_url(make_version_with(BLOCKING)))
    assert answer.status_code == 409
    assert not SignOff.objects.exists()


@pytest.mark.requirement("S14")
def test_ones_own_run_is_not_signed_unless_the_site_allows_it(login, reviewer, settings):
    version = make_version_with(by=reviewer)
    assert login(reviewer).post(accept_url(version)).status_code == 409
    settings.SELF_SIGNOFF = True
    answer = login(reviewer).post(accept_url(version), follow=True)
    assert "who also started the run" in answer.content.decode()


@pytest.mark.requirement("S14")
def test_a_run_without_the_human_step_says_so(login, reviewer):
    version = make_version_with(run=make_run(human_signoff=False))
    assert "human step switched off" in login(reviewer).get(url(version)).content.decode()
    answer = login(reviewer).post(accept_url(version), follow=True)
    assert "started with the human step switched off" in answer.content.decode()


def test_a_returned_version_shows_the_reason(login, reviewer, second_reviewer):
    version = make_version_with(BLOCKING)
    sign(version=version, decision="return", by=reviewer, reason="Two rivers are missing.")
    page = login(second_reviewer).get(url(version)).content.decode()
    assert "Returned to the curator" in page
    assert "Two rivers are missing." in page


def test_a_staged_version_cannot_be_signed_yet(login, reviewer):
    version = make_staged()
    assert "only an audited one can be accepted" in login(reviewer).get(url(version)).content.decode()
    assert login(reviewer).post(accept_url(version)).status_code == 409


def test_a_researcher_reads_and_does_not_sign(login, researcher):
    version = make_version_with()
    page = login(researcher).get(url(version)).content.decode()
    assert "Reviewers sign versions" in page
    assert accept_url(version) not in page
    assert login(researcher).post(accept_url(version)).status_code == 403


@pytest.mark.parametrize("person", ["annotator", "outsider"])
def test_there_is_nothing_for_outsiders(login, request, person):
    version, client = make_version_with(), login(request.getfixturevalue(person))
    assert client.get(url(version)).status_code == 404
    assert client.post(accept_url(version)).status_code == 404


def test_anonymous_people_log_in_first(client):
    version = make_version_with()
    assert client.get(url(version)).status_code == 302
    assert client.post(accept_url(version)).status_code == 302
    assert not SignOff.objects.exists()


def test_each_address_has_its_method(login, reviewer):
    version = make_version_with()
    assert login(reviewer).post(url(version)).status_code == 405
    assert login(reviewer).get(accept_url(version)).status_code == 405
