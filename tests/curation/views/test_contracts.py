"""Tests of the contract editor: rows come and go by plain buttons, and only a valid contract is saved."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.urls import reverse

from curation.domain.contract import Column, ColumnType, Partition, WikidataScope
from curation.services.contracts import save_contract
from stageaudit_web.core.models import JournalEvent
from tests.curation.factories import CONTRACT, make_question

HTMX = {"HX-Request": "true"}


@pytest.fixture
def question(researcher):
    return make_question(by=researcher)


@pytest.fixture
def client(researcher, login):
    return login(researcher)


def form(columns, partitions=(), **more):
    """What a browser sends for these rows."""
    data = {"columns-TOTAL_FORMS": len(columns), "columns-INITIAL_FORMS": 0, "columns-MIN_NUM_FORMS": 0,
            "columns-MAX_NUM_FORMS": 60, "partitions-TOTAL_FORMS": len(partitions), "partitions-INITIAL_FORMS": 0,
            "scope": "", "partition_column": "", "expected_rows": "", "as_of": "", "act": "save"}  # fmt: skip
    for prefix, rows in (("columns", columns), ("partitions", partitions)):
        for number, row in enumerate(rows):
            data |= {f"{prefix}-{number}-{name}": value for name, value in row.items()}
    return {**data, **more}


def column(name, kind="text", **more):
    return {"name": name, "type": kind, "unit": "", "decimal": ".", **more}


def url(question):
    return reverse("contract_edit", args=[question.pk])


def test_the_editor_shows_the_contract_in_force(client, question):
    page = client.get(url(question)).content.decode()
    for words in ("Length (km)", "Africa", "Rivers that cross a border.", "Save as contract 2"):
        assert words in page


def test_a_new_contract_begins_with_empty_columns(client, researcher):
    page = client.get(url(make_question("lakes", by=researcher, contract=None))).content.decode()
    assert page.count("Remove column") == 3
    assert "Save as contract 1" in page


def test_saving_makes_the_next_version(client, question, researcher):
    data = form(
        [
            column("River", is_key="on", required="on"),
            column("Length", "quantity", unit="km", approximate="on"),
            column(""),
        ],
        [{"name": "Asia", "expected_rows": "11"}, {"name": "", "expected_rows": ""}],
        scope="All.", expected_rows="33", as_of="2024-12", idempotency_key="c1",
    )  # fmt: skip
    response = client.post(url(question), data)
    saved = question.contract.as_domain()
    assert response["Location"] == reverse("question_detail", args=[question.pk])
    assert saved.columns == (
        Column("River", required=True), Column("Length", ColumnType.QUANTITY, unit="km", approximate=True)
    )  # fmt: skip
    assert (saved.key, saved.partitions, saved.scope) == (("River",), (Partition("Asia", 11),), "All.")
    assert (saved.expected_rows, saved.as_of, question.contract.number) == (33, "2024-12", 2)
    assert JournalEvent.objects.filter(verb="contract.saved").last().actor == researcher


def test_a_row_without_a_name_is_no_row_also_when_it_came_with_the_page(client, question):
    data = form([column("River", is_key="on"), column("")], [{"name": ""}]) | {"columns-INITIAL_FORMS": 2}
    assert client.post(url(question), data).status_code == 302
    assert [one.name for one in question.contract.as_domain().columns] == ["River"]


def test_a_resend_saves_once(client, question):
    data = form([column("River", is_key="on")], idempotency_key="c1")
    client.post(url(question), data)
    client.post(url(question), data)
    assert question.contracts.count() == 2


def test_saving_what_is_in_force_says_so(client, question):
    editor = client.get(url(question)).context["editor"]
    columns = [
        {name: field for name, field in row.initial.items() if field is not False} for row in editor.columns
    ]
    partitions = [
        {"name": p.initial["name"], "expected_rows": p.initial["expected_rows"] or ""}
        for p in editor.partitions
    ]
    data = form(columns, partitions, scope=CONTRACT.scope, partition_column="Continent")
    response = client.post(url(question), data, follow=True)
    assert "Nothing differs from contract 1" in response.content.decode()
    assert question.contracts.count() == 1


def test_every_problem_is_said_at_its_field_and_nothing_is_saved(client, question):
    data = form(
        [column("River"), column("river"), column("L", "quantity", unit="banana"), column("T", unit="km")],
        [{"name": "Asia"}, {"name": "Asia"}],
        as_of="soon", partition_column="Lake",
    )  # fmt: skip
    response = client.post(url(question), data)
    page = response.content.decode()
    assert response.status_code == 422
    for words in (
        "at least one column that tells the rows apart",
        "“river” is there already",
        "not “banana”",
        "a column of type text has none",
        "“Asia” is there already",
        "not “soon”",
        "“Lake” is none of them",
    ):
        assert words in page.replace("&quot;", '"')
    assert question.contracts.count() == 1


def test_what_was_typed_survives_errors(client, question):
    page = client.post(url(question), form([column("Ein Fluß", is_key="on")], as_of="soon")).content.decode()
    assert 'value="Ein Fluß"' in page


def test_key_columns_keep_the_order_they_had(client, question, researcher):
    save_contract(question=question, contract=replace(CONTRACT, key=("Continent", "River")), by=researcher)
    client.post(
        url(question), form([column("River", is_key="on"), column("Continent", is_key="on")], scope="x")
    )
    assert question.contract.key == ["Continent", "River"]


def test_what_the_form_does_not_show_is_kept(client, question, researcher):
    counted = replace(CONTRACT, wikidata=WikidataScope("Q4022"))
    save_contract(question=question, contract=counted, by=researcher)
    client.post(url(question), form([column("River", is_key="on")]))
    assert question.contract.as_domain().wikidata == WikidataScope("Q4022")


@pytest.mark.parametrize(
    ("act", "names"),
    [
        ("add:column", ["A", "B", ""]),
        ("remove:column:0", ["B"]),
        ("up:column:1", ["B", "A"]),
        ("remove:column:7", ["A", "B"]),
        ("up:column:0", ["A", "B"]),
        ("explode:column:0", ["A", "B"]),
        ("remove:lake:0", ["A", "B"]),
        ("remove:column:-1", ["A", "B"]),
        ("remove:column:٣", ["A", "B"]),
    ],
)
def test_rows_come_and_go_without_saving(client, question, act, names):
    response = client.post(url(question), form([column("A", is_key="on"), column("B")], act=act))
    assert response.status_code == 200
    assert [row["name"].value() or "" for row in response.context["editor"].columns] == names
    assert question.contracts.count() == 1


def test_partitions_come_and_go_too(client, question):
    data = form([column("A")], [{"name": "Asia", "expected_rows": "x"}], act="add:partition")
    response = client.post(url(question), data)
    assert [row["name"].value() for row in response.context["editor"].partitions] == ["Asia", None]
    assert 'value="x"' in response.content.decode()


def test_a_fragment_is_the_form_alone(client, question):
    part = client.post(url(question), form([column("A")], act="add:column"), headers=HTMX).content.decode()
    assert part.count("Remove column") == 2
    assert "<html" not in part


def test_forged_counts_are_bounded(client, question):
    data = form([column("A", is_key="on")]) | {"columns-TOTAL_FORMS": "99999999"}
    assert client.post(url(question), data).status_code == 422
    data["act"] = "add:column"
    assert len(client.post(url(question), data).context["editor"].columns.forms) <= 80
    assert client.post(url(question), {"act": "save"}).status_code == 422


def test_what_wikidata_counts_is_typed_and_shown_again(client, question):
    typed = "Q4022\nAfrica: P30=Q15"
    client.post(url(question), form([column("River", is_key="on")], [{"name": "Africa"}], wikidata=typed))
    assert question.contract.as_domain().wikidata == WikidataScope(
        "Q4022", (), (("Africa", (("P30", "Q15"),)),)
    )
    assert "Q4022\nAfrica: P30=Q15" in client.get(url(question)).content.decode()
    client.post(url(question), form([column("River", is_key="on")], wikidata=""))
    assert question.contract.as_domain().wikidata is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [("rivers", "the id of a class"), ("Q4022 P30", "P30=Q15"), ("Q4022\nMars: P30=Q15", "Mars")],
)
def test_what_wikidata_cannot_count_is_told_at_the_field(client, question, typed, said):
    response = client.post(url(question), form([column("River", is_key="on")], wikidata=typed))
    assert response.status_code == 422
    assert said in str(response.context["editor"].scope.errors["wikidata"])
