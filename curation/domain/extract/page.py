"""One pass over a page in document order: headings, tables, list items, paragraphs and links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from curation.domain.content import Content, Grid, InfoboxEntry, Link, ListItem, PageContent, Sentence
from curation.domain.extract import dom, grid, infobox, lists, sentences
from curation.domain.extract.kinds import row_kinds
from curation.domain.extract.links import make_link
from curation.domain.extract.sections import Outline, Path
from curation.domain.extract.text import MadeLinks, Rendering, read


def extract_page(html: bytes | str, *, title: str) -> PageContent:
    """Everything that stands in a page. Raises `TableTooLarge` when spans ask for more slots than is sane."""
    tree = dom.parse(html)
    reader = _Reader(title)
    if tree.root is not None:
        reader.walk(tree.root)
    return reader.page()


@dataclass(slots=True)
class _Table:
    """A table met on the walk; its grid is formed when all its cells have been read."""

    node: LexborNode
    anchor: int
    end: int
    index: int
    ordinal: int
    path: Path
    nested_in: int | None
    hidden: bool


class _Reader:
    """Walks the page once. Positions count elements; `*_until` are positions at which a context ends."""

    def __init__(self, title: str) -> None:
        self.title = title
        self.outline = Outline()
        self.tables: list[_Table] = []
        self.items: list[ListItem] = []
        self.sentences: list[Sentence] = []
        self.links: list[Link] = []
        self._cells: dict[int, Content] = {}
        self._made: MadeLinks = {}
        self._ordinals: Counter[tuple[str, Path]] = Counter()
        self._open: list[_Table] = []
        self._hidden_until = 0
        self._aside_until = 0

    def walk(self, root: LexborNode) -> None:
        """Visit every element; its position is its place among all elements in document order."""
        handlers = self._handlers()
        for at, node in enumerate(root.traverse(include_text=False)):
            handler = handlers.get(node.tag_id)
            if handler is not None:
                handler(node, at)

    def page(self) -> PageContent:
        """The finished page."""
        grids = [self._grid(table) for table in self.tables]
        boxes = [made for made in grids if infobox.is_infobox(made)]
        entries: list[InfoboxEntry] = []
        for count, box in enumerate(boxes, 1):
            entries.extend(infobox.entries(box, title=self.title, infobox=count))
        return PageContent(
            title=self.title,
            sections=tuple(self.outline.sections),
            grids=tuple(grids),
            infobox=tuple(entries),
            items=tuple(self.items),
            sentences=tuple(self.sentences),
            links=tuple(self.links),
        )

    def _handlers(self) -> dict[int, Callable[[LexborNode, int], None]]:
        tag = dom.TAG
        return {
            tag["a"]: self._link,
            tag["div"]: self._division,
            tag["nav"]: self._division,
            tag["aside"]: self._division,
            tag["table"]: self._table,
            tag["p"]: self._paragraph,
            **dict.fromkeys((tag["td"], tag["th"], tag["caption"]), self._cell),
            **dict.fromkeys((tag["li"], tag["dd"]), self._item),
            **{tag[f"h{level}"]: self._heading for level in range(1, 7)},
        }

    def _next(self, kind: str) -> int:
        key = kind, self.outline.path
        self._ordinals[key] += 1
        return self._ordinals[key]

    def _cell(self, node: LexborNode, at: int) -> None:
        self._cells[node.mem_id] = read(node, at, node.attributes, self._made)

    def _link(self, node: LexborNode, at: int) -> None:
        link = self._made.pop(node.mem_id, None)
        if link is None and at >= self._hidden_until:
            attributes = node.attributes
            href, known = attributes.get("href"), dom.traits(attributes)
            if href and not (known.hidden or known.file):
                link = make_link(dom.plain(node.text()), href, outward=known.outward)
        if link is not None:
            self.links.append(link)

    def _division(self, node: LexborNode, at: int) -> None:
        attributes = node.attributes
        if not attributes:
            return
        known = dom.traits(attributes)
        if known.hidden:
            self._hidden_until = max(self._hidden_until, at + dom.size(node))
        elif known.navigation or attributes.get("id") == "toc":
            self._aside_until = max(self._aside_until, at + dom.size(node))

    def _heading(self, node: LexborNode, at: int) -> None:
        if self._counts(at):
            self.outline.enter(node)

    def _counts(self, at: int) -> bool:
        """Whether a position is neither hidden nor in a box beside the article's text."""
        return at >= self._hidden_until and at >= self._aside_until

    def _table(self, node: LexborNode, at: int) -> None:
        attributes = node.attributes
        known = dom.traits(attributes)
        end = at + dom.size(node)
        self._open = [table for table in self._open if at < table.end]
        hidden = known.hidden or at < self._hidden_until or "persondata" in (attributes.get("class") or "")
        parent = self._open[-1].index if self._open else None
        path = self.outline.path
        table = _Table(node, at, end, len(self.tables), self._next("table"), path, parent, hidden)
        self.tables.append(table)
        self._open.append(table)
        if hidden or known.navigation or infobox.has_infobox_class(dom.classes(node)):
            self._aside_until = max(self._aside_until, end)

    def _item(self, node: LexborNode, at: int) -> None:
        if not self._counts(at) or dom.traits(node.attributes).hidden:
            return
        content = Rendering(node, made=self._made, inner_lists=False).content(at)
        if content.text:
            path, ordinal = self.outline.path, self._next("item")
            self.items.append(ListItem(path, ordinal, content, lists.depth(node), lists.term(node)))

    def _paragraph(self, node: LexborNode, at: int) -> None:
        in_table = bool(self._open) and at < max(table.end for table in self._open)
        if in_table or not self._counts(at) or lists.inside_item(node) or dom.traits(node.attributes).hidden:
            return
        rendering = Rendering(node, made=self._made)
        for start, end in sentences.split(rendering.text):
            cut = rendering.cut(start, end, at)
            self.sentences.append(Sentence(self.outline.path, self._next("sentence"), cut))

    def _grid(self, table: _Table) -> Grid:
        formed = grid.form(table.node, lambda node, _: self._cells[node.mem_id])
        pinned = ["sortbottom" in (row.attributes.get("class") or "") for row in formed.rows]
        captions = (child for child in grid.elements(table.node) if child.tag_id == dom.TAG["caption"])
        caption = next(captions, None)
        return Grid(
            table_index=table.index,
            ordinal=table.ordinal,
            section_path=table.path,
            cells=tuple(formed.cells),
            slots=tuple(map(tuple, formed.slots)),
            row_kinds=tuple(row_kinds(formed.cells, formed.slots, formed.groups, pinned)),
            caption=self._cells[caption.mem_id] if caption is not None else None,
            classes=dom.classes(table.node),
            nested_in=table.nested_in,
            anchor=table.anchor,
            hidden=table.hidden,
        )
