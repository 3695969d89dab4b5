"""List items: how deep one stands, and what stands around an element."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from selectolax.lexbor import LexborNode

from curation.domain.extract.dom import MAX_DEPTH, TAG

_LISTS = frozenset({TAG["ul"], TAG["ol"], TAG["dl"]})
_CELLS = frozenset({TAG["td"], TAG["th"]})
_HOLDERS = _CELLS | {TAG["li"], TAG["dd"], TAG["dt"]}


def depth(item: LexborNode) -> int:
    """How many lists an item stands in, at least 1."""
    within = takewhile(lambda parent: parent.tag_id not in _CELLS, ancestors(item))
    return max(1, sum(parent.tag_id in _LISTS for parent in within))


def inside_cell_or_item(node: LexborNode) -> bool:
    """Whether an element stands in a table cell or in a list item."""
    return any(parent.tag_id in _HOLDERS for parent in ancestors(node))


def ancestors(node: LexborNode) -> Iterator[LexborNode]:
    """The elements around a node, from the inside out, as far as a browser would nest them."""
    parent = node.parent
    for _ in range(MAX_DEPTH):
        if parent is None:
            return
        yield parent
        parent = parent.parent
