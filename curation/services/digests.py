"""The digest of a table version: over contract, source set, locators, rows and cells as the database holds them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from curation.models import Cell, CellLocator, FrontierEntry, Locator, Row, Snapshot, TableVersion
from curation.services.contracts import contract_digest
from stageaudit_web.core.digests import bytes_digest, digest
from stageaudit_web.core.ledger import Break


def version_digest(version: TableVersion) -> str:
    """SHA-256 over everything a sign-off stands for, recomputed from the rows of the database in five queries.

    Ids of the database take no part: the same table in another database has the same digest.
    """
    entries = _entries(version)
    locators = _locators(version, entries)
    return digest(
        {
            "contract": contract_digest(version.contract.as_domain()),
            "frontier": [content for _, content in entries.values()],
            "locators": [content for _, content in locators.values()],
            "rows": _rows(version, locators),
        }
    )


_Numbered = dict[int, tuple[int, list[Any]]]  # database id -> (position, content)


def _entries(version: TableVersion) -> _Numbered:
    found = FrontierEntry.objects.filter(version=version).order_by("ordinal")
    values = found.values_list(
        "pk", "parent__ordinal", "operator", "requested", "reason", "partitions", "hop",
        "snapshot__page__wiki", "snapshot__page__page_id", "snapshot__title", "snapshot__revision_id",
        "snapshot__sha256",
    )  # fmt: skip
    return {pk: (position, content) for position, (pk, *content) in enumerate(values)}


def _locators(version: TableVersion, entries: _Numbered) -> _Numbered:
    found = Locator.objects.filter(version=version).order_by("pk")
    values = found.values_list("pk", "entry", "kind", "printed", "place", "quote", "anchor", "content_sha256")
    return {
        pk: (position, [entries[entry][0], *content]) for position, (pk, entry, *content) in enumerate(values)
    }


def _rows(version: TableVersion, locators: _Numbered) -> list[Any]:
    rows = Row.objects.filter(version=version).order_by("ordinal")
    cells = _cells(version, locators)
    return [
        [ordinal, key, label, partition, locators[locator][0], cells[pk]]
        for pk, ordinal, key, label, partition, locator in rows.values_list(
            "pk", "ordinal", "key", "label", "partition", "locator"
        )
    ]


def _cells(version: TableVersion, locators: _Numbered) -> dict[int, list[Any]]:
    places: dict[int, list[int]] = defaultdict(list)
    evidence = CellLocator.objects.filter(cell__row__version=version).order_by("cell", "ordinal")
    for cell, locator in evidence.values_list("cell", "locator"):
        places[cell].append(locators[locator][0])
    of_row: dict[int, list[Any]] = defaultdict(list)
    cells = Cell.objects.filter(row__version=version).order_by("row", "position")
    for pk, row, *content in cells.values_list(
        "pk", "row", "position", "column", "value", "rung", "part", "compared", "note"
    ):
        of_row[row].append([*content, places[pk]])
    return of_row


def broken_versions() -> Iterator[Break]:
    """Every staged version whose content no longer has the digest it was staged with (for `verify_ledger`)."""
    staged = TableVersion.objects.exclude(state="proposed").select_related("contract__question")
    for version in staged.order_by("pk").iterator(200):
        where = f"table version {version.pk}"
        if version.contract.digest != contract_digest(version.contract.as_domain()):
            yield Break(
                where, f"its contract {version.contract.number} does not match the contract's own digest"
            )
        if version_digest(version) != version.digest:
            yield Break(
                where, "its rows, cells, locators or sources do not match the digest it was staged with"
            )


def broken_snapshots() -> Iterator[Break]:
    """Every snapshot whose stored bytes are gone or are not the bytes that were hashed (for `verify_ledger`)."""
    for snapshot in Snapshot.objects.order_by("pk").iterator(200):
        try:
            sha256 = bytes_digest(snapshot.read())
        except OSError:
            yield Break(
                f"snapshot {snapshot.pk}", f"the bytes of “{snapshot.title}” are not in media storage"
            )
            continue
        if sha256 != snapshot.sha256:
            yield Break(
                f"snapshot {snapshot.pk}", f"the bytes of “{snapshot.title}” are not those that were hashed"
            )
