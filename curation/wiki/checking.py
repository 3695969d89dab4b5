"""Rows that come with places, checked against a folder of saved pages: what `check_rows` prints, without a database."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from curation.domain import gate
from curation.domain.clusters import ClaimedPlace, Cluster, ClusterRow
from curation.domain.content import Grid, PageContent
from curation.domain.extract import UnreadablePage, extract_page
from curation.domain.locators import Locator, LocatorKind, table_locator
from curation.domain.rows import ProposedCell, ProposedRow, Refusal, StagedRow
from curation.domain.values.normalise import normalise
from curation.wiki.ports import PageSourceError
from curation.wiki.saved import MANIFEST, SavedPages, locate_inside, read_inside
from curation.wiki.titles import same_title

Judged = StagedRow | Refusal
_REPEAT = re.compile(r" \(\d+\)$")
_NOT_WORD = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """The verdict on one row of a cluster."""

    cluster: str
    number: int
    outcome: Judged


class PageFolder:
    """Pages under one root, each read and extracted once, with the titles that the manifests beside them give."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self._pages: dict[Path, PageContent] = {}
        self._titles: dict[Path, dict[Path, str]] = {}

    def page(self, file: str, title: str) -> PageContent:
        """The content of a file under that title. Raises PageSourceError, also for a page that cannot be read."""
        path = locate_inside(self.root, file)
        if path not in self._pages:
            try:
                self._pages[path] = extract_page(
                    read_inside(self.root, file), title=self.title_of(file) or title
                )
            except UnreadablePage as error:
                raise PageSourceError("unreadable", f"{file} cannot be read: {error}.") from error
        return self._pages[path]

    def title_of(self, file: str) -> str | None:
        """The title that a manifest above the file gives it, or None where no manifest names it."""
        path = locate_inside(self.root, file)
        for folder in path.parents:
            if not folder.is_relative_to(self.root):
                return None
            if (title := self._manifest(folder).get(path)) is not None:
                return title
        return None

    def _manifest(self, folder: Path) -> dict[Path, str]:
        if folder not in self._titles:
            named: dict[Path, str] = {}
            if (folder / MANIFEST).is_file():
                for entry in SavedPages(folder).entries:
                    for base in (folder, folder.parent):
                        named[(base / entry.file).resolve()] = entry.title
            self._titles[folder] = named
        return self._titles[folder]


def check_cluster(cluster: Cluster, folder: PageFolder) -> list[CheckedRow]:
    """Judge every row of a cluster at the places it claims. A row whose page is missing is refused, not an error."""
    pages: dict[str, PageContent] = {}
    refused: dict[int, Refusal] = {}
    proposed: dict[int, ProposedRow] = {}
    for row in cluster.rows:
        made = _propose(row, cluster, folder, pages)
        if isinstance(made, Refusal):
            refused[row.number] = made
        else:
            proposed[row.number] = made
    outcomes = gate.admit_all(
        list(proposed.values()), contract=cluster.contract, sources=cluster.sources, pages=pages
    )
    judged: Mapping[int, Judged] = {**refused, **dict(zip(proposed, outcomes, strict=True))}
    return [CheckedRow(cluster.id, row.number, judged[row.number]) for row in cluster.rows]


def _propose(
    row: ClusterRow, cluster: Cluster, folder: PageFolder, pages: dict[str, PageContent]
) -> ProposedRow | Refusal:
    cells = tuple(ProposedCell(name, value) for name, value in row.values.items())
    label = " · ".join(row.values[name] for name in cluster.key)
    locators: list[Locator] = []
    for number, place in enumerate(row.places, start=1):
        try:
            page = _page_of(place, cluster, folder)
            locators.append(settle(place, page))
        except PageSourceError as error:
            plain = ProposedRow(cells, tuple(locators), label)
            return Refusal(error.code, f"place {number}: {error.message}", plain, {"file": place.file})
        pages[page.title] = page
    return ProposedRow(cells, tuple(locators), label)


def _page_of(place: ClaimedPlace, cluster: Cluster, folder: PageFolder) -> PageContent:
    """The page of a claimed place, whose file and title must agree."""
    if place.locator is None:
        raise PageSourceError("bad_locator", place.fault)
    claimed = place.locator.page
    title = folder.title_of(place.file)
    if title is None:
        title = next((name for name, file in cluster.files.items() if file == place.file), None)
    agrees = (
        same_title(title, claimed) if title is not None else _slug(claimed) == _slug(Path(place.file).stem)
    )
    if not agrees:
        facts = {"page": claimed, "file": place.file}
        holds = f"“{title}”" if title is not None else "another page by its name"
        raise PageSourceError(
            "page_mismatch", f"The file {place.file} holds {holds}, not “{claimed}”.", facts
        )
    return folder.page(place.file, claimed)


def _slug(text: str) -> str:
    return _NOT_WORD.sub("", re.sub(r"\.\d+$", "", text)).casefold()


def settle(place: ClaimedPlace, page: PageContent) -> Locator:
    """The locator of a claimed place in the page's own terms. Raises PageSourceError where claim and page disagree."""
    locator = place.locator
    if locator is None:
        raise PageSourceError("bad_locator", place.fault)
    locator = replace(locator, page=page.title)
    if locator.kind is LocatorKind.LIST_ITEM:
        return _settle_item(locator, page)
    grid = page.grid(-1 if locator.table_index is None else locator.table_index)
    if grid is None:
        raise PageSourceError("bad_table", f"“{page.title}” has no table {locator.table_index}.")
    _check_wikitable(place.wikitable_index, grid, page)
    if locator.kind is LocatorKind.TABLE_ROW:
        return _settle_table(locator, place.section, grid)
    _check_section(locator, place.section, grid)
    return _settle_label(locator, page)


def _settle_table(locator: Locator, section: str | None, grid: Grid) -> Locator:
    _check_section(locator, section, grid)
    if locator.row is None or locator.row >= len(grid.slots):
        raise PageSourceError("bad_row", f"The table has {len(grid.slots)} rows, not row {locator.row}.")
    return table_locator(locator.page, grid, locator.row)


def _check_section(locator: Locator, section: str | None, grid: Grid) -> None:
    if section is not None and not _same_section(locator.section_path, grid.section_path):
        stands = " > ".join(grid.section_path) or "the lead"
        raise PageSourceError("bad_section", f"The table stands under “{stands}”, not “{section}”.")


def _settle_item(locator: Locator, page: PageContent) -> Locator:
    paths = dict.fromkeys(item.section_path for item in page.items)
    same = [path for path in paths if path == locator.section_path]
    same = same or [path for path in paths if _same_section(locator.section_path, path)]
    if len(same) != 1:
        what = "several sections" if same else "no list under a section"
        raise PageSourceError(
            "bad_section", f"“{page.title}” has {what} “{' > '.join(locator.section_path)}”."
        )
    return replace(locator, section_path=same[0])


def _settle_label(locator: Locator, page: PageContent) -> Locator:
    found = [
        entry
        for entry in page.infobox
        if entry.table_index == locator.table_index and entry.row == locator.row and entry.path
    ]
    same = [entry for entry in found if normalise(entry.path[-1]) == normalise(locator.column)]
    same = same or [
        entry for entry in found if normalise(" / ".join(entry.path)) == normalise(locator.column)
    ]
    if not same:
        raise PageSourceError("bad_label", f"Row {locator.row} of the infobox is not “{locator.column}”.")
    return replace(
        locator,
        column=" / ".join(same[0].path),
        ordinal=same[0].infobox,
        section_path=_grid_path(locator, page),
    )


def _grid_path(locator: Locator, page: PageContent) -> tuple[str, ...]:
    grid = page.grid(-1 if locator.table_index is None else locator.table_index)
    return grid.section_path if grid is not None else ()


def _same_section(claimed: Sequence[str], stands: Sequence[str]) -> bool:
    """Whether two section paths are one; a page that repeats a heading numbers the later ones, a claim may not."""
    return [normalise(part) for part in claimed] in (
        [normalise(part) for part in stands],
        [normalise(_REPEAT.sub("", part)) for part in stands],
    )


def _check_wikitable(claimed: int | None, grid: Grid, page: PageContent) -> None:
    if claimed is None:
        return
    tables = [other.table_index for other in page.grids if "wikitable" in other.classes]
    if claimed >= len(tables) or tables[claimed] != grid.table_index:
        raise PageSourceError(
            "bad_table", f"Table {grid.table_index} is not the wikitable {claimed} of the page."
        )
