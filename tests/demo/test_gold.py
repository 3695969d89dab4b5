"""The demo's true rows: every place they name is found on the page by extraction, with the very text."""

from __future__ import annotations

import pytest

from tests.demo.demo_set import Place, content_of, gold, gold_places, manifest, questions, rows_at

KEYS = [question["key"] for question in questions()]


def texts_at(place: Place) -> list[str]:
    """Every text that a place reads on its page."""
    page = content_of(place["page"])
    if place["kind"] == "table_row":
        return [texts[place["column"]] for _, _, texts in rows_at(place)]
    if place["kind"] == "infobox":
        return [entry.value.text for entry in page.infobox if entry.path[-1] == place["label"]]
    if place["kind"] == "heading":
        return [section.path[-1] for section in page.sections if section.path == tuple(place["section"])]
    if place["kind"] == "title":
        return [page.title]
    items = [item for item in page.items if item.section_path == tuple(place["section"])]
    return [item.content.text for item in items if item.content.text == place["text"]]


@pytest.mark.parametrize("key", KEYS)
def test_every_true_value_stands_where_it_is_said_to_stand(key: str):
    wrong = [
        (label, place["page"], texts_at(place), place["text"])
        for question, label, place in gold_places()
        if question == key and texts_at(place) != [place["text"]]
    ]
    assert wrong == []


@pytest.mark.parametrize("key", KEYS)
def test_every_value_of_a_true_row_has_a_place(key: str):
    without = [
        (row["values"], column)
        for row in gold(key)
        for column, value in row["values"].items()
        if value and not row.get("absent") and not row["places"].get(column)
    ]
    assert without == []


@pytest.mark.parametrize("key", KEYS)
def test_keys_and_counts_agree_with_the_question(key: str):
    question = next(question for question in questions() if question["key"] == key)
    keys = [[row["values"][column] for column in question["primary_key"]] for row in gold(key)]
    assert sorted(keys) == sorted(question["ground_truth_keys"])
    assert len(keys) == question["expected_rows"]


@pytest.mark.parametrize("key", KEYS)
def test_partitions_count_the_true_rows(key: str):
    question = next(question for question in questions() if question["key"] == key)
    column = question["partition_column"]
    for partition in question["partitions"]:
        parts = [row["values"][column].split("; ") for row in gold(key)]
        assert sum(partition["name"] in part for part in parts) == partition["expected_rows"], partition


def test_places_lie_on_the_seed_or_a_complement_page():
    pages = {question["key"]: {question["seed"], *question["complements"]} for question in questions()}
    other = {(key, place["page"]) for key, _, place in gold_places() if place["page"] not in pages[key]}
    # These river articles only repeat what the list says; a run may use them or do without.
    assert other == {
        ("transboundary-rivers", title)
        for title in (
            "Brahmaputra", "Congo River", "Danube", "Mekong", "Niger River", "Nile", "Orinoco", "Paraná River", "Rhine"
        )
    }  # fmt: skip


def test_every_complement_page_carries_something():
    carrying = {(key, place["page"]) for key, _, place in gold_places()}
    for question in questions():
        assert [page for page in question["complements"] if (question["key"], page) not in carrying] == []


def test_distractor_pages_carry_nothing():
    carrying = {(key, place["page"]) for key, _, place in gold_places()}
    for question in questions():
        assert [page for page in question["distractors"] if (question["key"], page) in carrying] == []


def test_seed_reaches_every_complement_page_within_two_links():
    for question in questions():
        near = linked_from({question["seed"]})
        assert set(question["complements"]) <= near | linked_from(near), question["key"]


def linked_from(titles: set[str]) -> set[str]:
    """Pages of the set that these pages link to."""
    lines = manifest_links()
    return {target for title in titles for target in lines.get(title, [])}


def manifest_links() -> dict[str, list[str]]:
    """Links of each page, redirects followed."""
    leads_to = {old: line["title"] for line in manifest() for old in [line["title"], *line["redirects"]]}
    return {line["title"]: [leads_to[link] for link in line["links"]] for line in manifest()}
