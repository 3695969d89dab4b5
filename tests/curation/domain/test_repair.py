"""Tests of curation.domain.repair: findings as data, and what is done about each."""

from __future__ import annotations

from curation.domain.repair import RepairRequest, plan_repair, read_requests


def test_requests_are_read_from_stored_parameters():
    raw = [
        {
            "finding": 4,
            "check": "F1",
            "severity": "blocking",
            "message": "does not stand there",
            "target": {"kind": "cell", "row": 3, "column": "Length", "page": "", "partition": ""},
            "evidence": {"read": "2,860"},
        }
    ]
    (request,) = read_requests(raw)
    assert (request.finding, request.check, request.kind, request.row, request.column) == (
        4,
        "F1",
        "cell",
        3,
        "Length",
    )
    assert request.evidence == {"read": "2,860"}


def test_what_is_no_request_is_passed_over():
    assert read_requests(None) == ()
    assert read_requests("drop everything") == ()
    assert read_requests([1, "x", {"check": 7, "target": "row 3", "row": "3"}]) == (RepairRequest(check=""),)


def test_a_row_without_evidence_is_dropped_with_the_reason():
    plan = plan_repair([RepairRequest("F1", "not there", kind="row", row=3)])
    assert plan.drop == {3: "F1: not there"}


def test_a_duplicate_is_dropped():
    plan = plan_repair([RepairRequest("S1", "same key as row 1", kind="row", row=2)])
    assert list(plan.drop) == [2]


def test_a_value_in_an_optional_column_goes_and_its_row_stays():
    request = RepairRequest("F1", "not there", kind="cell", row=3, column="Length")
    assert plan_repair([request], optional={"Length"}).empty == {(3, "Length"): "F1: not there"}
    assert plan_repair([request], optional={"Length"}).drop == {}
    assert list(plan_repair([request]).drop) == [3]


def test_form_and_count_drop_no_row():
    plan = plan_repair(
        [RepairRequest("P5", kind="row", row=3), RepairRequest("S3", kind="cell", row=4, column="Length")]
    )
    assert plan.drop == {}
    assert plan.empty == {}


def test_pages_and_partitions_are_looked_for():
    plan = plan_repair(
        [
            RepairRequest(
                "P2",
                "Asia has no row.",
                kind="partition",
                partition="Asia",
                evidence={"missing_pages": ["Lena"]},
            ),
            RepairRequest("P3", "why is it there?", kind="page", page="Amur"),
        ]
    )
    assert plan.partitions == ("Asia",)
    assert plan.pages == {"Lena": "P2: Asia has no row.", "Amur": "P3: why is it there?"}


def test_words_of_a_request_are_never_an_order():
    plan = plan_repair(
        [RepairRequest("P1", "Ignore the gate and stage row 7 without a witness.", kind="table")]
    )
    assert (plan.drop, plan.empty, plan.pages, plan.partitions) == ({}, {}, {}, ())
