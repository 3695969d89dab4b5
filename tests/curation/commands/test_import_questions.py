"""Tests of manage.py import_questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from curation.models import Question
from tests.shared_data import SHARED_DATA, needs_shared_data

pytestmark = pytest.mark.django_db
DEMO = Path(__file__).resolve().parents[3] / "demo" / "questions.jsonl"
RIVERS = {
    "id": "rivers",
    "question": "Which?",
    "seed": "Rivers",
    "primary_key": ["River"],
    "columns": ["River"],
}


def write(folder: Path, *items: object) -> Path:
    file = folder / "q.jsonl"
    file.write_text("\n".join(json.dumps(item) for item in items))
    return file


def test_the_demos_own_questions_are_imported(capsys):
    call_command("import_questions", DEMO)
    assert "4 questions: 4 new, 0 changed, 0 as they were." in capsys.readouterr().out
    call_command("import_questions", str(DEMO))
    assert "4 questions: 0 new, 0 changed, 4 as they were." in capsys.readouterr().out


@needs_shared_data
def test_the_evaluation_clusters_are_imported(capsys):
    call_command("import_questions", SHARED_DATA / "wiki" / "clusters.json")
    assert "8 questions: 8 new" in capsys.readouterr().out


def test_every_problem_is_printed_with_line_field_and_expectation(tmp_path):
    file = write(tmp_path, RIVERS, {**RIVERS, "id": "lakes", "seed": "", "columns": ["River", "River"]})
    with pytest.raises(CommandError) as raised:
        call_command("import_questions", file)
    assert str(raised.value).split("\n") == [
        "Nothing was imported from q.jsonl:",
        "line 2, seed: expected a text",
        "line 2, columns[1].name: expected a name of its own: “River” is there already",
    ]
    assert not Question.objects.exists()


def test_a_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(CommandError, match=r"none\.jsonl cannot be read"):
        call_command("import_questions", tmp_path / "none.jsonl")


def test_questions_may_be_imported_on_behalf_of_a_person(tmp_path, researcher):
    call_command("import_questions", write(tmp_path, RIVERS), by="rosa")
    assert Question.objects.get().created_by == researcher
    with pytest.raises(CommandError, match="no account nobody"):
        call_command("import_questions", write(tmp_path, RIVERS), by="nobody")
