"""Wikipedia pages and their stored copies. The snapshot, not the live page, is evidence."""

from __future__ import annotations

from django.core.files.storage import default_storage
from django.db import models
from django.utils import timezone

from stageaudit_web.core.models import AppendOnlyModel


class Page(models.Model):
    """A page of a wiki, known by its page id."""

    wiki = models.CharField(max_length=100, help_text="host such as en.wikipedia.org, or demo")
    page_id = models.PositiveBigIntegerField()
    title = models.CharField(max_length=300)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["wiki", "page_id"], name="one_page_per_wiki_and_id")]
        indexes = [models.Index(fields=["wiki", "title"])]

    def __str__(self) -> str:
        return self.title


class Snapshot(AppendOnlyModel):
    """One stored copy of one revision. The bytes lie in media storage under their SHA-256."""

    page = models.ForeignKey(Page, on_delete=models.PROTECT, related_name="snapshots")
    title = models.CharField(max_length=300, help_text="the page's title in this revision")
    revision_id = models.PositiveBigIntegerField()
    revision_at = models.DateTimeField(null=True, blank=True)
    retrieved_at = models.DateTimeField(default=timezone.now)
    url = models.TextField(help_text="where the bytes came from")
    redirects = models.JSONField(default=list, help_text="titles that redirect here")
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["page", "revision_id", "sha256"], name="one_snapshot_per_revision_and_content"
            ),
            models.CheckConstraint(condition=models.Q(size__gt=0), name="snapshot_has_bytes"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, revision {self.revision_id}"

    @property
    def path(self) -> str:
        """Name in media storage."""
        return snapshot_path(self.sha256)

    def read(self) -> bytes:
        """The stored bytes."""
        with default_storage.open(self.path) as file:
            data: bytes = file.read()
        return data


def snapshot_path(sha256: str) -> str:
    """Where bytes with that digest lie in media storage."""
    return f"snapshots/{sha256[:2]}/{sha256}.html"
