"""Accounts as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """People and their roles."""

    name = "stageaudit_web.accounts"
    label = "accounts"
