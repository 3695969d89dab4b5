"""Displayed text of an element, with the links, footnote marks and hidden sort value that stand beside it."""

from __future__ import annotations

from collections.abc import Callable

from selectolax.lexbor import LexborNode

from curation.domain.content import Content, Link
from curation.domain.extract.dom import MAX_DEPTH, TEXT_ID, Attributes, folded, plain, traits
from curation.domain.extract.links import make_link
from curation.domain.extract.superscripts import Mark, judge

MadeLinks = dict[int, Link]
"""The links made while rendering, by node, so that a page lists each link once without making it twice."""


def read(node: LexborNode, anchor: int, attributes: Attributes, made: MadeLinks) -> Content:
    """The content of an element. Most cells hold one text node: they take the short way."""
    child = node.first_child
    if child is not None and (child.tag_id != TEXT_ID or child.next is not None):
        return Rendering(node, attributes, made).content(anchor)
    text = plain(child.text_content or "").replace("\ufeff", "") if child is not None else ""
    if not attributes:
        return Content(text, (), None, (), "", "", anchor)
    key = attributes.get("data-sort-value")
    return Content(
        text or plain(key or ""), (), key, (), attributes.get("lang") or "", attributes.get("dir") or "", anchor
    )


class Rendering:
    """Text as it is shown, built up node by node; offsets of links and notes count characters of `text`."""

    __slots__ = (
        "_last", "_length", "_lists", "_made", "_pieces", "alts", "direction", "lang", "links", "notes",
        "sort_key", "text",
    )  # fmt: skip

    def __init__(
        self,
        node: LexborNode,
        attributes: Attributes | None = None,
        made: MadeLinks | None = None,
        *,
        inner_lists: bool = True,
    ) -> None:
        own = node.attributes if attributes is None else attributes
        self.links: list[tuple[int, Link]] = []
        self.notes: list[tuple[int, str]] = []
        self.alts: list[str] = []
        self.sort_key = own.get("data-sort-value")
        self.lang = own.get("lang") or ""
        self.direction = own.get("dir") or ""
        self._lists = inner_lists
        self._made = {} if made is None else made
        self._pieces: list[str] = []
        self._length = 0
        self._last = "\n"
        self._children(node, 0)
        self.text = "".join(self._pieces).rstrip(" \n") or " ".join(self.alts) or plain(self._own_key(own))

    @staticmethod
    def _own_key(own: Attributes) -> str:
        return own.get("data-sort-value") or ""

    def content(self, anchor: int) -> Content:
        """The finished content."""
        return Content(
            self.text,
            tuple([link for _, link in self.links]),
            self.sort_key,
            tuple([mark for _, mark in self.notes]),
            self.lang,
            self.direction,
            anchor,
        )

    def cut(self, start: int, end: int, anchor: int) -> Content:
        """The content between two offsets, with the links and notes that belong to it."""
        return Content(
            text=self.text[start:end],
            links=tuple(link for at, link in self.links if start <= at < end),
            notes=tuple(mark for at, mark in self.notes if start < at <= end),
            lang=self.lang,
            direction=self.direction,
            anchor=anchor,
        )

    def _children(self, node: LexborNode, depth: int) -> None:
        if depth > MAX_DEPTH:
            return
        child = node.first_child
        while child is not None:
            if child.tag_id == TEXT_ID:
                self._add(child.text_content or "")
            else:
                _HANDLERS.get(child.tag or "", Rendering._inline)(self, child, depth + 1)
            child = child.next

    def _add(self, raw: str) -> None:
        text = folded(raw)
        if "\ufeff" in text:
            text = text.replace("\ufeff", "")
        if text[:1] == " " and self._last in " \n":
            text = text[1:]
        if text:
            self._pieces.append(text)
            self._length += len(text)
            self._last = text[-1]

    def _skip(self, node: LexborNode, depth: int) -> None:
        """Scripts, styles and comments show nothing; a nested table is a grid of its own."""

    def _break(self, node: LexborNode | None = None, depth: int = 0) -> None:
        if self._last == " ":
            self._pieces[-1] = self._pieces[-1][:-1]
            self._length -= 1
            self._last = "" if self._length else "\n"
        if self._last != "\n":
            self._pieces.append("\n")
            self._length += 1
            self._last = "\n"

    def _inline(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        if not attributes or self._shows(node, attributes):
            self._children(node, depth)

    def _block(self, node: LexborNode, depth: int) -> None:
        self._break()
        self._inline(node, depth)
        self._break()

    def _list(self, node: LexborNode, depth: int) -> None:
        if self._lists:
            self._block(node, depth)

    def _shows(self, node: LexborNode, attributes: Attributes) -> bool:
        """Take what an element says beside its text; False when a reader does not see it."""
        known = traits(attributes)
        if known.hidden:
            if self.sort_key is None and (known.sort_key or not self._length):
                self.sort_key = attributes.get("data-sort-value") or plain(node.text()) or None
            return False
        if "lang" in attributes and not self.lang:
            self.lang = attributes["lang"] or ""
        if "dir" in attributes and not self.direction:
            self.direction = attributes["dir"] or ""
        if "data-sort-value" in attributes and self.sort_key is None:
            self.sort_key = attributes["data-sort-value"]
        return True

    def _link(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        if not self._shows(node, attributes):
            return
        start, pieces, alts = self._length, len(self._pieces), len(self.alts)
        self._children(node, depth)
        href, known = attributes.get("href"), traits(attributes)
        if href and not known.file:
            text = "".join(self._pieces[pieces:]).strip() or " ".join(self.alts[alts:])
            link = make_link(text, href, outward=known.outward)
            self._made[node.mem_id] = link
            self.links.append((start, link))

    def _image(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        alt = plain(attributes.get("alt") or "")
        if alt and traits(attributes).formula:
            self._add(alt)
        elif alt:
            self.alts.append(alt)

    def _superscript(self, node: LexborNode, depth: int) -> None:
        attributes = node.attributes
        if attributes and not self._shows(node, attributes):
            return
        mark = plain(node.text())
        if attributes and traits(attributes).note:
            self.notes.append((self._length, mark))
            return
        verdict = judge(mark, before="".join(self._pieces[-3:]), after=_following(node), jumps=_jumps(node))
        if verdict.note:
            self.notes.append((self._length, mark))
        if verdict.mark is Mark.POWER:
            self._add("^")
        if verdict.mark is not Mark.NOTE:
            self._children(node, depth)


_Handler = Callable[[Rendering, LexborNode, int], None]
_HANDLERS: dict[str, _Handler] = {
    "a": Rendering._link,
    "br": Rendering._break,
    "img": Rendering._image,
    "sup": Rendering._superscript,
    **dict.fromkeys(("ul", "ol", "dl"), Rendering._list),
    **dict.fromkeys(
        ("style", "script", "template", "noscript", "table", "head", "title", "-comment"), Rendering._skip
    ),
    **dict.fromkeys(
        (
            "p", "div", "li", "dd", "dt", "center", "blockquote", "pre", "figure", "figcaption", "section", "hr",
            "h1", "h2", "h3", "h4", "h5", "h6", "address", "article", "form", "fieldset",
        ),
        Rendering._block,
    ),
}  # fmt: skip


def _following(node: LexborNode) -> str:
    following = node.next
    return (following.text() or "")[:8] if following is not None else ""


def _jumps(node: LexborNode) -> bool:
    """Whether the superscript is a link to a place on the same page, as footnote marks are."""
    link = node.css_first("a")
    return link is not None and (link.attributes.get("href") or "").startswith("#")
