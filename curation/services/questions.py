"""Questions: asked by a person or imported from a file, each with its seed page and its first contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from curation.domain import contract as domain
from curation.domain.question_file import FileProblem, QuestionDraft, QuestionFile, read_questions
from curation.models import Question
from curation.services.contracts import save_contract
from curation.wiki.titles import TitleError, parse_title
from stageaudit_web.core import journal
from stageaudit_web.core.errors import Conflict, InvalidInput
from stageaudit_web.core.rights import refuse_auditor

QUESTION_CREATED = journal.declare("question.created", "A question was asked, with its seed page.")
QUESTION_CHANGED = journal.declare(
    "question.changed", "A re-import changed a question's words, seed or labels."
)
QUESTIONS_IMPORTED = journal.declare(
    "questions.imported", "A file of questions was read; the payload has the counts."
)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, by key of the question."""

    created: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """Number of questions in the file."""
        return len(self.created) + len(self.changed) + len(self.unchanged)


def create_question(
    *,
    key: str,
    text: str,
    seed_title: str,
    by: Any,
    contract: domain.Contract | None = None,
    area: str = "",
    complement_titles: list[str] | None = None,
    gold_keys: list[list[str]] | None = None,
) -> Question:
    """Asks a question; with `contract`, saves it as the first one.

    `area` is the question's domain. Raises InvalidInput for a title that no page can have or an invalid contract,
    Conflict when the key is taken.
    """
    refuse_auditor(what="ask a question", subject=Question(key=key), by=by)
    seed = clean_title(seed_title)
    with transaction.atomic():
        question = _insert(
            Question(
                key=key,
                text=text.strip(),
                seed_title=seed,
                domain=area.strip(),
                complement_titles=complement_titles,
                gold_keys=gold_keys,
                created_by=by,
            )
        )
        journal.record(verb=QUESTION_CREATED, subject=question, by=by, payload={"key": key, "seed": seed})
        if contract is not None:
            save_contract(question=question, contract=contract, by=by)
    return question


def clean_title(text: str) -> str:
    """A page title as the wiki writes it. Raises InvalidInput for one that no page can have."""
    try:
        return parse_title(text).text
    except TitleError as error:
        raise InvalidInput(
            "bad_title",
            f"“{text}” cannot be the title of a page ({error.code.replace('_', ' ')}).",
            field="seed",
        ) from error


def check_question_file(data: bytes) -> QuestionFile:
    """The questions of a file, or every problem in it, titles included. Writes nothing."""
    read = read_questions(data)
    wrong = [problem for draft in read.questions for problem in _title_problems(draft)]
    return QuestionFile(problems=tuple(wrong)) if wrong else read


def import_questions(*, data: bytes, name: str, by: Any = None) -> ImportReport:
    """Imports all questions of a file or none.

    A question whose key is known is left alone when nothing differs; a changed one is updated, and gets a new contract
    only if the contract differs. Raises InvalidInput with `facts["problems"]`: a list of (line, field, expected).
    """
    refuse_auditor(what="import questions", subject=Question(key=name[:80]), by=by)
    read = check_question_file(data)
    if read.problems:
        listed = [(problem.line, problem.field, problem.expected) for problem in read.problems]
        shown = "; ".join(str(problem) for problem in read.problems[:20])
        raise InvalidInput("bad_question_file", f"Nothing was imported from {name}. {shown}", problems=listed)
    with transaction.atomic():
        outcomes = [(draft.key, _import_one(draft, by)) for draft in read.questions]
        report = ImportReport(*(_keys(outcomes, kind) for kind in ("created", "changed", "unchanged")))
        _journal_import(report, name, by)
    return report


def _keys(outcomes: list[tuple[str, str]], kind: str) -> tuple[str, ...]:
    return tuple(key for key, outcome in outcomes if outcome == kind)


def _journal_import(report: ImportReport, name: str, by: Any) -> None:
    first = (*report.created, *report.changed, *report.unchanged)[0]
    counts = {
        "created": len(report.created),
        "changed": len(report.changed),
        "unchanged": len(report.unchanged),
    }
    question = Question.objects.get(key=first)
    journal.record(verb=QUESTIONS_IMPORTED, subject=question, by=by, payload={"file": name[:200], **counts})


def _import_one(draft: QuestionDraft, by: Any) -> str:
    question = Question.objects.select_for_update().filter(key=draft.key).first()
    if question is None:
        create_question(
            key=draft.key,
            text=draft.text,
            seed_title=draft.seed,
            by=by,
            contract=draft.contract,
            area=draft.domain,
            **_labels(draft),
        )
        return "created"
    changed = _update(question, draft, by)
    before = question.contract
    after = save_contract(question=question, contract=draft.contract, by=by)
    return "changed" if changed or before is None or after.pk != before.pk else "unchanged"


def _update(question: Question, draft: QuestionDraft, by: Any) -> bool:
    """Brings words, seed and labels up to date; what the file says nothing of stays."""
    wanted: dict[str, Any] = {"text": draft.text, "seed_title": clean_title(draft.seed)}
    wanted |= {name: value for name, value in _labels(draft).items() if value is not None}
    if draft.domain:
        wanted["domain"] = draft.domain
    changed = {name: value for name, value in wanted.items() if getattr(question, name) != value}
    if changed:
        before = {name: getattr(question, name) for name in changed}
        for name, value in changed.items():
            setattr(question, name, value)
        question.save(update_fields=list(changed))
        payload = {"fields": sorted(changed), "before": before}
        journal.record(verb=QUESTION_CHANGED, subject=question, by=by, payload=payload)
    return bool(changed)


def _labels(draft: QuestionDraft) -> dict[str, Any]:
    return {
        "complement_titles": None if draft.complements is None else list(draft.complements),
        "gold_keys": None if draft.gold_keys is None else [list(key) for key in draft.gold_keys],
    }


def _title_problems(draft: QuestionDraft) -> list[FileProblem]:
    titles = [
        ("seed", draft.seed),
        *((f"complements[{n}]", one) for n, one in enumerate(draft.complements or ())),
    ]
    found = []
    for place, title in titles:
        try:
            parse_title(title)
        except TitleError:
            found.append(FileProblem(draft.line, place, f"the title of a page, not “{title}”"))
    return found


def _insert(question: Question) -> Question:
    try:
        with transaction.atomic():
            question.save(force_insert=True)
    except IntegrityError as error:
        message = f"There is a question with the key “{question.key}” already."
        raise Conflict("key_taken", message, key=question.key) from error
    return question
