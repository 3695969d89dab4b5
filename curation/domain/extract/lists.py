"""List items: how deep one stands and which term a definition defines."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from curation.domain.extract.dom import MAX_DEPTH, TAG
from curation.domain.extract.text import Rendering

_LISTS = frozenset({TAG["ul"], TAG["ol"], TAG["dl"]})
_ITEMS = frozenset({TAG["li"], TAG["dd"], TAG["dt"]})
_STOPS = frozenset({TAG["td"], TAG["th"], TAG["html"]})


def depth(item: LexborNode) -> int:
    """How many lists an item stands in, at least 1."""
    return max(1, sum(parent.tag_id in _LISTS for parent in _ancestors(item)))


def inside_item(node: LexborNode) -> bool:
    """Whether an element stands in a list item."""
    return any(parent.tag_id in _ITEMS for parent in _ancestors(node))


def term(item: LexborNode) -> str:
    """The term that a definition defines: the nearest `dt` before a `dd`."""
    if item.tag_id != TAG["dd"]:
        return ""
    before = item.prev
    while before is not None and before.tag_id != TAG["dt"]:
        before = before.prev
    return Rendering(before).text.replace("\n", " ") if before is not None else ""


def _ancestors(node: LexborNode) -> list[LexborNode]:
    found: list[LexborNode] = []
    parent = node.parent
    while parent is not None and parent.tag_id not in _STOPS and len(found) < MAX_DEPTH:
        found.append(parent)
        parent = parent.parent
    return found
