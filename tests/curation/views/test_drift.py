"""The drift tab: before and after, the urgent first, links to both copies, a frame that marks the new place."""

from __future__ import annotations

import pytest
from django.urls import reverse

from curation.models import DriftRecord
from curation.services import drift
from stageaudit_web.core import work
from tests.curation.drifting import Folder
from tests.curation.factories import TABLE, make_audited, make_page, make_proposed, rivers_html

pytestmark = pytest.mark.django_db


@pytest.fixture
def version(tmp_path, settings):
    folder = Folder(tmp_path / "pages", settings)
    made = make_audited()
    folder.write(make_page(), rivers_html([("Lena", "Asia", "4,294"), ("Amur", "Asia", "2,825"), TABLE[1]]))
    work.perform_all(drift.check_drift(version=made, by=None))
    return made


def page(client, version, query=""):
    return client.get(reverse("version_drift", args=[version.pk]) + query)


def test_what_is_gone_comes_first_then_what_changed(login, reviewer, version):
    text = page(login(reviewer), version).content.decode()
    gone, changed = text.index("<del>6,650</del>"), text.index("<del>2,824</del> <ins>2,825</ins>")
    assert gone < changed
    assert "oldid=7&amp;diff=8" in text
    assert "5 read differently or are gone" in text


def test_one_status_of_one_page(login, reviewer, version):
    response = page(login(reviewer), version, "?status=changed&page_of=1")
    assert [line.record.status for group in response.context["groups"] for line in group.lines] == ["changed"]


def test_the_places_of_a_row_that_went_are_told_together(login, reviewer, version):
    (group,) = page(login(reviewer), version, "?status=gone").context["groups"]
    assert (group.row.key, [line.record.before for line in group.lines][:3]) == (
        "Nile",
        ["Nile", "Africa", "6,650"],
    )


def test_a_fragment_is_only_the_queue(login, reviewer, version):
    response = login(reviewer).get(
        reverse("version_drift", args=[version.pk]), headers={"HX-Request": "true"}
    )
    assert "<html" not in response.content.decode()


def test_the_newer_copy_marks_the_new_place(login, reviewer, version):
    record = DriftRecord.objects.get(status="changed")
    snapshot = record.check_of.snapshot
    frame = login(reviewer).get(reverse("snapshot_frame", args=[snapshot.pk]) + f"?drift={record.pk}")
    text = frame.content.decode()
    marked = text[text.index('id="locator"') :]
    assert marked[: marked.index("</td>")].endswith("2,825")


def test_a_place_of_another_copy_is_not_found(login, reviewer, version):
    record = DriftRecord.objects.filter(status="gone").first()
    snapshot = record.locator.entry.snapshot
    url = reverse("snapshot_frame", args=[snapshot.pk]) + f"?drift={record.pk}"
    assert login(reviewer).get(url).status_code == 404


def test_before_any_check_it_says_what_a_check_does(login, researcher):
    text = page(login(researcher), make_audited()).content.decode()
    assert "Check for drift" in text
    assert "not looked at" in text


def test_a_version_without_rows_offers_no_check(login, researcher):
    assert "Check for drift" not in page(login(researcher), make_proposed()).content.decode()


@pytest.mark.parametrize("who", ["annotator", "outsider"])
def test_outsiders_see_nothing(request, login, who):
    assert page(login(request.getfixturevalue(who)), make_audited()).status_code == 404


def test_twice_the_places_cost_the_same_queries(login, reviewer, version, django_assert_num_queries):
    client = login(reviewer)
    page(client, version)
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as few:
        page(client, version, "?status=changed")
    with CaptureQueriesContext(connection) as many:
        page(client, version, "?status=gone")
    assert len(few) == len(many)
