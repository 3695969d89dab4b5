"""Counts from Wikidata: a weak sanity check on how many rows a table should have (Stage-Audit App. B, methods C.6).

A count is a signal for check P1 and never a row's witness. Whatever goes wrong gives the status `unavailable`, which
holds nothing up. Ids are checked by pattern before they enter a query.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from curation.domain.contract_rules import WIKIDATA_ENTITY as ENTITY
from curation.domain.contract_rules import WIKIDATA_PROPERTY as PROPERTY
from curation.wiki.client import PoliteClient
from curation.wiki.ports import PageSourceError

MOST_ENTITIES = 10**12
TEMPLATE = """PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
SELECT (COUNT(DISTINCT ?entity) AS ?n) WHERE {{
  ?entity wdt:P31/wdt:P279* wd:{class_id} .{conditions}
}}"""
CONDITION = "\n  ?entity wdt:{property_id} wd:{value_id} ."


class CountStatus(StrEnum):
    """Whether a count was had."""

    OK = "ok"
    UNAVAILABLE = "unavailable"


@dataclass(frozen=True, slots=True)
class CountRequest:
    """Which entities are counted: instances of a class (and its subclasses), under (property, value) conditions."""

    class_id: str
    conditions: tuple[tuple[str, str], ...] = ()

    def query(self) -> str:
        """The SPARQL text. Raises ValueError for an id that is none, so that nothing else can enter the query."""
        for wanted, ids in (
            (ENTITY, [self.class_id, *(value for _, value in self.conditions)]),
            (PROPERTY, [name for name, _ in self.conditions]),
        ):
            for one in ids:
                if not wanted.fullmatch(one):
                    raise ValueError(
                        f"{one!r} is no Wikidata id such as {'Q4022' if wanted is ENTITY else 'P30'}"
                    )
        conditions = "".join(
            CONDITION.format(property_id=name, value_id=value) for name, value in self.conditions
        )
        return TEMPLATE.format(class_id=self.class_id, conditions=conditions)


@dataclass(frozen=True, slots=True)
class CountRecord:
    """What was asked and answered, complete enough to ask again (S41). `seconds` is the time the answer took."""

    request: CountRequest
    query: str
    asked_at: datetime
    seconds: float
    status: CountStatus
    count: int | None = None
    reason: str = ""


def count_entities(
    client: PoliteClient, endpoint: str, request: CountRequest, *, clock: Callable[[], float] = time.monotonic
) -> CountRecord:
    """Asks for a count. Never raises for anything the service does; raises ValueError for an id that is none."""
    query = request.query()
    asked_at, began = datetime.now(UTC), clock()
    params = {"query": query, "format": "json"}
    try:
        answer = client.patiently(lambda: client.get(endpoint, params, "application/sparql-results+json"))
        count, reason = _read(answer.json()), ""
    except PageSourceError as error:
        count, reason = None, error.message
    except (KeyError, IndexError, TypeError, ValueError):
        count, reason = None, "The answer holds no count."
    status = CountStatus.UNAVAILABLE if count is None else CountStatus.OK
    return CountRecord(request, query, asked_at, clock() - began, status, count, reason)


def unasked(request: CountRequest, reason: str) -> CountRecord:
    """The record of a question that was never sent, and why: as unavailable as one without an answer."""
    return CountRecord(
        request, request.query(), datetime.now(UTC), 0.0, CountStatus.UNAVAILABLE, None, reason
    )


def _read(body: dict[str, object]) -> int:
    bindings = body["results"]["bindings"]  # type: ignore[index]  # a wrong shape raises, which the caller expects
    count = int(bindings[0]["n"]["value"])
    if not 0 <= count < MOST_ENTITIES:
        raise ValueError(f"{count} entities cannot be")
    return count
