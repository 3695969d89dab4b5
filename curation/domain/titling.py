"""What a page's title says about the rows on it: the value of a key column that no header has."""

from __future__ import annotations

import re
from collections.abc import Sequence

from curation.domain.frontier import FrontierEntry
from curation.domain.names import words
from curation.domain.scope import Scope

_PREPOSITION = re.compile(r"\s+(?:in|at|of|by|for|from|on)\s+(?:the\s+)?")
_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th)\b")
_TOKEN = re.compile(r"[^\W_]+")
_POSSESSIVE = re.compile(r"['’]s\b")


def context_value(entry: FrontierEntry, around: frozenset[str], scope: Scope) -> str:
    """The title's own word for what the page was admitted for.

    "Television stations in Chiapas" says Chiapas, "Chautauqua County, Kansas" says Chautauqua County; a numbered thing
    is called as the question calls it, without the possessive: "Iowa 1st". What only the section around a table says
    follows in brackets: "Athletics (women)" for women's athletics.
    """
    name = entry.partitions[0] if entry.partitions else ""
    if _ORDINAL.search(name):
        return _POSSESSIVE.sub("", name)
    piece = _piece(entry.title, name)
    extra = _said_around(name, entry.title, around)
    return f"{piece} ({extra})" if extra else piece


def is_titled(column: str, title: str, partitions: Sequence[str]) -> bool:
    """Whether a page's title says what kind of thing a column holds, beside the one thing the page is about.

    "Chautauqua County, Kansas" is about a County; "List of mountains in Ostmark" has many a Mountain and is about none.
    """
    said = {token.casefold() for name in partitions for token in _TOKEN.findall(_piece(title, name))}
    return all(token.casefold() in said for token in _TOKEN.findall(column))


def _piece(title: str, name: str) -> str:
    """The part of a title, between prepositions, that holds the thing's name; without a place after a comma."""
    wanted = set(words(name))
    pieces = _PREPOSITION.split(_without_place(title))
    if len(pieces) == 1:
        return pieces[0]
    return max(pieces, key=lambda piece: len(wanted & set(words(piece))))


def _without_place(title: str) -> str:
    return title.split(" (", 1)[0].rsplit(", ", 1)[0]


def _said_around(name: str, title: str, around: frozenset[str]) -> str:
    """The word of a name that its title lacks and the section has, as the question writes it, bare."""
    titled = set(words(title))
    for token in name.split():
        said = set(words(token))
        if said and not said & titled and said <= around:
            return _POSSESSIVE.sub("", token)
    return ""
