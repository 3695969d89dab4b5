"""Files that are broken, huge or hostile: a clear word about what is wrong, and bounded time."""

import json
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from curation.domain.clusters import ClusterError, read_clusters
from curation.domain.rows import Refusal
from curation.wiki.checking import PageFolder, check_cluster
from tests.curation.heldout.writing import write_page

PLACE = {"file": "pages/Towns.html", "kind": "table", "page": "Towns", "section": "(lead)", "row": 1}
TOWNS = "<table class='wikitable'><tr><th>Town</th></tr><tr><td>Ern</td></tr><tr><td>Olm</td></tr></table>"


def cluster(**changes: Any) -> dict[str, Any]:
    row = {"Town": "Ern", "_loc": [{**PLACE, "table_index_all": 0}]}
    plain = {"id": "towns", "question": "Which towns?", "seed": "Towns", "complements": []}
    return {**plain, "primary_key": ["Town"], "columns": ["Town"], "rows": [row], **changes}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[{"id": ' + "9" * 5000 + "}]", "numbers of thousands of digits"),
        ("[" * 100_000, "not nested thousands of levels deep"),
        (json.dumps([cluster(primary_key=[])]), "one column name or more"),
        (json.dumps([cluster(columns=["Town", "Town"])]), "every name once"),
        (json.dumps([cluster(rows=[{"Town": {"name": "Ern"}}])]), "row 0, Town: expected a text"),
    ],
)
def test_a_broken_clusters_file_is_told_what_is_wrong(text: str, expected: str) -> None:
    with pytest.raises(ClusterError, match=expected):
        read_clusters(text)


@pytest.mark.parametrize("file", ["pages/" + "a" * 5000, "pages", "../../etc/passwd", "pages/a\0b.html"])
def test_a_file_that_cannot_be_read_refuses_its_row(tmp_path: Path, file: str) -> None:
    write_page(tmp_path, "Towns", TOWNS)
    rows = [{"Town": "Ern", "_loc": [{**PLACE, "table_index_all": 0, "file": file}]}]
    checked = check_cluster(read_clusters(json.dumps([cluster(rows=rows)]))[0], PageFolder(tmp_path))
    assert isinstance(checked[0].outcome, Refusal)


def test_wrong_copies_need_no_list_of_pages(tmp_path: Path) -> None:
    write_page(tmp_path, "Towns", TOWNS)
    file = tmp_path / "clusters.json"
    file.write_text(json.dumps([cluster()]), encoding="utf-8")
    out = StringIO()
    call_command("corrupt_rows", str(file), root=tmp_path, seed=1, count=3, stdout=out)
    assert all("_corrupted" in row for copy in json.loads(out.getvalue()) for row in copy["rows"])


def test_wrong_copies_are_not_made_of_rows_that_stand_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "clusters.json"
    file.write_text(json.dumps([cluster(rows=[{"Town": "Ern", "_loc": [{}]}])]), encoding="utf-8")
    with pytest.raises(CommandError, match="row 0, _loc: kind: expected table, infobox or list"):
        call_command("corrupt_rows", str(file), root=tmp_path, seed=1)


def test_rows_of_a_long_table_are_named_in_time_that_grows_with_its_length(tmp_path: Path) -> None:
    lines = "".join(f"<tr><td>Town {n}</td><td>{n * 7}</td></tr>" for n in range(20_000))
    table = f"<table class='wikitable'><tr><th>Town</th><th>People</th></tr>{lines}</table>"
    write_page(tmp_path, "Towns", table)
    rows = [
        {"Town": f"Town {n}", "_loc": [{**PLACE, "table_index_all": 0, "row": n + 1}]}
        for n in range(0, 20_000, 200)
    ]
    started = time.monotonic()
    checked = check_cluster(read_clusters(json.dumps([cluster(rows=rows)]))[0], PageFolder(tmp_path))
    assert not any(isinstance(row.outcome, Refusal) for row in checked)
    assert time.monotonic() - started < 20  # it took minutes when each row was compared with all others
