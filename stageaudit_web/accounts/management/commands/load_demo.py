"""Makes a demo site ready: tables, static files, an account for each role, the demo's questions, one run of each."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from stageaudit_web.accounts.services.demo import create_demo_accounts
from stageaudit_web.core.errors import StageAuditError


class Command(BaseCommand):
    """`manage.py load_demo`: safe to repeat; what is there already stays as it is."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepares and loads. Raises CommandError on a site that is not a demo."""
        call_command("migrate", interactive=False, verbosity=0)
        collect_static()
        try:
            create_demo_accounts()
        except StageAuditError as error:
            raise CommandError(error.message) from error


def collect_static() -> None:
    """Collects static files when one of them changed: hashing and compressing them all takes seconds."""
    files = [
        (path, storage.get_modified_time(path).timestamp(), storage.size(path))
        for finder in get_finders()
        for path, storage in finder.list([])
    ]
    seen, stamp = json.dumps(sorted(files)), settings.STATIC_ROOT / ".collected"
    if not stamp.exists() or stamp.read_text() != seen:
        call_command("collectstatic", interactive=False, verbosity=0)
        stamp.write_text(seen)
