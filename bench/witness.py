"""How many witness checks per second the ladder makes: on new text (nothing remembered) and on text seen before."""

from __future__ import annotations

import itertools
import json
import statistics
import time
from collections.abc import Callable, Iterator

from curation.domain.content import Content, Link
from curation.domain.contract import Column, ColumnType
from curation.domain.locators import Part, Reading
from curation.domain.witness import support

Check = tuple[str, Reading, Column]
TEXT = Column("text")
NUMBER = Column("number", ColumnType.NUMBER)
LENGTH = Column("length", ColumnType.QUANTITY, "km")
DATE = Column("date", ColumnType.DATE)


def _cell(text: str, *links: Link) -> Reading:
    return Reading(Content(text, links), Part.CELL, ((Part.TITLE, Content("List of rivers")),))


def checks(number: int) -> Iterator[Check]:
    """Ten checks as a table would ask them, all rungs and three refusals, on text that `number` makes new."""
    name = f"River {chr(97 + number % 26)}{number}"
    yield name, _cell(name), TEXT
    yield f"−{number}", _cell(f"-{number}"), TEXT
    yield f"{number}", _cell(f"{number:,}"), NUMBER
    yield f"{number}", _cell(f"{number:,} km ({number // 2:,} mi)"), LENGTH
    yield f"3 May {1000 + number % 1000}", _cell(f"May 3, {1000 + number % 1000}"), DATE
    yield name, _cell(f"N. {number}", Link(f"N. {number}", name)), TEXT
    yield f"Albert {name}", _cell(f"{name}, Albert (D)\nNorth"), TEXT
    yield f"{number + 1}", _cell(f"{number:,} †"), NUMBER
    yield f"Carl {name}", _cell(f"{name} of Albert"), TEXT
    yield "supported", _cell(f"not supported by {name}"), TEXT


def _rate(make: Callable[[int], Iterator[Check]], numbers: Iterator[int], seconds: float) -> float:
    """Checks per second over batches made beforehand, so that only the ladder is timed."""
    done, spent = 0, 0.0
    while spent < seconds:
        batch = [check for number in itertools.islice(numbers, 200) for check in make(number)]
        start = time.perf_counter()
        for value, reading, column in batch:
            support(value, reading, column)
        spent += time.perf_counter() - start
        done += len(batch)
    return done / spent


def checks_per_second(runs: int = 5, seconds: float = 0.5) -> dict[str, float]:
    """Medians over runs: `new` on text never seen, `seen` on text seen before."""
    fresh = itertools.count(1000)
    seen = itertools.cycle(range(1000, 1200))
    _rate(checks, itertools.cycle(range(1000, 1200)), 0.1)
    return {
        "new": statistics.median(_rate(checks, fresh, seconds) for _ in range(runs)),
        "seen": statistics.median(_rate(checks, seen, seconds) for _ in range(runs)),
    }


if __name__ == "__main__":
    print(json.dumps({name: round(rate) for name, rate in checks_per_second().items()}))
