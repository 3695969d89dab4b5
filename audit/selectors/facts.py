"""A finding's evidence in words: the facts that its check recorded, as labelled lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from audit.domain.grouping import clip
from audit.selectors.findings import FindingView

# Rows have their own list, the message already says the others.
_SHOWN_ELSEWHERE = frozenset(
    {"rows", "row", "key", "keys", "count", "of", "what", "value", "page", "cells", "forms"}
)
_LABELS = {
    "staged": "Rows staged",
    "expected": "Rows expected",
    "difference": "Difference",
    "missing_pages": "Pages left out that name it",
    "by_partition": "By partition",
    "titles": "Pages",
    "revised": "Revised on",
    "sha256": "SHA-256",
    "url": "Address",
    "examples": "For example",
    "differs": "They differ in",
    "admitted": "Admitted for it",
    "refused": "Refused rows",
    "requested": "Asked for as",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """One line: what it is, and its texts (page data among them)."""

    label: str
    texts: tuple[str, ...]


def facts_of(view: FindingView) -> tuple[Fact, ...]:
    """The lines of a finding's evidence. Evidence is data of any shape: what is not understood is left out."""
    return tuple(_facts(view.evidence))


def _facts(evidence: Mapping[str, Any]) -> Iterator[Fact]:
    for name, held in evidence.items():
        if name in _SHOWN_ELSEWHERE or held in (None, "", [], {}):
            continue
        if name == "facets":
            yield from _facets(held)
        elif name == "columns" and isinstance(held, Mapping):
            yield from _columns(held)
        elif texts := tuple(_texts(held)):
            yield Fact(_LABELS.get(name, name.replace("_", " ").capitalize()), texts)


def _texts(held: Any) -> Iterator[str]:
    if isinstance(held, Mapping):
        for name, value in held.items():
            if isinstance(value, (str, int)):
                yield f"{name}: {clip(str(value))}"
    elif isinstance(held, Sequence) and not isinstance(held, str):
        for item in held[:12]:
            yield _example(item) if isinstance(item, Mapping) else clip(str(item))
    elif isinstance(held, (str, int)) and not isinstance(held, bool):
        yield clip(str(held), 300)


def _example(item: Mapping[str, Any]) -> str:
    """ "row 3, Rhine: long, not a quantity"."""
    place = ", ".join(filter(None, [f"row {item['row']}" if "row" in item else "", str(item.get("key", ""))]))
    said = ", ".join(filter(None, [str(item.get("value", "")), str(item.get("what", ""))]))
    return clip(": ".join(filter(None, [place, said])), 200)


def _facets(held: Any) -> Iterator[Fact]:
    """Each way of writing with its count."""
    for facet in held if isinstance(held, list) else []:
        forms = facet.get("forms", []) if isinstance(facet, Mapping) else []
        texts = tuple(f"“{clip(str(form.get('example', '')), 80)}” × {form.get('count')}" for form in forms)
        if texts:
            yield Fact(str(facet.get("facet", "")).capitalize(), texts)


def _columns(held: Mapping[str, Any]) -> Iterator[Fact]:
    """Each column with its reasons and their counts."""
    for column, reasons in held.items():
        if isinstance(reasons, Mapping):
            counted = [
                (reason, found.get("count"))
                for reason, found in reasons.items()
                if isinstance(found, Mapping)
            ]
            yield Fact(str(column), tuple(f"{count} {reason}" for reason, count in counted))
