"""Section paths in old, new and Parsoid markup, and under headings that repeat."""

from __future__ import annotations

from curation.domain.extract import extract_page

TABLE = "<table><tr><td>x</td></tr></table>"


def paths(html: str) -> list[tuple[str, ...]]:
    return [grid.section_path for grid in extract_page(html, title="T").grids]


def test_old_new_and_parsoid_headings_open_sections():
    old = '<h2><span class="mw-headline" id="A_b">A <i>b</i></span><span class="mw-editsection">[edit]</span></h2>'
    new = '<div class="mw-heading mw-heading3"><h3 id="C">C</h3><span class="mw-editsection">[edit]</span></div>'
    parsoid = f'<section data-mw-section-id="3"><h2 id="D">D</h2>{TABLE}</section>'
    page = extract_page(TABLE + old + TABLE + new + TABLE + parsoid, title="T")
    assert [grid.section_path for grid in page.grids] == [(), ("A b",), ("A b", "C"), ("D",)]
    assert [(section.anchor, section.level, section.title) for section in page.sections] == [
        ("A_b", 2, "A b"),
        ("C", 3, "C"),
        ("D", 2, "D"),
    ]


def test_equal_headings_are_told_apart():
    html = f"<h2>Senate</h2><h4>Iowa</h4>{TABLE}<h2>House</h2><h4>Iowa</h4>{TABLE}<h4>Iowa</h4>{TABLE}"
    assert paths(html) == [("Senate", "Iowa"), ("House", "Iowa"), ("House", "Iowa (2)")]


def test_a_numbered_heading_does_not_meet_one_that_is_written_so():
    html = f"<h2>A</h2>{TABLE}<h2>A (2)</h2>{TABLE}<h2>A</h2>{TABLE}"
    assert len(set(paths(html))) == 3


def test_headings_in_layout_tables_count_and_those_of_the_contents_do_not():
    html = (
        '<div id="toc" class="toc"><h2>Contents</h2><ul><li>1 Iowa</li></ul></div>'
        "<h2>Members</h2><table><tr><td><h4>Iowa</h4><ul><li>1. Ann</li></ul></td></tr></table>"
    )
    page = extract_page(html, title="T")
    assert [section.path for section in page.sections] == [("Members",), ("Members", "Iowa")]
    assert [(item.section_path, item.ordinal, item.content.text) for item in page.items] == [
        (("Members", "Iowa"), 1, "1. Ann")
    ]


def test_tables_are_counted_within_their_section():
    page = extract_page(f"{TABLE}{TABLE}<h2>A</h2>{TABLE}", title="T")
    assert [(grid.table_index, grid.ordinal) for grid in page.grids] == [(0, 1), (1, 2), (2, 1)]
