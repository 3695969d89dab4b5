"""Rows that are pages: where no table lists the things of a question, each page about one of them is a row."""

from __future__ import annotations

from collections.abc import Sequence

from curation.domain.cleaning import one_line
from curation.domain.contract import Column, ColumnType, Contract
from curation.domain.fit import TELLING
from curation.domain.frontier import Operator
from curation.domain.limits import gives_unit, number_for
from curation.domain.locators import Locator, infobox_locator
from curation.domain.names import STRONG, name_score
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.scope import Limit, Scope
from curation.domain.sources import Source
from curation.domain.titling import context_value
from curation.domain.values.units import canonical_unit, header_units


def entity_rows(sources: Sequence[Source], contract: Contract, scope: Scope) -> list[ProposedRow]:
    """One row per page that is about one thing and has an infobox; its title is the key that no label has."""
    able = [source for source in sources if len(source.entry.partitions) < 2 and source.offer.labels]
    about = [
        source for source in able if source.entry.operator is not Operator.SEED or source.entry.partitions
    ]
    made = [_row(source, contract, scope) for source in about]
    full = [row for row in made if row is not None and all(row.value(name).strip() for name in contract.key)]
    return [row for row in full if all(_within(row, limit, contract) for limit in scope.limits)]


def _within(row: ProposedRow, limit: Limit, contract: Contract) -> bool:
    """Whether a row keeps within a limit, as far as one of its values gives a number in the limit's unit."""
    for cell in row.cells:
        column = contract.column(cell.column)
        units = header_units(column.name) or ((canonical_unit(column.unit),) if column.unit else ())
        if limit.measure and cell.value and (gives_unit(limit, cell.value) or limit.measure in units):
            number = number_for(limit, cell.value, units)
            return number is None or limit.allows(number)
    return True


def _row(source: Source, contract: Contract, scope: Scope) -> ProposedRow | None:
    cells: list[ProposedCell] = []
    places: list[Locator] = []
    for column in contract.columns:
        found = _labelled(column, source, STRONG if column.name in contract.key else TELLING)
        if found is not None:
            cells.append(found)
            places += found.locators
        elif column.name in contract.key:
            cells.append(ProposedCell(column.name, context_value(source.entry, frozenset(), scope)))
        else:
            cells.append(ProposedCell(column.name, ""))
    return ProposedRow(tuple(cells), tuple(places), source.entry.title) if places else None


def _labelled(column: Column, source: Source, alike: float) -> ProposedCell | None:
    slot = source.offer.labels.get(column.name)
    if slot is None or name_score(column.name, slot.name) < alike:
        return None
    for entry in source.content.infobox:
        if entry.path == slot.path and entry.value.text:
            value = one_line(entry.value.text, listed=column.type is ColumnType.LIST)
            return ProposedCell(column.name, value, (infobox_locator(source.entry.title, entry),))
    return None
