"""Marks the place a locator leads to in the HTML of its page, for the preview that a reader opens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from curation.domain.extract.dom import MAX_DEPTH, TAG, TEXT_ID, is_shown, parse

PLACE_ID = "locator"
HIT_CLASS = "sa-hit"
_SKIPPED = frozenset(
    TAG[name] for name in ("style", "script", "template", "noscript", "table", "head", "title")
)


_INLINE = frozenset(
    {
        "a", "abbr", "b", "bdi", "big", "cite", "code", "em", "font", "i", "mark", "s", "small", "span", "strong",
        "sub", "sup", "tt", "u", "wbr",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Character:
    """One character that shows, and where it stands: which text node, and at which offset in it."""

    text: str
    node: int
    offset: int


_SPACE = (_Character(" ", -1, 0),)


def highlight(html: bytes | str, anchors: Sequence[int], phrase: str = "") -> str:
    """The page with the elements at those positions marked: all get the class `sa-hit`, the first `id="locator"`.

    Positions are those that `Content.anchor` holds. In the first element the phrase is wrapped in `<mark>` where it
    stands there as whole words; white space, line breaks and the `^` of powers do not count. What the page itself
    marked that way is unmarked first. A position that the page does not have is passed over.
    """
    tree = parse(html)
    wanted = set(anchors)
    found = {at: node for at, node in enumerate(_elements(tree)) if at in wanted}
    _unmark(tree)
    hits = [found[at] for at in dict.fromkeys(anchors) if at in found]
    for node in hits:
        names = node.attributes.get("class") or ""
        node.attrs["class"] = f"{names} {HIT_CLASS}".strip()
    if hits:
        hits[0].attrs["id"] = PLACE_ID
        _mark_phrase(tree, hits[0], phrase)
    return tree.html or ""


def _elements(tree: LexborHTMLParser) -> Iterator[LexborNode]:
    if tree.root is not None:
        yield from tree.root.traverse(include_text=False)


def _unmark(tree: LexborHTMLParser) -> None:
    """Take away what only we may set, so that a page cannot point a reader somewhere else."""
    for node in tree.css(f"#{PLACE_ID}"):
        del node.attrs["id"]
    for node in tree.css(f".{HIT_CLASS}"):
        names = (node.attributes.get("class") or "").split()
        node.attrs["class"] = " ".join(name for name in names if name != HIT_CLASS)
    for node in tree.css("mark"):
        node.unwrap()


def _mark_phrase(tree: LexborHTMLParser, place: LexborNode, phrase: str) -> None:
    wanted = _essence(phrase)
    if not wanted:
        return
    texts: list[LexborNode] = []
    shown = list(_characters(place, texts, 0))
    span = [character for character in _find(wanted, shown) if character.node >= 0]
    for number in sorted({character.node for character in span}):
        offsets = [character.offset for character in span if character.node == number]
        _wrap(tree, texts[number], offsets[0], offsets[-1] + 1)


def _characters(node: LexborNode, texts: list[LexborNode], depth: int) -> Iterator[_Character]:
    """The characters of an element that show, in document order; the text nodes they stand in go into `texts`.

    Where an element other than an inline one begins or ends, a space stands between the words.
    """
    child = node.first_child if depth < MAX_DEPTH else None
    while child is not None:
        if child.tag_id == TEXT_ID:
            texts.append(child)
            for offset, character in enumerate(child.text_content or ""):
                yield _Character(character, len(texts) - 1, offset)
        elif child.tag_id not in _SKIPPED and is_shown(child.attributes):
            apart = child.tag not in _INLINE
            yield from _SPACE if apart else ()
            yield from _characters(child, texts, depth + 1)
            yield from _SPACE if apart else ()
        child = child.next


def _essence(text: str) -> str:
    return "".join(character for character in text if not character.isspace() and character not in "^\ufeff")


def _find(wanted: str, shown: Sequence[_Character]) -> list[_Character]:
    """The characters of the first place where the wanted ones stand together as whole words; [] when none do."""
    solid = [at for at, character in enumerate(shown) if _essence(character.text)]
    joined = "".join(shown[at].text for at in solid)
    for line, needle in ((joined, wanted), (joined.lower(), wanted.lower())):
        if len(line) != len(solid):  # lower-casing made a letter two
            continue
        start = line.find(needle)
        while start >= 0:
            end = start + len(needle)
            if _is_whole(shown, solid[start], solid[end - 1]):
                return [shown[at] for at in solid[start:end]]
            start = line.find(needle, start + 1)
    return []


def _is_whole(shown: Sequence[_Character], first: int, last: int) -> bool:
    """Whether no letter or digit continues a run of characters at either end."""
    before = shown[first - 1].text if first else " "
    after = shown[last + 1].text if last + 1 < len(shown) else " "
    return not (before.isalnum() and shown[first].text.isalnum()) and not (
        after.isalnum() and shown[last].text.isalnum()
    )


def _wrap(tree: LexborHTMLParser, node: LexborNode, start: int, end: int) -> None:
    """Put the characters from `start` to `end` of a text node into a `<mark>`."""
    text = node.text_content or ""
    mark = tree.create_node("mark")
    mark.insert_child(text[start:end])
    if text[:start]:
        node.insert_before(text[:start])
    node.insert_before(mark)
    if text[end:]:
        node.insert_before(text[end:])
    node.remove()
