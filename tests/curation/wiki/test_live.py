"""The live page source against a wiki on loopback that answers in the recorded shapes and misbehaves on demand."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from datetime import UTC, datetime
from urllib.parse import urlencode

import pytest

from curation.wiki.client import PoliteClient, retry_after
from curation.wiki.live import LivePages
from curation.wiki.ports import PageSourceError
from tests.loopback import Asked, Reply, in_turn, serve

AGENT = "StageAuditTests/1.0 (https://example.org; tests@example.org)"
PAGE = "<div class='mw-parser-output'><p>The Ural is a river.</p></div>"
REVISIONS = {
    "batchcomplete": True,
    "query": {
        "pages": [
            {
                "pageid": 31994,
                "ns": 0,
                "title": "Ural (river)",
                "revisions": [{"revid": 77, "parentid": 76, "timestamp": "2026-03-01T12:00:00Z"}],
            }
        ]
    },
}
PARSED = {"parse": {"title": "Ural (river)", "pageid": 31994, "revid": 77, "text": PAGE}}


def titles_answer(asked: Asked, extra: dict | None = None) -> Reply:
    """Every asked title exists under its own name."""
    pages = [
        {"pageid": 100 + n, "ns": 0, "title": title}
        for n, title in enumerate(asked.params["titles"].split("|"))
    ]
    return Reply({"batchcomplete": True, "query": {"pages": pages, **(extra or {})}})


def wiki(asked: Asked) -> Reply:
    """A wiki that knows one page."""
    if asked.params["action"] == "parse":
        return Reply(PARSED)
    if asked.params["prop"] == "revisions":
        return Reply(REVISIONS)
    return Reply(
        {"batchcomplete": True, "query": {"pages": [{"pageid": 31994, "ns": 0, "title": "Ural (river)"}]}}
    )


@contextmanager
def live(script, **options):
    """A live source on a loopback wiki; `source.waits` are the seconds it would have slept."""
    with serve(script) as server:
        waits: list[float] = []
        hosts = frozenset({server.host, *options.pop("hosts", ())})
        client = PoliteClient(AGENT, hosts, wait=waits.append, timeout=options.pop("timeout", 5), **options)
        source = LivePages(client, f"{server.address}/w/api.php", wiki="en.wikipedia.org")
        try:
            yield source, server, waits
        finally:
            client.close()


def failing(script, code, **options):
    """Asks for the page and returns the error, the server and the waits."""
    with live(script, **options) as (source, server, waits):
        with pytest.raises(PageSourceError) as caught:
            source.fetch("Ural (river)")
        assert caught.value.code == code, caught.value.message
        return caught.value, server, waits


class TestAsking:
    @pytest.mark.requirement("X7")
    def test_the_configured_agent_is_sent_and_the_common_parameters_with_it(self):
        """F25: a descriptive agent, formatversion 2, maxlag, gzip."""
        with live(wiki) as (source, server, _):
            source.fetch("Ural (river)")
        for asked in server.asked:
            assert asked.headers["User-Agent"] == AGENT
            assert asked.params["formatversion"] == "2"
            assert asked.params["maxlag"] == "5"
            assert "gzip" in asked.headers["Accept-Encoding"]

    @pytest.mark.parametrize("agent", ["", "python-httpx/0.28", "Mozilla/5.0", "bot"])
    def test_without_a_telling_agent_nothing_is_asked(self, agent):
        with pytest.raises(PageSourceError, match="STAGEAUDIT_USER_AGENT"):
            PoliteClient(agent, frozenset({"en.wikipedia.org"}))

    def test_one_request_at_a_time_per_host(self, tmp_path):
        with live(lambda asked: Reply(REVISIONS, slow=0.05), lock_folder=tmp_path) as (source, server, _):
            threads = [threading.Thread(target=source.current, args=(["Ural (river)"],)) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert len(server.asked) == 6
        assert server.most_at_once == 1


class TestResolving:
    def test_titles_travel_in_batches_of_fifty(self):
        with live(titles_answer) as (source, server, _):
            found = source.resolve([f"Page {n}" for n in range(120)])
        assert [len(asked.params["titles"].split("|")) for asked in server.asked] == [50, 50, 20]
        assert [one.title for one in found] == [f"Page {n}" for n in range(120)]

    def test_normalisation_and_redirects_are_kept(self):
        """The recorded shape: normalized and redirects beside the pages, here in a chain with a section."""

        def script(asked):
            return Reply(
                {
                    "query": {
                        "redirects": [{"from": "Old name", "to": "Ural (river)", "tofragment": "Course"}],
                        "pages": [{"pageid": 31994, "ns": 0, "title": "Ural (river)"}],
                    }
                }
            )

        with live(script) as (source, _, _):
            found = source.resolve(["old_name"])[0]
        assert (found.title, found.page_id, found.fragment) == ("Ural (river)", 31994, "Course")
        assert found.redirected_from == ("Old name",)

    def test_a_redirect_loop_ends_as_missing(self):
        loop = [{"from": "A", "to": "B"}, {"from": "B", "to": "A"}]
        with live(lambda asked: Reply({"query": {"redirects": loop}})) as (source, _, _):
            assert source.resolve(["A"])[0].missing

    @pytest.mark.parametrize(
        "page",
        [
            {"ns": 0, "title": "Nosuchpage", "missing": True},
            {"title": "Nosuchpage", "invalid": True, "invalidreason": "bad"},
        ],
    )
    def test_missing_and_invalid_titles_are_missing_and_no_other_page_is_offered(self, page):
        with live(lambda asked: Reply({"query": {"pages": [page]}})) as (source, server, _):
            found = source.resolve(["Nosuchpage"])[0]
        assert found.missing
        assert found.page_id is None
        assert "list" not in server.asked[0].params

    def test_what_cannot_be_a_title_is_not_even_asked(self):
        with live(wiki) as (source, server, _):
            assert source.resolve(["A[b]c"])[0].missing
        assert server.asked == []

    def test_a_disambiguation_page_says_so(self):
        page = {"pageid": 5, "ns": 0, "title": "Ural", "pageprops": {"disambiguation": ""}}
        with live(lambda asked: Reply({"query": {"pages": [page]}})) as (source, _, _):
            assert source.resolve(["Ural"])[0].disambiguation

    def test_continue_is_followed_to_the_end_and_sent_back_unchanged(self):
        first = {
            "continue": {"ppcontinue": "8091|1", "continue": "||"},
            "query": {"pages": [{"title": "A", "ns": 0}]},
        }
        last = {"batchcomplete": True, "query": {"pages": [{"title": "A", "pageid": 7, "ns": 0}]}}
        with live(in_turn(Reply(first), Reply(last))) as (source, server, _):
            assert source.resolve(["A"])[0].page_id == 7
        assert server.asked[1].params["ppcontinue"] == "8091|1"
        assert server.asked[1].params["continue"] == "||"


class TestFetching:
    @pytest.mark.requirement("S38")
    def test_a_page_comes_with_the_revision_it_is_pinned_to(self):
        with live(wiki) as (source, server, _):
            page = source.fetch("Ural (river)")
        assert (page.page_id, page.revision_id) == (31994, 77)
        assert page.revision_at == datetime(2026, 3, 1, 12, tzinfo=UTC)
        assert page.html.decode() == PAGE
        assert page.url == "https://en.wikipedia.org/w/index.php?title=Ural_%28river%29&oldid=77"
        assert server.asked[-1].params["oldid"] == "77"

    def test_another_page_than_asked_is_refused(self):
        def script(asked):
            return (
                Reply({"parse": {**PARSED["parse"], "pageid": 1}})
                if asked.params["action"] == "parse"
                else wiki(asked)
            )

        error, _, _ = failing(script, "bad_answer")
        assert "another page" in error.message


LAGGED = Reply(
    {"error": {"code": "maxlag", "info": "Waiting for db1234: 7.2 seconds lagged.", "lag": 7.2}},
    headers={"Retry-After": "5"},
)


class TestMisbehaviour:
    def test_maxlag_waits_as_long_as_the_wiki_says_and_goes_on(self):
        replies = iter([LAGGED])
        with live(lambda asked: next(replies, None) or wiki(asked)) as (source, _, waits):
            assert source.fetch("Ural (river)").revision_id == 77
        assert waits == [5.0]

    def test_lag_without_end_gives_up_and_says_that_later_may_help(self):
        error, server, _ = failing(lambda asked: LAGGED, "lagged")
        assert error.retry
        assert len(server.asked) == 4

    @pytest.mark.parametrize(
        ("reply", "first_wait"),
        [
            (Reply("slow down", 429, {"Retry-After": "10", "Content-Type": "text/html"}), 10.0),
            (Reply("slow down", 429, {"Retry-After": "1.5"}), 1.5),
            (Reply("slow down", 429), 2.0),
            (Reply("<html>busy</html>", 503, {"Retry-After": "3"}), 3.0),
            (Reply({"error": {"code": "ratelimited", "info": "wait"}}), 2.0),
            (Reply("oops", 502), 2.0),
            (Reply("<html>not the API</html>", 200, {"Content-Type": "text/html"}), 2.0),
            (Reply(b'{"query": {"pa', 200), 2.0),
            (Reply({"error": {"code": "internal_api_error_DBQueryError", "info": "x"}}), 2.0),
        ],
    )
    def test_a_passing_fault_is_waited_out(self, reply, first_wait):
        replies = iter([reply])
        with live(lambda asked: next(replies, None) or wiki(asked)) as (source, _, waits):
            assert source.fetch("Ural (river)").revision_id == 77
        assert waits == [first_wait]

    @pytest.mark.requirement("X7")
    def test_a_refused_agent_is_explained_and_not_tried_again(self):
        """F25: the robot policy's words reach the person."""
        words = "Please set a user-agent and respect our robot policy. See also T400119."
        error, server, waits = failing(
            lambda asked: Reply(words, 403, {"Content-Type": "text/plain"}), "agent_refused"
        )
        assert "robot policy" in error.message
        assert not error.retry
        assert (len(server.asked), waits) == (1, [])

    def test_a_body_that_is_cut_off_is_tried_again(self):
        error, server, _ = failing(lambda asked: Reply(b'{"query":', cut=True), "no_answer")
        assert error.retry
        assert len(server.asked) == 4

    def test_a_slow_body_ends_at_the_timeout(self):
        error, _, _ = failing(lambda asked: Reply({}, slow=0.6), "no_answer", timeout=0.15)
        assert error.retry

    def test_a_body_without_end_stops_at_the_size_limit(self):
        error, server, _ = failing(lambda asked: Reply(b"x" * 5000), "too_large", most_bytes=1000)
        assert not error.retry
        assert len(server.asked) == 1

    def test_an_unknown_error_of_the_wiki_is_passed_on(self):
        error, _, waits = failing(
            lambda asked: Reply({"error": {"code": "readapidenied", "info": "log in"}}), "api_error"
        )
        assert "log in" in error.message
        assert waits == []

    def test_the_new_error_format_is_read_too(self):
        body = {
            "errors": [
                {"code": "missingtitle", "text": "The page you specified doesn't exist.", "module": "parse"}
            ]
        }
        failing(lambda asked: Reply(body), "missing")


class TestHosts:
    def test_a_redirect_to_a_host_that_is_not_allowed_is_not_followed(self):
        error, server, _ = failing(
            lambda asked: Reply("", 302, {"Location": "http://169.254.169.254/latest/meta-data/"}),
            "host_not_allowed",
        )
        assert "169.254.169.254" in error.message
        assert len(server.asked) == 1

    def test_a_redirect_within_the_wiki_is_followed(self):
        def script(asked):
            return (
                wiki(asked) if asked.path == "/api" else Reply("", 307, {"Location": f"/api?{query(asked)}"})
            )

        with live(script) as (source, _, _):
            assert source.fetch("Ural (river)").page_id == 31994

    def test_a_redirect_loop_ends(self):
        failing(lambda asked: Reply("", 302, {"Location": "/w/api.php"}), "redirect_loop")

    @pytest.mark.parametrize(
        "url",
        ["file:///etc/passwd", "http://evil.example/", "http://user@127.0.0.1:1/", "gopher://127.0.0.1/"],
    )
    def test_only_the_configured_hosts_are_ever_asked(self, url):
        with pytest.raises(PageSourceError) as caught:
            PoliteClient(AGENT, frozenset({"127.0.0.1:1"})).get(url)
        assert caught.value.code == "host_not_allowed"


def query(asked: Asked) -> str:
    """The request's parameters as a query string."""
    return urlencode(asked.params)


@pytest.mark.parametrize(
    ("value", "seconds"), [("7", 7.0), ("1.5", 1.5), ("-3", 0.0), ("soon", None), ("", None)]
)
def test_retry_after(value, seconds):
    assert retry_after({"retry-after": value} if value else {}) == seconds
