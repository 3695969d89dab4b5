"""Tables to grids: every trap of spans and groups, against Chromium and a plain restatement of the algorithm."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation.domain.content import Grid
from curation.domain.extract import TableTooLarge, extract_tables
from curation.domain.extract.grid import span
from tests.curation.domain.extract.shapes import SHAPES
from tests.tools import browser_reference


def grid(html: str) -> Grid:
    return extract_tables(html)[0]


def texts(made: Grid) -> list[list[str | None]]:
    cells = [[made.cell_at(y, x) for x in range(made.width)] for y in range(len(made.slots))]
    return [[cell and cell.content.text for cell in row] for row in cells]


def places(made: Grid) -> list[tuple[int, int, int, int]]:
    return sorted((cell.row, cell.column, cell.row_span, cell.col_span) for cell in made.cells)


@pytest.mark.requirement("X7")
@pytest.mark.parametrize("name", SHAPES)
def test_f1_cells_land_where_chromium_draws_them(name):
    tables = browser_reference.load()["shapes"][name]
    grids = extract_tables(SHAPES[name])
    assert [places(made) for made in grids] == [sorted(tuple(cell[:4]) for cell in table) for table in tables]
    for made, table in zip(grids, tables, strict=True):
        shown = {tuple(cell[:2]): cell[4:] for cell in table}
        assert all(
            browser_reference.digest(cell.content.text) in shown[cell.row, cell.column] for cell in made.cells
        )


@pytest.mark.requirement("X7")
def test_f1_overlapping_spans_on_the_right_of_a_table():
    made = grid(SHAPES["rows on the right overlap"])
    assert texts(made) == [
        ["a", "b", "c", "c"],
        ["d", "b", "e", "f"],
        ["d", "b", "g", "f"],
        ["h", "h", "h", "i"],
    ]


@pytest.mark.requirement("X7")
def test_f3_a_rowspan_of_99_in_two_rows_makes_two_rows():
    assert texts(grid('<table><tr><td rowspan="99">a<td>1<tr><td>2</table>')) == [["a", "1"], ["a", "2"]]


@pytest.mark.requirement("X7")
def test_f4_a_rowspan_of_zero_ends_with_the_row_group():
    made = grid('<table><tbody><tr><td rowspan="0">x<td>1<tr><td>2</tbody><tbody><tr><td>y<td>3</table>')
    assert texts(made) == [["x", "1"], ["x", "2"], ["y", "3"]]


@pytest.mark.requirement("X7")
def test_f5_a_malformed_colspan_is_read_up_to_its_last_digit():
    assert texts(grid('<table><tr><td colspan="2;">a<td>b</table>')) == [["a", "a", "b"]]


@pytest.mark.requirement("X7")
def test_f9_a_value_over_two_columns_stands_in_both_and_is_one_cell():
    made = grid(
        "<table><tr><th>Capital<th>Largest city<tr><td colspan=2><a href='/wiki/Rome'>Rome</a></table>"
    )
    assert made.slots[1][0] == made.slots[1][1]
    assert made.cell_at(1, 1) is made.cell_at(1, 0)
    assert [cell.content.text for cell in made.cells].count("Rome") == 1


@pytest.mark.requirement("X7")
def test_f12_a_year_over_three_rows_is_filled_down_and_headers_do_not_shift():
    made = grid(
        "<table><tr><th>Year<th>Prize<th>Winner<tr><td rowspan=3>1901<td>Physics<td>R<tr><td>Chemistry<td>H"
        "<tr><td>Peace<td>D<tr><td>1902<td>Physics<td>L</table>"
    )
    assert [row[0] for row in texts(made)] == ["Year", "1901", "1901", "1901", "1902"]
    assert texts(made)[2] == ["1901", "Chemistry", "H"]
    assert texts(made)[0] == ["Year", "Prize", "Winner"]


@pytest.mark.requirement("X7")
def test_f13_spanning_headers_empty_cells_and_phone_numbers_stay_as_they_are():
    made = grid(
        "<table><tr><th colspan=2>Contact<th>Ref<tr><td>Ana<td>007 555-0100<td><sup class='reference'>[1]</sup>"
        "<tr><td><td>NA<td>—</table>"
    )
    assert texts(made) == [["Contact", "Contact", "Ref"], ["Ana", "007 555-0100", ""], ["", "NA", "—"]]
    reference = made.cell_at(1, 2)
    assert reference is not None
    assert reference.content.notes == ("[1]",)


@pytest.mark.requirement("X7")
def test_f10_a_nested_table_is_a_grid_of_its_own():
    outer, inner = extract_tables(
        "<table style='x'><tr><td>- 5<td>a<table><tr><td>inner</table>b<tr><td>c<td>d</table>"
    )
    assert texts(outer) == [["- 5", "a\nb"], ["c", "d"]]
    assert texts(inner) == [["inner"]]
    assert (outer.nested_in, inner.nested_in) == (None, 0)


@pytest.mark.requirement("X7")
def test_f11_wikitext_is_no_evidence_and_makes_no_grid():
    assert extract_tables("{| class=wikitable\n|-\n| a || {{row|1|2}}\n|}") == ()


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (None, 1),
        ("", 1),
        ("2", 2),
        (" 2 ", 2),
        ("+2", 2),
        ("-2", 1),
        ("x", 1),
        ("0", 0),
        ("3.7", 3),
        ("9" * 30, 1000),
    ],
)
def test_spans_are_read_as_browsers_read_them(value, read):
    assert span(value, most=1000) == read


def test_a_table_of_millions_of_slots_is_refused():
    row = "<tr>" + "<td colspan=1000>x" * 300
    with pytest.raises(TableTooLarge):
        extract_tables("<table>" + row * 20 + "</table>")


def test_a_table_without_rows_is_an_empty_grid():
    made = grid("<table></table>")
    assert (made.slots, made.cells, made.width) == ((), (), 0)


# --- Generated tables against a plain restatement of the table-forming algorithm ---

spans = st.tuples(st.integers(0, 4), st.integers(1, 3))
tables = st.lists(st.lists(st.lists(spans, max_size=4), max_size=4), max_size=3)


def expected(groups: list[list[list[tuple[int, int]]]]) -> list[tuple[int, int, int, int]]:
    """Where the cells of row groups land: a set of taken slots, filled cell by cell."""
    found, top = [], 0
    for rows in groups:
        taken: set[tuple[int, int]] = set()
        for y, row in enumerate(rows):
            x = 0
            for height, width in row:
                while (y, x) in taken:
                    x += 1
                tall = len(rows) - y if height == 0 else min(height, len(rows) - y)
                taken |= {(y + down, x + right) for down in range(tall) for right in range(width)}
                found.append((top + y, x, tall, width))
                x += width
        top += len(rows)
    return sorted(found)


@given(tables)
def test_generated_tables_land_where_the_algorithm_says(groups):
    html = "".join(
        "<tbody>" + "".join(f"<tr>{''.join(cell(*sizes) for sizes in row)}</tr>" for row in rows) + "</tbody>"
        for rows in groups
    )
    made = grid(f"<table>{html}</table>")
    assert places(made) == expected(groups)
    covered = {
        (y, x) for y, line in enumerate(made.slots) for x, index in enumerate(line) if index is not None
    }
    assert covered == {
        (row + down, column + right)
        for row, column, tall, wide in places(made)
        for down in range(tall)
        for right in range(wide)
    }
    assert len({len(line) for line in made.slots}) <= 1


def cell(height: int, width: int) -> str:
    return f'<td rowspan="{height}" colspan="{width}">x</td>'
