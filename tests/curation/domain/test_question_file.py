"""Tests of curation.domain.question_file: both forms of file, and every error with line, field and expectation."""

from __future__ import annotations

import json

import pytest

from curation.domain.contract import Column, ColumnType, Partition, WikidataScope
from curation.domain.question_file import read_questions
from tests.shared_data import SHARED_DATA, needs_shared_data

RIVERS = {
    "id": "rivers",
    "question": "Which rivers cross borders?",
    "seed": "Transboundary river",
    "primary_key": ["River"],
    "columns": ["River", {"name": "Length", "type": "quantity", "unit": "km"}],
}


def lines(*items: dict) -> bytes:
    return "\n".join(json.dumps(item) for item in items).encode()


def problems(data: bytes) -> list[str]:
    return [str(problem) for problem in read_questions(data).problems]


def test_a_line_is_a_question():
    (draft,) = read_questions(
        lines({**RIVERS, "partitions": ["Asia", {"name": "Africa", "expected_rows": 4}], "as_of": "2024"})
    ).questions
    assert (draft.line, draft.key, draft.text, draft.seed) == (
        1, "rivers", "Which rivers cross borders?", "Transboundary river"
    )  # fmt: skip
    assert draft.contract.columns == (Column("River"), Column("Length", ColumnType.QUANTITY, unit="km"))
    assert draft.contract.partitions == (Partition("Asia"), Partition("Africa", 4))
    assert (draft.contract.as_of, draft.complements, draft.gold_keys) == ("2024", None, None)


def test_a_list_may_carry_more_than_the_question():
    item = {
        **RIVERS,
        "rows": [1],
        "traps": [],
        "complements": ["Amur"],
        "ground_truth_keys": [["Amur"], ["Nile"]],
    }
    (draft,) = read_questions(json.dumps([item], indent=1).encode()).questions
    assert draft.line == 2
    assert draft.complements == ("Amur",)
    assert draft.gold_keys == (("Amur",), ("Nile",))


def test_types_are_text_unless_given():
    (draft,) = read_questions(lines(RIVERS)).questions
    assert draft.contract.column("River").type is ColumnType.TEXT


@needs_shared_data
def test_the_evaluation_clusters_are_read():
    read = read_questions((SHARED_DATA / "wiki" / "clusters.json").read_bytes())
    assert read.problems == ()
    assert len(read.questions) == 8
    assert read.questions[2].contract.key == ("City", "Name")


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ({**RIVERS, "id": "a b"}, "line 1, id: expected 1 to 80 letters, digits, - or _"),
        ({**RIVERS, "seed": ""}, "line 1, seed: expected a text"),
        ({**RIVERS, "question": 7}, "line 1, question: expected a text"),
        ({**RIVERS, "columns": []}, "line 1, columns: expected a list that is not empty"),
        ({**RIVERS, "columns": ["River", 3]}, "line 1, columns[1]: expected a column's name, or an object"),
        (
            {**RIVERS, "columns": ["River", {"name": "L", "type": "size"}]},
            "line 1, columns[1].type: expected one of text",
        ),
        ({**RIVERS, "columns": ["River", {"nam": "L"}]}, "line 1, columns[1].nam: expected no such field"),
        ({**RIVERS, "columns": ["River", "River"]}, "line 1, columns[1].name: expected a name of its own"),
        (
            {**RIVERS, "columns": ["River", {"name": "L", "required": "yes"}]},
            "columns[1].required: expected true or false",
        ),
        ({**RIVERS, "primary_key": ["Lake"]}, "line 1, primary_key: expected names of columns: “Lake”"),
        ({**RIVERS, "expected_rows": "many"}, "line 1, expected_rows: expected a whole number"),
        ({**RIVERS, "expected_rows": True}, "line 1, expected_rows: expected a whole number"),
        (
            {**RIVERS, "partitions": ["Asia", "asia"]},
            "line 1, partitions[1].name: expected a name of its own",
        ),
        (
            {**RIVERS, "ground_truth_keys": [["a", "b"]]},
            "line 1, ground_truth_keys[0]: expected a list of 1 texts",
        ),
        ({**RIVERS, "colums": []}, "line 1, colums: expected no such field; known are as_of"),
        ({**RIVERS, "question": "a\x00b"}, "line 1, question: expected a text without null characters"),
        ({**RIVERS, "complements": "Amur"}, "line 1, complements: expected a list"),
    ],
)
def test_each_problem_names_its_line_its_field_and_what_was_expected(item, expected):
    assert any(expected in problem for problem in problems(lines(item))), problems(lines(item))


def test_broken_escapes_are_refused():
    data = json.dumps({**RIVERS, "scope": "x"}).replace('"x"', '"\\ud800"').encode()
    assert problems(data) == ["line 1, scope: expected a text without null characters and broken escapes"]


def test_one_problem_leaves_no_question():
    read = read_questions(lines(RIVERS, {**RIVERS, "id": "lakes", "seed": ""}))
    assert read.questions == ()
    assert [(problem.line, problem.field) for problem in read.problems] == [(2, "seed")]


def test_all_problems_of_a_file_are_told():
    bad = {**RIVERS, "id": "!", "columns": ["River", "River"], "expected_rows": -1}
    assert [problem.partition(":")[0] for problem in problems(lines(bad, bad))] == [
        "line 1, id", "line 1, expected_rows", "line 1, columns[1].name",
        "line 2, id", "line 2, expected_rows", "line 2, columns[1].name",
        "line 2, id",
    ]  # fmt: skip


def test_a_key_stands_once_in_a_file():
    assert problems(lines(RIVERS, RIVERS)) == [
        "line 2, id: expected an id of its own: “rivers” is in line 1 already"
    ]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", "line 1: expected at least one question"),
        (b"\n\n{", "line 3: expected one JSON object"),
        (b"[", "line 1: expected the end of the list"),
        (b"[{}\n{}]", "line 2: expected a comma or the end of the list"),
        (b"[] x", "line 1: expected nothing after the list"),
        (b"[1]", "line 1: expected a JSON object"),
        (b"\n\xff", "line 2: expected text in UTF-8"),
        (b"[" * 200_000, "line 1: expected valid JSON (nested too deeply)"),
        (b" " * (10 * 2**20 + 1), "line 1: expected a file of at most 10 MB"),
    ],
)
def test_what_is_no_file_of_questions_is_one_clear_problem(data, expected):
    (problem,) = problems(data)
    assert problem.startswith(expected)


def test_a_byte_order_mark_and_windows_lines_are_read():
    assert len(read_questions(b"\xef\xbb\xbf" + lines(RIVERS) + b"\r\n").questions) == 1


COUNTED = {"class": "Q4022", "conditions": [["P31", "Q4022"]], "partitions": {"Asia": [["P30", "Q48"]]}}


def test_a_question_may_say_what_wikidata_counts():
    (draft,) = read_questions(lines({**RIVERS, "partitions": ["Asia"], "wikidata": COUNTED})).questions
    assert draft.contract.wikidata == WikidataScope(
        "Q4022", (("P31", "Q4022"),), (("Asia", (("P30", "Q48"),)),)
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"class": "rivers"}, "wikidata.class: expected the id of a class such as Q4022"),
        ({"class": 7}, "wikidata.class: expected a text"),
        ({"conditions": ["P30"]}, "wikidata.conditions: expected a list of pairs"),
        ({"conditions": [["P30", "Q15} UNION {"]]}, "wikidata.conditions: expected a property and a value"),
        ({"partitions": {"Atlantis": []}}, "wikidata.partitions: expected names of partitions"),
        ({"partitions": [1]}, "wikidata.partitions: expected an object"),
        ({"klass": "Q1"}, "wikidata.klass: expected no such field"),
    ],
)
def test_what_wikidata_cannot_count_is_told(changes, said):
    found = problems(lines({**RIVERS, "partitions": ["Asia"], "wikidata": {**COUNTED, **changes}}))
    assert any(said in problem for problem in found), found
