"""Which rows of a table a question means, beyond its numbers: years, kinds that a column sorts into, no remarks."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from curation.domain.contract import Contract
from curation.domain.fit import TableOffer
from curation.domain.names import words
from curation.domain.scope import Scope, Years

# A column of dates: so many of its cells hold a year and little else.
DATED = 0.8
LONGEST_DATE = 40
# A column that sorts rows into kinds: few different texts, each for several rows.
MOST_KINDS = 30
ROWS_PER_KIND = 3
SHORTEST_KIND = 4
# A cell over so many of the contract's columns is a remark on the row, not their value.
REMARK_SPAN = 3
MANY_COLUMNS = 4
_YEAR = re.compile(r"(?<!\d)(?:1\d{3}|20\d{2})(?!\d)")


def without_remarks(rows: Sequence[int], table: TableOffer, contract: Contract) -> list[int]:
    """Rows with values: none that one cell fills over several columns, none that is empty in many."""
    others = [slot.index for name, slot in table.slots.items() if name not in contract.key]
    if len(others) < 2:
        return list(rows)
    kept = [row for row in rows if not _is_remark(table, row, others)]
    if len(others) < MANY_COLUMNS:
        return kept
    told = [row for row in kept if any(_text(table, row, index) for index in others)]
    return told or kept


def _is_remark(table: TableOffer, row: int, columns: Sequence[int]) -> bool:
    cells = [cell for index in columns if (cell := table.grid.cell_at(row, index)) is not None]
    most = max((sum(other is cell for other in cells) for cell in cells), default=0)
    return most >= min(REMARK_SPAN, len(columns))


def within_years(
    rows: Sequence[int], table: TableOffer, spans: Sequence[Years], contract: Contract
) -> list[int]:
    """Rows whose dates lie in the spans, by the first column of dates, a key column before others."""
    names = [*contract.key, *(column.name for column in contract.columns)]
    dated = next((name for name in names if name in table.slots and _is_dated(rows, table, name)), None)
    if dated is None or not spans:
        return list(rows)
    return [row for row in rows if any(span.allows(_years(table, row, dated)) for span in spans)]


def _is_dated(rows: Sequence[int], table: TableOffer, name: str) -> bool:
    texts = [text for row in rows if (text := _text(table, row, table.slots[name].index))]
    dates = sum(len(text) <= LONGEST_DATE and _YEAR.search(text) is not None for text in texts)
    return bool(texts) and dates >= DATED * len(texts)


def _years(table: TableOffer, row: int, name: str) -> list[int]:
    return [int(year) for year in _YEAR.findall(_text(table, row, table.slots[name].index))]


def of_asked_kind(
    rows: Sequence[int], table: TableOffer, scope: Scope, contract: Contract, title: str
) -> list[int]:
    """Rows of the kinds that the question names, where a column sorts rows into kinds and it names some of them.

    "Orchestral compositions" keeps the rows whose genre is "Orchestral". What the title says tells no kinds apart.
    """
    known = frozenset(words(title)) | frozenset(
        word for column in contract.columns for word in words(column.name)
    )
    keys = {table.slots[name].index for name in contract.key if name in table.slots}
    for index in range(table.grid.width):
        texts = {row: _text(table, row, index) for row in rows}
        kinds = {text for text in texts.values() if text}
        if index in keys or not 2 <= len(kinds) <= min(MOST_KINDS, len(rows) // ROWS_PER_KIND):
            continue
        asked = {text for text in kinds if _is_asked(text, scope.words, known)}
        if asked and asked != kinds:
            return [row for row in rows if texts[row] in asked]
    return list(rows)


def _is_asked(text: str, asked: Collection[str], known: frozenset[str]) -> bool:
    said = frozenset(words(text))
    letters = sum(char.isalpha() for char in text)
    return letters >= SHORTEST_KIND and bool(said - known) and said <= frozenset(asked)


def _text(table: TableOffer, row: int, index: int) -> str:
    cell = table.grid.cell_at(row, index)
    return " ".join(cell.content.text.split()) if cell is not None else ""
