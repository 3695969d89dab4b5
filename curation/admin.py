"""Questions, pages and versions in the admin site: to look at. They change through services, which journal it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from curation.models import Contract, Page, Question, Snapshot, TableVersion


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic in the stubs only
    """Shows, and changes nothing."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False


@admin.register(Question)
class QuestionAdmin(ReadOnlyAdmin):
    """Questions by key and words."""

    list_display = ("key", "text", "seed_title", "domain", "created_at")
    search_fields = ("key", "text", "seed_title")


@admin.register(Contract)
class ContractAdmin(ReadOnlyAdmin):
    """Contracts with their digest."""

    list_display = ("question", "number", "digest", "created_at")
    list_select_related = ("question",)


@admin.register(Page)
class PageAdmin(ReadOnlyAdmin):
    """Pages by wiki and id."""

    list_display = ("title", "wiki", "page_id")
    search_fields = ("title",)


@admin.register(Snapshot)
class SnapshotAdmin(ReadOnlyAdmin):
    """Stored copies."""

    list_display = ("title", "revision_id", "sha256", "size", "retrieved_at")
    search_fields = ("title", "sha256")


@admin.register(TableVersion)
class TableVersionAdmin(ReadOnlyAdmin):
    """Versions with state and digest."""

    list_display = ("table", "number", "state", "digest", "created_at", "staged_at")
