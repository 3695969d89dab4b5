"""The contract editor: key, typed columns, scope and partitions; every saved contract is a new version."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from curation.access import question_for
from curation.forms import ContractEditor
from curation.models import Question
from curation.services.contracts import save_contract
from stageaudit_web.core import receipts
from stageaudit_web.core.errors import InvalidInput
from stageaudit_web.core.pages import respond


@require_http_methods(["GET", "HEAD", "POST"])
def contract_edit(request: HttpRequest, pk: int) -> HttpResponse:
    """Edits a question's contract. Buttons named `act` add, remove and move rows; everything typed stays."""
    question = question_for(request.user, pk, to_edit=True)
    act = request.POST.get("act", "save")
    if request.method != "POST":
        newest = question.contract
        editor = ContractEditor.of_contract(newest.as_domain() if newest else None)
    elif act != "save":
        editor = ContractEditor.after_act(request.POST, act)
    else:
        editor = ContractEditor.of_post(request.POST)
        if _save(request, question, editor):
            return redirect("question_detail", pk=pk)
    context = {
        "question": question,
        "contract": question.contract,
        "editor": editor,
        "idempotency_key": request.POST.get("idempotency_key") or uuid.uuid4().hex,
    }
    status = 422 if editor.has_errors else 200
    return respond(request, "curation/contract_edit.html", context, fragment="editor", status=status)


def _save(request: HttpRequest, question: Question, editor: ContractEditor) -> bool:
    """Whether the contract was saved; otherwise the editor holds what is wrong."""
    newest = question.contract
    contract = editor.contract(question.text, newest.as_domain() if newest else None)
    if contract is None:
        return False

    def act() -> dict[str, Any]:
        return {"number": save_contract(question=question, contract=contract, by=request.user).number}

    try:
        outcome = receipts.once(
            user=request.user, key=request.POST.get("idempotency_key", ""), action="contract.save", act=act
        )
    except InvalidInput as error:
        editor.add_problems(error.facts["problems"])
        return False
    if newest is not None and newest.number == outcome["number"]:
        messages.info(request, f"Nothing differs from contract {newest.number}; it stays in force.")
    else:
        messages.success(request, f"Contract {outcome['number']} is in force.")
    return True
