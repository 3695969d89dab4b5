"""The demo's questions are read without a problem, and the page on their format names everything they may hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from curation.domain.contract import ColumnType
from curation.domain.question_file import COLUMN_FIELDS, FIELDS, PARTITION_FIELDS, read_questions
from curation.wiki.saved import SavedPages
from tests.demo.demo_set import DEMO, PAGES, questions

FORMAT = Path(__file__).resolve().parents[2] / "docs" / "questions-format.md"


def test_all_questions_are_read():
    held = read_questions((DEMO / "questions.jsonl").read_bytes())
    assert held.problems == ()
    assert [question.key for question in held.questions] == [question["key"] for question in questions()]


def test_every_named_page_is_in_the_set():
    pages = SavedPages(PAGES)
    for question in questions():
        titles = [question["seed"], *question["complements"], *question["distractors"]]
        assert [answer.requested for answer in pages.resolve(titles) if answer.missing] == []


def test_rivers_question_is_that_of_the_walkthrough():
    rivers = questions()[0]
    assert len(rivers["complements"]) == 13
    assert (rivers["expected_rows"], len(rivers["columns"]), rivers["primary_key"]) == (33, 4, ["River"])
    assert sum(partition["expected_rows"] for partition in rivers["partitions"]) == 34


@pytest.mark.parametrize("name", sorted(FIELDS | COLUMN_FIELDS | PARTITION_FIELDS))
def test_format_page_names_every_field(name: str):
    assert f"`{name}`" in FORMAT.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", list(ColumnType))
def test_format_page_names_every_type(kind: ColumnType):
    assert f"| `{kind}` |" in FORMAT.read_text(encoding="utf-8")


def test_example_of_the_format_page_is_read():
    text = FORMAT.read_text(encoding="utf-8")
    example = text.split("```json\n", 1)[1].split("\n```", 1)[0]
    assert read_questions(example.encode()).problems == ()
