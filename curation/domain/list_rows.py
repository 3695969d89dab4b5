"""Rows that are list items: where no table and no infobox gives rows, items of the section that the question means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from curation.domain.content import ListItem
from curation.domain.contract import Contract
from curation.domain.locators import item_locator
from curation.domain.names import words
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.scope import Scope
from curation.domain.sources import Source
from curation.domain.table_choice import asked_headings
from curation.domain.titling import context_value

# Sections that list sources and leads, not things.
APPARATUS = frozenset(
    words("see also reference references note external link further reading source bibliography")
)
_NUMBERING = re.compile(r"^\s*\d{1,3}[.)]\s+")
_DATE_FIRST = re.compile(r"^(?:[^\W\d_]+ \d{1,2}, \d{4}|\d{1,2} [^\W\d_]+ \d{4}|\d{4})\s*(?::|–|—|-)\s+")
_END_OF_NAME = re.compile(r"\s+[–—-]\s+|,\s|\s\(|:\s|;\s|\n")
MAX_ITEMS = 1000


def list_rows(sources: Sequence[Source], contract: Contract, scope: Scope) -> list[ProposedRow]:
    """Items as rows, where all key columns but one are carried by the page; the item's own name is that one."""
    own = [name for name in contract.key if not _is_carried(name, sources)]
    if len(own) != 1:
        return []
    return [row for source in sources for row in _rows(source, own[0], contract, scope)]


def has_asked_list(sources: Sequence[Source], contract: Contract, scope: Scope) -> bool:
    """Whether a list stands under a heading that says nothing but what the question says."""
    headings = {
        (source.entry.title, item.section_path[-1])
        for source in sources
        for item in source.content.items
        if item.section_path
    }
    return any(asked_headings([heading], title, scope, contract) for title, heading in headings)


def _is_carried(column: str, sources: Sequence[Source]) -> bool:
    """Whether the pages' titles say what kind of thing the column is: a page per state carries the column State."""
    about = [source.entry.title for source in sources if source.entry.partitions]
    return bool(about) and all(set(words(column)) & set(words(title)) for title in about)


def _rows(source: Source, own: str, contract: Contract, scope: Scope) -> list[ProposedRow]:
    items = _meant_items(source, scope)[:MAX_ITEMS]
    return [_row(source, item, own, contract, scope) for item in items if _name(item)]


def _meant_items(source: Source, scope: Scope) -> list[ListItem]:
    """Items of the sections whose headings share most with the question, but nothing with what any page ends with."""
    items = [item for item in source.content.items if not _heading(item) & APPARATUS]
    usable = [item for item in items if item.depth == _depth(item.section_path, items)]
    best = max((len(_heading(item) & scope.words) for item in usable), default=0)
    return [item for item in usable if best and len(_heading(item) & scope.words) == best]


def _depth(section: Sequence[str], items: Sequence[ListItem]) -> int:
    """How deep the things of a section are listed: one level down where a single item holds all others."""
    depths = [item.depth for item in items if item.section_path == section]
    return 2 if depths.count(1) == 1 and depths.count(2) > 1 else 1


def _heading(item: ListItem) -> frozenset[str]:
    return frozenset(words(" ".join(item.section_path)))


def _name(item: ListItem) -> str:
    """The name an item begins with: its first link where the item starts with it, else up to the first separator."""
    text = _DATE_FIRST.sub("", _NUMBERING.sub("", item.content.text))
    first = next((link.text for link in item.content.links if link.text), "")
    if first and text.startswith(first):
        return first
    return _END_OF_NAME.split(text, 1)[0].strip()


def _row(source: Source, item: ListItem, own: str, contract: Contract, scope: Scope) -> ProposedRow:
    place = item_locator(source.entry.title, item)
    cells = []
    for column in contract.columns:
        if column.name == own:
            cells.append(ProposedCell(own, _name(item), (place,)))
        elif column.name in contract.key:
            cells.append(ProposedCell(column.name, context_value(source.entry, _heading(item), scope)))
        else:
            cells.append(ProposedCell(column.name, ""))
    return ProposedRow(tuple(cells), (place,), _name(item))
