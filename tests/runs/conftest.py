"""A question that a folder of one saved page answers."""

from __future__ import annotations

import json

import pytest

from tests.curation import factories


@pytest.fixture
def make_question():
    """Makes further questions."""
    return factories.make_question


@pytest.fixture
def question(settings, tmp_path, db):
    """The rivers question over a saved folder."""
    page = {"title": factories.RIVERS, "pageid": 11, "revid": 7, "file": "rivers.html"}
    (tmp_path / "rivers.html").write_text(factories.rivers_html(), encoding="utf-8")
    (tmp_path / "pages.jsonl").write_text(json.dumps(page) + "\n", encoding="utf-8")
    settings.SAVED_PAGES = [tmp_path]
    return factories.make_question()
