"""Tabs of an object's pages: each app adds its own, so that a page's head can show tabs of apps it may not import."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

_TABS: dict[str, list[Tab]] = {}


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab: its place among the others, its words, the URL name (which takes the object's id), its key."""

    order: int
    label: str
    url_name: str
    key: str = ""

    def url(self, obj: Any) -> str:
        """Address of the tab for one object."""
        return reverse(self.url_name, args=[obj.pk])


def add_tab(group: str, *, order: int, label: str, url_name: str, key: str = "") -> None:
    """Adds a tab to a group such as `version`; adding the same one again changes nothing."""
    tab = Tab(order, label, url_name, key)
    tabs = _TABS.setdefault(group, [])
    if tab not in tabs:
        tabs.append(tab)
        tabs.sort(key=lambda one: one.order)


def tabs_of(group: str) -> list[Tab]:
    """The tabs of a group in order."""
    return list(_TABS.get(group, []))
