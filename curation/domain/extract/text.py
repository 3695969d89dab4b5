"""Displayed text of an element, with the links, footnote marks and hidden sort value that stand beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from selectolax.lexbor import LexborNode

from curation.domain.content import Content, Link
from curation.domain.extract.dom import MAX_DEPTH, TAG, TEXT_ID, Attributes, Traits, folded, plain, traits
from curation.domain.extract.links import target
from curation.domain.extract.quick import maker
from curation.domain.extract.superscripts import Mark, judge

MadeLinks = dict[int, Link]
"""The links made while rendering, by node, so that a page lists each link once without making it twice."""

FEW = 9
_BREAK = "\v"
_BESIDE = frozenset({"lang", "dir", "data-sort-value"})
_BREAKS = re.compile(r" *\v[ \v]*")
_BEFORE = {Mark.POWER: "^", Mark.NUMERATOR: " "}
_PLAIN_LINK = Traits()  # of a link that has an address and a title and nothing else
_content = maker(Content)
_link = maker(Link)


def read(node: LexborNode, anchor: int, attributes: Attributes, made: MadeLinks) -> Content:
    """The content of an element. Most cells hold one text node: they take the short way."""
    child = node.first_child
    if child is None:
        text = ""
    elif child.tag_id == TEXT_ID and child.next is None:
        text = plain(child.text_content or "")
    else:
        return Rendering(node, attributes, made).content(anchor)
    if not attributes:
        return _content(text, (), None, (), "", "", anchor)
    key = attributes.get("data-sort-value")
    if not text and key:
        text = plain(key)
    return _content(text, (), key, (), attributes.get("lang") or "", attributes.get("dir") or "", anchor)


class Rendering:
    """Text as it is shown, put together from pieces; white space is folded when all are there."""

    sort_key: str | None = None
    lang = ""
    direction = ""

    def __init__(
        self,
        node: LexborNode,
        attributes: Attributes | None = None,
        made: MadeLinks | None = None,
        *,
        inner_lists: bool = True,
    ) -> None:
        self.links: list[Link] = []
        self.notes: list[str] = []
        self.alts: list[str] = []
        self.link_ends: list[int] = []
        self.note_ends: list[int] = []
        self.pieces: list[str] = []
        self._lists = inner_lists
        self._made = {} if made is None else made
        own = node.attributes if attributes is None else attributes
        if own:
            self._take(own)
        self._children(node, 0)
        self.text = shown("".join(self.pieces))
        if not self.text:
            self.text = " ".join(self.alts) or plain(own.get("data-sort-value") or "")

    def content(self, anchor: int) -> Content:
        """The finished content."""
        return _content(
            self.text,
            tuple(self.links),
            self.sort_key,
            tuple(self.notes),
            self.lang,
            self.direction,
            anchor,
        )

    def _children(self, node: LexborNode, depth: int) -> None:
        if depth > MAX_DEPTH:
            return
        pieces = self.pieces
        child = node.first_child
        while child is not None:
            tag = child.tag_id
            if tag == TEXT_ID:
                pieces.append(child.text_content or "")
            else:
                _HANDLERS.get(tag, _inline)(self, child, depth + 1)
            child = child.next

    def _break(self, node: LexborNode, depth: int) -> None:
        """A line ends; so it does at a nested table, which is a grid of its own."""
        self.pieces.append(_BREAK)

    def _skip(self, node: LexborNode, depth: int) -> None:
        """Scripts, styles and comments show nothing."""

    def _inline(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        if attributes:
            known = traits(attributes)
            if known.hidden:
                self._take_hidden(node, attributes, known)
                return
            if not attributes.keys().isdisjoint(_BESIDE):
                self._take(attributes)
            if known.apart:
                self._on_lines_of_its_own(node, depth)
                return
        self._children(node, depth)

    def _block(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        if attributes:
            known = traits(attributes)
            if known.hidden:
                self._take_hidden(node, attributes, known)
                return
            if not attributes.keys().isdisjoint(_BESIDE):
                self._take(attributes)
            if known.inline:
                self._children(node, depth)
                return
        self._on_lines_of_its_own(node, depth)

    def _on_lines_of_its_own(self, node: LexborNode, depth: int) -> None:
        self.pieces.append(_BREAK)
        self._children(node, depth)
        self.pieces.append(_BREAK)

    def _list(self, node: LexborNode, depth: int) -> None:
        if self._lists:
            self._block(node, depth)

    def _take(self, attributes: Attributes) -> None:
        """Take what an element says beside its text."""
        if "lang" in attributes and not self.lang:
            self.lang = attributes["lang"] or ""
        if "dir" in attributes and not self.direction:
            self.direction = attributes["dir"] or ""
        if "data-sort-value" in attributes and self.sort_key is None:
            self.sort_key = attributes["data-sort-value"]

    def _take_hidden(self, node: LexborNode, attributes: Attributes, known: Traits) -> None:
        """Take the sort key out of an element that does not show: one marked as such, or the first in a cell."""
        nothing_yet = len(self.pieces) < FEW and not shown("".join(self.pieces))
        if self.sort_key is None and (known.sort_key or nothing_yet):
            self.sort_key = attributes.get("data-sort-value") or plain(node.text()) or None

    def _link(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        known = traits(attributes) if len(attributes) > 2 or "title" not in attributes else _PLAIN_LINK
        if known.hidden:
            return
        pieces = self.pieces
        child = node.first_child
        if child is not None and child.tag_id == TEXT_ID and child.next is None:
            text = child.text_content or ""
            pieces.append(text)
        else:
            text = self._inside(node, depth)
        href = attributes.get("href")
        if href and not known.file:
            title, fragment = (None, "") if known.outward else target(href)
            self._made[node.mem_id] = link = _link(plain(text), title, fragment, href)
            self.links.append(link)
            self.link_ends.append(len(pieces))

    def _inside(self, node: LexborNode, depth: int) -> str:
        """The words that an element adds, or those of its images when it adds none."""
        start, alts = len(self.pieces), len(self.alts)
        self._children(node, depth)
        text = "".join(self.pieces[start:]).replace(_BREAK, " ")
        return text if text.strip() else " ".join(self.alts[alts:])

    def _image(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        alt = plain(attributes.get("alt") or "")
        if alt and traits(attributes).formula:
            self.pieces.append(alt)
        elif alt:
            self.alts.append(alt)

    def _note(self, mark: str) -> None:
        self.notes.append(mark)
        self.note_ends.append(len(self.pieces))

    def _superscript(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        known = traits(attributes)
        if known.hidden:
            return
        mark = plain(node.text())
        if known.note:
            self._note(mark)
            return
        verdict = judge(mark, before="".join(self.pieces[-3:]), after=_following(node), jumps=_jumps(node))
        if verdict.note:
            self._note(mark)
        if verdict.mark in _BEFORE:
            self.pieces.append(_BEFORE[verdict.mark])
        if verdict.mark is not Mark.NOTE:
            self._children(node, depth)


_Handler = Callable[[Rendering, LexborNode, int], None]
_SKIPPED = ("style", "script", "template", "noscript", "head", "title", "svg", "-comment")
_BLOCKS = (
    "p", "div", "li", "dd", "dt", "center", "blockquote", "pre", "figure", "figcaption", "section", "hr",
    "h1", "h2", "h3", "h4", "h5", "h6", "address", "article", "form", "fieldset",
)  # fmt: skip
_A = TAG["a"]
_inline = Rendering._inline
_HANDLERS: dict[int, _Handler] = {
    TAG["a"]: Rendering._link,
    TAG["br"]: Rendering._break,
    TAG["table"]: Rendering._break,
    TAG["img"]: Rendering._image,
    TAG["sup"]: Rendering._superscript,
    **{TAG[name]: Rendering._list for name in ("ul", "ol", "dl")},
    **{TAG[name]: Rendering._skip for name in _SKIPPED},
    **{TAG[name]: Rendering._block for name in _BLOCKS},
}


def shown(text: str) -> str:
    """Joined pieces as text: white space folded, breaks as single newlines, nothing at the ends."""
    if not text.isprintable() or "  " in text:
        text = folded(text)
        if _BREAK in text:
            text = _BREAKS.sub("\n", text)
    return text.strip(" \n")


class Cuttable:
    """A rendered paragraph that can be cut into sentences: it knows where each link and note ends."""

    def __init__(self, rendering: Rendering) -> None:
        self._rendering = rendering
        ends = list(_offsets(rendering.pieces))
        self.text = rendering.text
        self._links = [
            (ends[at], link) for at, link in zip(rendering.link_ends, rendering.links, strict=True)
        ]
        self._notes = [
            (ends[at], mark) for at, mark in zip(rendering.note_ends, rendering.notes, strict=True)
        ]

    def cut(self, start: int, end: int, anchor: int) -> Content:
        """The content between two offsets of the text, with the links and notes that belong to it."""
        return Content(
            text=self.text[start:end],
            links=tuple(link for at, link in self._links if start < at <= end),
            notes=tuple(mark for at, mark in self._notes if start < at <= end),
            lang=self._rendering.lang,
            direction=self._rendering.direction,
            anchor=anchor,
        )


def _offsets(pieces: list[str]) -> Iterator[int]:
    """For each piece the offset in the shown text at which the pieces before it end; then the full length."""
    length, last = 0, "\n"
    for piece in pieces:
        yield length
        if piece == _BREAK:
            length -= last == " "
            length += last != "\n"
            last = "\n"
            continue
        text = folded(piece)
        if text and last in " \n":
            text = text.lstrip(" ")
        if text:
            length, last = length + len(text), text[-1]
    yield length


def _following(node: LexborNode) -> str:
    following = node.next
    return (following.text() or "")[:8] if following is not None else ""


def _jumps(node: LexborNode) -> bool:
    """Whether the superscript is a link to a place on the same page, as footnote marks are."""
    for inner in node.traverse(include_text=False):
        if inner.tag_id == _A:
            return (inner.attributes.get("href") or "").startswith("#")
    return False
