"""One pass over a page in document order: headings, tables, list items, paragraphs and links."""

from __future__ import annotations

import re
from collections import Counter

from selectolax.lexbor import LexborNode

from curation.domain.content import (
    Content,
    Grid,
    InfoboxEntry,
    Link,
    ListItem,
    PageContent,
    Section,
    Sentence,
)
from curation.domain.extract import dom, grid, infobox, sentences
from curation.domain.extract.kinds import row_kinds
from curation.domain.extract.links import make_link
from curation.domain.extract.text import Rendering

_NAVIGATION = re.compile(r"(?:^|\s)(?:\S*navbox\S*|toc|NavFrame)(?:\s|$)")
_LISTS = ("ul", "ol", "dl")


def extract_page(html: bytes | str, *, title: str) -> PageContent:
    """Everything that stands in a page. Raises `grid.TableTooLarge` when spans ask for more slots than is sane."""
    reader = _Reader(title)
    reader.read(dom.parse(html).root)
    return reader.page()


class _Reader:
    """Walks the page once; `*_until` are element positions at which a context ends."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.sections: list[Section] = []
        self.grids: list[Grid] = []
        self.infobox: list[InfoboxEntry] = []
        self.items: list[ListItem] = []
        self.sentences: list[Sentence] = []
        self.links: list[Link] = []
        self.path: tuple[str, ...] = ()
        self._levels: list[tuple[int, str]] = []
        self._paths: Counter[tuple[str, ...]] = Counter()
        self._ordinals: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self._positions: dict[int, int] = {}
        self._open_tables: list[tuple[int, int]] = []
        self._tables = 0
        self._infoboxes = 0
        self._skip_until = 0
        self._navigation_until = 0
        self._infobox_until = 0

    def page(self) -> PageContent:
        """The finished page."""
        return PageContent(
            title=self.title,
            sections=tuple(self.sections),
            grids=tuple(self.grids),
            infobox=tuple(self.infobox),
            items=tuple(self.items),
            sentences=tuple(self.sentences),
            links=tuple(self.links),
        )

    def read(self, root: LexborNode) -> None:
        """Walk all elements; an element's position is its place among all elements in document order."""
        elements = list(root.traverse(include_text=False))
        self._positions = {
            node.mem_id: at for at, node in enumerate(elements) if node.tag in ("td", "th", "caption")
        }
        handlers = {
            "table": self._table,
            "li": self._item,
            "dd": self._item,
            "p": self._paragraph,
            "div": self._division,
            "a": self._link,
            **{f"h{level}": self._heading for level in range(1, 7)},
        }
        for at, node in enumerate(elements):
            handler = handlers.get(node.tag or "")
            if handler is not None:
                handler(node, at)

    def _next(self, kind: str) -> int:
        self._ordinals[kind, self.path] += 1
        return self._ordinals[kind, self.path]

    def _division(self, node: LexborNode, at: int) -> None:
        attributes = node.attributes
        if not attributes:
            return
        if dom.is_hidden(attributes):
            self._skip_until = max(self._skip_until, at + dom.size(node))
        elif _NAVIGATION.search(attributes.get("class") or "") or attributes.get("id") == "toc":
            self._navigation_until = max(self._navigation_until, at + dom.size(node))

    def _heading(self, node: LexborNode, at: int) -> None:
        if at < self._navigation_until or at < self._skip_until:
            return
        text = Rendering(node).text.replace("\n", " ")
        if not text:
            return
        level = int((node.tag or "h2")[1])
        self._levels = [held for held in self._levels if held[0] < level]
        parents = tuple(name for _, name in self._levels)
        self._paths[*parents, text] += 1
        count = self._paths[*parents, text]
        name = text if count == 1 else f"{text} ({count})"
        self._levels.append((level, name))
        self.path = (*parents, name)
        headline = node.css_first(".mw-headline")
        anchor = node.attributes.get("id") or (headline.attributes.get("id") if headline else "") or ""
        self.sections.append(Section(self.path, anchor, level))

    def _read(self, node: LexborNode) -> Content:
        return Rendering(node).content(self._positions[node.mem_id])

    def _table(self, node: LexborNode, at: int) -> None:
        index, self._tables = self._tables, self._tables + 1
        self._open_tables = [held for held in self._open_tables if at < held[0]]
        end = at + dom.size(node)
        formed = grid.form(node, self._read)
        names = dom.classes(node)
        pinned = ["sortbottom" in (row.attributes.get("class") or "") for row in formed.rows]
        caption = next((child for child in grid.elements(node) if child.tag == "caption"), None)
        made = Grid(
            table_index=index,
            ordinal=self._next("table"),
            section_path=self.path,
            cells=tuple(formed.cells),
            slots=tuple(tuple(row) for row in formed.slots),
            row_kinds=tuple(row_kinds(formed.cells, formed.slots, formed.groups, pinned)),
            caption=self._read(caption) if caption is not None else None,
            classes=names,
            nested_in=self._open_tables[-1][1] if self._open_tables else None,
            anchor=at,
        )
        self.grids.append(made)
        self._open_tables.append((end, index))
        if infobox.is_infobox(made):
            self._infoboxes += 1
            self.infobox.extend(infobox.entries(made, title=self.title, infobox=self._infoboxes))
            self._infobox_until = max(self._infobox_until, end)
        elif _NAVIGATION.search(" ".join(names)) or node.attributes.get("id") == "toc":
            self._navigation_until = max(self._navigation_until, end)

    def _outside(self, at: int) -> bool:
        return at >= max(self._skip_until, self._navigation_until, self._infobox_until)

    def _item(self, node: LexborNode, at: int) -> None:
        if not self._outside(at) or dom.is_hidden(node.attributes):
            return
        content = Rendering(node, inner_lists=False).content(at)
        if content.text:
            self.items.append(ListItem(self.path, self._next("item"), content, _depth(node), _term(node)))

    def _paragraph(self, node: LexborNode, at: int) -> None:
        in_table = any(at < end for end, _ in self._open_tables)
        if (
            in_table
            or not self._outside(at)
            or dom.is_hidden(node.attributes)
            or (node.parent or node).tag == "li"
        ):
            return
        rendering = Rendering(node)
        for start, end in sentences.split(rendering.text):
            self.sentences.append(Sentence(self.path, self._next("sentence"), rendering.cut(start, end, at)))

    def _link(self, node: LexborNode, at: int) -> None:
        href = node.attributes.get("href")
        if href and at >= self._skip_until:
            self.links.append(make_link(dom.plain(node.text()), href))


def _depth(node: LexborNode) -> int:
    """How many lists an item stands in."""
    depth = 0
    parent = node.parent
    while parent is not None and parent.tag not in ("td", "body") and depth < dom.MAX_DEPTH:
        depth += parent.tag in _LISTS
        parent = parent.parent
    return max(depth, 1)


def _term(node: LexborNode) -> str:
    """The term that a definition defines."""
    if node.tag != "dd":
        return ""
    before = node.prev
    while before is not None and before.tag != "dt":
        before = before.prev
    return Rendering(before).text.replace("\n", " ") if before is not None else ""
