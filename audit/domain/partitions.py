"""To which parts of the scope a row belongs, read from the text that names its partition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from audit.domain.subject import Row, Subject
from curation.domain.contract import Contract
from curation.domain.values.normalise import fold_diacritics, normalise

_CLEAR = re.compile(r"\s*[;\n]\s*")
_UNCLEAR = re.compile(r"\s*(?:/|,|&|\band\b|\bor\b)\s*")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Membership:
    """What a partition text means. `names` are partitions of the contract; `strange` are parts that name none.

    `ambiguous`: several partitions joined by something else than ";". `loose`: named with more or fewer words than the
    contract has ("Columbus, Ohio" for "Columbus").
    """

    names: tuple[str, ...] = ()
    strange: tuple[str, ...] = ()
    ambiguous: bool = False
    loose: bool = False


def read_membership(text: str, contract: Contract) -> Membership:
    """The partitions that a text names. "Europe; Asia" names two clearly, "Europe/Asia" two ambiguously."""
    names = [partition.name for partition in contract.partitions]
    if (whole := _exact(text, names)) is not None:
        return Membership((whole,))
    found, strange, ambiguous, loose = [], [], False, False
    for piece in filter(None, _CLEAR.split(text.strip())):
        if (name := _exact(piece, names)) is not None:
            found.append(name)
        elif len(parts := _all_exact(piece, names)) > 1:
            found += parts
            ambiguous = True
        elif (name := _by_words(piece, names)) is not None:
            found.append(name)
            loose = True
        else:
            strange.append(piece)
    return Membership(tuple(dict.fromkeys(found)), tuple(strange), ambiguous, loose)


def rows_by_partition(subject: Subject) -> dict[str, list[Row]]:
    """Rows of every partition of the contract; a row of two partitions counts in both."""
    found: dict[str, list[Row]] = {partition.name: [] for partition in subject.contract.partitions}
    for row in subject.rows:
        for name in read_membership(subject.partition_of(row), subject.contract).names:
            found[name].append(row)
    return found


def named_in(partition: str, titles: Iterable[str]) -> list[str]:
    """The titles that hold every word of a partition's name."""
    wanted = _words(partition)
    return [title for title in titles if wanted and wanted <= _words(title)]


def _exact(text: str, names: Sequence[str]) -> str | None:
    written = normalise(text)
    return next((name for name in names if normalise(name) == written), None)


def _all_exact(text: str, names: Sequence[str]) -> list[str]:
    found = [_exact(piece, names) for piece in _UNCLEAR.split(text)]
    return [name for name in found if name is not None] if all(found) else []


def _by_words(text: str, names: Sequence[str]) -> str | None:
    """The only partition whose words are all in the text, or which has all words of the text."""
    written = _words(text)
    near = [name for name in names if written and (written <= _words(name) or _words(name) <= written)]
    return near[0] if len(near) == 1 else None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(fold_diacritics(normalise(text))))
