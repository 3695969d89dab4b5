"""Questions: list, page, the form that asks one, and the import of a file."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import slugify
from django.views.decorators.http import require_http_methods, require_safe

from curation.access import (
    edits_questions,
    question_for,
    require_edits_questions,
    require_sees_tables,
)
from curation.forms import ImportForm, QuestionForm
from curation.models import Question
from curation.selectors import questions as selectors
from curation.services import questions as services
from stageaudit_web.core import receipts
from stageaudit_web.core.errors import Conflict, InvalidInput
from stageaudit_web.core.pages import respond

MOST_PROBLEMS = 200


@require_safe
def question_list(request: HttpRequest) -> HttpResponse:
    """All questions, newest first, filtered by words and domain."""
    require_sees_tables(request.user)
    listing = selectors.question_list(
        words=request.GET.get("q", "")[:200],
        domain=request.GET.get("domain", ""),
        sort=request.GET.get("sort", "-created"),
        number=request.GET.get("page", "1"),
        may_edit=edits_questions(request.user),
    )
    return respond(request, "curation/question_list.html", listing, fragment="results")


@require_safe
def question_detail(request: HttpRequest, pk: int) -> HttpResponse:
    """One question: its contract, its runs, its tables."""
    question = question_for(request.user, pk)
    page = selectors.question_page(
        question, may_edit=edits_questions(request.user), idempotency_key=uuid.uuid4().hex
    )
    return respond(request, "curation/question_detail.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
def question_new(request: HttpRequest) -> HttpResponse:
    """The form that asks a question; after it comes the contract."""
    require_edits_questions(request.user)
    form = QuestionForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        created = _create(request, form)
        if created is not None:
            messages.success(request, "The question is saved. Now say what its table must hold.")
            return redirect("contract_edit", pk=created)
    context = {"form": form, "idempotency_key": request.POST.get("idempotency_key") or uuid.uuid4().hex}
    return respond(request, "curation/question_new.html", context, status=422 if form.errors else 200)


def _create(request: HttpRequest, form: QuestionForm) -> int | None:
    """The new question's id; None with the form's errors filled in when it cannot be made."""
    data = form.cleaned_data

    def act() -> dict[str, Any]:
        question = services.create_question(
            key=data["key"] or _free_key(data["text"]),
            text=data["text"],
            seed_title=data["seed_title"],
            area=data["domain"],
            by=request.user,
        )
        return {"question": question.pk}

    try:
        outcome = receipts.once(
            user=request.user, key=request.POST.get("idempotency_key", ""), action="question.create", act=act
        )
    except InvalidInput as error:
        form.add_error("seed_title", error.message)
    except Conflict as error:
        form.add_error("key" if error.code == "key_taken" else None, error.message)
    else:
        return int(outcome["question"])
    return None


def _free_key(text: str) -> str:
    """A short name made from the question's words that no other question has."""
    stem = slugify(" ".join(text.split()[:8]))[:60].strip("-") or "question"
    taken = set(Question.objects.filter(key__startswith=stem).values_list("key", flat=True))
    return next(key for key in (stem, *(f"{stem}-{n}" for n in range(2, len(taken) + 3))) if key not in taken)


@require_http_methods(["GET", "HEAD", "POST"])
def question_import(request: HttpRequest) -> HttpResponse:
    """Imports a file of questions, or shows every problem in it with its line, its field and what was expected."""
    require_edits_questions(request.user)
    form = ImportForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    context: dict[str, Any] = {"form": form, "problems": [], "report": None, "file": "", "hidden": 0}
    if request.method == "POST" and form.is_valid():
        _import(request, form.cleaned_data["file"], context)
    status = 422 if form.errors or context["problems"] else 200
    context["idempotency_key"] = uuid.uuid4().hex
    return respond(request, "curation/question_import.html", context, status=status)


def _import(request: HttpRequest, file: Any, context: dict[str, Any]) -> None:
    context["file"] = file.name

    def act() -> dict[str, Any]:
        report = services.import_questions(data=file.read(), name=file.name, by=request.user)
        return {"created": report.created, "changed": report.changed, "unchanged": report.unchanged}

    try:
        context["report"] = receipts.once(
            user=request.user, key=request.POST.get("idempotency_key", ""), action="questions.import", act=act
        )
    except InvalidInput as error:
        problems = error.facts["problems"]
        context["problems"], context["hidden"] = (
            problems[:MOST_PROBLEMS],
            max(0, len(problems) - MOST_PROBLEMS),
        )
