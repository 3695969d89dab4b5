"""Real pages: every cell against Chromium, every known place against what it holds."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from curation.domain.content import PageContent
from curation.domain.extract import extract_page, extract_tables
from tests.shared_data import SHARED_DATA, needs_shared_data
from tests.tools import browser_reference

WIKI = SHARED_DATA / "wiki"
REFERENCE = browser_reference.load()
PAGES = sorted(REFERENCE["pages"])


@cache
def page(name: str) -> PageContent:
    title = name.split("/")[-1].split(".")[0].replace("_", " ")
    return extract_page((WIKI / name).read_bytes(), title=title)


def folded(text: str) -> str:
    return " ".join(text.replace("^", "").split())


def known_places() -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    if not WIKI.is_dir():
        return []
    clusters = json.loads((WIKI / "clusters.json").read_text(encoding="utf-8"))
    return [
        (f"{cluster['id']} {number}", cluster, row)
        for cluster in clusters
        for number, row in enumerate(cluster["rows"])
    ]


@needs_shared_data
@pytest.mark.requirement("X7")
@pytest.mark.parametrize("name", PAGES)
def test_f1_every_cell_of_a_real_page_stands_where_chromium_draws_it(name):
    tables = REFERENCE["pages"][name]["tables"]
    grids = page(name).grids
    assert len(grids) == len(tables)
    for grid, table in zip(grids, tables, strict=True):
        ours = sorted((cell.row, cell.column, cell.row_span, cell.col_span) for cell in grid.cells)
        assert ours == sorted(tuple(cell[:4]) for cell in table), f"table {grid.table_index}"


@needs_shared_data
@pytest.mark.parametrize("name", PAGES)
def test_every_cell_of_a_real_page_shows_what_chromium_shows(name):
    tables = REFERENCE["pages"][name]["tables"]
    for grid, table in zip(page(name).grids, tables, strict=True):
        shown = {tuple(cell[:2]): cell[4:] for cell in table}
        for cell in grid.cells:
            digest = browser_reference.digest(cell.content.text)
            assert digest in shown[cell.row, cell.column], (grid.table_index, cell.row, cell.column)


@needs_shared_data
@pytest.mark.parametrize(
    ("name", "cluster", "row"), known_places(), ids=lambda held: held if isinstance(held, str) else ""
)
def test_known_places_hold_the_values_of_their_rows(name, cluster, row):
    texts: list[str] = []
    for place in row["_loc"]:
        texts += texts_at(page(place["file"].removeprefix("wiki/")), place)
    pages = (f"{place['page']} {place.get('section') or ''}" for place in row["_loc"])
    around = folded(" ".join(pages)).casefold()
    whole = " ".join(texts)
    for column, value in row.items():
        if column == "_loc" or not value:
            continue
        parts = [folded(part) for part in value.split(";")]
        parts = [piece for part in parts for piece in (part.split(" – ") if part not in whole else [part])]
        told = all(part in texts or part in whole for part in parts)
        # What the row itself does not say (the county, the district) stands in a title or a section.
        words = folded(value).replace("(women)", "women").casefold().split()
        assert told or all(word in around for word in words), (column, value, texts)


def texts_at(content: PageContent, place: dict[str, Any]) -> list[str]:
    section = place.get("section")
    if place["kind"] == "list":
        path = tuple(section.split(" > "))
        found = [item for item in content.items if (item.section_path, item.ordinal) == (path, place["item"])]
        assert len(found) == 1
        return [folded(found[0].content.text)]
    grid = content.grid(place["table_index_all"])
    assert grid is not None
    if place["kind"] == "infobox":
        labels = [
            e.path[-1] for e in content.infobox if (e.table_index, e.row) == (grid.table_index, place["row"])
        ]
        assert labels == [place["label"]]
    else:
        assert " > ".join(grid.section_path) == section
    cells = [grid.cell_at(place["row"], column) for column in range(grid.width)]
    return [folded(cell.content.text) for cell in dict.fromkeys(filter(None, cells))]


@needs_shared_data
@pytest.mark.parametrize("name", PAGES)
def test_positions_of_contents_are_those_of_the_elements(name):
    content = page(name)
    anchors = [cell.content.anchor for grid in content.grids for cell in grid.cells]
    assert len(set(anchors)) == len(anchors)
    assert all(grid.anchor < cell.content.anchor for grid in content.grids for cell in grid.cells)
    assert extract_tables((WIKI / name).read_bytes()) == content.grids


@needs_shared_data
def test_traps_of_the_real_pages():
    peszek = page("html/Samantha_Peszek.602230275.html")
    assert any(entry.value.text == "1.53 m (5 ft 1⁄4 in)" for entry in peszek.infobox)
    saskatchewan = page("html/List_of_towns_in_Saskatchewan.586297094.html").grids[0]
    keyed = [cell.content for cell in saskatchewan.cells if cell.content.sort_key]
    assert len(keyed) > 700
    assert not any("7002" in content.text for content in keyed)
    arabic = page("html_modern/Mathematics.ar.parsoid.html")
    assert any(link.title == "هندسة رياضية" or "رياض" in (link.title or "") for link in arabic.links)
    israel = page("html/List_of_Israeli_cities.597081501.html").grids
    assert any(cell.content.direction == "rtl" for grid in israel for cell in grid.cells)
    symbols = page("html/Japanese_map_symbols.576219086.html").grids
    assert sum(bool(cell.content.text) for grid in symbols for cell in grid.cells) > 200
