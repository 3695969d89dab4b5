"""Infobox entries and the paths of their labels."""

from __future__ import annotations

import pytest

from curation.domain.extract import extract_page


def entries(
    rows: str, *, title: str = "Amur", box: str = '<table class="infobox vcard">'
) -> list[tuple[tuple[str, ...], str, int]]:
    page = extract_page(f"{box}{rows}</table>", title=title)
    return [(entry.path, entry.value.text, entry.row) for entry in page.infobox]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            "<tr><th colspan=2>Amur<tr><td colspan=2><img alt=map><tr><th>Length<td>2,824 km",
            [(("Length",), "2,824 km", 2)],
        ),
        (
            "<tr><th colspan=2>Amur<tr><th colspan=2>Basin<tr><th>Size:<td>1,855,000 km<sup>2</sup>",
            [(("Basin", "Size"), "1,855,000 km2", 2)],
        ),
        (
            "<tr><th>Population<td><tr><th>&nbsp;• Total<td>5<tr><th>&nbsp;• Density<td>6<tr><th>Seat<td>x",
            [(("Population", "Total"), "5", 1), (("Population", "Density"), "6", 2), (("Seat",), "x", 3)],
        ),
        (
            "<tr><th colspan=2>Amur<tr><th colspan=2>Population (2010)<tr><th>• Total<td>5",
            [(("Population (2010)", "Total"), "5", 2)],
        ),
        ("<tr><td><b>Date</b><td>March 20, 2005", [(("Date",), "March 20, 2005", 0)]),
        (
            "<tr><th rowspan=2>Energies<td>1st: 652<tr><td>2nd: 1380",
            [(("Energies",), "1st: 652", 0), (("Energies",), "2nd: 1380", 1)],
        ),
        ("<tr><th>Driver<td>Alonso<td>Renault", [(("Driver",), "Alonso\nRenault", 0)]),
        ("<tr><th>Rivers<td><ul><li>a<li>b</ul>", [(("Rivers",), "a\nb", 0)]),
        ("<caption>Amur</caption><tr><th colspan=2>Race<tr><th>Laps<td>56", [(("Race", "Laps"), "56", 1)]),
    ],
)
def test_labels_have_the_path_of_what_stands_over_them(rows, expected):
    assert entries(rows) == expected


def test_a_box_of_several_tables_is_one_infobox():
    html = (
        '<div class="infobox_v3"><table><tr><th>Règne<td>Animalia</table>'
        '<table><tr><th>Classe<td>Mammalia</table></div><table class="infobox"><tr><th>A<td>b</table>'
    )
    page = extract_page(html, title="Okapi")
    assert [(entry.infobox, entry.table_index, entry.path[-1]) for entry in page.infobox] == [
        (1, 0, "Règne"),
        (1, 1, "Classe"),
        (2, 2, "A"),
    ]


def test_tables_nested_in_a_box_are_no_infobox_of_their_own():
    page = extract_page(
        '<table class="infobox"><tr><th>A<td>b<table><tr><th>C<td>d</table></table>', title="T"
    )
    assert [entry.path for entry in page.infobox] == [("A",)]


def test_what_nobody_sees_is_no_infobox():
    assert entries("<tr><th>A<td>b", box='<table class="infobox" style="display:none">') == []
    assert entries("<tr><th>A<td>b", box='<table class="navbox infobox">') == []


def test_persondata_is_marked_as_hidden():
    page = extract_page(
        '<table class="persondata"><tr><td>Name<td>x</table><table><tr><td>y</table>', title="T"
    )
    assert [grid.hidden for grid in page.grids] == [True, False]
