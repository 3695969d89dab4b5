"""The heading a place stands under: section paths that stay unique when two headings have the same words."""

from __future__ import annotations

from collections import Counter

from selectolax.lexbor import LexborNode

from curation.domain.content import Section
from curation.domain.extract.text import Rendering

Path = tuple[str, ...]


class Outline:
    """The headings met so far; `path` is the section that the walk is in."""

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self.path: Path = ()
        self._open: list[tuple[int, str]] = []
        self._taken: Counter[Path] = Counter()

    def enter(self, heading: LexborNode, at: int) -> None:
        """Open the section of an h1 to h6 element at a position. An empty heading opens none."""
        title = Rendering(heading).text.replace("\n", " ")
        if not title:
            return
        level = int((heading.tag or "h2")[1])
        self._open = [held for held in self._open if held[0] < level]
        parents = tuple(name for _, name in self._open)
        name = self._unique(parents, title)
        self._open.append((level, name))
        self.path = (*parents, name)
        self.sections.append(Section(self.path, _anchor(heading), level, title, at))

    def _unique(self, parents: Path, title: str) -> str:
        """The heading's words, and a number behind them from the second heading with the same words on."""
        name = title
        while True:
            self._taken[*parents, title] += 1
            count = self._taken[*parents, title]
            name = title if count == 1 else f"{title} ({count})"
            if count == 1 or not self._taken[*parents, name]:
                self._taken[*parents, name] += count > 1
                return name


def _anchor(heading: LexborNode) -> str:
    """The fragment that leads to a heading: on the heading itself, or on the span inside old headings."""
    for node in heading.traverse(include_text=False):
        if anchor := node.attributes.get("id"):
            return anchor
    return ""
