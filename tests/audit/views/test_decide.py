"""Deciding on the screen: one round trip, kept once, the second of two people told."""

import pytest
from django.urls import reverse

from audit.models import Disposition, Finding
from audit.services.signoff import sign
from stageaudit_web.core.models import JournalEvent
from tests.audit.tables import BLOCKING, HYGIENE, SUGGESTION, finding_of, make_version_with

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
CONFIRM = {"kind": "confirmed", "seen": "0", "idempotency_key": "k1"}
DISMISS = {"kind": "dismissed", "seen": "0", "reason_code": "duplicate", "idempotency_key": "k2"}


@pytest.fixture
def version():
    return make_version_with(BLOCKING, HYGIENE, SUGGESTION)


@pytest.fixture
def finding(version):
    return finding_of(version, "S1")


def decide_url(finding):
    return reverse("finding_decide", args=[finding.pk])


def test_a_decision_brings_the_next_finding_the_counts_and_the_bar(login, reviewer, version, finding):
    answer = login(reviewer).post(decide_url(finding), CONFIRM, headers=HTMX)
    body = answer.content.decode()
    following = finding_of(version, "P5")
    assert answer.status_code == 200
    assert f'data-item="{following.pk}" aria-current="true"' in body
    assert "1 of 3 decided" in body
    assert answer["HX-Replace-Url"].endswith(f"?finding={following.pk}")
    assert "Confirmed: S1." in answer["HX-Trigger"]
    assert JournalEvent.objects.get(verb="finding.confirmed").actor == reviewer


def test_without_script_a_decision_leads_to_the_next_finding(login, reviewer, version, finding):
    answer = login(reviewer).post(decide_url(finding), {**DISMISS, "keep": "severity=hygiene"})
    following = finding_of(version, "P5")
    assert answer.status_code == 302
    assert (
        answer["Location"]
        == f"{reverse('version_review', args=[version.pk])}?finding={following.pk}&severity=hygiene"
    )


def test_the_second_of_two_reviewers_gets_409_with_who_what_and_when(
    login, reviewer, second_reviewer, finding
):
    login(reviewer).post(decide_url(finding), DISMISS)
    answer = login(second_reviewer).post(decide_url(finding), CONFIRM, headers=HTMX)
    assert answer.status_code == 409
    assert "rene dismissed this finding (duplicate) on " in answer.content.decode()
    assert Disposition.objects.count() == 1


def test_sending_a_decision_twice_keeps_it_once(login, reviewer, finding):
    client = login(reviewer)
    answers = [client.post(decide_url(finding), CONFIRM, headers=HTMX).status_code for _ in range(2)]
    assert answers == [200, 200]
    assert Disposition.objects.count() == 1


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({**DISMISS, "reason_code": ""}, "expected one of the listed reasons"),
        ({**DISMISS, "reason_code": "other"}, "expected the reason in your own words"),
        ({"kind": "waived", "seen": "0", "reason": "known", "until": "2001-01-01"}, "today or later"),
        ({"kind": "waived", "seen": "0", "reason": "known", "until": "soon"}, "valid date"),
        ({"kind": "repaired_in", "seen": "0"}, "valid choice"),
        ({"kind": "confirmed", "seen": "-1"}, "greater than or equal to 0"),
    ],
)
def test_bad_input_comes_back_with_the_form(login, reviewer, finding, data, words):
    page = login(reviewer).post(decide_url(finding), data)
    assert page.status_code == 422
    assert words in page.content.decode()
    fragment = login(reviewer).post(decide_url(finding), data, headers=HTMX)
    assert fragment.status_code == 422
    assert fragment["HX-Retarget"].endswith("-fields")
    assert not Disposition.objects.exists()


def test_what_was_typed_comes_back(login, reviewer, finding):
    data = {**DISMISS, "reason_code": "", "reason": "my long words"}
    assert "my long words" in login(reviewer).post(decide_url(finding), data).content.decode()


def test_a_researcher_may_not_decide(login, researcher, finding):
    assert login(researcher).post(decide_url(finding), CONFIRM).status_code == 403
    assert not Disposition.objects.exists()


@pytest.mark.parametrize("person", ["annotator", "outsider"])
def test_there_is_nothing_for_outsiders(login, request, finding, person):
    assert login(request.getfixturevalue(person)).post(decide_url(finding), CONFIRM).status_code == 404


def test_anonymous_people_log_in_first(client, finding):
    assert client.post(decide_url(finding), CONFIRM).status_code == 302
    assert not Disposition.objects.exists()


def test_a_decision_is_posted(login, reviewer, finding):
    assert login(reviewer).get(decide_url(finding)).status_code == 405


def test_a_finding_that_does_not_exist(login, reviewer):
    assert login(reviewer).post("/findings/999/decide/", CONFIRM).status_code == 404


def test_a_closed_version_answers_409(login, reviewer):
    version = make_version_with(HYGIENE)
    sign(version=version, decision="accept", by=reviewer)
    answer = login(reviewer).post(decide_url(finding_of(version, "P5")), CONFIRM, headers=HTMX)
    assert answer.status_code == 409
    assert "rene accepted this version" in answer.content.decode()


# --- The page of one decision ---


@pytest.mark.parametrize(
    ("kind", "words"), [("dismissed", "Why is it no fault?"), ("waived", "Why may the table go on")]
)
def test_the_form_of_a_decision_has_its_own_page(login, reviewer, finding, kind, words):
    answer = login(reviewer).get(
        reverse("finding_decision", args=[finding.pk]), {"kind": kind, "keep": "show=all"}
    )
    page = answer.content.decode()
    assert words in page
    assert 'name="keep" value="show=all"' in page


def test_the_page_of_a_decision_is_for_reviewers(login, researcher, outsider, finding):
    address = reverse("finding_decision", args=[finding.pk])
    assert login(researcher).get(address).status_code == 403
    assert login(outsider).get(address).status_code == 404


# --- Taking back ---


def undo_url(version, *pairs):
    return reverse("findings_undo", args=[version.pk]) + "?" + "&".join(f"f={pair}" for pair in pairs)


def test_the_last_decision_is_taken_back(login, reviewer, version, finding):
    client = login(reviewer)
    body = client.post(decide_url(finding), CONFIRM, headers=HTMX).content.decode()
    assert f"undo/?f={finding.pk}%3A1" in body
    answer = client.post(undo_url(version, f"{finding.pk}:1"), headers=HTMX)
    assert f'data-item="{finding.pk}" aria-current="true"' in answer.content.decode()
    assert "0 of 3 decided" in answer.content.decode()
    assert list(finding.dispositions.values_list("kind", flat=True).order_by("ordinal")) == [
        "confirmed",
        "reopened",
    ]


def test_taking_back_twice_takes_back_once(login, reviewer, version, finding):
    client = login(reviewer)
    client.post(decide_url(finding), CONFIRM)
    answers = [client.post(undo_url(version, f"{finding.pk}:1")).status_code for _ in range(2)]
    assert answers == [302, 302]
    assert finding.dispositions.count() == 2


def test_a_decision_made_meanwhile_is_not_taken_back(login, reviewer, second_reviewer, version, finding):
    login(reviewer).post(decide_url(finding), CONFIRM)
    login(second_reviewer).post(decide_url(finding), {**DISMISS, "seen": "1"})
    answer = login(reviewer).post(undo_url(version, f"{finding.pk}:1"), headers=HTMX)
    assert answer.status_code == 409
    assert "rita dismissed" in answer.content.decode()


@pytest.mark.parametrize("pairs", [(), ("x",), ("1:y",), ("1",)])
def test_an_address_that_names_nothing_is_refused(login, reviewer, version, pairs):
    assert login(reviewer).post(undo_url(version, *pairs)).status_code == 400


def test_findings_of_another_version_are_not_taken_back(login, reviewer, version):
    other = make_version_with(BLOCKING)
    answer = login(reviewer).post(undo_url(version, f"{finding_of(other, 'S1').pk}:1"))
    assert answer.status_code == 404


def test_only_reviewers_take_back(login, researcher, outsider, version, finding):
    assert login(researcher).post(undo_url(version, f"{finding.pk}:1")).status_code == 403
    assert login(outsider).post(undo_url(version, f"{finding.pk}:1")).status_code == 404
    assert login(researcher).get(undo_url(version)).status_code == 405


# --- Several at once ---


def several_url(version):
    return reverse("findings_decide", args=[version.pk])


def pairs(version, *checks):
    return [f"{finding_of(version, check).pk}:0" for check in checks]


def test_the_exact_list_is_shown_first(login, reviewer, version):
    chosen = finding_of(version, "P5")
    address = reverse("findings_select", args=[version.pk])
    page = login(reviewer).get(address, {"f": chosen.pk}).content.decode()
    assert HYGIENE.message in page
    assert BLOCKING.message not in page
    assert f'value="{chosen.pk}:0" checked' in page


def test_without_a_choice_all_open_ones_are_listed_and_none_is_ticked(login, reviewer, version):
    page = (
        login(reviewer).get(reverse("findings_select", args=[version.pk]), {"check": "P1"}).content.decode()
    )
    assert SUGGESTION.message in page
    assert BLOCKING.message not in page
    assert ':0" checked' not in page


def test_several_are_decided_together_and_taken_back_together(login, reviewer, version):
    client = login(reviewer)
    data = {
        "kind": "dismissed",
        "reason_code": "not_in_scope",
        "f": pairs(version, "P5", "P1"),
        "idempotency_key": "k",
    }
    assert client.post(several_url(version), data).status_code == 302
    assert Disposition.objects.count() == 2
    page = client.get(reverse("version_review", args=[version.pk])).context["review"]
    assert sorted(page.undo.split("&")) == sorted(f"f={pair[:-2]}%3A1" for pair in data["f"])


def test_several_or_none(login, reviewer, second_reviewer, version, finding):
    login(second_reviewer).post(decide_url(finding), CONFIRM)
    data = {"kind": "confirmed", "f": pairs(version, "S1", "P5")}
    assert login(reviewer).post(several_url(version), data).status_code == 409
    assert Disposition.objects.count() == 1


def test_several_sent_twice_are_decided_once(login, reviewer, version):
    data = {"kind": "confirmed", "f": pairs(version, "S1", "P5"), "idempotency_key": "k"}
    client = login(reviewer)
    assert [client.post(several_url(version), data).status_code for _ in range(2)] == [302, 302]
    assert Disposition.objects.count() == 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"kind": "confirmed"}, "No finding is chosen."),
        ({"kind": "", "f": "S1"}, "This field is required."),
        ({"kind": "dismissed", "f": "S1"}, "one of the listed reasons"),
    ],
)
def test_several_with_bad_input_come_back(login, reviewer, version, data, words):
    sent = {**data, "f": pairs(version, data["f"])} if "f" in data else data
    answer = login(reviewer).post(several_url(version), sent)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Disposition.objects.exists()


def test_several_are_for_reviewers(login, researcher, outsider, version):
    for address in (several_url(version), reverse("findings_select", args=[version.pk])):
        method = "post" if address == several_url(version) else "get"
        assert getattr(login(researcher), method)(address).status_code == 403
        assert getattr(login(outsider), method)(address).status_code == 404
    assert login(researcher).get(several_url(version)).status_code == 405


# --- By hand ---


def by_hand(version, **changes):
    return {
        "check": "F1",
        "severity": "blocking",
        "message": "The page says 2,825.",
        "row": "1",
        "column": "Length",
        **changes,
    }


def test_a_finding_is_added_by_hand_and_shown(login, reviewer, version):
    answer = login(reviewer).post(reverse("finding_add", args=[version.pk]), by_hand(version))
    made = Finding.objects.get(check_id="F1")
    assert answer["Location"].endswith(f"?finding={made.pk}")
    assert (made.author, made.row.ordinal, made.column) == ("rene", 1, "Length")


def test_adding_twice_adds_once(login, reviewer, version):
    client, data = login(reviewer), by_hand(version, idempotency_key="k")
    for _ in range(2):
        client.post(reverse("finding_add", args=[version.pk]), data)
    assert Finding.objects.filter(check_id="F1").count() == 1


def test_the_form_knows_the_row_and_column_it_came_from(login, reviewer, version):
    form = (
        login(reviewer).get(reverse("finding_new", args=[version.pk]), {"row": "2", "c": "2"}).context["form"]
    )
    assert (form["row"].value(), form["column"].value()) == ("2", "Length")
    form = (
        login(reviewer)
        .get(reverse("finding_new", args=[version.pk]), {"row": "x", "c": "99"})
        .context["form"]
    )
    assert (form["row"].value(), form["column"].value()) == (None, "")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"message": ""}, "This field is required."),
        ({"check": "Z9"}, "valid choice"),
        ({"row": "77"}, "The version has no row 77."),
        ({"column": "Mood"}, "valid choice"),
    ],
)
def test_a_finding_with_bad_input_comes_back(login, reviewer, version, changes, words):
    answer = login(reviewer).post(reverse("finding_add", args=[version.pk]), by_hand(version, **changes))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Finding.objects.filter(check_id="F1").exists()


def test_only_reviewers_add_findings(login, researcher, outsider, version):
    for name, method in (("finding_add", "post"), ("finding_new", "get")):
        address = reverse(name, args=[version.pk])
        assert getattr(login(researcher), method)(address).status_code == 403
        assert getattr(login(outsider), method)(address).status_code == 404
    assert login(researcher).get(reverse("finding_add", args=[version.pk])).status_code == 405
