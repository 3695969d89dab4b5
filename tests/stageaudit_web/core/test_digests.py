"""Canonical JSON, digests over it, and Merkle roots."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stageaudit_web.core.digests import EMPTY_ROOT, canonical_json, digest, merkle_root

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def test_keys_are_sorted_and_nothing_is_escaped():
    assert canonical_json({"b": 1, "a": ["é", None, True]}) == '{"a":["é",null,true],"b":1}'


def test_a_time_is_the_same_instant_in_every_zone():
    there = datetime(2026, 5, 1, 14, 0, tzinfo=timezone(timedelta(hours=2)))
    assert canonical_json(there) == canonical_json(datetime(2026, 5, 1, 12, 0, tzinfo=UTC))


def test_a_date_is_written_as_a_date():
    assert canonical_json(date(2026, 5, 1)) == '"2026-05-01"'


@pytest.mark.parametrize("value", [1.5, {1, 2}, b"bytes", object()])
def test_what_has_no_canonical_form_is_refused(value):
    with pytest.raises(TypeError, match="canonical JSON takes no"):
        canonical_json({"x": value})


@given(json_values, json_values)
def test_different_values_have_different_digests(one, other):
    assert (digest(one) == digest(other)) == (canonical_json(one) == canonical_json(other))


def test_merkle_root_matches_the_published_vector():
    """RFC 6962: the hash of a single-entry tree is SHA-256 over 00 and the entry; here the entry is 32 zero bytes."""
    assert merkle_root(["00" * 32]) == "7f9c9e31ac8256ca2f258583df262dbc7d6f68f2a03043d5c99a4ae5a7396ce9"
    assert merkle_root([]) == EMPTY_ROOT


@given(st.lists(st.binary(min_size=32, max_size=32).map(bytes.hex), min_size=2, max_size=9), st.data())
def test_changing_or_moving_a_leaf_changes_the_root(leaves, data):
    at = data.draw(st.integers(0, len(leaves) - 1))
    changed = [*leaves]
    changed[at] = "ff" * 32 if leaves[at] != "ff" * 32 else "ee" * 32
    assert merkle_root(changed) != merkle_root(leaves)
    if leaves[0] != leaves[1]:
        assert merkle_root([leaves[1], leaves[0], *leaves[2:]]) != merkle_root(leaves)
