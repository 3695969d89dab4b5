"""One pass over a page in document order: headings, tables, list items, paragraphs and links."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from selectolax.lexbor import LexborNode

from curation.domain.content import Grid, InfoboxEntry, Link, ListItem, PageContent, Sentence
from curation.domain.extract import dom, infobox, lists, sentences
from curation.domain.extract.links import make_link
from curation.domain.extract.sections import Outline, Path
from curation.domain.extract.tables import OpenTable
from curation.domain.extract.text import Cuttable, MadeLinks, Rendering, read

_DD = dom.TAG["dd"]
_TABLE = dom.TAG["table"]
_PARTS = frozenset({dom.TAG[name] for name in ("tr", "thead", "tbody", "tfoot")})
_Handler = Callable[[LexborNode, int], None]


def extract_page(html: bytes | str, *, title: str) -> PageContent:
    """Everything that stands in a page. Raises UnreadablePage when it asks for more than any real page needs."""
    with _collector_paused():
        reader = _read(html, title, tables_only=False)
        return reader.page()


def extract_tables(html: bytes | str) -> tuple[Grid, ...]:
    """Only the tables of a page, with the sections they stand in. Raises UnreadablePage."""
    with _collector_paused():
        reader = _read(html, "", tables_only=True)
        return tuple([table.grid() for table in reader.tables])


@contextmanager
def _collector_paused() -> Iterator[None]:
    """No cyclic garbage collection while a page is read: it makes many values and not one cycle."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _read(html: bytes | str, title: str, *, tables_only: bool) -> _Reader:
    tree = dom.parse(html)
    reader = _Reader(title)
    if tree.root is not None:
        reader.walk(tree.root, reader.table_handlers() if tables_only else reader.all_handlers())
    return reader


def _by_tag_id(handlers: Mapping[str, _Handler]) -> dict[int, _Handler]:
    return {dom.TAG[name]: handler for name, handler in handlers.items()}


class _Reader:
    """Walks the page once. Positions count elements; `*_until` are positions at which a context ends."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.outline = Outline()
        self.tables: list[OpenTable] = []
        self.items: list[ListItem] = []
        self.sentences: list[Sentence] = []
        self.links: list[Link] = []
        self._made: MadeLinks = {}
        self._ordinals: Counter[tuple[str, Path]] = Counter()
        self._by_node: dict[int, OpenTable] = {}
        self._terms: dict[int, str] = {}
        self._current: OpenTable | None = None
        self._nested = False
        self._hidden_until = 0
        self._aside_until = 0
        self._infobox_until = 0
        self._infoboxes = 0

    def walk(self, root: LexborNode, handlers: dict[int, _Handler]) -> None:
        """Visit every element; its position is its place among all elements in document order."""
        find = handlers.get
        for at, node in enumerate(root.traverse(include_text=False)):
            handler = find(node.tag_id)
            if handler is not None:
                handler(node, at)

    def page(self) -> PageContent:
        """The finished page."""
        grids = [table.grid() for table in self.tables]
        entries: list[InfoboxEntry] = []
        for table, grid in zip(self.tables, grids, strict=True):
            if table.infobox:
                entries.extend(infobox.entries(grid, title=self.title, infobox=table.infobox))
        return PageContent(
            title=self.title,
            sections=tuple(self.outline.sections),
            grids=tuple(grids),
            infobox=tuple(entries),
            items=tuple(self.items),
            sentences=tuple(self.sentences),
            links=tuple(self.links),
        )

    def table_handlers(self) -> dict[int, _Handler]:
        """What to do at which tag for tables and the headings above them."""
        return _by_tag_id(
            {
                **dict.fromkeys(("div", "nav", "aside", "ol"), self._division),
                **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), self._heading),
                **dict.fromkeys(("thead", "tbody", "tfoot"), self._row_group),
                **dict.fromkeys(("td", "th"), self._cell),
                "table": self._table,
                "tr": self._row,
                "caption": self._caption,
            }
        )

    def all_handlers(self) -> dict[int, _Handler]:
        """What to do at which tag for everything a page holds."""
        items = {"li": self._item, "dd": self._item, "dt": self._term}
        return self.table_handlers() | _by_tag_id({"a": self._link, "p": self._paragraph, **items})

    def _next(self, kind: str) -> int:
        key = kind, self.outline.path
        self._ordinals[key] += 1
        return self._ordinals[key]

    def _counts(self, at: int) -> bool:
        """Whether a position is neither hidden nor in a box beside the article's text."""
        return at >= self._hidden_until and at >= self._aside_until

    def _table_of(self, node: LexborNode) -> OpenTable | None:
        """The table that a row group, row or cell is part of, told by its place in the tree."""
        parent = node.parent
        while parent is not None and parent.tag_id in _PARTS:
            parent = parent.parent
        return None if parent is None else self._by_node.get(parent.mem_id)

    def _division(self, node: LexborNode, at: int) -> None:
        attributes = node.attributes
        if not attributes:
            return
        known = dom.traits(attributes)
        if known.hidden:
            self._hidden_until = max(self._hidden_until, at + dom.size(node))
        elif known.aside or attributes.get("id") == "toc":
            self._set_aside(node, at)
        elif "box" in (attributes.get("class") or "") and infobox.has_infobox_class(dom.classes(node)):
            self._open_infobox(node, at)

    def _set_aside(self, node: LexborNode, at: int) -> None:
        """What stands in an element is beside the article's text. Within such an element there is no need to look."""
        if at >= self._aside_until:
            self._aside_until = at + dom.size(node)

    def _open_infobox(self, node: LexborNode, at: int) -> None:
        if at >= self._infobox_until:
            self._infoboxes += 1
            self._infobox_until = at + dom.size(node)
        self._set_aside(node, at)

    def _heading(self, node: LexborNode, at: int) -> None:
        if self._counts(at):
            self.outline.enter(node, at)

    def _table(self, node: LexborNode, at: int) -> None:
        attributes = node.attributes
        known, names = dom.traits(attributes), dom.classes(node)
        parent = next((n for n in lists.ancestors(node) if n.tag_id == _TABLE), None)
        table = OpenTable(
            index=len(self.tables),
            ordinal=self._next("table"),
            path=self.outline.path,
            anchor=at,
            classes=names,
            nested_in=self._by_node[parent.mem_id].index if parent is not None else None,
            hidden=known.hidden or at < self._hidden_until or "persondata" in names,
        )
        self.tables.append(table)
        self._by_node[node.mem_id] = self._current = table
        self._nested = parent is not None
        if table.hidden or known.aside or attributes.get("id") == "toc":
            self._set_aside(node, at)
        elif infobox.has_infobox_class(names):
            self._open_infobox(node, at)
            table.infobox = self._infoboxes
        elif parent is None and at < self._infobox_until:
            table.infobox = self._infoboxes

    def _row_group(self, node: LexborNode, at: int) -> None:
        table = self._table_of(node)
        if table is not None:
            table.start_group(node)

    def _row(self, node: LexborNode, at: int) -> None:
        table = self._current = self._table_of(node)
        self._nested = table is None or table.nested_in is not None
        if table is not None:
            table.start_row(node)

    def _cell(self, node: LexborNode, at: int) -> None:
        if self._nested:  # a table nested in this row may have ended
            self._current = self._table_of(node)
        table = self._current
        if table is None or table.row is None:
            return
        attributes = node.attributes
        if attributes and dom.traits(attributes).hidden:
            return
        table.add_cell(node, read(node, at, attributes, self._made), attributes)

    def _caption(self, node: LexborNode, at: int) -> None:
        table = self._table_of(node)
        if table is not None and table.caption is None:
            table.caption = read(node, at, node.attributes, self._made)

    def _link(self, node: LexborNode, at: int) -> None:
        link = self._made.pop(node.mem_id, None)
        if link is None and at >= self._hidden_until:
            attributes = node.attributes
            href, known = attributes.get("href"), dom.traits(attributes)
            if href and not (known.hidden or known.file):
                link = make_link(dom.plain(node.text()), href, known.outward)
        if link is not None:
            self.links.append(link)

    def _item(self, node: LexborNode, at: int) -> None:
        if not self._counts(at) or dom.traits(node.attributes).hidden:
            return
        content = Rendering(node, made=self._made, inner_lists=False).content(at)
        if content.text:
            path, ordinal = self.outline.path, self._next("item")
            term = self._terms.get(node.parent.mem_id, "") if node.tag_id == _DD and node.parent else ""
            self.items.append(ListItem(path, ordinal, content, lists.depth(node), term))

    def _term(self, node: LexborNode, at: int) -> None:
        """A `dt`: the term that the `dd` elements after it in the same list define."""
        if node.parent is not None:
            self._terms[node.parent.mem_id] = Rendering(node).text.replace("\n", " ")

    def _paragraph(self, node: LexborNode, at: int) -> None:
        if not self._counts(at) or lists.inside_cell_or_item(node):
            return
        if dom.traits(node.attributes).hidden:
            return
        running = Cuttable(Rendering(node, made=self._made))
        for start, end in sentences.split(running.text):
            cut = running.cut(start, end, at)
            self.sentences.append(Sentence(self.outline.path, self._next("sentence"), cut))
