"""Snapshots: the bytes of a page are stored once, under their SHA-256, before anything reads them."""

from __future__ import annotations

from typing import Any

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction

from curation.domain.pages import FetchedPage
from curation.models import Page, Snapshot
from curation.models.pages import snapshot_path
from stageaudit_web.core import journal
from stageaudit_web.core.digests import bytes_digest
from stageaudit_web.core.errors import InvalidInput
from stageaudit_web.core.rights import refuse_auditor

SNAPSHOT_STORED = journal.declare(
    "snapshot.stored", "A copy of a page was stored: address, revision, hash, time."
)


def store_snapshot(*, page: FetchedPage, by: Any = None) -> Snapshot:
    """Stores a fetched page. The same revision with the same bytes is one snapshot, whoever fetched it, however often.

    The bytes are written and checked before the row: a snapshot's row never points at nothing.
    """
    refuse_auditor(what="store a page", subject=Page(wiki=page.wiki, page_id=page.page_id), by=by)
    if not page.html:
        raise InvalidInput(
            "empty_page", f"The page “{page.title}” came without any content.", title=page.title
        )
    sha256 = bytes_digest(page.html)
    _write(sha256, page.html)
    with transaction.atomic():
        stored, created = Snapshot.objects.get_or_create(
            page=_page(page),
            revision_id=page.revision_id,
            sha256=sha256,
            defaults={
                "title": page.title,
                "revision_at": page.revision_at,
                "url": page.url,
                "redirects": list(page.redirects),
                "size": len(page.html),
            },
        )
        if created:
            _journal(stored, page, by)
    return stored


def _page(page: FetchedPage) -> Page:
    known, created = Page.objects.get_or_create(
        wiki=page.wiki, page_id=page.page_id, defaults={"title": page.title}
    )
    if not created and known.title != page.title:
        known.title = page.title
        known.save(update_fields=["title"])
    return known


def _write(sha256: str, data: bytes) -> None:
    """Puts the bytes under their hash. A file that a killed worker left incomplete is replaced."""
    path = snapshot_path(sha256)
    if default_storage.exists(path):
        with default_storage.open(path) as file:
            if bytes_digest(file.read()) == sha256:
                return
        default_storage.delete(path)
    written = default_storage.save(path, ContentFile(data))
    if written != path:  # another worker stored the same bytes in this moment
        default_storage.delete(written)


def _journal(snapshot: Snapshot, page: FetchedPage, by: Any) -> None:
    payload = {
        "title": page.title,
        "wiki": page.wiki,
        "page_id": page.page_id,
        "revision": page.revision_id,
        "url": page.url,
        "sha256": snapshot.sha256,
        "size": snapshot.size,
        "retrieved_at": snapshot.retrieved_at.isoformat(),
    }
    journal.record(verb=SNAPSHOT_STORED, subject=snapshot, by=by, payload=payload)
