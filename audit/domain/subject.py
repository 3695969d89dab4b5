"""What a check sees: one table version as frozen values, with everything that was read for it already computed.

The selector fills these from stored rows and snapshots; a check asks nothing of a database, a clock or a network.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from curation.domain.contract import Contract
from curation.domain.frontier import LeftOut, Operator
from curation.domain.locators import LocatorKind, Part
from curation.domain.witness import Rung


@dataclass(frozen=True, slots=True)
class Place:
    """A stored locator and what resolving it again found.

    `fault` is "" when the place still reads as it did, else a code of curation's locators, `unparseable` (the printed
    form) or `content_changed`; `detail` is a sentence about it. `reads` is the text there now.
    """

    printed: str
    page: str
    kind: LocatorKind
    fault: str = ""
    detail: str = ""
    reads: str = ""


@dataclass(frozen=True, slots=True)
class OtherReading:
    """What another admitted page says for the same cell."""

    page: str
    value: str
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One staged value with its witness as stored, and whether its places support it when read again.

    `supported` is None where nothing could be read again (an empty value, a page whose bytes are not there).
    """

    column: str
    value: str
    rung: Rung | None = None
    part: Part | None = None
    note: str = ""
    compared: str = ""
    places: tuple[Place, ...] = ()
    supported: bool | None = None
    others: tuple[OtherReading, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One staged row; `ordinal` names it in findings, `partition` is the part of the scope it was staged for."""

    ordinal: int
    key: tuple[str, ...]
    cells: tuple[Cell, ...]
    label: str = ""
    partition: str = ""
    places: tuple[Place, ...] = ()

    def cell(self, column: str) -> Cell:
        """The cell of a column; an empty one where the row has none."""
        return next((cell for cell in self.cells if cell.column == column), Cell(column, ""))

    def value(self, column: str) -> str:
        """The staged text of a column, without surrounding space; "" where the row has none."""
        return self.cell(column).value.strip()

    @property
    def name(self) -> str:
        """How people recognise the row: its key."""
        return (
            " · ".join(part.strip() for part in self.key if part.strip())
            or self.label
            or f"row {self.ordinal}"
        )


@dataclass(frozen=True, slots=True)
class Entry:
    """One page of the source set S with its snapshot and its use.

    `bytes_fault` is "" when the stored bytes have the recorded digest, else `missing` or `changed`. `rows` and `cells`
    count what the page supports; `links_to` are the admitted pages it links to (None: could not be read).
    """

    ordinal: int
    title: str
    operator: Operator
    url: str = ""
    wiki: str = ""
    revision_id: int = 0
    revision_at: datetime | None = None
    retrieved_at: datetime | None = None
    sha256: str = ""
    bytes_fault: str = ""
    parent: str | None = None
    requested: str = ""
    reason: str = ""
    hop: int = 0
    partitions: tuple[str, ...] = ()
    admitted_by: str = ""
    rows: int = 0
    cells: int = 0
    links_to: frozenset[str] | None = None

    @property
    def hash_ok(self) -> bool:
        """Whether the stored bytes are the ones the snapshot's digest was taken over."""
        return self.bytes_fault == ""


@dataclass(frozen=True, slots=True)
class RefusedRow:
    """A row that the gate refused: why, and the key it would have had."""

    ordinal: int
    code: str
    reason: str
    key: tuple[str, ...] = ()
    partition: str = ""


@dataclass(frozen=True, slots=True)
class Count:
    """How many entities Wikidata counted for a partition ("": the whole table); None where it gave no answer.

    A signal, never a witness (S42).
    """

    partition: str
    count: int | None


@dataclass(frozen=True, slots=True)
class Subject:
    """One version under audit. `seed` is the question's seed page; `hosts` are the hosts (or ends of hosts) that
    snapshots may come from.
    """

    contract: Contract
    seed: str = ""
    rows: tuple[Row, ...] = ()
    entries: tuple[Entry, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    refused: tuple[RefusedRow, ...] = ()
    counts: tuple[Count, ...] = ()
    hosts: frozenset[str] = field(default=frozenset({"wikipedia.org"}))

    def entry(self, title: str) -> Entry | None:
        """The admitted page with that title."""
        return next((entry for entry in self.entries if entry.title == title), None)

    def partition_of(self, row: Row) -> str:
        """The partition a row belongs to: as staged, else the value of the contract's partition column."""
        return row.partition.strip() or (
            row.value(self.contract.partition_column) if self.contract.partition_column else ""
        )
