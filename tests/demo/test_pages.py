"""The demo's pages: the manifest tells the truth about the files, and the markup is safe and like the wiki's."""

from __future__ import annotations

import hashlib
import json
import re

import pytest

from curation.wiki.saved import SavedPages
from demo.refresh_manifest import refresh
from tests.demo.demo_set import PAGES, content_of, html_of, manifest

TITLES = [line["title"] for line in manifest()]
REFUSED = (
    "<script",
    "<img",
    "<iframe",
    "<link",
    "javascript:",
    "<!--",
    "http://",
    "https://",
    " onload",
    " onclick",
)


def test_titles_and_ids_are_unique():
    lines = manifest()
    assert len({line["title"] for line in lines}) == len(lines)
    assert len({line["pageid"] for line in lines}) == len(lines)
    assert len({line["revid"] for line in lines}) == len(lines)


def test_redirects_lead_to_one_page_and_hide_none():
    redirects = [old for line in manifest() for old in line["redirects"]]
    assert len(set(redirects)) == len(redirects)
    assert not set(redirects) & set(TITLES)


def test_every_file_has_its_line_and_every_line_its_file():
    named = {line["file"] for line in manifest()}
    held = {path.relative_to(PAGES).as_posix() for path in (PAGES / "html").iterdir()}
    assert named == held


@pytest.mark.parametrize("title", TITLES)
def test_digest_is_that_of_the_stored_bytes(title: str):
    line = next(line for line in manifest() if line["title"] == title)
    assert hashlib.sha256((PAGES / line["file"]).read_bytes()).hexdigest() == line["sha256"]


def test_manifest_is_up_to_date_with_the_pages():
    held = (PAGES / "pages.jsonl").read_text(encoding="utf-8")
    assert refresh(held) == held


@pytest.mark.parametrize("title", TITLES)
def test_every_link_leads_into_the_set_or_is_marked_missing(title: str):
    line = next(line for line in manifest() if line["title"] == title)
    answers = SavedPages(PAGES).resolve([*line["links"], *line["links_missing"]])
    assert [answer.requested for answer in answers if answer.missing] == line["links_missing"]
    assert line["links"], "a page of the demo leads to other pages of it"


@pytest.mark.parametrize("title", TITLES)
def test_page_holds_nothing_that_runs_or_loads(title: str):
    html = html_of(title).lower()
    assert [mark for mark in REFUSED if mark in html] == []


@pytest.mark.parametrize("title", TITLES)
def test_references_and_their_notes_belong_together(title: str):
    html = html_of(title)
    cited = set(re.findall(r'href="#(cite_note-[^"]+)"', html))
    assert cited == set(re.findall(r'<li id="(cite_note-[^"]+)"', html))


@pytest.mark.parametrize("title", TITLES)
def test_page_opens_with_its_subject_and_has_sections(title: str):
    page = content_of(title)
    lead = [sentence for sentence in page.sentences if not sentence.section_path]
    assert lead, "running text before the first heading"
    assert len(page.sections) >= 3


def test_the_set_says_that_it_is_not_wikipedia():
    site = json.loads((PAGES / "site.json").read_text(encoding="utf-8"))
    assert site["wiki"] == "demo"
    assert "not revisions of Wikipedia" in site["note"]


def test_both_styles_of_markup_are_there():
    modern = [title for title in TITLES if "mw-parser-output" in html_of(title)]
    older = [title for title in TITLES if "mw-headline" in html_of(title)]
    assert len(modern) >= 30
    assert len(older) >= 5
    assert not set(modern) & set(older)


def test_hidden_sort_keys_and_references_are_no_text():
    europe = next(
        grid for grid in content_of("List of transboundary rivers").grids if grid.section_path == ("Europe",)
    )
    texts = [cell.content.text for cell in europe.cells]
    assert "2,850" in texts
    assert "1,230" in texts


def test_right_to_left_name_keeps_language_and_direction():
    cells = [cell.content for grid in content_of("Nile").grids for cell in grid.cells]
    name = next(content for content in cells if content.text == "نهر النيل")
    assert (name.lang, name.direction) == ("ar", "rtl")


def test_one_title_is_very_long():
    longest = max(TITLES, key=len)
    assert 120 < len(longest.encode()) <= 255
    assert content_of("Transboundary river").title != longest
    assert longest in {link.title for link in content_of("Transboundary river").links}


def test_one_table_has_every_element():
    grid = next(
        grid for grid in content_of("List of chemical elements").grids if grid.section_path == ("List",)
    )
    assert len(grid.slots) == 119
    assert grid.cell_at(118, 2) is not None
