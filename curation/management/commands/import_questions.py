"""Imports questions from a file (docs/questions-format.md): all of them or none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from curation.services.questions import import_questions
from stageaudit_web.core.errors import InvalidInput


class Command(BaseCommand):
    """`manage.py import_questions FILE [--by NAME]`: exit status 1 with every problem of the file, else the counts."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """The file, and on whose behalf."""
        parser.add_argument("file", type=Path, help="JSON lines, or a JSON list such as clusters.json")
        parser.add_argument("--by", default="", help="name of the account on whose behalf; none: the system")

    def handle(self, *args: Any, **options: Any) -> None:
        """Imports and says what happened. Raises CommandError where nothing was imported."""
        file: Path = options["file"]
        try:
            data = file.read_bytes()
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        try:
            report = import_questions(data=data, name=file.name, by=_account(options["by"]))
        except InvalidInput as error:
            lines = [_line(*problem) for problem in error.facts.get("problems", [])] or [error.message]
            raise CommandError("\n".join([f"Nothing was imported from {file.name}:", *lines])) from error
        self.stdout.write(
            f"{report.total} questions: {len(report.created)} new, {len(report.changed)} changed, "
            f"{len(report.unchanged)} as they were."
        )


def _line(line: int, field: str, expected: str) -> str:
    place = f"line {line}, {field}" if field else f"line {line}"
    return f"{place}: expected {expected}"


def _account(name: str) -> Any:
    if not name:
        return None
    found = get_user_model().objects.filter(username=name).first()
    if found is None:
        raise CommandError(f"There is no account {name}.")
    return found
