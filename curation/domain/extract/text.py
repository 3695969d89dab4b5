"""Displayed text of an element, with the links, footnote marks and hidden sort value that stand beside it."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

from curation.domain.content import Content, Link
from curation.domain.extract import dom
from curation.domain.extract.links import make_link
from curation.domain.extract.superscripts import Mark, judge

_FOLD = re.compile(r"[ \t\n\r\f\xa0]+")
_SKIPPED = frozenset(
    {"style", "script", "template", "noscript", "table", "head", "title", "input", "-comment"}
)
_LISTS = frozenset({"ul", "ol", "dl"})
_BLOCKS = frozenset(
    {
        "p", "div", "li", "dd", "dt", "ul", "ol", "dl", "center", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6",
        "pre", "figure", "figcaption", "section", "hr", "address", "article", "form", "fieldset",
    }
)  # fmt: skip
_NOTE_CLASS = re.compile(r"(?:^|\s)(?:reference|mw-ref|Inline-Template|need_ref_tag|noprint)(?:\s|$)")
_MATH_CLASS = re.compile(r"(?:^|\s)(?:tex|mwe-math-fallback-image\S*)(?:\s|$)")
_FILE_LINK = re.compile(r"(?:^|\s)(?:image|mw-file-description)(?:\s|$)")
_EXTERNAL = re.compile(r"(?:^|\s)(?:extiw|external)(?:\s|$)")


class Rendering:
    """Text as it is shown, built up node by node; offsets of links and notes count characters of `text`."""

    def __init__(self, node: LexborNode, *, inner_lists: bool = True) -> None:
        self.links: list[tuple[int, Link]] = []
        self.notes: list[tuple[int, str]] = []
        self.alts: list[str] = []
        self.sort_key: str | None = None
        self.lang = ""
        self.direction = ""
        self._inner_lists = inner_lists
        self._pieces: list[str] = []
        self._length = 0
        self._last = "\n"
        own = node.attributes
        self._take_language(own)
        self.sort_key = own.get("data-sort-value")
        self._children(node, 0)
        self.text = "".join(self._pieces).rstrip(" \n")
        if not self.text and self.alts:
            self.text = " ".join(self.alts)
        elif not self.text and own.get("data-sort-value"):
            self.text = dom.plain(own["data-sort-value"] or "")

    def content(self, anchor: int) -> Content:
        """The finished content."""
        return Content(
            text=self.text,
            links=tuple(link for _, link in self.links),
            sort_key=self.sort_key,
            notes=tuple(mark for _, mark in self.notes),
            lang=self.lang,
            direction=self.direction,
            anchor=anchor,
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
        child = node.first_child
        while child is not None:
            if child.tag_id == dom.TEXT_ID:
                self._add(child.text_content or "")
            else:
                self._element(child, depth)
            child = child.next

    def _element(self, node: LexborNode, depth: int) -> None:
        tag = node.tag or ""
        if tag in _SKIPPED or depth > dom.MAX_DEPTH:
            return
        if tag == "br":
            self._break()
            return
        attributes = node.attributes
        if attributes:
            if dom.is_hidden(attributes):
                self._take_hidden(node, attributes)
                return
            self._take_language(attributes)
        if tag == "a":
            self._link(node, attributes, depth)
        elif tag == "img":
            self._image(attributes)
        elif tag == "sup":
            self._superscript(node, attributes, depth)
        elif tag in _BLOCKS:
            self._block(node, tag, depth)
        else:
            self._children(node, depth + 1)

    def _add(self, raw: str) -> None:
        text = _FOLD.sub(" ", raw)
        if "\ufeff" in text:
            text = text.replace("\ufeff", "")
        if self._last in " \n" and text.startswith(" "):
            text = text[1:]
        if text:
            self._pieces.append(text)
            self._length += len(text)
            self._last = text[-1]

    def _break(self) -> None:
        if self._last == " ":
            self._pieces[-1] = self._pieces[-1][:-1]
            self._length -= 1
            self._last = "" if self._length else "\n"
        if self._last != "\n":
            self._pieces.append("\n")
            self._length += 1
            self._last = "\n"

    def _block(self, node: LexborNode, tag: str, depth: int) -> None:
        if tag in _LISTS and not self._inner_lists:
            return
        self._break()
        self._children(node, depth + 1)
        self._break()

    def _link(self, node: LexborNode, attributes: dict[str, str | None], depth: int) -> None:
        start, first_piece, alts = self._length, len(self._pieces), len(self.alts)
        self._children(node, depth + 1)
        href = attributes.get("href")
        names = attributes.get("class") or ""
        if not href or (names and _FILE_LINK.search(names)):
            return
        text = "".join(self._pieces[first_piece:]).strip() or " ".join(self.alts[alts:])
        external = bool(names and _EXTERNAL.search(names))
        self.links.append((start, make_link(text, href, external=external)))

    def _image(self, attributes: dict[str, str | None]) -> None:
        alt = dom.plain(attributes.get("alt") or "")
        if not alt:
            return
        if _MATH_CLASS.search(attributes.get("class") or ""):
            self._add(alt)
        else:
            self.alts.append(alt)

    def _superscript(self, node: LexborNode, attributes: dict[str, str | None], depth: int) -> None:
        mark = dom.plain(node.text())
        if _NOTE_CLASS.search(attributes.get("class") or ""):
            self.notes.append((self._length, mark))
            return
        verdict = judge(
            mark, before="".join(self._pieces[-3:]), after=_following_text(node), jumps=_jumps(node)
        )
        if verdict.note:
            self.notes.append((self._length, mark))
        if verdict.mark is Mark.POWER:
            self._add("^")
        if verdict.mark is not Mark.NOTE:
            self._children(node, depth + 1)

    def _take_hidden(self, node: LexborNode, attributes: dict[str, str | None]) -> None:
        is_key = "sortkey" in (attributes.get("class") or "")
        if self.sort_key is None and (is_key or not self._length):
            self.sort_key = attributes.get("data-sort-value") or dom.plain(node.text()) or None

    def _take_language(self, attributes: dict[str, str | None]) -> None:
        if not self.lang:
            self.lang = attributes.get("lang") or attributes.get("xml:lang") or ""
        if not self.direction:
            self.direction = attributes.get("dir") or ""
        if self.sort_key is None and "data-sort-value" in attributes:
            self.sort_key = attributes["data-sort-value"]


def _following_text(node: LexborNode) -> str:
    following = node.next
    return (following.text() or "")[:8] if following is not None else ""


def _jumps(node: LexborNode) -> bool:
    """Whether the superscript is a link to a place on the same page, as footnote marks are."""
    link = node.css_first("a")
    return link is not None and (link.attributes.get("href") or "").startswith("#")
