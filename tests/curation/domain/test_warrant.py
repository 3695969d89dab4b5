"""Tests of curation.domain.warrant: a decision fits one content of one version only."""

from __future__ import annotations

import pytest

from curation.domain.warrant import Decision, Warrant, objection

WARRANT = Warrant(version_id=5, version_digest="aa", decision=Decision.ACCEPT, signoff_id=1)
FITTING = {"version_id": 5, "stored_digest": "aa", "computed_digest": "aa", "decision": Decision.ACCEPT}


def test_a_fitting_warrant_meets_no_objection():
    assert objection(WARRANT, **FITTING) == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"version_id": 6}, "not for version 6"),
        ({"decision": Decision.RETURN}, "the warrant says accept"),
        ({"stored_digest": "bb"}, "given for other content"),
        ({"computed_digest": "bb"}, "no longer has the digest"),
    ],
)
def test_anything_else_is_objected_to(changes, words):
    assert words in objection(WARRANT, **{**FITTING, **changes})
