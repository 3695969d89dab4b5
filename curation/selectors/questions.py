"""Questions as lists and pages show them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import CharField, Max, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat

from curation.domain.contract import Contract as PlainContract
from curation.models import Contract, Question, TableVersion
from curation.selectors.versions import VersionLine, lines_of
from stageaudit_web.core.models import Run

PER_PAGE = 50
MOST_LISTED = 20
SORTS = {"created": ("created_at", "pk"), "question": ("text", "pk"), "key": ("key",)}


@dataclass(frozen=True, slots=True)
class QuestionLine:
    """One question in the list, with its newest run and its newest version."""

    pk: int
    key: str
    text: str
    seed_title: str
    domain: str
    created_at: datetime
    contract_number: int | None
    run_pk: int | None
    run_state: str
    version_pk: int | None
    version_number: int | None
    version_state: str
    rows: int


@dataclass(frozen=True, slots=True)
class QuestionList:
    """One page of questions, with the filters that made it."""

    page: Page[Any]
    lines: tuple[QuestionLine, ...]
    q: str
    domain: str
    domains: tuple[str, ...]
    sort: str
    may_edit: bool


@dataclass(frozen=True, slots=True)
class QuestionPage:
    """A question with its contract in force, all its contracts, its runs and the versions of its tables."""

    question: Question
    contract: Contract | None
    plain: PlainContract | None
    contracts: tuple[Contract, ...]
    runs: tuple[Run, ...]
    versions: tuple[VersionLine, ...]
    active_run: Run | None
    may_edit: bool
    idempotency_key: str


def question_list(
    *, words: str = "", domain: str = "", sort: str = "-created", number: str = "1", may_edit: bool = False
) -> QuestionList:
    """Questions whose text, key or seed holds every word, newest first unless another order is asked for."""
    found = Question.objects.all()
    for word in words.split()[:10]:
        found = found.filter(Q(text__icontains=word) | Q(key__icontains=word) | Q(seed_title__icontains=word))
    if domain:
        found = found.filter(domain=domain)
    page = Paginator(found.order_by(*_order(sort)), PER_PAGE).get_page(number)
    domains = (
        Question.objects.exclude(domain="").order_by("domain").values_list("domain", flat=True).distinct()
    )
    return QuestionList(page, _lines(page), words, domain, tuple(domains), sort, may_edit)


def _order(sort: str) -> list[str]:
    fields = SORTS.get(sort.lstrip("-"), SORTS["created"])
    down = sort.startswith("-") if sort.lstrip("-") in SORTS else True
    return [f"-{name}" if down else name for name in fields]


def _lines(page: Page[Any]) -> tuple[QuestionLine, ...]:
    """The page's questions with their newest run and version: four queries, however many there are."""
    newest_run = Run.objects.filter(subject=OuterRef("subject_")).order_by("-created_at", "-pk").values("pk")
    newest_version = TableVersion.objects.filter(table__question=OuterRef("pk")).order_by("-pk").values("pk")
    questions: list[Any] = list(
        Question.objects.filter(pk__in=[question.pk for question in page.object_list])
        .annotate(subject_=Concat(Value("question:"), Cast("pk", CharField())))
        .annotate(
            number_=Max("contracts__number"),
            run_=Subquery(newest_run[:1]),
            version_=Subquery(newest_version[:1]),
        )
    )
    runs = Run.objects.in_bulk([question.run_ for question in questions if question.run_])
    versions = {
        line.pk: line
        for line in lines_of(
            TableVersion.objects.filter(pk__in=[q.version_ for q in questions if q.version_])
        )
    }
    by_id = {question.pk: question for question in questions}
    return tuple(_line(by_id[question.pk], runs, versions) for question in page.object_list)


def _line(question: Any, runs: dict[int, Run], versions: dict[int, VersionLine]) -> QuestionLine:
    run, version = runs.get(question.run_), versions.get(question.version_)
    return QuestionLine(
        pk=question.pk,
        key=question.key,
        text=question.text,
        seed_title=question.seed_title,
        domain=question.domain,
        created_at=question.created_at,
        contract_number=question.number_,
        run_pk=run.pk if run else None,
        run_state=run.state if run else "",
        version_pk=version.pk if version else None,
        version_number=version.number if version else None,
        version_state=version.state if version else "",
        rows=version.rows if version else 0,
    )


def question_page(question: Question, *, may_edit: bool, idempotency_key: str) -> QuestionPage:
    """Everything about one question; the newest twenty runs and versions."""
    contracts = tuple(question.contracts.select_related("question", "created_by").order_by("-number"))
    runs = tuple(_runs_of(question)[:MOST_LISTED])
    versions = TableVersion.objects.filter(table__question=question)
    newest = versions.order_by("-pk").values_list("pk", flat=True)[:MOST_LISTED]
    return QuestionPage(
        question=question,
        contract=contracts[0] if contracts else None,
        plain=contracts[0].as_domain() if contracts else None,
        contracts=contracts,
        runs=runs,
        versions=lines_of(versions.filter(pk__in=list(newest))),
        active_run=next((run for run in runs if run.is_active), None),
        may_edit=may_edit,
        idempotency_key=idempotency_key,
    )


def _runs_of(question: Question) -> QuerySet[Run]:
    found = Run.objects.filter(subject=f"question:{question.pk}").select_related("started_by", "version")
    return found.order_by("-created_at", "-pk")
