"""Makes a demo site ready: tables, static files, an account for each role, the demo's questions, one run of each."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from curation.models import Question
from curation.services.questions import import_questions
from runs.pipelines import start_table_run
from stageaudit_web.accounts.models import User
from stageaudit_web.accounts.services.demo import create_demo_accounts
from stageaudit_web.core.errors import StageAuditError
from stageaudit_web.core.models import Run
from stageaudit_web.core.roles import Role

QUESTIONS = settings.BASE_DIR / "demo" / "questions.jsonl"


class Command(BaseCommand):
    """`manage.py load_demo`: safe to repeat; what is there already stays as it is."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepares and loads. Raises CommandError on a site that is not a demo."""
        call_command("migrate", interactive=False, verbosity=0)
        collect_static()
        try:
            create_demo_accounts()
            ask_demo_questions(User.objects.get(username=Role.RESEARCHER.value))
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


def ask_demo_questions(by: User) -> None:
    """Imports the questions that are not there yet and starts a run of each that has none; edited ones stay edited."""
    lines = {json.loads(line)["key"]: line for line in QUESTIONS.read_text().splitlines() if line.strip()}
    known = set(Question.objects.filter(key__in=lines).values_list("key", flat=True))
    new = [line for key, line in lines.items() if key not in known]
    if new:
        import_questions(data="\n".join(new).encode(), name=QUESTIONS.name, by=by)
    for question in Question.objects.filter(key__in=lines).order_by("pk"):
        if not Run.objects.filter(subject=f"question:{question.pk}").exists():
            # No nudge: the demo's worker looks for work when it starts.
            start_table_run(question=question, by=by)
