"""manage.py parse_page: what a saved page holds, or what is wrong with the file."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

HTML = """
<p>Long rivers.</p><table class="infobox"><tr><th>Length</th><td>2,824 km</td></tr></table>
<h2 id="Lists">Lists</h2><table><caption>By length</caption><tr><th>River</th><th>Length</th></tr>
<tr><td rowspan="2"><a href="/wiki/Amur">Amur</a></td><td data-sort-value="2">2,824<sup>a</sup></td></tr>
<tr><td>1,755</td></tr></table><ul><li>Ural</li></ul>
"""


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("parse_page", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "Long_rivers.7.html"
    path.write_text(HTML, encoding="utf-8")
    return path


def test_json_holds_grids_infoboxes_lists_and_sentences(saved):
    page = json.loads(run(str(saved), "--json"))
    assert page["title"] == "Long rivers"
    grid = page["grids"][1]
    assert (grid["section_path"], grid["ordinal"], grid["caption"]["text"]) == (["Lists"], 1, "By length")
    assert grid["rows"] == [[0, 1], [2, 3], [2, 4]]
    assert grid["row_kinds"] == ["header", "body", "body"]
    assert grid["cells"][2]["links"][0]["title"] == "Amur"
    length = grid["cells"][3]
    assert (length["text"], length["sort_key"], length["notes"]) == ("2,824", "2", ["a"])
    assert page["infobox"][0]["path"] == ["Length"]
    assert [item["content"]["text"] for item in page["lists"]] == ["Ural"]
    assert [one["content"]["text"] for one in page["sentences"]] == ["Long rivers."]


def test_without_json_it_sums_up(saved):
    assert run(str(saved), "--title", "Rivers").splitlines() == [
        "Rivers: 2 tables, 1 infobox values, 1 list items, 1 sentences",
        "  Table 1: 1 rows, 2 columns",
        "  Lists > Table 1: 3 rows, 2 columns",
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "cannot be read"),
        (b"", "is not HTML"),
        (b"%PDF-1.7", "is not HTML"),
        (b'{"parse": {}}', "is not HTML"),
        (b"<table>" + (b"<tr>" + b"<td colspan=1000>x" * 300) * 20, "cannot be parsed"),
    ],
)
def test_a_file_that_cannot_be_parsed_is_named_with_the_reason(tmp_path, data, message):
    path = tmp_path / "page.html"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(CommandError, match=message):
        run(str(path), "--json")


def test_a_folder_is_no_page(tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        run(str(tmp_path))
