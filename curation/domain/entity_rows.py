"""Rows that are pages: where no table lists the things of a question, each page about one of them is a row."""

from __future__ import annotations

from collections.abc import Sequence

from curation.domain.contract import Contract
from curation.domain.fit import TELLING
from curation.domain.locators import Locator, infobox_locator
from curation.domain.names import STRONG, name_score
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.scope import Scope
from curation.domain.sources import Source
from curation.domain.titling import context_value


def entity_rows(sources: Sequence[Source], contract: Contract, scope: Scope) -> list[ProposedRow]:
    """One row per page that was admitted for one thing and has an infobox; its title is the key that no label has."""
    made = [
        _row(source, contract, scope)
        for source in sources
        if len(source.entry.partitions) == 1 and source.offer.labels
    ]
    return [row for row in made if row is not None and all(row.value(name).strip() for name in contract.key)]


def _row(source: Source, contract: Contract, scope: Scope) -> ProposedRow | None:
    cells: list[ProposedCell] = []
    places: list[Locator] = []
    for column in contract.columns:
        found = _labelled(column.name, source, STRONG if column.name in contract.key else TELLING)
        if found is not None:
            cells.append(found)
            places += found.locators
        elif column.name in contract.key:
            cells.append(ProposedCell(column.name, context_value(source.entry, frozenset(), scope)))
        else:
            cells.append(ProposedCell(column.name, ""))
    return ProposedRow(tuple(cells), tuple(places), source.entry.title) if places else None


def _labelled(column: str, source: Source, alike: float) -> ProposedCell | None:
    slot = source.offer.labels.get(column)
    if slot is None or name_score(column, slot.name) < alike:
        return None
    for entry in source.content.infobox:
        if entry.path == slot.path and entry.value.text:
            value = " ".join(entry.value.text.split())
            return ProposedCell(column, value, (infobox_locator(source.entry.title, entry),))
    return None
