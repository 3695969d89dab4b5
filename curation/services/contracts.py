"""Contracts: each saved one is a new immutable version; an invalid one is refused with everything that is wrong."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from curation.domain import contract as domain
from curation.domain.contract_rules import problems
from curation.models import Contract, Question
from stageaudit_web.core import journal
from stageaudit_web.core.digests import digest
from stageaudit_web.core.errors import InvalidInput
from stageaudit_web.core.rights import refuse_auditor

CONTRACT_SAVED = journal.declare("contract.saved", "A question got a new version of its contract.")


def save_contract(*, question: Question, contract: domain.Contract, by: Any = None) -> Contract:
    """Stores the contract as the question's next number; the newest one comes back when nothing differs from it.

    Raises InvalidInput with `facts["problems"]`, a list of (field, expected), when the contract is not valid.
    """
    refuse_auditor(what="change a contract", subject=question, by=by)
    wrong = problems(contract)
    if wrong:
        listed = [(problem.field, problem.expected) for problem in wrong]
        words = "; ".join(f"{problem.field}: expected {problem.expected}" for problem in wrong)
        raise InvalidInput("invalid_contract", f"The contract cannot be used. {words}.", problems=listed)
    with transaction.atomic():
        Question.objects.select_for_update().get(pk=question.pk)
        newest = question.contract
        if newest is not None and newest.digest == contract_digest(contract):
            return newest
        saved = Contract.objects.create(
            question=question,
            number=newest.number + 1 if newest else 1,
            created_by=by,
            **_columns_of(contract),
        )
        journal.record(
            verb=CONTRACT_SAVED,
            subject=question,
            by=by,
            payload={"contract": saved.pk, "number": saved.number, "digest": saved.digest},
        )
    return saved


def contract_digest(contract: domain.Contract) -> str:
    """SHA-256 over everything a contract says, however it is stored."""
    return digest(_content(contract))


def _columns_of(contract: domain.Contract) -> dict[str, Any]:
    return {**_content(contract), "digest": contract_digest(contract)}


def _content(contract: domain.Contract) -> dict[str, Any]:
    """The contract as the plain values that the table's columns take."""
    return {
        "query": contract.query,
        "key": list(contract.key),
        "columns": [
            {
                "name": column.name,
                "type": column.type.value,
                "unit": column.unit,
                "required": column.required,
                "decimal": column.decimal,
                "approximate": column.approximate,
            }
            for column in contract.columns
        ],
        "scope": contract.scope,
        "partitions": [
            {"name": partition.name, "expected_rows": partition.expected_rows}
            for partition in contract.partitions
        ],
        "partition_column": contract.partition_column,
        "expected_rows": contract.expected_rows,
        "as_of": contract.as_of,
        **({"wikidata": domain.wikidata_fields(contract.wikidata)} if contract.wikidata else {}),
    }
