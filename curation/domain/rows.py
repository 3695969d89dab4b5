"""Rows on their way through the gate: proposed with locators, then staged with a witness or refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from curation.domain.locators import Locator, Part
from curation.domain.witness import Rung


@dataclass(frozen=True, slots=True)
class ProposedCell:
    """One value a curator proposes, and where it says the value stands.

    A cell without locators of its own is looked for at the row's locators. A value put together from several
    places (two bronze medals) names all of them.
    """

    column: str
    value: str
    locators: tuple[Locator, ...] = ()


@dataclass(frozen=True, slots=True)
class ProposedRow:
    """A row somebody proposes: untrusted until the gate has read every locator. `label` is for people."""

    cells: tuple[ProposedCell, ...]
    locators: tuple[Locator, ...] = ()
    label: str = ""

    def value(self, column: str) -> str:
        """The proposed text of a column, "" where the row has none."""
        return next((cell.value for cell in self.cells if cell.column == column), "")

    def key(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        """The row's values in those columns, as proposed."""
        return tuple(self.value(column) for column in columns)

    def all_locators(self) -> tuple[Locator, ...]:
        """Every locator of the row and of its cells, each once, in order."""
        own = [*self.locators, *(locator for cell in self.cells for locator in cell.locators)]
        return tuple(dict.fromkeys(own))


@dataclass(frozen=True, slots=True)
class StagedCell:
    """A cell as the gate read it. An empty value needs no witness: then `rung` and `part` are None.

    `locators` are the places that carried the value, with the column that was read there.
    """

    column: str
    value: str
    rung: Rung | None = None
    part: Part | None = None
    locators: tuple[Locator, ...] = ()
    compared: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class StagedRow:
    """A row that the gate admitted: every key cell and every non-empty cell has a witness in S."""

    cells: tuple[StagedCell, ...]
    locators: tuple[Locator, ...]
    label: str = ""

    def value(self, column: str) -> str:
        """The staged text of a column, "" where the row has none."""
        return next((cell.value for cell in self.cells if cell.column == column), "")

    def key(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        """The row's values in those columns."""
        return tuple(self.value(column) for column in columns)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A row that the gate refused, kept whole: the row as proposed, why, and what the gate had read by then.

    `code` is stable (for example `no_locator`, `outside_sources`, `locator_unresolved`, `key_empty`,
    `cell_unsupported`); `facts` are plain strings for a page or a log.
    """

    code: str
    message: str
    row: ProposedRow
    facts: Mapping[str, str] = field(default_factory=dict)
    cells: tuple[StagedCell, ...] = ()
