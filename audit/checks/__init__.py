"""The twelve checks. Each file holds one: a function from a frozen subject to findings; `CHECKS` is the registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from audit.checks import (
    f1_row_evidence,
    f2_source_reachable,
    f3_locator_valid,
    p1_cardinality,
    p2_partition_coverage,
    p3_source_roles,
    p4_temporal,
    p5_normalisation,
    s1_key_unique,
    s2_key_present,
    s3_type_conformance,
    s4_completeness,
)
from audit.domain.findings import CheckId, Draft, Severity
from audit.domain.subject import Subject

__all__ = ["CHECKS", "Check", "check_named", "run_checks"]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its stable id, its name on screens, the question it asks, and the function that asks it."""

    id: CheckId
    name: str
    asks: str
    find: Callable[[Subject], Iterable[Draft]]


CHECKS: tuple[Check, ...] = (
    Check(CheckId.F1, "row evidence", "Does the locator's content support the row?", f1_row_evidence.check),
    Check(
        CheckId.F2,
        "source reachable",
        "Is the source there, with the bytes that were stored?",
        f2_source_reachable.check,
    ),
    Check(CheckId.F3, "locator valid", "Does every locator lead to its place?", f3_locator_valid.check),
    Check(CheckId.S1, "key unique", "Does every key occur once?", s1_key_unique.check),
    Check(CheckId.S2, "key present", "Does every row have its key?", s2_key_present.check),
    Check(CheckId.S3, "type conformance", "Do values have their column's type?", s3_type_conformance.check),
    Check(CheckId.S4, "completeness", "Are the contract's columns filled?", s4_completeness.check),
    Check(CheckId.P1, "cardinality", "Are there as many rows as expected?", p1_cardinality.check),
    Check(
        CheckId.P2, "partition coverage", "Is every part of the scope covered?", p2_partition_coverage.check
    ),
    Check(CheckId.P3, "source roles", "Is every page explained by its operator?", p3_source_roles.check),
    Check(CheckId.P4, "temporal knowability", "Could the source know this at its date?", p4_temporal.check),
    Check(CheckId.P5, "normalisation", "Is one thing written one way?", p5_normalisation.check),
)

_ORDER = {severity: position for position, severity in enumerate(Severity)}


def run_checks(subject: Subject) -> list[Draft]:
    """Every finding of every check, what blocks first."""
    drafts = [draft for check in CHECKS for draft in check.find(subject)]
    return sorted(drafts, key=lambda draft: _ORDER[draft.severity])


def check_named(check_id: str) -> Check:
    """The check with that id. Raises KeyError when there is none."""
    for check in CHECKS:
        if check.id == check_id:
            return check
    raise KeyError(check_id)
