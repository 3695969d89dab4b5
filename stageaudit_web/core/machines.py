"""State machines as tables in plain Python: which states there are and which moves between them exist."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Machine:
    """A transition table. `edges[old]` are the states that may follow `old`; a state without an entry is final."""

    name: str
    edges: Mapping[str, frozenset[str]]

    def allows(self, old: str, new: str) -> bool:
        """Whether `new` may follow `old`."""
        return new in self.edges.get(old, frozenset())

    def sources(self, new: str) -> frozenset[str]:
        """The states from which `new` can be reached in one move."""
        return frozenset(old for old, following in self.edges.items() if new in following)

    @property
    def states(self) -> frozenset[str]:
        """Every state the table names."""
        return frozenset(self.edges) | frozenset(
            state for following in self.edges.values() for state in following
        )


RUN = Machine(
    "run",
    {
        "queued": frozenset({"running", "cancelled", "failed", "errored"}),
        "running": frozenset({"done", "failed", "errored", "cancelled"}),
        "failed": frozenset({"queued"}),
        "errored": frozenset({"queued"}),
    },
)
