"""F2: address, host, revision and stored bytes of every source."""

import pytest

from audit.checks.f2_source_reachable import address_fault, check
from audit.domain.findings import Severity
from tests.audit.subjects import AMUR, make_entry, make_subject

HOSTS = frozenset({"wikipedia.org"})


def test_a_source_in_order_has_no_finding():
    assert list(check(make_subject(AMUR))) == []


@pytest.mark.requirement("S18", "S31")
@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("not an address", "its address is not well-formed"),
        ("ftp://en.wikipedia.org/wiki/Amur", "its address is not well-formed"),
        ("https://en.wikipedia.org:x/wiki/Amur", ""),
        ("https:///wiki/Amur", "its address is not well-formed"),
        ("https://[bad/wiki", "its address is not well-formed"),
        ("https://me@en.wikipedia.org/wiki/Amur", "its address carries a user name"),
        (
            "https://en.wikipedia.org.evil.test/wiki/Amur",
            "its address is on en.wikipedia.org.evil.test, which is not a host that sources may come from",
        ),
        (
            "https://notwikipedia.org/wiki/Amur",
            "its address is on notwikipedia.org, which is not a host that sources may come from",
        ),
        ("https://en.wikipedia.org/w/index.php?title=Amur&oldid=7", ""),
    ],
)
def test_addresses(url, fault):
    assert address_fault(url, HOSTS) == fault


@pytest.mark.requirement("S18")
@pytest.mark.parametrize("fault", ["missing", "changed"])
def test_stored_bytes_that_are_gone_or_changed_block(fault):
    (draft,) = check(make_subject(AMUR, entries=(make_entry(bytes_fault=fault),)))
    assert (draft.severity, draft.target.page) == (Severity.BLOCKING, "List of rivers")


def test_a_page_without_a_revision_is_hygiene():
    (draft,) = check(make_subject(AMUR, entries=(make_entry(revision_id=0),)))
    assert draft.severity is Severity.HYGIENE
