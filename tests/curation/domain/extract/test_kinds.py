"""Header, body, group and footer rows."""

from __future__ import annotations

import pytest

from curation.domain.extract import extract_tables

HEAD = "<tr><th>Name<th>Year</tr>"
ROW = "<tr><td>a<td>1900</tr>"


def kinds(rows: str) -> str:
    return "".join(kind[0] for kind in extract_tables(f"<table>{rows}</table>")[0].row_kinds)


@pytest.mark.requirement("X7")
def test_f2_a_row_that_a_header_cell_reaches_into_is_a_header_row():
    assert kinds("<tr><th rowspan=2>H<th>A<tr><td>x<tr><td>1<td>2") == "hhb"
    assert kinds("<tr><th rowspan=2>H<th colspan=2>A<tr><th>x<th>y<tr><td>1<td>2<td>3") == "hhb"


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (HEAD + ROW + ROW, "hbb"),
        ("<tr><th colspan=2>Rivers" + HEAD + ROW, "ghb"),
        (HEAD + "<tr><th colspan=2>North" + ROW + "<tr><td colspan=2>South" + ROW, "hgbgb"),
        (HEAD + ROW + HEAD + ROW, "hbhb"),
        (HEAD + ROW + HEAD, "hbh"),
        (HEAD + ROW + "<tr><td colspan=2>Sources: a census", "hbf"),
        (HEAD + ROW + "<tr><th>Total<th>1,900", "hbf"),
        (HEAD + ROW + "<tr class=sortbottom><td>x<td>y", "hbf"),
        (HEAD + ROW + "<tfoot><tr><td>x<td>y</tfoot>", "hbf"),
        ("<thead><tr><td>Name<td>Year</thead>" + ROW, "hb"),
        (HEAD + "<tr><th scope=row>a<td>1900", "hb"),
        (HEAD + "<tr><th>2003<td><td>", "hb"),
        ("<tr><td><th>A<th>B<tr><th>x<td>1<td>2", "hb"),
        ("<tr><td><b>Name</b><td><b>Year</b>" + ROW, "hb"),
        ("<tr><td>#<td><b>Name</b><td><b>Year</b><tr><td>1<td>a<td>1900", "hb"),
        ("<tr><td><b>1</b><td><b>2</b>" + ROW, "bb"),
        ("<tr><td><b>a</b><td><b>b</b><tr><td><b>c</b><td><b>d</b>", "bb"),
        (ROW + ROW, "bb"),
        (HEAD + (ROW + "<tr><td colspan=2>what happened") * 3, "hbfbfbf"),
        ("<tr><th>only<th>heads", "h"),
    ],
)
def test_what_a_row_is(rows, expected):
    assert kinds(rows) == expected
