"""State machines as tables."""

from __future__ import annotations

import pytest

from curation.domain.states import VERSION, VersionState
from stageaudit_web.core.machines import RUN


@pytest.mark.requirement("S12")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("proposed", "audited"),
        ("proposed", "accepted"),
        ("staged", "accepted"),
        ("staged", "proposed"),
        ("audited", "staged"),
        ("accepted", "returned"),
        ("returned", "accepted"),
        ("repaired", "accepted"),
    ],
)
def test_a_version_cannot_skip_its_audit_or_come_back(old, new):
    assert not VERSION.allows(old, new)


@pytest.mark.requirement("S12")
def test_a_version_goes_from_proposed_over_its_audit_to_a_decision():
    assert VERSION.allows("proposed", "staged")
    assert VERSION.allows("staged", "audited")
    assert all(VERSION.allows("audited", last) for last in ("repaired", "accepted", "returned"))


def test_the_table_names_every_state():
    assert VERSION.states == {state.value for state in VersionState}


def test_final_states_have_no_way_out():
    assert not any(VERSION.allows(last, new) for last in ("accepted", "returned") for new in VERSION.states)


def test_a_failed_run_can_be_queued_again_and_a_done_one_cannot():
    assert RUN.allows("failed", "queued")
    assert not RUN.allows("done", "queued")
    assert RUN.sources("running") == {"queued"}
