"""Asking for the current revision: unchanged pages are not fetched, other pages under the title are not taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest

from curation.domain.pages import FetchedPage, ResolvedTitle
from curation.wiki.current import newer_page
from curation.wiki.live import Revision
from curation.wiki.ports import PageSourceError

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Folder:
    """A source that only sends pages."""

    page_id: int | None = 5
    revision: int = 8
    title: str = "Amur"
    fetched: list[str] = field(default_factory=list)

    def resolve(self, titles):
        return [ResolvedTitle(one, self.title, self.page_id, missing=self.page_id is None) for one in titles]

    def fetch(self, title):
        self.fetched.append(title)
        return FetchedPage("en.wikipedia.org", title, 5, self.revision, NOW, b"<p>x</p>", "https://x")


class Wiki(Folder):
    """A source that tells revisions too."""

    def current(self, titles):
        return [Revision(one, 5, self.revision, NOW) for one in titles]


def ask(source):
    return newer_page(source, "Amur", page_id=5, revision_id=7)


@pytest.mark.parametrize(("revision", "fetched"), [(7, []), (8, ["Amur"])])
def test_a_wiki_sends_only_what_was_edited(revision, fetched):
    wiki = Wiki(revision=revision)
    page = ask(wiki)
    assert (page is None, wiki.fetched) == (revision == 7, fetched)


def test_a_folder_sends_every_page():
    folder = Folder(revision=7)
    assert ask(folder).revision_id == 7


def test_a_page_that_was_renamed_is_fetched_by_its_new_title():
    assert ask(Wiki(title="Heilong Jiang")).title == "Heilong Jiang"


@pytest.mark.parametrize(("page_id", "code"), [(None, "missing"), (6, "other_page")])
def test_a_page_that_is_gone_or_another_one(page_id, code):
    with pytest.raises(PageSourceError) as caught:
        ask(Wiki(page_id=page_id))
    assert caught.value.code == code
