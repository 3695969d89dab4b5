"""Tests of a version's pages: rows, refused rows, sources, versions, difference."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from curation.domain.frontier import LeftOut
from curation.models import TableVersion
from curation.services.versions import mark_repaired
from tests.curation.factories import (
    AMUR,
    RIVERS,
    TABLE,
    make_audited,
    make_page,
    make_proposed,
    make_question,
    make_staged,
    many_rows,
    rivers_html,
)

HTMX = {"HX-Request": "true"}


@pytest.fixture
def client(reviewer, login):
    return login(reviewer)


def show(client, version, name="version_rows", query="", **more):
    return client.get(reverse(name, args=[version.pk]) + query, **more)


def text(response) -> str:
    return response.content.decode()


# --- rows ---


@pytest.mark.requirement("S66")
def test_every_cell_shows_its_rung_and_leads_to_its_evidence(client):
    version = make_staged()
    page = text(show(client, version))
    url = reverse("version_evidence", args=[version.pk])
    for row in (1, 2, 3):
        for column in (0, 1, 2):
            assert f'hx-get="{url}?row={row}&amp;c={column}"' in page
    assert page.count("exact: the value stands there as it is") == 9 + 1  # the cells, and the legend


def test_the_head_says_state_counts_and_question(client):
    page = text(show(client, make_staged(wrong=[("Amur", "Asia", "2,825")])))
    for words in ("3 rows · 1 page · 1 refused", "staged", "Which rivers cross borders", "Table ", "Export"):
        assert words in page


def test_a_row_in_the_address_opens_its_evidence_without_script(client):
    page = text(show(client, make_staged(), query="?row=2&c=2"))
    assert "Lists › Table 1 › row[River=Danube] › Length (km)" in page
    assert 'aria-current="true"' in page
    assert 'class="num is-cell"' in page


@pytest.mark.parametrize(
    "query",
    ["?row=99", "?row=2&c=99", "?row=x", "?row=-1", "?page=zebra", "?per=7", "?sort=c99", "?sort=;--",
     "?rung=likely", "?partition=Atlantis", "?row=99999999999999999999"],
)  # fmt: skip
def test_odd_addresses_show_the_rows(client, query):
    assert show(client, make_staged(), query=query).status_code == 200


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("?q=amur", ["Amur"]),
        ("?q=AMUR+asia", ["Amur"]),
        ("?q=2,8", ["Amur", "Danube"]),
        ("?partition=Africa", ["Nile"]),
        ("?rung=exact", ["Amur", "Danube", "Nile"]),
        ("?rung=words", []),
        ("?sort=c2", ["Amur", "Danube", "Nile"]),
        ("?sort=-c2", ["Nile", "Danube", "Amur"]),
        ("?sort=-row", ["Nile", "Danube", "Amur"]),
        ("?sort=partition", ["Nile", "Amur", "Danube"]),
        ("?sort=-c0&q=a", ["Nile", "Danube", "Amur"]),
    ],
)
def test_rows_are_filtered_and_sorted_by_the_address(client, query, rows):
    table = show(client, make_staged(), query=query).context["table"]
    assert [row.cells[0].value for row in table.rows] == rows


def test_what_a_filter_looks_for_is_data(client):
    version = make_staged()
    for q in ("%", "_", "'", '"', "<script>", "\\"):
        assert list(show(client, version, query=f"?q={q}").context["table"].rows) == []


def test_long_tables_are_paged_and_a_row_in_the_address_finds_its_page(client):
    version = make_staged(many_rows(120))
    table = show(client, version, query="?per=50").context["table"]
    assert (len(table.rows), table.page.paginator.num_pages) == (50, 3)
    there = show(client, version, query="?per=50&row=101").context["table"]
    assert (there.page.number, there.rows[0].ordinal) == (3, 101)
    again = show(client, version, query="?per=50&row=101&page=1").context["table"]
    assert again.page.number == 1


def test_rows_cost_the_same_number_of_queries_however_many(client):
    small, large = make_staged(), make_staged(many_rows(90), question=make_question("large"))
    show(client, small)
    counts = []
    for version in (small, large):
        with CaptureQueriesContext(connection) as queries:
            show(client, version, query="?row=1&c=1")
        counts.append(len(queries))
    assert counts[0] == counts[1] < 25


def test_a_fragment_is_the_rows_pane_alone(client):
    part = text(show(client, make_staged(), headers=HTMX))
    assert "Amur" in part
    assert "<html" not in part
    assert "No cell is open" not in part


def test_an_empty_version_and_an_unstaged_one_say_why(client):
    assert "No row was staged" in text(show(client, make_staged(rows=())))
    assert "the curator is still at work" in text(show(client, make_proposed(make_question("new"))))


def test_an_older_version_says_that_there_is_a_newer_one(client):
    parent = make_audited()
    child = make_staged(question=parent.table.question, parent=parent)
    mark_repaired(version=parent, successor=child)
    assert "Version 2 of this table is newer" in text(show(client, parent))
    assert "is newer" not in text(show(client, child))


def test_text_of_pages_is_never_markup_and_keeps_its_direction(client):
    rows = [("&lt;img src=x onerror=alert(1)&gt;", "Asia", "1"), ("نهر الفرات", "Asia", "2")]
    html_rows = [("<img src=x onerror=alert(1)>", "Asia", "1"), ("نهر الفرات", "Asia", "2")]
    page = text(show(client, make_staged(html_rows, html=rivers_html(rows))))
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "<img src=x" not in page
    assert '<span dir="auto">نهر الفرات</span>' in page


# --- refused ---


@pytest.mark.requirement("S6")
def test_refused_rows_show_their_reason_and_their_values(client):
    page = text(show(client, make_staged(wrong=[("Amur", "Asia", "2,825")]), "version_refused"))
    for words in (
        "value not there",
        "“2,825” does not stand at its place, which reads “2,824”",
        "row[River=Amur]",
    ):
        assert words in page


def test_refused_rows_are_filtered_by_reason(client):
    version = make_staged(wrong=[("Amur", "Asia", "2,825"), ("", "Asia", "2,824")])
    lines = show(client, version, "version_refused", "?code=key_empty").context["lines"]
    assert [line.code for line in lines] == ["key_empty"]
    assert text(show(client, version, "version_refused", "?code=none")).count("refused") > 0


def test_nothing_refused_says_so(client):
    assert "Nothing was refused" in text(show(client, make_staged(), "version_refused"))


def test_refused_rows_cost_the_same_number_of_queries(client):
    few = make_staged(wrong=[("Amur", "Asia", "1")])
    many = make_staged(
        many_rows(20), wrong=[("River 0", "Asia", f"{n}") for n in range(20)], question=make_question("l")
    )
    show(client, few, "version_refused")
    counts = []
    for version in (few, many):
        with CaptureQueriesContext(connection) as queries:
            show(client, version, "version_refused")
        counts.append(len(queries))
    assert counts[0] == counts[1]


# --- sources ---


@pytest.mark.requirement("S39")
@pytest.mark.requirement("S38")
def test_the_source_tree_shows_operator_parent_contribution_revision_and_hash(client):
    version = make_staged(left_out=[LeftOut("List of lakes", "No table has the key.", RIVERS)])
    snapshot = version.frontier.get().snapshot
    page = text(show(client, version, "version_frontier"))
    for words in (
        "the question&#x27;s seed",
        "1 by seed",
        snapshot.sha256[:12],
        "oldid=7",
        "List of lakes",
        "No table has the key.",
    ):
        assert words in page
    (node,) = show(client, version, "version_frontier").context["nodes"]
    assert (node.rows, node.cells, node.depth) == (3, 9, 0)


def test_a_page_that_supports_nothing_is_seen(client):
    pages = {RIVERS: make_page(), AMUR: make_page(AMUR, "<p>Amur.</p>")}
    nodes = show(client, make_proposed(pages=pages), "version_frontier").context["nodes"]
    assert [(node.entry.snapshot.title, node.depth, node.is_idle) for node in nodes] == [
        (RIVERS, 0, True),
        (AMUR, 1, True),
    ]


def test_pages_of_no_public_wiki_have_no_link_out(client):
    page = text(show(client, make_staged(wiki="demo"), "version_frontier"))
    assert "oldid=" not in page


# --- versions and difference ---


def test_versions_show_state_digest_and_reason(client):
    parent = make_audited()
    child = make_staged(question=parent.table.question, parent=parent)
    page = text(show(client, child, "version_list"))
    for words in (
        "version 1",
        "version 2",
        "repairs version 1",
        child.digest,
        parent.digest[:12],
        "what changed",
    ):
        assert words in page


@pytest.fixture
def repaired():
    parent = make_audited(rows=[*TABLE, ("Ob", "Asia", "3,650")])
    rows = [("Amur", "Asia", "2,825"), *TABLE[1:], ("Lena", "Asia", "4,294")]
    return make_staged(rows, question=parent.table.question, parent=parent)


def test_the_difference_is_cell_by_cell(client, repaired):
    response = show(client, repaired, "version_diff")
    counts = [response.context[name] for name in ("changed", "added", "removed", "unchanged")]
    assert counts == [1, 1, 1, 2]
    page = text(response)
    assert '<del class="break" dir="auto">2,824</del>' in page
    assert '<ins class="break" dir="auto">2,825</ins>' in page
    assert '<ins class="break" dir="auto">Lena</ins>' in page
    assert '<del class="break" dir="auto">Ob</del>' in page


def test_the_difference_can_be_asked_of_any_version_of_the_table(client, repaired):
    parent = repaired.parent
    response = show(client, parent, "version_diff", f"?with={repaired.pk}")
    assert [response.context[name] for name in ("added", "removed")] == [1, 1]
    assert "This is the first version" in text(show(client, parent, "version_diff"))


def test_versions_of_another_table_are_not_compared(client, repaired):
    other = make_staged(question=make_question("other"))
    assert show(client, repaired, "version_diff", f"?with={other.pk}").status_code == 404
    assert "There is only one version" in text(show(client, other, "version_diff"))


def test_equal_versions_say_so(client):
    parent = make_audited()
    child = make_staged(question=parent.table.question, parent=parent)
    assert "No cell differs" in text(show(client, child, "version_diff"))


def test_no_page_of_a_version_writes(client):
    version = make_staged()
    before = TableVersion.objects.values_list("state", "digest").get()
    with CaptureQueriesContext(connection) as queries:
        for name in ("version_rows", "version_refused", "version_frontier", "version_list", "version_diff"):
            show(client, version, name)
    assert not [q for q in queries if q["sql"].split()[0] in ("INSERT", "UPDATE", "DELETE")]
    assert TableVersion.objects.values_list("state", "digest").get() == before
