"""Walks the sealed journal and everything signed, and names the first place that does not hold."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from stageaudit_web.core import ledger
from stageaudit_web.core.models import JournalEvent, JournalSeal


class Command(BaseCommand):
    """`manage.py verify_ledger [--all]`: exit status 0 when every seal, event and signed version holds, 1 otherwise."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """--all lists every break instead of the first."""
        parser.add_argument("--all", action="store_true", help="list every break, not only the first")

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints what was checked; raises CommandError at a break."""
        breaks = list(islice(ledger.verify(), None if options["all"] else 1))
        if breaks:
            raise CommandError("\n".join(f"{found.where}: {found.what}" for found in breaks))
        events, seals = JournalEvent.objects.count(), JournalSeal.objects.count()
        self.stdout.write(f"The ledger holds: {events} events, {seals} seals, and every signed version.")
