"""Wikidata counts against a service on loopback: replayable, validated, and never in anybody's way."""

from __future__ import annotations

import pytest

from curation.wiki.client import PoliteClient
from curation.wiki.wikidata import CountRequest, CountStatus, count_entities
from tests.loopback import Reply, in_turn, serve

RIVERS_IN_AFRICA = CountRequest("Q4022", (("P30", "Q15"),))
THIRTY_THREE = Reply(
    {
        "head": {"vars": ["n"]},
        "results": {
            "bindings": [
                {
                    "n": {
                        "datatype": "http://www.w3.org/2001/XMLSchema#integer",
                        "type": "literal",
                        "value": "33",
                    }
                }
            ]
        },
    },
    headers={"Content-Type": "application/sparql-results+json;charset=utf-8"},
)


def asked(script, request=RIVERS_IN_AFRICA, timeout=5.0):
    with serve(script) as server:
        agent = "StageAuditTests/1.0 (https://example.org; tests@example.org)"
        client = PoliteClient(agent, frozenset({server.host}), wait=lambda _: None, timeout=timeout)
        try:
            return count_entities(client, f"{server.address}/sparql", request), server
        finally:
            client.close()


@pytest.mark.requirement("S37", "S41")
def test_a_count_is_recorded_so_that_it_can_be_asked_again():
    record, server = asked(lambda _: THIRTY_THREE)
    assert (record.status, record.count) == (CountStatus.OK, 33)
    assert record.query == server.asked[0].params["query"]
    assert "COUNT(DISTINCT ?entity)" in record.query
    assert "wdt:P31/wdt:P279* wd:Q4022" in record.query
    assert "wdt:P30 wd:Q15" in record.query
    assert (record.request, record.asked_at.tzinfo is not None) == (RIVERS_IN_AFRICA, True)
    assert record.seconds >= 0


@pytest.mark.requirement("S41")
@pytest.mark.parametrize(
    "request_",
    [
        CountRequest("Q4022 . } DROP ALL"),
        CountRequest("4022"),
        CountRequest("Q0"),
        CountRequest("Q4022\n"),
        CountRequest("Q4022", (("P30; x", "Q15"),)),
        CountRequest("Q4022", (("P30", "Q15} UNION {"),)),
    ],
)
def test_nothing_but_an_id_enters_the_query(request_):
    with pytest.raises(ValueError, match="no Wikidata id"):
        request_.query()


@pytest.mark.requirement("X7")
@pytest.mark.parametrize(
    "reply",
    [
        Reply("java.util.concurrent.TimeoutException", 500, {"Content-Type": "text/plain"}),
        Reply("slow down", 429, {"Retry-After": "7"}),
        Reply({"results": {"bindings": []}}),
        Reply({"results": {"bindings": [{"n": {"value": "many"}}]}}),
        Reply("<html>maintenance</html>", 200, {"Content-Type": "text/html"}),
        Reply("", 403),
    ],
)
def test_a_service_that_fails_makes_the_count_unavailable_and_stops_nothing(reply):
    """F26."""
    record, _ = asked(lambda _: reply)
    assert (record.status, record.count) == (CountStatus.UNAVAILABLE, None)
    assert record.reason


@pytest.mark.requirement("X7")
def test_a_429_is_honoured_and_the_next_answer_taken():
    """F26."""
    record, server = asked(in_turn(Reply("slow down", 429, {"Retry-After": "7"}), THIRTY_THREE))
    assert record.count == 33
    assert len(server.asked) == 2


def test_a_service_that_does_not_answer_in_time_is_unavailable():
    record, _ = asked(lambda _: Reply({}, slow=0.5), timeout=0.1)
    assert record.status == CountStatus.UNAVAILABLE
