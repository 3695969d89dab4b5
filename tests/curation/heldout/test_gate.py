"""The gate on the same clusters: every true row is staged, and none that was changed in one place."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from curation.domain.clusters import read_clusters
from curation.domain.rows import Refusal
from curation.wiki.checking import PageFolder, check_cluster

HERE = Path(__file__).parent
RAW = {cluster["id"]: cluster for cluster in json.loads((HERE / "clusters.json").read_text("utf-8"))}
FOLDER = PageFolder(HERE)


def staged(cluster: dict[str, Any]) -> list[bool]:
    checked = check_cluster(read_clusters(json.dumps([cluster]))[0], FOLDER)
    return [not isinstance(row.outcome, Refusal) for row in checked]


@pytest.mark.parametrize("name", RAW)
def test_every_true_row_is_staged(name: str) -> None:
    assert all(staged(RAW[name]))


def changed(cluster: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any], str]]:
    """Copies with one row made wrong: number of the row, the copy, what was done."""
    rows = cluster["rows"]
    for number, row in enumerate(rows):
        other = rows[(number + 1) % len(rows)]
        for column in cluster["columns"]:
            for value in {_digit(row[column]), _letter(row[column]), other[column], f"not {row[column]}"}:
                if row[column] and value not in ("", row[column]):
                    copied = copy.deepcopy(cluster)
                    copied["rows"][number][column] = value
                    yield number, copied, f"{column}: {row[column]} -> {value}"
        copied = copy.deepcopy(cluster)
        copied["rows"][number]["_loc"] = other["_loc"]
        yield number, copied, "places of another row"


def _digit(value: str) -> str:
    at = next((at for at, char in enumerate(value) if char in "0123456789"), None)
    return "" if at is None else f"{value[:at]}{(int(value[at]) + 1) % 10}{value[at + 1 :]}"


def _letter(value: str) -> str:
    at = next((at for at, char in enumerate(value) if char.isalpha()), None)
    return "" if at is None else f"{value[:at]}{'z' if value[at] not in 'zZ' else 'q'}{value[at + 1 :]}"


@pytest.mark.parametrize("name", RAW)
def test_no_row_with_one_change_is_staged(name: str) -> None:
    passed = [what for number, copied, what in changed(RAW[name]) if staged(copied)[number]]
    assert passed == []


def test_a_column_without_a_header_is_found_by_its_cells_alone(tmp_path: Path) -> None:
    table = (
        "<h2>Towns</h2><table class='wikitable'><tr><th></th><th>Members</th><th>Ref</th></tr>"
        "<tr><td>1</td><td>Ann, Bo</td><td>[1]</td></tr><tr><td>2</td><td>Cy</td><td>[2]</td></tr></table>"
    )
    assert _checked(tmp_path, table, {"No.": "1", "Members": "Ann, Bo"}, {"No.": "2", "Members": "Cy"}) == [
        True,
        True,
    ]
    assert _checked(tmp_path, table, {"No.": "2", "Members": "Ann, Bo"}, {"No.": "1", "Members": "Cy"}) == [
        False,
        False,
    ]


def test_the_year_in_a_column_s_name_keeps_it_from_another_year_s_header(tmp_path: Path) -> None:
    table = (
        "<h2>Towns</h2><table class='wikitable'><tr><th rowspan='2'>Town</th><th>Census 1991</th>"
        "<th>Census 2001</th></tr><tr><th>Number</th><th>Number</th></tr>"
        "<tr><td>Ern</td><td>1,204</td><td>1,377</td></tr><tr><td>Olm</td><td>908</td><td>871</td></tr></table>"
    )
    true = [{"Town": "Ern", "Number 1991": "1,204"}, {"Town": "Olm", "Number 1991": "908"}]
    swapped = [{"Town": "Ern", "Number 1991": "1,377"}, {"Town": "Olm", "Number 1991": "871"}]
    assert _checked(tmp_path, table, *true, first=2) == [True, True]
    assert _checked(tmp_path, table, *swapped, first=2) == [False, False]


def test_parts_of_one_item_may_have_a_word_in_common(tmp_path: Path) -> None:
    items = "<h2>Towns</h2><ul><li>May 3, 1976: Harbour Act of 1976</li><li>June 8, 1976: Tolls Act</li></ul>"
    rows = (
        {"Act": "Harbour Act of 1976", "Date": "May 3, 1976"},
        {"Act": "Tolls Act", "Date": "June 8, 1976"},
    )
    assert _checked(tmp_path, items, *rows, kind="list") == [True, True]
    wrong = ({**rows[0], "Date": "June 3, 1976"}, {**rows[1], "Act": "Harbour Act of 1976"})
    assert _checked(tmp_path, items, *wrong, kind="list") == [False, False]


def _checked(root: Path, html: str, *rows: dict[str, str], first: int = 1, kind: str = "table") -> list[bool]:
    (root / "pages").mkdir(exist_ok=True)
    (root / "pages/Towns.html").write_text(html, encoding="utf-8")
    base = {"file": "pages/Towns.html", "kind": kind, "page": "Towns", "section": "Towns"}
    where = [
        {**base, "table_index_all": 0, "row": number} if kind == "table" else {**base, "item": number}
        for number in range(first, first + len(rows))
    ]
    columns = list(rows[0])
    cluster = {
        "id": "towns",
        "question": "Which towns?",
        "seed": "Towns",
        "complements": [],
        "primary_key": columns[:1],
        "columns": columns,
        "rows": [{**row, "_loc": [place]} for row, place in zip(rows, where, strict=True)],
    }
    checked = check_cluster(read_clusters(json.dumps([cluster]))[0], PageFolder(root))
    return [not isinstance(row.outcome, Refusal) for row in checked]


def test_a_footnote_mark_may_be_copied_with_its_value(tmp_path: Path) -> None:
    table = (
        "<h2>Towns</h2><table class='wikitable'><tr><th>Town</th><th>Margin</th></tr>"
        "<tr><td>Ern<sup>†</sup></td><td>Playoff<sup>1</sup></td></tr><tr><td>Olm</td><td>2 strokes</td></tr></table>"
    )
    copied = ({"Town": "Ern†", "Margin": "Playoff1"}, {"Town": "Olm", "Margin": "2 strokes"})
    plain = ({"Town": "Ern", "Margin": "Playoff"}, copied[1])
    wrong = ({"Town": "Ern†", "Margin": "Playoff2"}, {"Town": "Olm†", "Margin": "2 strokes"})
    assert _checked(tmp_path, table, *copied) == [True, True]
    assert _checked(tmp_path, table, *plain) == [True, True]
    assert _checked(tmp_path, table, *wrong) == [False, False]


def test_two_columns_swapped_in_every_row_are_not_read_from_each_other_s_headers(tmp_path: Path) -> None:
    table = (
        "<h2>Towns</h2><table class='wikitable'><tr><th>Name</th><th>Structural type</th><th>VC</th><th>Votes</th></tr>"
        "<tr><td>Ern</td><td>Port</td><td>7</td><td>204</td></tr>"
        "<tr><td>Olm</td><td>Spa</td><td>9</td><td>318</td></tr>"
        "<tr><td>Ulm</td><td>Mill</td><td>12</td><td>77</td></tr></table>"
    )
    true = [
        {"Town": name, "Type": kind, "Virtual channel": channel}
        for name, kind, channel in (("Ern", "Port", "7"), ("Olm", "Spa", "9"), ("Ulm", "Mill", "12"))
    ]
    assert _checked(tmp_path, table, *true) == [True] * 3
    for one, other in (("Town", "Type"), ("Town", "Virtual channel"), ("Type", "Virtual channel")):
        swapped = [{**row, one: row[other], other: row[one]} for row in true]
        assert _checked(tmp_path, table, *swapped) == [False] * 3


def test_a_value_is_not_named_twice_where_its_place_names_it_once(tmp_path: Path) -> None:
    items = "<h2>Towns</h2><ul><li>Ern, a port since 1902</li><li>Olm, a spa since 1950</li></ul>"
    assert _checked(tmp_path, items, {"Town": "Ern"}, {"Town": "Olm"}, kind="list") == [True, True]
    assert _checked(tmp_path, items, {"Town": "Ern; Ern"}, {"Town": "Olm; Olm"}, kind="list") == [
        False,
        False,
    ]


def test_a_link_is_no_other_name_where_that_name_has_a_row_of_its_own(tmp_path: Path) -> None:
    link = '<a href="/wiki/WERN-DT" title="WERN-DT">{}</a>'.format
    table = (
        "<h2>Towns</h2><table class='wikitable'><tr><th>Callsign</th><th>City</th></tr>"
        f"<tr><td>{link('WERN-DT')}</td><td>Ern</td></tr><tr><td>{link('WOLM-TV')}</td><td>Olm</td></tr></table>"
    )
    true = ({"Callsign": "WERN-DT", "City": "Ern"}, {"Callsign": "WOLM-TV", "City": "Olm"})
    assert _checked(tmp_path, table, *true) == [True, True]
    assert _checked(tmp_path, table, true[0], {"Callsign": "WERN-DT", "City": "Olm"}) == [True, False]
