"""Words and grouping shared by the checks."""

import pytest

from audit.domain.findings import CheckId, Severity, TargetKind
from audit.domain.grouping import Fault, Kind, clip, counted, drafts_of, listed, quoted
from tests.audit.subjects import make_row

KIND = Kind(
    CheckId.S3,
    Severity.HYGIENE,
    "type",
    one=lambda fault: fault.detail,
    many=lambda faults: f"{len(faults)} faults",
)


def faults(count, column="Length"):
    return [Fault(make_row(n, f"River {n}", "", "long"), column, f"fault {n}") for n in range(1, count + 1)]


def test_up_to_three_faults_are_findings_of_their_own():
    drafts = list(drafts_of(faults(3), KIND, total=9))
    assert [(draft.target.kind, draft.target.row, draft.message) for draft in drafts] == [
        (TargetKind.CELL, 1, "fault 1"),
        (TargetKind.CELL, 2, "fault 2"),
        (TargetKind.CELL, 3, "fault 3"),
    ]


def test_more_faults_are_one_finding_with_every_row_and_five_examples():
    (draft,) = drafts_of(faults(7), KIND, total=9)
    assert (draft.target.kind, draft.target.column, draft.message) == (
        TargetKind.COLUMN,
        "Length",
        "7 faults",
    )
    assert draft.evidence["rows"] == [1, 2, 3, 4, 5, 6, 7]
    assert (draft.evidence["count"], draft.evidence["of"], len(draft.evidence["examples"])) == (7, 9, 5)


def test_faults_of_rows_are_grouped_on_the_table():
    (draft,) = drafts_of(faults(4, column=""), KIND, total=4)
    assert draft.target.kind is TargetKind.TABLE


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ([], ""),
        (["A"], "A"),
        (["A", "B"], "A and B"),
        (["A", "B", "C"], "A, B and C"),
        (list("ABCDEF"), "A, B, C, D and 2 more"),
    ],
)
def test_lists(names, words):
    assert listed(names) == words


def test_values_are_cut_and_counted():
    assert clip("a" * 10, 5) == "aaaa…"
    assert clip("two\n lines") == "two lines"
    assert quoted("  ") == "nothing"
    assert (counted(1, "row"), counted(2, "row"), counted(2, "entry", "entries")) == (
        "1 row",
        "2 rows",
        "2 entries",
    )
