"""Tests of curation.wiki.sources: one wiki per run, chosen by the seed."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from curation.wiki.ports import PageSourceError
from curation.wiki.sources import page_source


def make_folder(folder: Path, *titles: str, wiki: str = "demo") -> Path:
    folder.mkdir(exist_ok=True)
    lines = [
        {"title": title, "pageid": n, "revid": n, "file": f"{n}.html"}
        for n, title in enumerate(titles, start=1)
    ]
    for line in lines:
        (folder / str(line["file"])).write_text(f"<p>{line['title']} of {wiki}</p>")
    (folder / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)))
    (folder / "site.json").write_text(json.dumps({"wiki": wiki}))
    return folder


@pytest.fixture
def folders(tmp_path, settings):
    first = make_folder(tmp_path / "a", "Rivers", "Amur", wiki="demo")
    second = make_folder(tmp_path / "b", "Lakes", "Amur", wiki="en.wikipedia.org")
    settings.SAVED_PAGES = [first, second]
    return settings.SAVED_PAGES


def test_the_seed_says_which_wiki_is_read(folders):
    assert page_source("Rivers").fetch("Amur").wiki == "demo"
    assert page_source("Lakes").fetch("Amur").wiki == "en.wikipedia.org"


def test_the_first_folder_that_has_the_seed_is_read(folders):
    assert page_source("Amur").fetch("Amur").wiki == "demo"


def test_a_seed_that_nobody_has_is_missing(folders):
    with pytest.raises(PageSourceError) as raised:
        page_source("Atlantis")
    assert raised.value.code == "missing"


def test_a_site_without_sources_says_so(settings):
    settings.SAVED_PAGES = []
    with pytest.raises(PageSourceError) as raised:
        page_source("Rivers")
    assert raised.value.code == "no_sources"


def test_a_page_that_was_added_is_found(folders):
    page_source("Rivers")
    manifest = make_folder(folders[0], "Rivers", "Amur", "Nile") / "pages.jsonl"
    os.utime(manifest, ns=(manifest.stat().st_atime_ns, manifest.stat().st_mtime_ns + 1))
    assert page_source("Nile").fetch("Nile").title == "Nile"
