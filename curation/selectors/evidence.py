"""Where a row or a cell stands: locator, stored page, rung, what was compared, and links that open the place."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch
from django.urls import reverse

from curation.domain.fragments import text_fragment
from curation.models import Cell, CellLocator, DriftRecord, Locator, Row, Snapshot, TableVersion
from curation.wiki.saved import permalink
from stageaudit_web.core.errors import ObjectNotFound


@dataclass(frozen=True, slots=True)
class Place:
    """One place that carries the value, in one stored page.

    `is_own` says that the page belongs to no public wiki: its permalink is our stored copy.
    """

    index: int
    locator: Locator
    snapshot: Snapshot
    wiki: str
    operator: str
    permalink: str
    fragment_link: str
    frame: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class EvidenceCell:
    """A cell of the row, for moving between its columns."""

    position: int
    column: str
    value: str
    rung: str
    is_selected: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of one row (`cell` is None) or of one cell. `place` is the one of its places that is shown."""

    version: TableVersion
    row: Row
    cell: Cell | None
    cells: tuple[EvidenceCell, ...]
    places: tuple[Place, ...]
    place: Place

    @property
    def title(self) -> str:
        """What is looked at: the row's key, and the column."""
        return " · ".join([*self.row.key, *([self.cell.column] if self.cell else [])])


def evidence(version: TableVersion, *, row: int, column: int | None = None, place: int = 0) -> Evidence:
    """The evidence of a row by its ordinal, or of its cell at a column's position. Raises ObjectNotFound.

    An empty cell has no evidence; then the row's own place is shown, for people to see what stands there.
    """
    found = (
        Row.objects.select_related("locator__entry__snapshot__page")
        .filter(version=version, ordinal=row)
        .first()
    )
    if found is None:
        raise ObjectNotFound("no_row", f"Version {version.number} has no row {row}.", row=row)
    cells = list(found.cells.prefetch_related(_with_places()).order_by("position"))
    cell = _cell_at(cells, column)
    held = [evidence.locator for evidence in cell.evidence.all()] if cell else []
    shown = cell if held else None
    places = tuple(
        _place(index, locator, found, shown) for index, locator in enumerate(held or [found.locator])
    )
    return Evidence(
        version=version,
        row=found,
        cell=cell,
        cells=tuple(EvidenceCell(c.position, c.column, c.value, c.rung, c is cell) for c in cells),
        places=places,
        place=places[place] if 0 <= place < len(places) else places[0],
    )


def _with_places() -> Prefetch[str]:
    related = CellLocator.objects.select_related("locator__entry__snapshot__page").order_by("ordinal")
    return Prefetch("evidence", queryset=related)


def _cell_at(cells: list[Cell], column: int | None) -> Cell | None:
    if column is None:
        return None
    cell = next((cell for cell in cells if cell.position == column), None)
    if cell is None:
        raise ObjectNotFound("no_column", f"This row has no column {column}.", column=column)
    return cell


def _place(index: int, locator: Locator, row: Row, cell: Cell | None) -> Place:
    snapshot = locator.entry.snapshot
    is_own = not is_public(snapshot.page.wiki)
    frame = frame_url(snapshot, locator, cell)
    link = frame if is_own else permalink(snapshot.page.wiki, snapshot.title, snapshot.revision_id)
    return Place(
        index=index,
        locator=locator,
        snapshot=snapshot,
        wiki=snapshot.page.wiki,
        operator=locator.entry.operator,
        permalink=link,
        fragment_link=link if is_own else link + _fragment(locator, row, cell),
        frame=frame,
        is_own=is_own,
    )


def is_public(wiki: str) -> bool:
    """Whether a wiki is a host that others can reach, and not a set of pages of our own such as the demo's."""
    return "." in wiki


def frame_url(snapshot: Snapshot, locator: Locator, cell: Cell | None = None) -> str:
    """Address of our stored copy, scrolled to the place."""
    url = f"{reverse('snapshot_frame', args=[snapshot.pk])}?locator={locator.pk}"
    return f"{url}&cell={cell.pk}#locator" if cell else f"{url}#locator"


def _fragment(locator: Locator, row: Row, cell: Cell | None) -> str:
    """Words by which a browser finds the place on the wiki's own page."""
    row_key = locator.place.get("row_key") or []
    start = str(row_key[0][1]) if row_key else ""
    text = (cell.compared or cell.value) if cell else locator.quote or start or " ".join(row.key)
    return text_fragment(text, start=start if cell and locator.place.get("column_index") else "")


@dataclass(frozen=True, slots=True)
class Marks:
    """What the frame of a stored page marks: elements by their position, the first one scrolled to, and words in it.

    `in_title` says that the page's title carries the value, which is no element of the stored bytes.
    """

    anchors: tuple[int, ...] = ()
    phrase: str = ""
    in_title: bool = False


def marks(snapshot: Snapshot, *, locator: int | None, cell: int | None) -> Marks:
    """The marks for a locator of this snapshot; with its cell also the value's other places on the page.

    Raises ObjectNotFound for a locator of another page, or a cell that does not stand at it.
    """
    if locator is None:
        return Marks()
    found = Locator.objects.filter(pk=locator, entry__snapshot=snapshot).first()
    if found is None:
        raise ObjectNotFound("no_locator", "This page has no such place.", locator=locator)
    if cell is None:
        return _marks([found.anchor], "")
    links = CellLocator.objects.filter(cell=cell, locator__entry__snapshot=snapshot).select_related(
        "cell", "locator"
    )
    held = list(links.order_by("ordinal"))
    if found.pk not in {link.locator_id for link in held}:
        raise ObjectNotFound(
            "no_locator", "This value does not stand at that place.", locator=locator, cell=cell
        )
    others = [link.locator.anchor for link in held if link.locator_id != found.pk]
    return _marks([found.anchor, *others], held[0].cell.value)


def _marks(anchors: list[int], phrase: str) -> Marks:
    return Marks(tuple(anchor for anchor in anchors if anchor >= 0), phrase, in_title=anchors[0] < 0)


def marks_of_drift(snapshot: Snapshot, *, record: int) -> Marks:
    """The marks for the place that a drift record found in this newer snapshot. Raises ObjectNotFound otherwise."""
    found = DriftRecord.objects.filter(pk=record, check_of__snapshot=snapshot, place__isnull=False).first()
    if found is None:
        raise ObjectNotFound("no_locator", "This page has no such place.", drift=record)
    return Marks((found.anchor,) if found.anchor >= 0 else ())
