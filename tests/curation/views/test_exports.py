"""Tests of the exports: every row with its locators, permalinks and digests; exact, and safe in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.curation.factories import make_proposed, make_question, make_staged, many_rows, rivers_html

ODD = [("=HYPERLINK(1)", "Asia", "-12"), ("+1 lap", "Asia", "−12"), ("@SUM(1)", "Europe, “East”", "+24.327")]


@pytest.fixture
def client(reviewer, login):
    return login(reviewer)


def body(response) -> str:
    return b"".join(response.streaming_content).decode()


def read_csv(client, version, query="") -> list[dict[str, str]]:
    response = client.get(reverse("version_csv", args=[version.pk]) + query)
    return list(csv.DictReader(io.StringIO(body(response), newline="")))


def read_jsonl(client, version) -> list[dict]:
    return [
        json.loads(line)
        for line in body(client.get(reverse("version_jsonl", args=[version.pk]))).splitlines()
    ]


@pytest.mark.requirement("S66")
def test_csv_has_locator_and_permalink_of_every_row_and_cell(client):
    version = make_staged()
    first = read_csv(client, version)[0]
    assert (first["row"], first["River"], first["Length (km)"]) == ("1", "Amur", "2,824")
    assert first["locator"] == "Lists > Table 1 > row[River=Amur]"
    assert first["Length (km) [locator]"] == "Lists > Table 1 > row[River=Amur] > Length (km)"
    link = "https://en.wikipedia.org/w/index.php?title=List_of_rivers&oldid=7"
    assert first["permalink"] == first["Length (km) [permalink]"] == link
    assert (first["Length (km) [rung]"], first["version_digest"], first["guarded"]) == (
        "exact",
        version.digest,
        "",
    )


@pytest.mark.requirement("S66")
def test_jsonl_has_everything_a_program_needs_to_find_the_place_again(client):
    version = make_staged()
    record = read_jsonl(client, version)[1]
    cell = record["cells"][2]
    place = cell["evidence"][0]
    assert (record["row"], record["key"], record["partition"]) == (2, ["Danube"], "Europe")
    assert record["version"]["digest"] == version.digest
    assert (cell["column"], cell["value"], cell["rung"], cell["part"]) == (
        "Length (km)",
        "2,850",
        "exact",
        "cell",
    )
    assert place["locator"] == "Lists > Table 1 > row[River=Danube] > Length (km)"
    assert place["place"]["row_key"] == [["River", "Danube"]]
    assert (place["title"], place["revision_id"], place["operator"]) == ("List of rivers", 7, "seed")
    assert place["snapshot_sha256"] == version.frontier.get().snapshot.sha256
    assert len(place["content_sha256"]) == 64


def test_formulas_are_guarded_and_named_and_numbers_are_not_touched(client):
    rows = read_csv(client, make_staged(ODD, html=rivers_html(ODD)))
    assert [row["River"] for row in rows] == ["'=HYPERLINK(1)", "+1 lap", "'@SUM(1)"]
    assert [row["Length (km)"] for row in rows] == ["-12", "−12", "+24.327"]
    assert [row["guarded"] for row in rows] == ["River", "", "River"]
    assert rows[2]["Continent"] == "Europe, “East”"


def test_what_was_guarded_can_be_had_back_exactly(client):
    for row, odd in zip(read_csv(client, make_staged(ODD, html=rivers_html(ODD))), ODD, strict=True):
        guarded = row["guarded"].split("; ")
        values = [
            row[name][1:] if name in guarded else row[name] for name in ("River", "Continent", "Length (km)")
        ]
        assert values == list(odd)


def test_exact_csv_and_jsonl_change_nothing(client):
    version = make_staged(ODD, html=rivers_html(ODD))
    assert [row["River"] for row in read_csv(client, version, "?exact=1")] == [odd[0] for odd in ODD]
    assert [record["cells"][0]["value"] for record in read_jsonl(client, version)] == [odd[0] for odd in ODD]


def test_pages_of_no_public_wiki_link_to_our_stored_copy(client):
    first = read_csv(client, make_staged(wiki="demo"))[0]
    assert first["permalink"].startswith("http://testserver/snapshots/")
    assert first["permalink"].endswith("#locator")


def test_an_empty_value_has_no_place(client):
    first = read_csv(client, make_staged([("Amur", "Asia", "")]))[0]
    assert (first["Length (km)"], first["Length (km) [rung]"], first["Length (km) [locator]"]) == ("", "", "")


def test_the_download_is_named_and_kept_by_nobody(client):
    version = make_staged()
    response = client.get(reverse("version_csv", args=[version.pk]))
    name = f"rivers-table-{version.table_id}-version-1.csv"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Cache-Control"] == "private, no-store"
    body(response)


def test_an_empty_table_is_a_header_alone(client):
    version = make_staged(rows=())
    assert read_csv(client, version) == []
    assert read_jsonl(client, version) == []


def test_nothing_staged_is_nothing_to_export(client):
    version = make_proposed()
    response = client.get(reverse("version_csv", args=[version.pk]))
    assert response.status_code == 409
    assert "Nothing is staged yet" in response.content.decode()


def test_a_long_table_streams_in_a_bounded_number_of_queries(client):
    small, large = make_staged(), make_staged(many_rows(120), question=make_question("large"))
    counts = []
    for version in (small, small, large):
        with CaptureQueriesContext(connection) as queries:
            rows = read_csv(client, version)
        counts.append(len(queries))
    assert len(rows) == 120
    assert counts[1] == counts[2]


@pytest.mark.requirement("S66")
def test_annotations_lead_other_tools_to_the_quote_in_the_revision(client):
    version = make_staged()
    lines = body(client.get(reverse("version_annotations", args=[version.pk]))).splitlines()
    first = json.loads(lines[0])
    assert (first["@context"], first["type"]) == ("http://www.w3.org/ns/anno.jsonld", "Annotation")
    assert first["target"]["source"].endswith("title=List_of_rivers&oldid=7")
    quotes = [one for one in first["target"]["selector"] if one["type"] == "TextQuoteSelector"]
    assert quotes[0]["exact"] == "Amur"
    assert [one["value"] for one in first["body"]] == ["Lists > Table 1 > row[River=Amur] > River", "Amur"]
    assert len(lines) == version.rows.count() * 3
