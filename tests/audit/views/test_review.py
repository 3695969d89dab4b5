"""The review screen: who sees it, what it shows, how it answers htmx and plain requests."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from audit.domain.findings import CheckId, Severity, Target, TargetKind
from audit.services.signoff import sign
from tests.audit.tables import (
    BLOCKING,
    HYGIENE,
    RIVERS,
    SUGGESTION,
    TITLE,
    finding_of,
    make_finding_draft,
    make_staged,
    make_version_with,
)

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def url(version, query=""):
    return reverse("version_review", args=[version.pk]) + (f"?{query}" if query else "")


@pytest.fixture
def version():
    return make_version_with(BLOCKING, HYGIENE, SUGGESTION)


def test_the_queue_puts_first_what_blocks_and_selects_it(login, reviewer, version):
    page = login(reviewer).get(url(version)).content.decode()
    order = [page.index(draft.message) for draft in (BLOCKING, HYGIENE, SUGGESTION)]
    assert order == sorted(order)
    assert f'data-item="{finding_of(version, "S1").pk}" aria-current="true"' in page
    assert "0 of 3 decided" in page


def test_a_finding_selects_its_row_and_opens_its_evidence(login, reviewer, version):
    finding = finding_of(version, "P5")
    screen = login(reviewer).get(url(version, f"finding={finding.pk}")).context["review"]
    assert (screen.table.filter.row, screen.table.filter.column) == (3, 2)
    assert (screen.evidence.row.ordinal, screen.evidence.cell.column) == (3, "Length")


def test_a_row_in_the_address_goes_before_the_findings_own(login, reviewer, version):
    query = f"finding={finding_of(version, 'P5').pk}&row=2&c=0"
    assert login(reviewer).get(url(version, query)).context["evidence"].row.ordinal == 2


def test_a_finding_about_a_page_shows_the_stored_page(login, reviewer):
    target = Target(TargetKind.PAGE, page=TITLE)
    draft = make_finding_draft("The address is wrong.", check=CheckId.F2, target=target)
    page = login(reviewer).get(url(make_version_with(draft))).content.decode()
    assert "Admitted by" in page
    assert "/frame/" in page


@pytest.mark.parametrize(
    ("query", "checks"),
    [
        ("", ["S1", "P5", "P1"]),
        ("severity=hygiene", ["P5"]),
        ("check=P1", ["P1"]),
        ("check=F1", []),
        ("show=decided", []),
        ("show=nonsense&check=Z9&severity=x&finding=abc", ["S1", "P5", "P1"]),
    ],
)
def test_filters_of_the_address(login, reviewer, version, query, checks):
    queue = login(reviewer).get(url(version, query)).context["review"].queue
    assert [finding.check for finding in queue] == checks


def test_a_finding_of_another_version_is_not_selected(login, reviewer, version):
    other = make_version_with(make_finding_draft("elsewhere"))
    query = f"finding={finding_of(other, 'S1').pk}"
    assert login(reviewer).get(url(version, query)).context["review"].selected.message == BLOCKING.message


def test_a_fragment_brings_every_region_that_changes(login, reviewer, version):
    query = f"finding={finding_of(version, 'P5').pk}"
    answer = login(reviewer).get(url(version, query), headers=HTMX)
    body = answer.content.decode()
    assert "<html" not in body
    for region in ('id="queue-body" hx-swap-oob', 'id="evidence-body"', 'id="bar"'):
        assert region in body
    assert answer["HX-Replace-Url"] == url(version, query)


def test_rows_that_are_shown_already_are_not_sent_again(login, reviewer, version):
    client = login(reviewer)
    shown = client.get(url(version)).context["review"].rows_key
    body = client.get(url(version), headers={**HTMX, "X-Rows-Shown": shown}).content.decode()
    assert 'id="rows-body"' not in body
    assert 'id="rows-body"' in client.get(url(version), headers=HTMX).content.decode()
    assert 'data-row="1" data-column="" data-flagged="1"' in body


def test_a_researcher_reads_everything_and_decides_nothing(login, researcher, version):
    page = login(researcher).get(url(version)).content.decode()
    assert BLOCKING.message in page
    assert "Reviewers decide findings" in page
    assert "/decide/" not in page


@pytest.mark.parametrize("person", ["annotator", "outsider"])
def test_there_is_nothing_for_outsiders(login, request, version, person):
    assert login(request.getfixturevalue(person)).get(url(version)).status_code == 404


def test_anonymous_people_log_in_first(client, version):
    assert client.get(url(version)).status_code == 302


def test_reading_only(login, reviewer, version):
    assert login(reviewer).post(url(version)).status_code == 405


def test_a_version_that_does_not_exist(login, reviewer):
    assert login(reviewer).get("/versions/99/review/").status_code == 404


def test_before_the_audit_it_says_so(login, reviewer):
    assert "Not audited yet" in login(reviewer).get(url(make_staged())).content.decode()


def test_without_findings_it_says_so(login, reviewer):
    assert "The twelve checks found nothing" in login(reviewer).get(url(make_version_with())).content.decode()


def test_after_the_sign_off_it_is_closed_and_shows_the_digest(login, reviewer, second_reviewer):
    version = make_version_with(HYGIENE)
    made = sign(version=version, decision="accept", by=reviewer)
    page = login(second_reviewer).get(url(version)).content.decode()
    assert made.digest in page
    assert "Closed: nothing here can change any more" in page
    assert "/decide/" not in page


def test_words_of_a_page_are_text(login, reviewer):
    evil = make_finding_draft("<script>alert(1)</script> is written", evidence={"examples": ["<img src=x>"]})
    page = login(reviewer).get(url(make_version_with(evil))).content.decode()
    assert "<script>alert" not in page
    assert "<img src=x" not in page


def test_the_number_of_queries_does_not_grow_with_findings_or_rows(login, reviewer):
    client = login(reviewer)
    rivers = [(f"River {n}", "Asia", f"{n},000 km", "1900") for n in range(1, 41)]
    many = [make_finding_draft(f"Finding {n}", severity=Severity.HYGIENE) for n in range(60)]
    small = make_version_with(make_finding_draft(severity=Severity.HYGIENE), rivers=RIVERS)
    large = make_version_with(*many, rivers=rivers)
    client.get(url(small))
    counts = []
    for version in (small, large):
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get(url(version))
        counts.append(len(queries))
    assert counts[0] == counts[1]
