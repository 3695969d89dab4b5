"""Curation as a Django app."""

from django.apps import AppConfig


class CurationConfig(AppConfig):
    """Questions, pages, snapshots, staged tables."""

    name = "curation"
