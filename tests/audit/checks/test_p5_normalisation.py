"""P5: within a column one thing is written one way."""

import pytest

from audit.checks.p5_normalisation import check
from audit.domain.findings import Severity, TargetKind
from curation.domain.contract import Column, ColumnType
from curation.domain.witness import FOLDED
from tests.audit.subjects import AMUR, RHINE, RIVER, make_cell, make_contract, make_row, make_subject

NUMBER = Column("n", ColumnType.NUMBER)
TEXT = Column("n")


def column_of(column, *values, **changes):
    rows = [
        make_row(n, f"Row {n}", cells=(make_cell("n", value, **changes),))
        for n, value in enumerate(values, 1)
    ]
    return list(check(make_subject(*rows, contract=make_contract(columns=(RIVER, column)))))


def test_a_column_written_one_way_has_no_finding():
    assert list(check(make_subject(AMUR, RHINE))) == []


@pytest.mark.requirement("S28", "S31")
def test_two_layouts_are_one_finding_with_counts_and_rows():
    (draft,) = column_of(TEXT, "947 (289)", "658 (201)", "555 / 169")
    assert (draft.severity, draft.target.kind, draft.target.column) == (
        Severity.HYGIENE,
        TargetKind.COLUMN,
        "n",
    )
    assert draft.message == "n is written “947 (289)” in 2 rows and “555 / 169” in 1 row."
    assert draft.evidence["facets"][0]["forms"][1] == {
        "form": "0 / 0",
        "example": "555 / 169",
        "count": 1,
        "rows": [3],
    }


@pytest.mark.requirement("S28")
@pytest.mark.parametrize(
    ("column", "values", "severity", "facet"),
    [
        (NUMBER, ("12,824", "12824"), Severity.HYGIENE, "grouping"),
        (NUMBER, ("2,824", "2824"), Severity.HYGIENE, "grouping of four digits"),
        (NUMBER, ("1.5", "2,5"), Severity.BLOCKING, "decimal mark"),
        (Column("n", ColumnType.QUANTITY), ("25 kW", "30 MW"), Severity.HYGIENE, "layout"),
        (NUMBER, ("-5", "−6"), Severity.SUGGESTION, "minus sign"),
        (TEXT, ("1995–96", "1996-97"), Severity.SUGGESTION, "dash"),
        (Column("n", ColumnType.DATE), ("4 March 2025", "March 5, 2025"), Severity.HYGIENE, "date form"),
        (Column("n", ColumnType.DATE), ("4 March 2025", "2025-03-05"), Severity.HYGIENE, "date form"),
        (TEXT, ("Azteca", "•", "n/a"), Severity.HYGIENE, "missing value"),
        (TEXT, ("Räikkönen", "Raikkonen"), Severity.HYGIENE, "spelling"),
        (TEXT, ("TV Azteca", "TV azteca"), Severity.HYGIENE, "spelling"),
    ],
)
def test_facets(column, values, severity, facet):
    (draft,) = column_of(column, *values)
    assert draft.severity is severity
    assert draft.evidence["facets"][0]["facet"] == facet


@pytest.mark.parametrize(
    ("column", "values"),
    [
        (NUMBER, ("12,824", "2824")),  # many styles group from five digits on
        (NUMBER, ("+5", "-6", "7")),
        (Column("n", ColumnType.ID), ("05575", "5576", "A-1")),
        (Column("n", ColumnType.YEAR), ("1991", "2005")),
        (TEXT, ("Oslo", "Bergen", "Oslo")),
        (Column("n", ColumnType.DATE), ("November 19, 1969", "July 20, 1969", "May 5, 1970")),
        (Column("n", ColumnType.YEAR), ("1877", "29 August 2003")),  # the check of types says that
        (TEXT, ("2005 Spanish Grand Prix", "2005 British Grand Prix", "2005 Belgian Grand Prix")),
        (
            TEXT,
            ("May 19, 1981 – Present", "January 3, 1973 – January 3, 1977", "March 4, 1981 – May 5, 1982"),
        ),
        (Column("n", ColumnType.QUANTITY), ("3 kW", ".3 kW")),
        (TEXT, ("a 1", "b (2)", "c / 3", "4 d", "e-5f")),  # free text has no layout
    ],
)
def test_what_is_not_a_mix(column, values):
    assert column_of(column, *values) == []


@pytest.mark.requirement("S28")
def test_accents_dropped_in_some_rows_are_hygiene():
    rows = [
        make_row(1, "Kimi", cells=(make_cell("n", "Raikkonen", note=FOLDED),)),
        make_row(2, "Enikő", cells=(make_cell("n", "Szabó"),)),
    ]
    (draft,) = check(make_subject(*rows, contract=make_contract(columns=(RIVER, TEXT))))
    assert draft.evidence["facets"][0]["facet"] == "accents"
