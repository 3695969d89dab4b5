"""Tests of curation.services.reading: stored first, then read, and read only from what was stored."""

from __future__ import annotations

import pytest
from django.core.files.storage import default_storage

from curation.domain.pages import FetchedPage, ResolvedTitle
from curation.models import Snapshot
from curation.services.reading import StoringReader, read_entries, read_snapshot
from curation.services.snapshots import store_snapshot
from curation.wiki.ports import PageSourceError
from stageaudit_web.core.errors import Conflict, InvalidInput, Unavailable
from tests.curation.factories import AMUR, RIVERS, make_page, make_proposed

pytestmark = pytest.mark.django_db


class FewPages:
    """A page source of a few pages that counts what it is asked for."""

    def __init__(self, *pages: FetchedPage, error: PageSourceError | None = None) -> None:
        self.pages, self.error = {page.title: page for page in pages}, error
        self.fetched: list[str] = []

    def resolve(self, titles):
        if self.error:
            raise self.error
        return [
            ResolvedTitle(title, title, 1 if title in self.pages else None, missing=title not in self.pages)
            for title in titles
        ]

    def fetch(self, title):
        if self.error:
            raise self.error
        self.fetched.append(title)
        return self.pages[title]


def quiet(done, total, label):
    """Progress that nobody looks at."""


def test_a_page_is_stored_before_it_is_read():
    reader = StoringReader(FewPages(make_page()), 10, quiet)
    page = reader.content(RIVERS)
    assert page.grids[0].cell_at(1, 0).content.text == "Amur"
    assert reader.snapshots[RIVERS] == Snapshot.objects.get()


def test_a_page_is_fetched_once():
    source = FewPages(make_page())
    reader = StoringReader(source, 10, quiet)
    assert reader.content(RIVERS) is reader.content(RIVERS)
    assert source.fetched == [RIVERS]


def test_progress_is_told_per_page():
    told = []
    reader = StoringReader(
        FewPages(make_page(), make_page(AMUR, "<p>Amur.</p>")), 10, lambda *facts: told.append(facts)
    )
    reader.content(RIVERS)
    reader.content(AMUR)
    assert told == [(0, 10, RIVERS), (1, 10, AMUR)]


def test_titles_that_redirect_here_are_names_of_the_page():
    snapshot = store_snapshot(page=make_page(redirects=("Rivers by length",)))
    assert read_snapshot(snapshot).redirects == ("Rivers by length",)


@pytest.mark.parametrize(("retry", "kind"), [(True, Unavailable), (False, InvalidInput)])
def test_errors_of_a_source_say_whether_a_retry_helps(retry, kind):
    reader = StoringReader(
        FewPages(error=PageSourceError("slow", "The wiki is slow.", retry=retry)), 10, quiet
    )
    for ask in (lambda: reader.content(RIVERS), lambda: reader.resolve([RIVERS])):
        with pytest.raises(kind, match="The wiki is slow") as raised:
            ask()
        assert raised.value.code == "pages_slow"


def test_admitted_pages_are_read_from_their_stored_bytes():
    version = make_proposed(pages={RIVERS: make_page(), AMUR: make_page(AMUR, "<p>Amur.</p>")})
    told = []
    pages = read_entries(version.frontier.select_related("snapshot"), lambda *facts: told.append(facts))
    assert list(pages) == [RIVERS, AMUR]
    assert told == [(1, 2, RIVERS), (2, 2, AMUR)]


def test_bytes_that_changed_are_not_read():
    snapshot = store_snapshot(page=make_page())
    with default_storage.open(snapshot.path, "wb") as file:
        file.write(b"<p>Forged</p>")
    with pytest.raises(Conflict, match="were changed"):
        read_snapshot(snapshot)
    default_storage.delete(snapshot.path)
    with pytest.raises(Unavailable, match="cannot be read now"):
        read_snapshot(snapshot)
