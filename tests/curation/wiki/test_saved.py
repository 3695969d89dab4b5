"""A folder of saved pages answers for its own titles only and never leaves its root."""

import json

import pytest

from curation.wiki.ports import PageSourceError
from curation.wiki.saved import SavedPages, locate_inside
from tests.shared_data import SHARED_DATA, needs_shared_data

AMUR = {"title": "Amur", "pageid": 11, "revid": 501, "file": "html/amur.html", "redirects": ["Amur River"]}


def make_folder(tmp_path, *entries, name="wiki"):
    root = tmp_path / name
    (root / "html").mkdir(parents=True)
    (root / "html" / "amur.html").write_bytes("<p>Амур</p>".encode())
    (root / "pages.jsonl").write_text("\n".join(json.dumps(entry) for entry in entries), encoding="utf-8")
    return root


def test_a_page_is_fetched_with_its_revision(tmp_path):
    page = SavedPages(make_folder(tmp_path, AMUR)).fetch("Amur")
    assert (page.title, page.page_id, page.revision_id, page.revision_at) == ("Amur", 11, 501, None)
    assert page.html == "<p>Амур</p>".encode()
    assert page.url == "https://en.wikipedia.org/w/index.php?title=Amur&oldid=501"


def test_a_file_may_be_named_from_the_folder_above(tmp_path):
    root = make_folder(tmp_path, {**AMUR, "file": "wiki/html/amur.html"})
    assert SavedPages(root).fetch("Amur").html


def test_redirects_lead_to_the_page_and_are_kept(tmp_path):
    found = SavedPages(make_folder(tmp_path, AMUR)).resolve(["amur_River#Course"])[0]
    assert (found.title, found.page_id, found.redirected_from, found.fragment) == (
        "Amur",
        11,
        ("Amur River",),
        "Course",
    )


@pytest.mark.parametrize("title", ["Amu", "AMUR", "Amur river", "Amur (river)", "A[1]"])
def test_no_other_page_is_ever_suggested(tmp_path, title):
    found = SavedPages(make_folder(tmp_path, AMUR)).resolve([title])[0]
    assert found.missing
    assert found.page_id is None


def test_a_missing_page_cannot_be_fetched(tmp_path):
    with pytest.raises(PageSourceError) as caught:
        SavedPages(make_folder(tmp_path, AMUR)).fetch("Lena")
    assert caught.value.code == "missing"


@pytest.mark.parametrize("file", ["../secret.html", "/etc/passwd", "html/../../secret.html", "link.html"])
def test_no_file_outside_the_folder_is_read(tmp_path, file):
    root = make_folder(tmp_path, AMUR)
    (tmp_path / "secret.html").write_text("secret")
    (root / "link.html").symlink_to(tmp_path / "secret.html")
    with pytest.raises(PageSourceError) as caught:
        locate_inside(root, file)
    assert caught.value.code == "outside_folder"


def test_a_file_that_is_not_there_is_said_so(tmp_path):
    with pytest.raises(PageSourceError) as caught:
        SavedPages(make_folder(tmp_path, {**AMUR, "file": "html/lena.html"})).fetch("Amur")
    assert caught.value.code == "unreadable"


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({**AMUR, "title": ""}, "title"),
        ({**AMUR, "title": "A[1]"}, "title"),
        ({**AMUR, "pageid": "11"}, "pageid"),
        ({**AMUR, "revid": -1}, "revid"),
        ({**AMUR, "redirects": "Amur River"}, "redirects"),
        ({**AMUR, "revision_at": "yesterday"}, "revision_at"),
    ],
)
def test_a_bad_manifest_names_line_and_field(tmp_path, entry, field):
    with pytest.raises(PageSourceError) as caught:
        SavedPages(make_folder(tmp_path, {**AMUR, "title": "Lena"}, entry))
    assert caught.value.code == "bad_manifest"
    assert (caught.value.facts["line"], caught.value.facts["field"]) == ("2", field)


def test_a_title_stands_once(tmp_path):
    with pytest.raises(PageSourceError):
        SavedPages(make_folder(tmp_path, AMUR, AMUR))


def test_a_folder_without_manifest_is_refused(tmp_path):
    with pytest.raises(PageSourceError) as caught:
        SavedPages(tmp_path)
    assert caught.value.code == "no_manifest"


def test_the_site_file_names_the_wiki(tmp_path):
    root = make_folder(tmp_path, {**AMUR, "revision_at": "2014-03-01T12:00:00Z"})
    (root / "site.json").write_text('{"wiki": "demo.example"}')
    page = SavedPages(root).fetch("Amur")
    assert page.wiki == "demo.example"
    assert page.revision_at.year == 2014


@needs_shared_data
def test_every_real_page_can_be_fetched():
    source = SavedPages(SHARED_DATA / "wiki")
    assert len(source.titles()) == 85
    assert all(source.fetch(title).html for title in source.titles())
    assert source.wiki == "en.wikipedia.org"
