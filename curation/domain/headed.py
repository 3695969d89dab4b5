"""A key column that no header has and that what stands over the rows carries: a section, a caption, a group row."""

from __future__ import annotations

from collections.abc import Sequence

from curation.domain.fit import TableOffer
from curation.domain.headers import group_cell
from curation.domain.names import words
from curation.domain.places import captions
from curation.domain.scope import Scope


def heading_value(table: TableOffer, row: int, column: str, scope: Scope, alike: Sequence[TableOffer]) -> str:
    """What the headings over a row say for a column; "" when none of them is clearly about it.

    In order: a heading that names a counted-off thing, one that has the column's own name in it ("Round two"), the
    group row, the innermost section where `alike` (the page's tables that give rows) stand under different ones.
    """
    over = _over(table, row)
    things = [item.words for item in scope.items if item.words]
    own = frozenset(words(column))
    named = [text for text in over if any(thing <= frozenset(words(text)) for thing in things)]
    if named:
        return min(named, key=lambda text: not own <= frozenset(words(text)))
    called = [text for text in over if own < frozenset(words(text))]
    if called:
        return called[0]
    if _group(table, row) and len({_group(table, other) for other in table.rows}) > 1:
        return over[0]
    sections = {other.grid.section_path[-1:] for other in alike}
    return table.grid.section_path[-1] if len(sections) > 1 and table.grid.section_path else ""


def _over(table: TableOffer, row: int) -> list[str]:
    """Texts over a row, the nearest first: group row, caption, sections from the innermost."""
    called = (" ".join(content.text.split()) for content in captions(table.grid, row))
    return [text for text in (_group(table, row), *called, *reversed(table.grid.section_path)) if text]


def _group(table: TableOffer, row: int) -> str:
    cell = group_cell(table.grid, row)
    return " ".join(cell.content.text.split()) if cell is not None else ""
