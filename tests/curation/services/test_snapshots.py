"""Tests of curation.services.snapshots: bytes once under their hash, with what identifies them."""

from __future__ import annotations

import hashlib

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from curation.models import Page, Snapshot
from curation.models.pages import snapshot_path
from curation.services.snapshots import store_snapshot
from stageaudit_web.core.errors import AccessDenied, InvalidInput
from stageaudit_web.core.models import JournalEvent
from stageaudit_web.core.rights import acting_as
from tests.curation.factories import RIVERS, make_page, rivers_html

pytestmark = pytest.mark.django_db
SHA = hashlib.sha256(rivers_html().encode()).hexdigest()


@pytest.mark.requirement("S38")
def test_address_revision_time_and_hash_are_kept_and_journalled():
    snapshot = store_snapshot(page=make_page())
    assert (snapshot.sha256, snapshot.size, snapshot.revision_id) == (SHA, len(rivers_html()), 7)
    assert snapshot.url == "https://en.wikipedia.org/w/index.php?title=List_of_rivers&oldid=7"
    assert snapshot.read() == rivers_html().encode()
    payload = JournalEvent.objects.get(verb="snapshot.stored").payload
    assert payload["sha256"] == SHA
    assert payload["url"] == snapshot.url
    assert payload["retrieved_at"] == snapshot.retrieved_at.isoformat()


def test_the_same_page_again_is_the_same_snapshot():
    first = store_snapshot(page=make_page())
    assert store_snapshot(page=make_page()) == first
    assert (Page.objects.count(), Snapshot.objects.count()) == (1, 1)
    assert JournalEvent.objects.filter(verb="snapshot.stored").count() == 1


def test_the_same_revision_rendered_otherwise_is_another_snapshot():
    store_snapshot(page=make_page())
    store_snapshot(page=make_page(html="<p>Other templates.</p>"))
    assert (Page.objects.count(), Snapshot.objects.count()) == (1, 2)


def test_a_page_that_moved_keeps_its_id_and_its_old_snapshots_their_title():
    old = store_snapshot(page=make_page())
    new = store_snapshot(page=make_page("Rivers by length", page_id=old.page.page_id, revision_id=8))
    assert new.page_id == old.page_id
    assert (Page.objects.get().title, Snapshot.objects.get(pk=old.pk).title) == ("Rivers by length", RIVERS)


def test_pages_of_two_wikis_do_not_mix():
    store_snapshot(page=make_page())
    store_snapshot(page=make_page(wiki="demo"))
    assert Page.objects.count() == 2


def test_bytes_that_a_killed_worker_left_incomplete_are_written_anew():
    default_storage.save(snapshot_path(SHA), ContentFile(b"<p>Riv"))
    assert store_snapshot(page=make_page()).read() == rivers_html().encode()


def test_an_empty_page_is_no_evidence():
    with pytest.raises(InvalidInput, match="without any content"):
        store_snapshot(page=make_page(html="").__class__(**{**_fields(make_page()), "html": b""}))


def _fields(page):
    return {name: getattr(page, name) for name in page.__slots__}


@pytest.mark.requirement("S3")
def test_the_auditor_stores_no_page():
    with acting_as("auditor"), pytest.raises(AccessDenied):
        store_snapshot(page=make_page())
    assert not Snapshot.objects.exists()
