"""Accounts of the demo: one for each role, with a password that everyone may know. Refused on any other site."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import Group
from django.db import transaction

from stageaudit_web.accounts.models import User
from stageaudit_web.core.errors import AccessDenied
from stageaudit_web.core.roles import Role

DEMO_PASSWORD = "stageaudit-demo"  # noqa: S105 - printed at the start of every demo, which serves this machine only


def create_demo_accounts() -> list[User]:
    """Makes the accounts that are missing, named as their role; those that are there keep what was changed in them.

    Raises AccessDenied unless this site is a demo: known passwords have no place elsewhere.
    """
    if not settings.DEMO:
        raise AccessDenied(
            "not_a_demo", "Demo accounts have known passwords: set STAGEAUDIT_DEMO=1 if this is a demo."
        )
    return [_account(role) for role in Role]


@transaction.atomic
def _account(role: Role) -> User:
    found = User.objects.filter(username=role.value).first()
    if found is not None:
        return found
    is_admin = role == Role.ADMIN
    user = User(username=role.value, is_staff=is_admin, is_superuser=is_admin)
    user.set_password(DEMO_PASSWORD)
    user.save()
    user.groups.add(Group.objects.get_or_create(name=role.value)[0])
    return user
