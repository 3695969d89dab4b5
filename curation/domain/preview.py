"""A stored page made safe to show: no script, no style, nothing loaded from outside, no way out of the frame.

The bytes are untrusted. What a reader of the page does not see stays unseen, images give way to their words, and only
links within the page stay links.
"""

from __future__ import annotations

import re

import nh3
from selectolax.lexbor import LexborHTMLParser, LexborNode

TAGS = {
    "a", "abbr", "address", "article", "aside", "b", "bdi", "bdo", "blockquote", "br", "caption", "center", "cite",
    "code", "col", "colgroup", "dd", "del", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer",
    "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "i", "ins", "kbd", "li", "main", "mark", "ol", "p", "pre",
    "q", "rp", "rt", "ruby", "s", "samp", "section", "small", "span", "strong", "sub", "sup", "table", "tbody", "td",
    "tfoot", "th", "thead", "time", "tr", "u", "ul", "var", "wbr",
}  # fmt: skip
ATTRIBUTES = {
    "*": {"class", "dir", "hidden", "id", "lang", "title"},
    "a": {"href"},
    "col": {"span"},
    "colgroup": {"span"},
    "li": {"value"},
    "ol": {"start", "type", "reversed"},
    "td": {"colspan", "rowspan", "headers"},
    "th": {"colspan", "rowspan", "headers", "scope", "abbr"},
    "time": {"datetime"},
}
# Elements whose content is no part of what a reader sees.
DROPPED = {
    "script",
    "style",
    "template",
    "noscript",
    "iframe",
    "object",
    "svg",
    "math",
    "form",
    "head",
    "title",
}
MOST_SPAN = 1000
_NOT_SHOWN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_HIDDEN_BY_CLASS = "span.sortkey, .persondata, .geo-nondefault, .geo-multi-punct, .mw-editsection"


def safe_page(html: str) -> str:
    """The HTML of a page's body, safe to stand in a document of ours. Element ids and classes are kept.

    Source: design §9; the frame that shows it allows neither scripts nor requests to other hosts besides.
    """
    parsed = LexborHTMLParser(html)
    body = parsed.body
    if body is None:
        return ""
    for node in body.css("[style]"):
        if _NOT_SHOWN.search(node.attributes.get("style") or ""):
            node.attrs["hidden"] = ""
    for node in body.css(_HIDDEN_BY_CLASS):
        node.attrs["hidden"] = ""
    for node in body.css("img"):
        _words_for(node)
    return nh3.clean(
        body.html or "",
        tags=TAGS,
        clean_content_tags=DROPPED,
        attributes=ATTRIBUTES,
        attribute_filter=_kept,
        url_schemes={"https"},
        link_rel=None,
        strip_comments=True,
    )


def _words_for(image: LexborNode) -> None:
    """Puts an image's alternative text in its place."""
    words = " ".join((image.attributes.get("alt") or "").split())[:300]
    image.replace_with(f"[{words}]" if words else "")


def _kept(tag: str, name: str, value: str) -> str | None:
    """Links lead only within the page; spans are bounded, so that a page cannot make a table of millions of slots."""
    if name == "href":
        return value if value.startswith("#") else None
    if name in ("colspan", "rowspan", "span"):
        digits = re.match(r"\s*(\d{1,6})", value)
        return str(min(int(digits[1]), MOST_SPAN)) if digits else None
    return value
