"""To which partitions a text points."""

import pytest

from audit.domain.partitions import Membership, named_in, read_membership, rows_by_partition
from tests.audit.subjects import AMUR, RHINE, make_partitioned, make_row, make_subject

WORLD = make_partitioned("Europe", "Asia", "North and South America")


@pytest.mark.parametrize(
    ("text", "membership"),
    [
        ("Europe", Membership(("Europe",))),
        (" europe ", Membership(("Europe",))),
        ("Europe; Asia", Membership(("Europe", "Asia"))),
        ("Europe\nAsia", Membership(("Europe", "Asia"))),
        ("Europe/Asia", Membership(("Europe", "Asia"), ambiguous=True)),
        ("Europe and Asia", Membership(("Europe", "Asia"), ambiguous=True)),
        ("North and South America", Membership(("North and South America",))),
        ("South America", Membership(("North and South America",), loose=True)),
        ("Eastern Europe", Membership(("Europe",), loose=True)),
        ("Africa", Membership(strange=("Africa",))),
        ("Europe; Africa", Membership(("Europe",), ("Africa",))),
        ("", Membership()),
    ],
)
def test_membership(text, membership):
    assert read_membership(text, WORLD) == membership


def test_a_name_that_fits_two_partitions_fits_none():
    contract = make_partitioned("Columbus Ohio", "Columbus Georgia")
    assert read_membership("Columbus", contract) == Membership(strange=("Columbus",))


def test_the_staged_partition_goes_before_the_column():
    subject = make_subject(make_row(1, "Ural", "Asia", partition="Europe"), contract=WORLD)
    assert {name: len(rows) for name, rows in rows_by_partition(subject).items()} == {
        "Europe": 1,
        "Asia": 0,
        "North and South America": 0,
    }


def test_every_partition_has_its_rows():
    subject = make_subject(AMUR, RHINE, contract=WORLD)
    assert [row.name for row in rows_by_partition(subject)["Asia"]] == ["Amur"]


def test_titles_that_name_a_partition():
    assert named_in("Europe", ["Rivers of Europe", "List of European rivers", "Europe"]) == [
        "Rivers of Europe",
        "Europe",
    ]
