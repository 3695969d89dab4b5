"""Tests of evidence: the place of a value, and the frame of its stored page that can do nothing."""

from __future__ import annotations

import pytest
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from curation.models import Cell, Locator, Snapshot
from tests.curation.factories import make_question, make_staged, many_rows, rivers_html

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/versions/1/?q=amur&row=9"}


@pytest.fixture
def client(reviewer, login):
    return login(reviewer)


def evidence(client, version, query, **more):
    return client.get(reverse("version_evidence", args=[version.pk]) + query, **more)


def text(response) -> str:
    return response.content.decode()


def test_a_cell_shows_place_rung_snapshot_and_links(client):
    version = make_staged()
    page = text(evidence(client, version, "?row=1&c=2"))
    snapshot = Snapshot.objects.get()
    for words in (
        "Lists › Table 1 › row[River=Amur] › Length (km)",
        "the cell reads exactly this",
        snapshot.sha256,
        "revision 7",
        "seed",
        "title=List_of_rivers&amp;oldid=7#:~:text=Amur,2%2C824",
    ):
        assert words in page


@pytest.mark.requirement("S66")
def test_the_frame_is_sandboxed_and_scrolled_to_the_cell(client):
    version = make_staged()
    page = text(evidence(client, version, "?row=1&c=2"))
    cell = Cell.objects.get(row__version=version, row__ordinal=1, position=2)
    url = reverse("snapshot_frame", args=[Snapshot.objects.get().pk])
    source = f"{url}?locator={cell.evidence.get().locator_id}&amp;cell={cell.pk}#locator"
    assert f'src="{source}"' in page
    assert " sandbox " in page
    assert "allow-" not in page


def test_a_row_shows_its_first_place(client):
    page = text(evidence(client, make_staged(), "?row=2"))
    assert "Lists › Table 1 › row[River=Danube]</p>" in page


def test_a_page_of_no_public_wiki_links_to_our_stored_copy_and_says_so(client):
    page = text(evidence(client, make_staged(wiki="demo"), "?row=1&c=2"))
    assert "our stored copy" in page
    assert "since this page belongs to no public wiki" in page
    assert "oldid" not in page


def test_an_empty_cell_needs_no_witness_and_shows_its_rows_place(client):
    page = text(evidence(client, make_staged([("Amur", "Asia", "")]), "?row=1&c=2"))
    assert "an empty value needs no witness" in page
    assert "Lists › Table 1 › row[River=Amur]</p>" in page
    assert "&amp;cell=" not in page


def test_a_fragment_keeps_the_address_of_the_page_it_is_shown_in(client):
    response = evidence(client, make_staged(), "?row=1&c=2", headers=HTMX)
    assert "<html" not in text(response)
    assert response["HX-Replace-Url"] == "/versions/1/?q=amur&row=1&c=2"


@pytest.mark.parametrize(
    ("query", "status"),
    [("", 400), ("?row=x", 400), ("?row=99", 404), ("?row=1&c=99", 404), ("?row=1&c=-1", 400), ("?row=1&place=x", 400),
     ("?row=1&c=1&place=99", 200), ("?row=%D9%A3", 400)],
)  # fmt: skip
def test_bad_addresses(client, query, status):
    assert evidence(client, make_staged(), query).status_code == status


def test_evidence_costs_the_same_number_of_queries(client):
    small, large = make_staged(), make_staged(many_rows(60), question=make_question("large"))
    counts = []
    for version in (small, small, large):
        with CaptureQueriesContext(connection) as queries:
            evidence(client, version, "?row=1&c=2", headers=HTMX)
        counts.append(len(queries))
    assert counts[1] == counts[2] < 15


# --- frame ---


def frame(client, query="", pk=None):
    return client.get(reverse("snapshot_frame", args=[pk or Snapshot.objects.get().pk]) + query)


def at(version, row, column):
    cell = Cell.objects.get(row__version=version, row__ordinal=row, position=column)
    return f"?locator={cell.evidence.get().locator_id}&cell={cell.pk}"


def test_the_frame_marks_exactly_the_cell(client):
    page = text(frame(client, at(make_staged(), 2, 2)))
    assert '<td id="locator" class="sa-hit"><mark>2,850</mark></td>' in page.replace(
        'class="sa-hit" id="locator"', 'id="locator" class="sa-hit"'
    )
    assert page.count("sa-hit") == 1
    assert page.count('id="locator"') == 1


def test_a_value_that_the_title_carries_is_marked_there(client):
    version = make_staged(
        [("List of rivers", "Asia", "1")], html=rivers_html([("List of rivers", "Asia", "1")])
    )
    locator = Locator.objects.filter(version=version).first()
    assert 'id="locator"' in text(frame(client, f"?locator={locator.pk}"))


def test_the_frame_can_do_nothing(client):
    response = frame(client, at(make_staged(), 1, 0))
    policy = response["Content-Security-Policy"]
    parts = {part.split()[0]: part.split()[1:] for part in policy.split(";") if part.strip()}
    assert parts["sandbox"] == []
    assert (
        parts["default-src"] == parts["script-src"] == parts["img-src"] == parts["connect-src"] == ["'none'"]
    )
    assert parts["form-action"] == ["'none'"]
    assert parts["frame-ancestors"] == parts["style-src"] == ["'self'"]
    assert response["X-Frame-Options"] == "SAMEORIGIN"
    assert "private" in response["Cache-Control"]


def test_other_pages_are_framed_by_nobody(client):
    response = evidence(client, make_staged(), "?row=1")
    assert response["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]


def test_what_a_page_brings_is_taken_out(client):
    nasty = "<script>alert(1)</script><img src='https://evil.example/x.png' alt='map'><p style='display:none'>7002</p>"
    version = make_staged(html=nasty + rivers_html())
    page = text(frame(client, at(version, 1, 0)))
    assert "alert(1)" not in page
    assert "evil.example" not in page
    assert "[map]" in page
    assert '<p hidden="">7002</p>' in page


def test_a_place_of_the_page_that_calls_itself_locator_is_no_mark(client):
    version = make_staged(html="<p id='locator' class='sa-hit'>trap</p>" + rivers_html())
    page = text(frame(client, at(version, 1, 0)))
    assert page.count('id="locator"') == 1
    assert page.index('id="locator"') > page.index("trap")


def test_a_frame_without_a_place_shows_the_page(client):
    make_staged()
    assert "sa-hit" not in text(frame(client))


def test_places_of_other_pages_and_cells_of_other_places_are_not_found(client):
    version = make_staged()
    first, second = (Cell.objects.get(row__version=version, row__ordinal=n, position=0) for n in (1, 2))
    place = first.evidence.get().locator_id
    assert frame(client, f"?locator={place}&cell={second.pk}").status_code == 404
    assert frame(client, "?locator=987654").status_code == 404
    assert frame(client, "?locator=x").status_code == 400
    assert frame(client, pk=987654).status_code == 404


def test_bytes_that_are_gone_are_said(client):
    make_staged()
    default_storage.delete(Snapshot.objects.get().path)
    response = frame(client)
    assert response.status_code == 503
    assert "cannot be read now" in text(response)


def test_bytes_that_were_changed_are_never_shown_as_evidence(client):
    make_staged()
    with default_storage.open(Snapshot.objects.get().path, "wb") as file:
        file.write(b"<p>The Amur is 9,999 km long.</p>")
    response = frame(client)
    assert response.status_code == 409
    assert "9,999" not in text(response)
