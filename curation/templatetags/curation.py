"""Tags for pages of questions and tables: tabs of a version, cells of a row, printed locators."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from curation.models import TableVersion
from curation.selectors.rows import CellLine, ColumnHead, RowFilter, RowLine, RowsPage
from stageaudit_web.core.tabs import tabs_of
from stageaudit_web.core.templatetags.look import icon, rung, sort

register = template.Library()
PARTS = {
    "cell": "cell",
    "item": "list item",
    "title": "page title",
    "group": "group row",
    "section": "section heading",
}
REFUSALS = {
    "no_locator": "no place given",
    "outside_sources": "page not in the source set",
    "page_missing": "page not stored",
    "locator_unresolved": "place not found",
    "key_empty": "key is empty",
    "cell_unsupported": "value not there",
    "no_place_for_column": "no such column there",
    "part_of_cell": "only part of the cell",
    "place_left_out": "a place says more",
    "same_words_twice": "one cell used twice",
    "column_mismatch": "another column",
    "column_twice": "column given twice",
    "unknown_column": "not in the contract",
}
# A number of that many characters stays on one line.
SHORT = 24
# A text of more characters keeps a column wide enough to be read.
LONG = 36
EMPTY = '<span class="empty-cell"></span><span class="sr">empty</span>'


@register.inclusion_tag("curation/_version_tabs.html")
def version_tabs(version: TableVersion, current: str) -> dict[str, Any]:
    """The tabs of a version's pages; `current` is the URL name of this one. Other apps add theirs (core.tabs)."""
    return {"tabs": [(tab, tab.url(version), tab.url_name == current) for tab in tabs_of("version")]}


@register.filter
def place(printed: str) -> str:
    """A printed locator as people read it: with › between its parts."""
    return printed.replace(" > ", " › ")


@register.filter
def short_place(printed: str) -> str:
    """The end of a printed locator, which tells rows of one page apart: “Table 2 › row[River=Amur]”."""
    return " › ".join(printed.split(" > ")[-2:])


@register.filter
def part(name: str) -> str:
    """The part of a place that carried a value, in words."""
    return PARTS.get(name, name.replace("_", " "))


@register.filter
def operator(name: str) -> str:
    """The operator that admitted a page, in words."""
    return name.replace("_", " ")


@register.filter
def refusal(code: str) -> str:
    """Why the gate refused a row, in few words."""
    return REFUSALS.get(code, code.replace("_", " "))


@register.filter
def tree_level(depth: int) -> int:
    """A depth that the look has an indent for."""
    return min(depth, 6)


@register.simple_tag(takes_context=True)
def column_head(context: template.Context, column: ColumnHead) -> SafeString:
    """The sorting head of one column: its name, its unit where the name does not say it, a key where it is one."""
    unit = (
        format_html(' <span class="muted">{}</span>', column.unit) if column.unit not in column.name else ""
    )
    key = icon("key", label="key column", size="small") if column.is_key else ""
    label = format_html('<span dir="auto">{}</span>{}{}', column.name, unit, key)
    return SafeString(sort(context, column.sort, label, "num" if column.is_number else ""))


@register.simple_tag
def table_rows(table: RowsPage, base: str = "") -> SafeString:
    """The rows of a table: each value with its rung, as a link that opens its evidence; then number and place.

    Written here and not in a template because a page has up to a few thousand cells. `base` is the query string of the
    page, ending in `&`, so that a link without script keeps filters and page. A row that is selected by key or click
    loads its own evidence.
    """
    url, base = reverse("version_evidence", args=[table.head.version.pk]), conditional_escape(base)
    return mark_safe("".join(_row(row, url, base) for row in table.rows))  # noqa: S308 - every part is escaped


def _row(row: RowLine, url: str, base: str) -> str:
    at, current = f"row={row.ordinal}", ' aria-current="true"' if row.is_selected else ""
    cells = "".join(_cell(cell, row.ordinal, url, base) for cell in row.cells)
    end = conditional_escape(short_place(row.locator))
    whole = conditional_escape(f"{row.page_title} › {place(row.locator)}")
    shown = f'<span class="clip" dir="auto">{end}</span>'
    link = f'<a class="cell" href="?{base}{at}" hx-get="{url}?{at}" title="{whole}">{shown}</a>'
    return (
        f'<tr data-item="{row.ordinal}"{current} hx-get="{url}?{at}" hx-trigger="sa:select delay:120ms">{cells}'
        f'<td class="num muted">{row.ordinal}</td><td class="muted small place-cell">{link}</td></tr>\n'
    )


def _cell(cell: CellLine, ordinal: int, url: str, base: str) -> str:
    tag, scope = ("th", ' scope="row"') if cell.position == 0 else ("td", "")
    css = " ".join(name for name, on in (("num", cell.is_number), ("is-cell", cell.is_selected)) if on)
    attributes = f'{scope} class="{css}"' if css else scope
    at = f"row={ordinal}&amp;c={cell.position}"
    inside = f"{_mark(cell.rung)}{_value(cell)}" if cell.value else EMPTY
    link = f'<a class="cell" href="?{base}{at}" hx-get="{url}?{at}">{inside}</a>'
    return f"<{tag}{attributes}>{link}</{tag}>"


def _value(cell: CellLine) -> str:
    css = ' class="long"' if len(cell.value) > LONG else ""
    if cell.is_number and len(cell.value) <= SHORT:
        css = ' class="nowrap"'
    return f'<span dir="auto"{css}>{conditional_escape(cell.value)}</span>'


_marks: dict[str, str] = {}


def _mark(name: str) -> str:
    """The rung's mark, made once for each rung."""
    if name not in _marks:
        _marks[name] = str(rung(name))
    return _marks[name]


@register.simple_tag
def query(wanted: RowFilter, keep: str = "") -> SafeString:
    """The filter as the start of a query string, ending in `&` and escaped for an attribute; `keep` goes before it."""
    return format_html("{}{}", f"{keep}&" if keep else "", wanted.query)
