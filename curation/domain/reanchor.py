"""Where a place of an older revision stands in a newer one: `same`, `moved`, `changed` or `gone` (methods C.4).

An ambiguous place is never settled by guessing: when two places match equally well the old one is gone, and the note
says so. What is nearly the same text counts as that text changed only with the same digits and the same negations.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from curation.domain.content import Content, Grid, InfoboxEntry, ListItem, PageContent, RowKind, Sentence
from curation.domain.headers import column_headers, header_block, once_per_grid
from curation.domain.locators import (
    Locator,
    LocatorError,
    LocatorKind,
    flat,
    header_fingerprint,
    infobox_locator,
    item_locator,
    resolve,
    row_key,
    sentence_locator,
    table_locator,
)

MOST_ERRORS = 64
ERROR_SHARE = 0.15
SAME_TABLE = 0.5
TELLING_CELLS = 3
_NEGATION = re.compile(
    r"\b(?:not?|never|none|nor|neither|without|cannot|kein\w*|nicht|nie|ohne)\b|n['’]t\b", re.I
)


class Drift(StrEnum):
    """What became of a place. Only `same` and `moved` still say what was read."""

    SAME = "same"
    MOVED = "moved"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Anchored:
    """The outcome for one locator; `locator` is the place in the newer revision, None when it is gone."""

    status: Drift
    locator: Locator | None
    note: str = ""


Anchorable = ListItem | Sentence


def reanchor(locator: Locator, old: PageContent, new: PageContent) -> Anchored:
    """Find the place a locator had in `old` again in `new`, a later revision of the same page.

    Raises LocatorError when the locator does not resolve in `old`.
    """
    before = resolve(locator, old).content
    locator = replace(locator, page=new.title, quote="")
    if locator.kind is LocatorKind.TABLE_ROW:
        return _table(locator, old, new, before)
    if locator.kind is LocatorKind.INFOBOX:
        return _infobox(locator, old, new, before)
    if locator.kind is LocatorKind.LIST_ITEM:
        return _running(locator, old.items, new.items)
    return _running(locator, old.sentences, new.sentences)


def _gone(note: str) -> Anchored:
    return Anchored(Drift.GONE, None, note)


def _found(locator: Locator, found: Locator, before: Content, after: Content) -> Anchored:
    """The verdict on a place that was found again."""
    if flat(before.text) != flat(after.text):
        return Anchored(Drift.CHANGED, found, f"it reads “{flat(after.text)[:120]}” now")
    return Anchored(Drift.SAME if _coordinates(locator) == _coordinates(found) else Drift.MOVED, found)


def _coordinates(locator: Locator) -> tuple[object, ...]:
    """What a reader would call the place; that a table elsewhere on the page came or went does not move it."""
    if locator.kind is LocatorKind.INFOBOX:
        return (locator.ordinal, locator.column)
    return (locator.section_path, locator.ordinal, locator.row, locator.column_index)


# --- Tables ---


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a grid as it can be known again: its header texts and the text of each of its columns."""

    grid: Grid
    row: int
    headers: tuple[str, ...]
    texts: tuple[str, ...]


def _table(locator: Locator, old: PageContent, new: PageContent, before: Content) -> Anchored:
    was = _old_row(locator, old)
    rows, note = _rows_like(was, new)
    if len(rows) != 1:
        return _gone(note or f"{len(rows)} rows of the page match equally well, so none was chosen")
    found = rows[0]
    old_column = column = None
    if locator.column_index is not None or locator.column:
        old_column = locator.column_index
        if old_column is None:
            old_column = was.headers.index(locator.column)
        column = _column_like(old_column, was, found)
        if column is None:
            return _gone(f"the row is there, its column “{was.headers[old_column]}” is not")
    here = table_locator(new.title, was.grid, was.row, old_column)
    place = table_locator(new.title, found.grid, found.row, column)
    return _found(here, place, before, resolve(place, new).content)


def _old_row(locator: Locator, old: PageContent) -> _Row:
    """The row a locator that resolves means; resolving it once more as a whole row gives its number."""
    for grid in old.grids:
        if locator.table_index is not None and grid.table_index != locator.table_index:
            continue
        for row in range(len(grid.slots)) if locator.row is None else (locator.row,):
            candidate = replace(locator, table_index=grid.table_index, row=row, column="", column_index=None)
            if locator.table_index is None and (grid.section_path, grid.ordinal) != (
                locator.section_path,
                locator.ordinal,
            ):
                continue
            try:
                resolve(candidate, old)
            except LocatorError:
                continue
            return _row_of(grid, row)
    raise LocatorError("row_key_missing", "The locator names no row.")


def _row_of(grid: Grid, row: int) -> _Row:
    headers = tuple(header.text for header in column_headers(grid, header_block(grid, row)[0]))
    cells = (grid.cell_at(row, column) for column in range(grid.width))
    return _Row(grid, row, headers, tuple(flat(cell.content.text) if cell else "" for cell in cells))


def _rows_like(was: _Row, new: PageContent) -> tuple[list[_Row], str]:
    """The rows of a page that are the old one, by the strictest rule that any row passes."""
    shown = [grid for grid in new.grids if not grid.hidden]
    table = _table_like(was, shown)
    rows = _body(table) if table is not None else []
    for match in (_is_whole_row, _has_same_key, _has_all_but_one):
        found = [row for row in rows if match(was, row)]
        if found:
            return _nearest(was, found), ""
    elsewhere = [row for grid in shown for row in _body(grid) if _is_whole_row(was, row)]
    if len(elsewhere) == 1 and len(_telling(was.texts)) >= TELLING_CELLS:
        return elsewhere, ""
    missing = "no row there has its key or its other values"
    return [], missing if table is not None else "no table there is the one it stood in, or several are"


def _table_like(was: _Row, shown: Sequence[Grid]) -> Grid | None:
    """The table the row stood in: with its headers, caption and section, else with its headers and most of its texts.

    None when no table is that, or when two are equally.
    """
    headed = [grid for grid in shown if _is_headed_like(was, grid)]
    exact = [grid for grid in headed if _titles(grid) == _titles(was.grid)]
    if len(exact) == 1:
        return exact[0]
    near = [
        grid for grid in shown if set(_titles(grid)) & set(_titles(was.grid)) and _shares_header(was, grid)
    ]
    for pool in (exact, headed, near):
        shares = [(_share(was.grid, grid), grid) for grid in pool]
        best = max((share for share, _ in shares), default=0.0)
        alike = [grid for share, grid in shares if share == best]
        if best >= SAME_TABLE:
            return alike[0] if len(alike) == 1 else None
    return None


def _is_headed_like(was: _Row, grid: Grid) -> bool:
    return header_fingerprint(was.grid, was.row) in _fingerprints(grid)


@once_per_grid
def _fingerprints(grid: Grid) -> frozenset[str]:
    """The fingerprints of all headers that stand over rows of a table."""
    return frozenset(header_fingerprint(grid, row) for row in range(len(grid.slots)) if _is_body(grid, row))


def _shares_header(was: _Row, grid: Grid) -> bool:
    return bool(grid.slots) and bool(
        set(_telling(was.headers)) & set(_row_of(grid, len(grid.slots) - 1).headers)
    )


def _titles(grid: Grid) -> tuple[object, str]:
    return grid.section_path, flat(grid.caption.text) if grid.caption is not None else ""


def _stands_like(old: Grid, new: Grid) -> bool:
    """The same section, or the same caption."""
    (section, caption), (other_section, other_caption) = _titles(old), _titles(new)
    return section == other_section or (caption != "" and caption == other_caption)


def _share(old: Grid, new: Grid) -> float:
    """Which share of the texts of one table stand in another one too."""
    texts = {flat(cell.content.text) for cell in old.cells if not cell.header} - {""}
    return len(texts & {flat(cell.content.text) for cell in new.cells}) / len(texts) if texts else 0.0


@once_per_grid
def _body(grid: Grid) -> list[_Row]:
    return [_row_of(grid, row) for row in range(len(grid.slots)) if _is_body(grid, row)]


def _telling(texts: Sequence[str]) -> list[str]:
    return [text for text in texts if any(map(str.isalnum, text))]


def _is_body(grid: Grid, row: int) -> bool:
    return grid.row_kinds[row] is not RowKind.HEADER


def _is_whole_row(was: _Row, row: _Row) -> bool:
    return row.headers == was.headers and row.texts == was.texts


def _has_same_key(was: _Row, row: _Row) -> bool:
    """Whether the cells that named the old row among its own still stand under their headers."""
    key = row_key(was.grid, was.row)
    held = list(zip(row.headers, row.texts, strict=True))
    return bool(key) and all(pair in held for pair in key)


def _has_all_but_one(was: _Row, row: _Row) -> bool:
    """Whether one cell of the row changed and at least two others that say something did not."""
    if row.headers != was.headers or len(row.texts) != len(was.texts):
        return False
    pairs = list(zip(was.texts, row.texts, strict=True))
    same = set(_telling([before for before, after in pairs if before == after]))
    return sum(before != after for before, after in pairs) == 1 and len(same) >= 2


def _nearest(was: _Row, rows: list[_Row]) -> list[_Row]:
    """Of rows that read the same, the one in the old place or between the old neighbours, if there is one such."""
    if len(rows) < 2:
        return rows
    around = _neighbours(was)
    framed = [row for row in rows if _neighbours(row) == around]
    if len(framed) == 1:
        return framed
    placed = [row for row in rows if row.grid.table_index == was.grid.table_index and row.row == was.row]
    return placed if len(placed) == 1 and placed[0].texts == was.texts else rows


def _neighbours(row: _Row) -> tuple[tuple[str, ...], ...]:
    last = len(row.grid.slots) - 1
    return tuple(_row_of(row.grid, at).texts if 0 <= at <= last else () for at in (row.row - 1, row.row + 1))


def _column_like(old: int, was: _Row, found: _Row) -> int | None:
    """The column with the old header; of several with equal headers the one with the same number among them."""
    name = was.headers[old]
    twins = [at for at, header in enumerate(was.headers) if header == name]
    candidates = [at for at, header in enumerate(found.headers) if header == name]
    if len(twins) == len(candidates):
        return candidates[twins.index(old)]
    return candidates[0] if len(candidates) == 1 else None


# --- Infoboxes ---


def _infobox(locator: Locator, old: PageContent, new: PageContent, before: Content) -> Anchored:
    was = next(entry for entry in old.infobox if entry.value is before)
    labelled = [entry for entry in new.infobox if entry.path == was.path]
    labelled = labelled or [entry for entry in new.infobox if entry.path[-1:] == was.path[-1:]]
    equal = [entry for entry in labelled if flat(entry.value.text) == flat(before.text)]
    in_row = [entry for entry in equal or labelled if entry.row == was.row]
    found = next((pool for pool in (equal, in_row, labelled) if len(pool) == 1), [])
    if found:
        here = infobox_locator(new.title, was)
        return _found(here, infobox_locator(new.title, found[0]), before, found[0].value)
    if labelled:
        return _gone(f"{len(labelled)} entries there have the label “{locator.column}”")
    return _relabelled(locator, new, before)


def _relabelled(locator: Locator, new: PageContent, before: Content) -> Anchored:
    """A value that says enough to be known by itself, under another label now."""
    said = [entry for entry in new.infobox if flat(entry.value.text) == flat(before.text)]
    if len(said) != 1 or len(flat(before.text)) < 8:
        return _gone(f"no infobox there has the label “{locator.column}”")
    found: InfoboxEntry = said[0]
    return Anchored(
        Drift.MOVED, infobox_locator(new.title, found), f"it is labelled “{' / '.join(found.path)}” now"
    )


# --- List items and sentences ---


def _running(
    locator: Locator,
    old: Sequence[Anchorable],
    new: Sequence[Anchorable],
) -> Anchored:
    at = next(
        n
        for n, one in enumerate(old)
        if (one.section_path, one.ordinal) == (locator.section_path, locator.ordinal)
    )
    was = old[at]
    equal = [n for n, one in enumerate(new) if flat(one.content.text) == flat(was.content.text)]
    if equal:
        chosen = _choose(was, at, equal, old, new)
        if chosen is None:
            return _gone(f"{len(equal)} places there say the same, so none was chosen")
        return _found(locator, _place(locator.page, new[chosen]), was.content, new[chosen].content)
    near = _near(was, new) or _framed(was, at, old, new)
    if len(near) != 1:
        return _gone(
            "nothing there says this" if not near else f"{len(near)} places there are equally near to it"
        )
    return _found(locator, _place(locator.page, new[near[0]]), was.content, new[near[0]].content)


def _place(page: str, one: Anchorable) -> Locator:
    return item_locator(page, one) if isinstance(one, ListItem) else sentence_locator(page, one)


def _choose(
    was: Anchorable, at: int, equal: Sequence[int], old: Sequence[Anchorable], new: Sequence[Anchorable]
) -> int | None:
    """Among places that say the same: the only one, the one between the old neighbours, the one in the old place."""
    rules: list[Callable[[int], bool]] = [
        lambda n: True,
        lambda n: _around(n, new) == _around(at, old),
        lambda n: new[n].section_path == was.section_path,
        lambda n: (new[n].section_path, new[n].ordinal) == (was.section_path, was.ordinal),
    ]
    for rule in rules:
        kept = [n for n in equal if rule(n)]
        if len(kept) == 1:
            return kept[0]
    return None


def _around(at: int, pool: Sequence[Anchorable]) -> tuple[str, str]:
    """The texts before and after a place, within its section."""
    section = pool[at].section_path
    texts = [
        flat(pool[n].content.text) if 0 <= n < len(pool) and pool[n].section_path == section else ""
        for n in (at - 1, at + 1)
    ]
    return texts[0], texts[1]


def _near(was: Anchorable, new: Sequence[Anchorable]) -> list[int]:
    """The places whose text is the old one but for a few letters: the nearest, all of them where several are."""
    text = flat(was.content.text)
    most = min(MOST_ERRORS, int(len(text) * ERROR_SHARE))
    best: list[int] = []
    for n, one in enumerate(new):
        other = flat(one.content.text)
        if not most or _fixed(other) != _fixed(text):
            continue
        errors = distance(text, other, most)
        if errors is not None:
            best = [n] if errors < most or not best else [*best, n]
            most = errors
    return best


def _fixed(text: str) -> tuple[list[str], int]:
    """What must not differ between two texts: their digits and how often they say no."""
    return re.findall(r"\d+", text), len(_NEGATION.findall(text))


def _framed(was: Anchorable, at: int, old: Sequence[Anchorable], new: Sequence[Anchorable]) -> list[int]:
    """The place in the same section between the same two neighbours, whatever it says now."""
    around = _around(at, old)
    if not all(around):
        return []
    return [
        n for n, one in enumerate(new) if one.section_path == was.section_path and _around(n, new) == around
    ]


def distance(left: str, right: str, most: int) -> int | None:
    """Insertions, deletions and changes of letters from one text to the other; None when there are more than `most`."""
    if abs(len(left) - len(right)) > most:
        return None
    row = list(range(len(right) + 1))
    for at, letter in enumerate(left, 1):
        before, row[0] = row[0], at
        for to, other in enumerate(right, 1):
            before, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, before + (letter != other))
        if min(row) > most:
            return None
    return row[-1] if row[-1] <= most else None
