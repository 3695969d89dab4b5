"""Builds and audits a table for one imported question in this process, without a broker or a worker."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.models import Finding
from curation.models import Question, TableVersion
from runs import pipelines
from stageaudit_web.core import work
from stageaudit_web.core.errors import StageAuditError
from stageaudit_web.core.models import Run, RunState


class Command(BaseCommand):
    """`manage.py run_question KEY [--configuration NAME] [--by USERNAME]`."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        """KEY is the question's short name, as import_questions prints it."""
        parser.add_argument("key")
        parser.add_argument("--configuration", default="extractive", choices=sorted(pipelines.CONFIGURATIONS))
        parser.add_argument(
            "--by", default="", help="username of the person who starts the run (default: the system)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints the version made, its rows, refusals and findings; CommandError when the run did not end well."""
        question = Question.objects.filter(key=options["key"]).first()
        if question is None:
            raise CommandError(
                f"There is no question {options['key']!r}; import it with manage.py import_questions."
            )
        run = self._run(question, options)
        if run.state != RunState.DONE:
            raise CommandError(f"Run {run.pk} {run.state}: {run.reason}")
        self._print(TableVersion.objects.get(run=run))

    def _run(self, question: Question, options: dict[str, Any]) -> Run:
        try:
            run = pipelines.start_table_run(
                question=question, by=self._person(options["by"]), configuration=options["configuration"]
            )
        except StageAuditError as error:
            raise CommandError(error.message) from error
        return work.perform_all(run)

    def _person(self, username: str) -> Any:
        if not username:
            return None
        person = get_user_model().objects.filter(username=username).first()
        if person is None:
            raise CommandError(f"There is no account {username!r}.")
        return person

    def _print(self, version: TableVersion) -> None:
        findings = Finding.objects.filter(version=version)
        self.stdout.write(
            f"run {version.run_id}: version {version.number} of table {version.table_id} is {version.state}: "
            f"{version.frontier.count()} pages, {version.rows.count()} rows, {version.refused.count()} refused, "
            f"{findings.count()} findings ({findings.filter(severity='blocking').count()} blocking)"
        )
        for finding in findings.order_by("check_id", "pk"):
            self.stdout.write(f"  {finding.check_id} {finding.severity}: {finding.message}")
