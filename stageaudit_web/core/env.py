"""Strict readers of environment variables: a wrong value stops the start with what was found and what was expected."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE, FALSE = ("1", "true", "yes", "on"), ("0", "false", "no", "off", "")


def text(name: str, default: str | None = None) -> str:
    """The variable's text. Raises ImproperlyConfigured when it is unset and has no default."""
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set. It has no safe default: set it in the environment.")
    return value


def flag(name: str, default: bool) -> bool:
    """A yes/no variable: 1, true, yes, on, or 0, false, no, off."""
    value = os.environ.get(name)
    if value is None:
        return default
    if value.lower() in TRUE:
        return True
    if value.lower() in FALSE:
        return False
    raise ImproperlyConfigured(f"{name} is {value!r}; expected 1/true/yes/on or 0/false/no/off.")


def number(name: str, default: int, *, least: int = 0, most: int = 2**31) -> int:
    """A whole number within bounds."""
    value = os.environ.get(name, str(default))
    try:
        found = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {value!r}; expected a whole number.") from None
    if not least <= found <= most:
        raise ImproperlyConfigured(f"{name} is {found}; expected {least} to {most}.")
    return found


def choice(name: str, default: str, allowed: Sequence[str]) -> str:
    """One of a few words."""
    value = os.environ.get(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} is {value!r}; expected one of {', '.join(allowed)}.")
    return value


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated list; empty entries are dropped."""
    return [part.strip() for part in os.environ.get(name, default).split(",") if part.strip()]


def pairs(name: str) -> dict[str, str]:
    """A comma-separated list of `option=value`."""
    parts = words(name)
    if bad := [part for part in parts if "=" not in part]:
        raise ImproperlyConfigured(f"{name} has {bad[0]!r}; expected option=value, separated by commas.")
    return {key.strip(): value.strip() for key, value in (part.split("=", 1) for part in parts)}


def folder(name: str, default: Path) -> Path:
    """An absolute folder path; it is created when first needed, not here."""
    return Path(os.environ.get(name) or default).expanduser().resolve()


def folders(name: str, default: Sequence[Path]) -> list[Path]:
    """A list of folders separated as PATH is."""
    value = os.environ.get(name)
    if not value:
        return list(default)
    return [Path(part).expanduser().resolve() for part in value.split(os.pathsep) if part]
