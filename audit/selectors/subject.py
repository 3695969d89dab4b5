"""The subject of an audit: one version read whole, in a constant number of queries, and its places read again.

Only stored things are read: rows of the database and the bytes of snapshots in media storage.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db.models import F

from audit.domain.rereading import Reread, StoredPlace, reread, supported_again
from audit.domain.subject import Cell, Count, Entry, OtherReading, RefusedRow, Row, Subject
from curation import models as stored
from curation.domain.content import PageContent
from curation.domain.contract import Contract
from curation.domain.extract import UnreadablePage, extract_page
from curation.domain.frontier import LeftOut, Operator
from curation.domain.locators import Part, Reading
from curation.domain.values.normalise import normalise
from curation.domain.witness import Rung
from stageaudit_web.core.digests import bytes_digest

Progress = Callable[[int, int, str], None]


def subject_of(version: stored.TableVersion, *, progress: Progress | None = None) -> Subject:
    """Everything the checks look at. `progress(done, total, title)` is told after each page that was read."""
    contract = version.contract.as_domain()
    entries = list(
        stored.FrontierEntry.objects.filter(version=version)
        .select_related("snapshot__page", "parent__snapshot")
        .annotate(admitted_by_name=F("admitted_by__username"))
        .order_by("ordinal")
    )
    pages = _read_pages(entries, progress)
    places = _reread_places(version, pages)
    refused = list(stored.RefusedRow.objects.filter(version=version))
    rows = _rows(version, contract, places, _aliases(entries), _other_readings(contract, refused))
    left_out = stored.LeftOutPage.objects.filter(version=version).order_by("pk")
    counts = stored.WikidataCount.objects.filter(version=version)
    return Subject(
        contract=contract,
        seed=version.table.question.seed_title,
        rows=tuple(row for row, _ in rows),
        entries=_entries(entries, pages, _use(rows)),
        left_out=tuple(LeftOut(page.title, page.reason, page.parent_title or None) for page in left_out),
        refused=tuple(_refused(one, contract) for one in refused),
        counts=tuple(
            Count(*found) for found in counts.order_by("partition").values_list("partition", "count")
        ),
        hosts=frozenset(settings.EVIDENCE_HOSTS),
    )


@dataclass(frozen=True, slots=True)
class _ReadPage:
    """What reading a snapshot gave: its content, or why there is none."""

    content: PageContent | None
    fault: str = ""


def _read_pages(entries: Sequence[stored.FrontierEntry], progress: Progress | None) -> dict[int, _ReadPage]:
    pages = {}
    for done, entry in enumerate(entries, start=1):
        pages[entry.pk] = _read_page(entry.snapshot)
        if progress is not None:
            progress(done, len(entries), entry.snapshot.title)
    return pages


def _read_page(snapshot: stored.Snapshot) -> _ReadPage:
    try:
        data = snapshot.read()
    except OSError:
        return _ReadPage(None, "missing")
    if bytes_digest(data) != snapshot.sha256:
        return _ReadPage(None, "changed")
    try:
        return _ReadPage(extract_page(data, title=snapshot.title))
    except UnreadablePage:
        return _ReadPage(None)  # the gate could not read it either: no row can cite it


@dataclass(frozen=True, slots=True)
class _Placed:
    """A reread place and the frontier entry it lies in."""

    reread: Reread
    entry: int


def _reread_places(version: stored.TableVersion, pages: Mapping[int, _ReadPage]) -> dict[int, _Placed]:
    locators = stored.Locator.objects.filter(version=version).select_related("entry__snapshot")
    return {
        one.pk: _Placed(
            reread(
                StoredPlace(one.place, one.printed, one.content_sha256),
                pages[one.entry_id].content,
                title=one.entry.snapshot.title,
            ),
            one.entry_id,
        )
        for one in locators
    }


_Others = Mapping[tuple[tuple[str, ...], str], tuple[OtherReading, ...]]
_PlacedRow = tuple[
    Row, list[tuple[str, list[_Placed]]]
]  # a row, and per column ("" for the row itself) its places


def _rows(
    version: stored.TableVersion,
    contract: Contract,
    places: Mapping[int, _Placed],
    aliases: Mapping[str, tuple[str, ...]],
    others: _Others,
) -> list[_PlacedRow]:
    cells: dict[int, list[stored.Cell]] = defaultdict(list)
    for cell in stored.Cell.objects.filter(row__version=version).order_by("row", "position"):
        cells[cell.row_id].append(cell)
    evidence: dict[int, list[int]] = defaultdict(list)
    links = stored.CellLocator.objects.filter(cell__row__version=version).order_by("cell", "ordinal")
    for cell_id, locator_id in links.values_list("cell", "locator"):
        evidence[cell_id].append(locator_id)
    made = []
    for row in stored.Row.objects.filter(version=version).order_by("ordinal"):
        held = [(cell, [places[locator] for locator in evidence[cell.pk]]) for cell in cells[row.pk]]
        own = places[row.locator_id]
        made.append(
            (
                _row(row, held, own, contract, aliases, others),
                [("", [own]), *((cell.column, found) for cell, found in held)],
            )
        )
    return made


def _row(
    row: stored.Row,
    held: Sequence[tuple[stored.Cell, list[_Placed]]],
    own: _Placed,
    contract: Contract,
    aliases: Mapping[str, tuple[str, ...]],
    others: _Others,
) -> Row:
    values = {cell.column: cell.value for cell, _ in held}
    parts = {cell.column: Part(cell.part) if cell.part else None for cell, _ in held}
    readings = {cell.column: _readings(found) for cell, found in held}
    again = supported_again(values, parts, readings, contract, aliases)
    key = tuple(map(normalise, row.key))
    return Row(
        ordinal=row.ordinal,
        key=tuple(row.key),
        label=row.label,
        partition=row.partition,
        places=(own.reread.place,),
        cells=tuple(
            Cell(
                column=cell.column,
                value=cell.value,
                rung=Rung(cell.rung) if cell.rung else None,
                part=parts[cell.column],
                note=cell.note,
                compared=cell.compared,
                places=tuple(one.reread.place for one in found),
                supported=again.get(cell.column) if _all_read(found) else None,
                others=_differing(others.get((key, cell.column), ()), cell.value),
            )
            for cell, found in held
        ),
    )


def _readings(places: Sequence[_Placed]) -> list[Reading]:
    return [one.reread.reading for one in places if one.reread.reading is not None]


def _all_read(places: Sequence[_Placed]) -> bool:
    return bool(places) and all(one.reread.reading is not None for one in places)


def _differing(others: Sequence[OtherReading], value: str) -> tuple[OtherReading, ...]:
    return tuple(other for other in others if value.strip() and normalise(other.value) != normalise(value))


def _other_readings(contract: Contract, refused: Sequence[stored.RefusedRow]) -> _Others:
    """What the gate read for the same key in rows it refused for another reason: another page's word for a cell."""
    found: dict[tuple[tuple[str, ...], str], tuple[OtherReading, ...]] = {}
    for refusal in refused:
        key = tuple(normalise(str(refusal.values.get(name, ""))) for name in contract.key)
        page = str(refusal.facts.get("page", "")) or "another place"
        for cell in refusal.cells:
            if cell.get("rung") and cell.get("column") not in contract.key:
                column = str(cell["column"])
                reading = OtherReading(
                    page, str(refusal.values.get(column, "")), ", ".join(map(str, refusal.places[:1]))
                )
                found[key, column] = (*found.get((key, column), ()), reading)
    return found


def _refused(one: stored.RefusedRow, contract: Contract) -> RefusedRow:
    values = one.values
    return RefusedRow(
        ordinal=one.ordinal,
        code=one.code,
        reason=one.reason,
        key=tuple(str(values.get(name, "")) for name in contract.key),
        partition=str(values.get(contract.partition_column, "")) if contract.partition_column else "",
    )


def _aliases(entries: Sequence[stored.FrontierEntry]) -> dict[str, tuple[str, ...]]:
    """Further names of admitted pages: titles that redirect there, and the title they were asked for by."""
    return {
        entry.snapshot.title: tuple(dict.fromkeys(filter(None, [*entry.snapshot.redirects, entry.requested])))
        for entry in entries
    }


@dataclass(frozen=True, slots=True)
class _Use:
    """How many rows and cells an entry supports."""

    rows: int = 0
    cells: int = 0


def _use(rows: Sequence[_PlacedRow]) -> dict[int, _Use]:
    of_rows: dict[int, set[int]] = defaultdict(set)
    of_cells: dict[int, set[tuple[int, str]]] = defaultdict(set)
    for row, columns in rows:
        for column, places in columns:
            for place in places:
                of_rows[place.entry].add(row.ordinal)
                if column:
                    of_cells[place.entry].add((row.ordinal, column))
    return {entry: _Use(len(found), len(of_cells[entry])) for entry, found in of_rows.items()}


def _entries(
    entries: Sequence[stored.FrontierEntry], pages: Mapping[int, _ReadPage], use: Mapping[int, _Use]
) -> tuple[Entry, ...]:
    names = {name: title for title, others in _aliases(entries).items() for name in (title, *others)}
    return tuple(_entry(entry, pages[entry.pk], use.get(entry.pk, _Use()), names) for entry in entries)


def _entry(entry: stored.FrontierEntry, page: _ReadPage, use: _Use, names: Mapping[str, str]) -> Entry:
    snapshot = entry.snapshot
    return Entry(
        ordinal=entry.ordinal,
        title=snapshot.title,
        operator=Operator(entry.operator),
        url=snapshot.url,
        wiki=snapshot.page.wiki,
        revision_id=snapshot.revision_id,
        revision_at=snapshot.revision_at,
        retrieved_at=snapshot.retrieved_at,
        sha256=snapshot.sha256,
        bytes_fault=page.fault,
        parent=entry.parent.snapshot.title if entry.parent else None,
        requested=entry.requested,
        reason=entry.reason,
        hop=entry.hop,
        partitions=tuple(entry.partitions),
        admitted_by=entry.__dict__["admitted_by_name"] or "",
        rows=use.rows,
        cells=use.cells,
        links_to=_links(page.content, names),
    )


def _links(content: PageContent | None, names: Mapping[str, str]) -> frozenset[str] | None:
    """Titles of admitted pages that a page links to, by any of their names."""
    if content is None:
        return None
    return frozenset(
        names[link.title] for link in content.links if link.title is not None and link.title in names
    )
