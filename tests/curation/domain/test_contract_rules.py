"""Tests of curation.domain.contract_rules: every problem of a contract, with its field."""

from __future__ import annotations

from dataclasses import replace

import pytest

from curation.domain.contract import Column, ColumnType, Contract, Partition
from curation.domain.contract_rules import column_type, problems

GOOD = Contract(
    query="Which rivers?",
    key=("River",),
    columns=(Column("River"), Column("Length", ColumnType.QUANTITY, unit="km")),
    partitions=(Partition("Asia", 2), Partition("Europe")),
    as_of="2024-12-31",
)


def told(contract: Contract) -> list[tuple[str, str]]:
    return [(problem.field, problem.expected) for problem in problems(contract)]


def test_a_good_contract_has_no_problem():
    assert told(GOOD) == []


@pytest.mark.parametrize(
    ("changes", "field", "expected"),
    [
        ({"columns": ()}, "columns", "at least one column"),
        ({"columns": (Column("River"), Column(" "))}, "columns.1.name", "a name"),
        ({"columns": (Column("River"), Column("river"))}, "columns.1.name", "“river” is there already"),
        ({"columns": (Column("River", unit="km"),)}, "columns.0.unit", "a column of type text has none"),
        (
            {"columns": (Column("River"), Column("L", ColumnType.QUANTITY, unit="banana"))},
            "columns.1.unit",
            "banana",
        ),
        ({"columns": (Column("River", decimal=";"),)}, "columns.0.decimal", "a decimal mark"),
        ({"columns": (Column("River"), Column("x" * 201))}, "columns.1.name", "at most 200"),
        ({"key": ()}, "key", "at least one column"),
        ({"key": ("Lake",)}, "key", "“Lake” is none of them"),
        ({"key": ("River", "River")}, "key", "“River” is there twice"),
        ({"partitions": (Partition("Asia"), Partition("asia "))}, "partitions.1.name", "is there already"),
        ({"partitions": (Partition(""),)}, "partitions.0.name", "a name"),
        ({"partitions": (Partition("Asia", -1),)}, "partitions.0.expected_rows", "a whole number"),
        ({"partition_column": "Continent"}, "partition_column", "“Continent” is none of them"),
        ({"as_of": "31.12.2024"}, "as_of", "31.12.2024"),
        ({"expected_rows": -3}, "expected_rows", "a whole number"),
    ],
)
def test_each_rule_names_its_field(changes, field, expected):
    found = told(replace(GOOD, **changes))
    assert field in [place for place, _ in found]
    assert any(expected in words for place, words in found if place == field)


def test_all_problems_are_told_at_once():
    bad = replace(GOOD, key=("Lake",), as_of="soon", columns=(Column("A"), Column("A")))
    assert [place for place, _ in told(bad)] == ["columns.1.name", "key", "as_of"]


@pytest.mark.parametrize("unit", ["km", "km²", "kg·m", "m/s", "furlong", "%"])
def test_units_of_the_table_and_of_pint_are_known(unit):
    columns = (Column("River"), Column("Length", ColumnType.QUANTITY, unit=unit))
    assert told(replace(GOOD, columns=columns)) == []


@pytest.mark.parametrize("unit", ["m**9**9**9", "__import__('os')", "x" * 400, "km; mi"])
def test_what_is_no_unit_is_never_evaluated(unit):
    columns = (Column("River"), Column("Length", ColumnType.QUANTITY, unit=unit))
    assert [place for place, _ in told(replace(GOOD, columns=columns))] == ["columns.1.unit"]


def test_types_are_read_by_name():
    assert column_type(" Quantity ") is ColumnType.QUANTITY
    assert column_type("colour") is None
