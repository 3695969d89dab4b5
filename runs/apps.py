"""Runs as a Django app."""

from django.apps import AppConfig


class RunsConfig(AppConfig):
    """Starts and shows runs of the pipelines."""

    name = "runs"
