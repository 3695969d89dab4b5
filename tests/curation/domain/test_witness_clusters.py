"""The ladder on real pages: every true value stands where its row says, and no changed value does."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from curation.domain.content import Content, PageContent
from curation.domain.contract import Column, Contract
from curation.domain.extract import extract_page
from curation.domain.locators import Part, Reading
from curation.domain.values.normalise import fold_diacritics, normalise
from curation.domain.witness import FOLDED, context_reading, support, witness_row
from tests.shared_data import SHARED_DATA, needs_shared_data

pytestmark = needs_shared_data


@cache
def clusters() -> list[dict[str, Any]]:
    loaded: list[dict[str, Any]] = json.loads((SHARED_DATA / "wiki" / "clusters.json").read_text())
    return loaded


@cache
def page(file: str, title: str) -> PageContent:
    return extract_page((SHARED_DATA / file).read_bytes(), title=title)


def readings_at(place: dict[str, Any]) -> list[Reading]:
    """Everything that can be read at one place: each cell, or the infobox value, or the item; and the context."""
    content = page(place["file"], place["page"])
    context = ((Part.TITLE, Content(content.title)),)
    if place["kind"] == "infobox":
        return [
            Reading(entry.value, Part.CELL, ((Part.LABEL, Content(entry.path[-1])), *context))
            for entry in content.infobox
            if (entry.table_index, entry.row) == (place["table_index_all"], place["row"])
        ]
    if place["kind"] == "list":
        path = tuple(place["section"].split(" > "))
        texts = [
            item.content
            for item in content.items
            if (item.section_path, item.ordinal) == (path, place["item"])
        ]
        return with_context([(text, Part.ITEM) for text in texts], path, content.title)
    grid = content.grid(place["table_index_all"])
    assert grid is not None
    cells = [grid.cell_at(place["row"], column) for column in range(grid.width)]
    return with_context(
        [(item.content, Part.CELL) for item in cells if item], grid.section_path, content.title
    )


def with_context(found: list[tuple[Content, Part]], path: tuple[str, ...], title: str) -> list[Reading]:
    around = (*((Part.SECTION, Content(name)) for name in reversed(path)), (Part.TITLE, Content(title)))
    context = context_reading(Reading(Content(""), Part.CELL, around))
    assert context is not None
    return [*(Reading(content, part) for content, part in found), context]


def true_values() -> Iterator[tuple[str, Column, bool, str, list[Reading]]]:
    """Every non-empty value of the open clusters, with its column, whether it is of the key, and its row's readings."""
    for cluster in clusters():
        for row in cluster["rows"]:
            readings = [reading for place in row["_loc"] for reading in readings_at(place)]
            for name in cluster["columns"]:
                if row.get(name):
                    yield cluster["id"], Column(name), name in cluster["primary_key"], row[name], readings


def witnessed(value: str, column: Column, key: bool, readings: list[Reading]) -> bool:
    contract = Contract("", (column.name,) if key else (), (column,))
    return witness_row({column.name: value}, {column.name: readings}, contract).witnessed


@pytest.mark.requirement("S9", "S17")
def test_every_true_value_is_supported_at_its_row() -> None:
    values = list(true_values())
    lost = [
        (where, column.name, value)
        for where, column, key, value, at in values
        if not witnessed(value, column, key, at)
    ]
    assert len(values) > 1600
    assert lost == []


def change_digit(value: str, rng: random.Random) -> str:
    places = [match.start() for match in re.finditer(r"\d", value)]
    if not places:
        return ""
    at = rng.choice(places)
    return value[:at] + rng.choice([digit for digit in "0123456789" if digit != value[at]]) + value[at + 1 :]


def change_sign(value: str, rng: random.Random) -> str:
    if value[0] in "+-−":
        return rng.choice([value[1:], ("−" if value[0] == "+" else "+") + value[1:]])
    return rng.choice("+-−") + value if value[0].isdigit() or value[0] == "." else ""


def change_letter(value: str, rng: random.Random) -> str:
    places = [index for index, char in enumerate(value) if char.isalpha()]
    if not places:
        return ""
    at = rng.choice(places)
    other = rng.choice([char for char in "abcdefghijklmnopqrstuvwxyz" if char != value[at].casefold()])
    return value[:at] + other + value[at + 1 :]


def change_word(value: str, rng: random.Random) -> str:
    words = value.split()
    words[rng.randrange(len(words))] = rng.choice(["Northern", "Smith", "second", "Old"])
    return " ".join(words)


def change_unit(value: str, rng: random.Random) -> str:
    found = re.search(r"(?<=\d)(\s?)(kW|°[CF]|K|%|metres|kilometres|strokes?|kJ)", value)
    if not found:
        return ""
    return value[: found.start(2)] + rng.choice(["MW", "feet", "‰", "°R"]) + value[found.end() :]


def change_date(value: str, rng: random.Random) -> str:
    found = re.search(r"\b(?:1[5-9]|20)\d\d\b", value)
    return (
        value[: found.start()] + str(int(found.group()) + rng.choice([-10, -1, 1, 10])) + value[found.end() :]
        if found
        else ""
    )


def add_negation(value: str, rng: random.Random) -> str:
    return rng.choice(["not ", "no ", "non-", "never "]) + value


CHANGES = [change_digit, change_sign, change_letter, change_word, change_unit, change_date, add_negation]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.requirement("S9", "X5")
def test_no_changed_value_is_supported_where_the_true_one_stands(
    change: Callable[[str, random.Random], str],
) -> None:
    rng = random.Random(change.__name__)
    tried, passed = 0, []
    for where, column, key, value, readings in true_values():
        made = change(value, rng)
        if not made or fold_diacritics(normalise(made)) == fold_diacritics(normalise(value)):
            continue
        own = [reading for reading in readings if support(value, reading, column, key=key)]
        tried += 1
        hits = [found for reading in own if (found := support(made, reading, column, key=key)) is not None]
        passed += [(where, column.name, value, made, hit) for hit in hits if FOLDED not in hit.note]
    assert tried > 70
    assert passed == []
