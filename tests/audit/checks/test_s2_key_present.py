"""S2: every row has its key."""

import pytest

from audit.checks.s2_key_present import check
from audit.domain.findings import Severity
from tests.audit.subjects import AMUR, RHINE, make_row, make_subject


def test_rows_with_keys_have_no_finding():
    assert list(check(make_subject(AMUR, RHINE))) == []


@pytest.mark.requirement("S21", "S31")
@pytest.mark.parametrize("key", ["", "   ", "–", "n/a", "Unknown", "(?)"])
def test_a_row_without_a_key_blocks(key):
    (draft,) = check(make_subject(AMUR, make_row(2, key, "Asia")))
    assert (draft.severity, draft.target.row, draft.target.column) == (Severity.BLOCKING, 2, "River")


@pytest.mark.parametrize("key", ["7", "No", "X", "-1", "N.A. Semenov"])
def test_short_keys_are_keys(key):
    assert list(check(make_subject(make_row(1, key)))) == []


def test_many_rows_without_a_key_are_one_finding():
    (draft,) = check(make_subject(*(make_row(n, "") for n in range(1, 6))))
    assert draft.message == "5 rows have no River, which is part of their key."
