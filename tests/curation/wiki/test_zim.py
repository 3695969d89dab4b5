"""The ZIM page source, on a file the test makes."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import pytest

from curation.wiki.ports import PageSourceError
from curation.wiki.zim import ZimPages

libzim = pytest.importorskip(
    "libzim", reason="libzim is an optional extra (GPL); without it only its absence is shown"
)

HTML = "<html><body><h1>Ural (river)</h1><p>The Ural rises in the Ural Mountains.</p></body></html>"


@pytest.fixture
def zim(tmp_path):
    from libzim.writer import Creator, Hint, Item, StringProvider

    class Page(Item):
        def __init__(self, path, title, body, kind="text/html"):
            super().__init__()
            self.place, self.title, self.body, self.kind = path, title, body, kind

        def get_path(self):
            return self.place

        def get_title(self):
            return self.title

        def get_mimetype(self):
            return self.kind

        def get_contentprovider(self):
            return StringProvider(self.body)

        def get_hints(self):
            return {Hint.FRONT_ARTICLE: True}

    path = tmp_path / "tiny.zim"
    with Creator(path).config_indexing(False, "eng") as creator:
        creator.add_metadata("Name", "wikipedia_en_tiny")
        creator.add_metadata("Date", "2026-05-01")
        creator.add_item(Page("Ural_(river)", "Ural (river)", HTML))
        creator.add_item(Page("style.css", "style.css", "p{}", "text/css"))
        creator.add_redirection("Ural_River", "Ural River", "Ural_(river)", {})
    return ZimPages(path)


def test_a_page_comes_with_its_bytes_and_the_date_of_the_file(zim):
    page = zim.fetch("Ural (river)")
    assert page.html.decode() == HTML
    assert (page.wiki, page.revision_id) == ("wikipedia_en_tiny", 20260501)
    assert page.revision_at == datetime(2026, 5, 1, tzinfo=UTC)


def test_a_redirect_leads_to_its_page(zim):
    found = zim.resolve(["Ural River"])[0]
    assert (found.title, found.redirected_from) == ("Ural (river)", ("Ural River",))
    assert zim.fetch("Ural River").page_id == zim.fetch("Ural (river)").page_id


@pytest.mark.parametrize("title", ["Volga", "style.css", "A[b]", ""])
def test_what_is_no_page_is_missing(zim, title):
    assert zim.resolve([title])[0].missing
    with pytest.raises(PageSourceError, match="no page"):
        zim.fetch(title)


def test_a_file_that_is_no_zim_is_named(tmp_path):
    broken = tmp_path / "broken.zim"
    broken.write_bytes(b"not a zim file at all")
    with pytest.raises(PageSourceError, match=r"broken\.zim is no readable ZIM file"):
        ZimPages(broken)


def test_without_libzim_the_source_says_how_to_get_it(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "libzim.reader", None)
    with pytest.raises(PageSourceError, match="pip install libzim"):
        ZimPages(tmp_path / "any.zim")
