"""Page titles as the wiki reads them: normalised, with namespace and fragment, or refused (methods C.2)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

# Namespaces of an English-language wiki by number, local name first; other wikis pass their own.
NAMESPACES: dict[int, tuple[str, ...]] = {
    -2: ("Media",),
    -1: ("Special",),
    1: ("Talk",),
    2: ("User",),
    3: ("User talk",),
    4: ("Wikipedia", "Project", "WP"),
    5: ("Wikipedia talk", "Project talk", "WT"),
    6: ("File", "Image"),
    7: ("File talk", "Image talk"),
    8: ("MediaWiki",),
    9: ("MediaWiki talk",),
    10: ("Template",),
    11: ("Template talk",),
    12: ("Help",),
    13: ("Help talk",),
    14: ("Category",),
    15: ("Category talk",),
    100: ("Portal",),
    101: ("Portal talk",),
    118: ("Draft",),
    119: ("Draft talk",),
    828: ("Module",),
    829: ("Module talk",),
}
MAIN = 0
SPECIAL = -1
BIDI = re.compile("[\u200e\u200f\u202a-\u202e]")
BLANKS = re.compile("[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
ILLEGAL = re.compile("[\x00-\x1f#<>\\[\\]|{}\x7f\ufffd]")
ESCAPE = re.compile("%[0-9A-Fa-f]{2}")
ENTITY = re.compile("&(?:[A-Za-z0-9\u0080-\uffff]+|#[0-9]+|#x[0-9A-Fa-f]+);")
TURKIC = frozenset({"az", "tr", "kaa", "kk", "crh"})


class TitleError(ValueError):
    """A text that can be no page title. `code` says which rule it broke."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"not a page title ({code}): {text!r}")
        self.code = code
        self.text = text


@dataclass(frozen=True, slots=True)
class Title:
    """A normalised title: namespace number, its prefix, the name with spaces, and what stood after `#`.

    `linked` is true for a leading colon: a link to a category page, for instance, rather than membership
    in it.
    """

    namespace: int
    prefix: str
    name: str
    fragment: str = ""
    linked: bool = False

    @property
    def text(self) -> str:
        """The title as displayed, with its namespace."""
        return f"{self.prefix}:{self.name}" if self.prefix else self.name

    @property
    def key(self) -> str:
        """The title as it stands in addresses: blanks as underscores."""
        return self.text.replace(" ", "_")


def parse_title(
    text: str, *, namespaces: dict[int, tuple[str, ...]] = NAMESPACES, language: str = "en"
) -> Title:
    """Read a title from what a person, a link or an address says. Raises TitleError.

    Addresses (`/wiki/X`, `index.php?title=X`, mobile hosts) give their title; percent escapes are decoded
    once.
    """
    raw = BIDI.sub("", _decoded(_from_address(text)))
    body, _, fragment = _blank(raw).partition("#")
    linked = body.startswith(":")
    namespace, prefix, name = _split_namespace(_trim(body.removeprefix(":")), namespaces)
    _refuse_illegal(name, text, limit=512 if namespace == SPECIAL else 255)
    cased = unicodedata.normalize("NFC", _upper_first(name, language))
    return Title(namespace, prefix, cased.replace("_", " "), _trim(fragment).replace("_", " "), linked)


def normalise_title(text: str) -> str:
    """The displayed form without fragment: `New_york  city` -> `New york city`. Raises TitleError."""
    return parse_title(text).text


def same_title(one: str, other: str) -> bool:
    """Whether two texts name one title before redirects are followed; False when either is no title."""
    try:
        return normalise_title(one) == normalise_title(other)
    except TitleError:
        return False


def _from_address(text: str) -> str:
    parts = urlsplit(text) if re.match(r"(?i)https?://|//|/wiki/|/w/index\.php|\./", text) else None
    if parts is None:
        return text
    fragment = f"#{parts.fragment}" if parts.fragment else ""
    asked = parse_qs(parts.query).get("title")
    if asked:
        return asked[0] + fragment
    path = parts.path.removeprefix("./")
    return (path.split("/wiki/", 1)[1] if "/wiki/" in path else path) + fragment


def _decoded(text: str) -> str:
    return unquote(text, errors="replace") if ESCAPE.search(text) else text


def _blank(text: str) -> str:
    return BLANKS.sub("_", text)


def _trim(text: str) -> str:
    return text.strip("_")


def _split_namespace(body: str, namespaces: dict[int, tuple[str, ...]]) -> tuple[int, str, str]:
    head, colon, rest = body.partition(":")
    wanted = _trim(head).replace("_", " ").casefold()
    for number, names in namespaces.items():
        if colon and wanted in {name.casefold() for name in names}:
            return number, names[0], _trim(rest)
    return MAIN, "", body


def _refuse_illegal(name: str, text: str, *, limit: int) -> None:
    rules = (
        ("empty", not name),
        ("illegal_character", bool(ILLEGAL.search(name))),
        ("percent_escape", bool(ESCAPE.search(name))),
        ("html_entity", bool(ENTITY.search(name))),
        ("relative_path", _is_relative(name)),
        ("signature", "~~~" in name),
        ("leading_colon", name.startswith(":")),
        ("too_long", len(name.encode()) > limit),
    )
    for code, broken in rules:
        if broken:
            raise TitleError(code, text)


def _is_relative(name: str) -> bool:
    inside = "/./" in name or "/../" in name
    return name in {".", ".."} or name.startswith(("./", "../")) or name.endswith(("/.", "/..")) or inside


def _upper_first(name: str, language: str) -> str:
    first = name[:1]
    if first == "i" and language in TURKIC:
        return "\u0130" + name[1:]
    upper = first.upper()
    return (upper if len(upper) == 1 else first) + name[1:]
