"""People. Our own user table from the start, so that it can grow."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person who can log in; roles are groups (`core.roles.Role`)."""
