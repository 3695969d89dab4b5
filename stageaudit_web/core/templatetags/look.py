"""Tags of the shared look: icons, badges (word + icon + colour), rungs, breadcrumbs, sort headers, keys, theme."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

# One word per thing (design, Vocabulary): kind is the colour family, icon an id of icons.svg.
BADGES: dict[str, tuple[str, str]] = {
    # severities
    "blocking": ("bad", "dot"),
    "hygiene": ("warn", "warning"),
    "suggestion": ("plain", "circle"),
    # table versions
    "proposed": ("plain", "circle"),
    "staged": ("info", "table"),
    "audited": ("info", "shield"),
    "repaired": ("info", "refresh"),
    "accepted": ("ok", "check"),
    "returned": ("warn", "undo"),
    "signed": ("ok", "sign"),
    "refused": ("bad", "cross"),
    # findings and dispositions
    "open": ("warn", "circle"),
    "closed": ("plain", "check"),
    "confirmed": ("bad", "flag"),
    "dismissed": ("plain", "cross"),
    "waived": ("mix", "clock"),
    "repaired_in": ("ok", "refresh"),
    "passed": ("ok", "check"),
    # witness rungs
    "exact": ("ok", "check"),
    "normalised": ("ok", "check"),
    "typed": ("info", "check"),
    "link_alias": ("info", "link"),
    "words": ("warn", "half"),
    "unsupported": ("bad", "cross"),
    "witnessed": ("ok", "check"),
    # locators against a newer revision
    "same": ("ok", "check"),
    "moved": ("warn", "arrow-right"),
    "changed": ("warn", "diff"),
    "gone": ("bad", "cross"),
    # runs
    "queued": ("plain", "clock"),
    "running": ("info", "play"),
    "done": ("ok", "check"),
    "failed": ("warn", "warning"),
    "errored": ("bad", "cross"),
    "cancelled": ("plain", "stop"),
    # verdicts and actions on citations
    "verified": ("ok", "check"),
    "partial": ("warn", "half"),
    "not_found": ("bad", "cross"),
    "false": ("bad", "cross"),
    "inconsistent": ("mix", "diff"),
    "unparseable": ("plain", "warning"),
    "abstained": ("plain", "minus"),
    "keep": ("ok", "check"),
    "fix_page": ("warn", "arrow-right"),
    "remove": ("bad", "cross"),
    "keep_flagged": ("mix", "flag"),
    "overridden": ("mix", "user"),
    # census
    "supported": ("ok", "check"),
    "mixed": ("mix", "half"),
    "half": ("plain", "half"),
    "agreed": ("ok", "check"),
    "disputed": ("mix", "diff"),
    "settled": ("ok", "check"),
    "sealed": ("plain", "lock"),
    # differences of two versions
    "added": ("ok", "plus"),
    "removed": ("bad", "minus"),
}

# Letter, class and sentence of each rung; the letter and the shape carry the meaning, colour only helps.
RUNGS: dict[str, tuple[str, str, str]] = {
    "exact": ("E", "exact", "exact: the value stands there as it is"),
    "normalised": ("N", "normalised", "normalised: equal after spacing, case and punctuation are evened out"),
    "typed": ("T", "typed", "typed: the same number, unit or date, written otherwise"),
    "link_alias": ("L", "link_alias", "link alias: the cell links to the page of that name"),
    "words": ("W", "words", "words: every word of the value stands there"),
    "unsupported": ("×", "none", "unsupported: the value does not stand there"),
}

KEY_NAMES = {
    "mod": "Ctrl", "enter": "↵", "escape": "Esc", "space": "Space", "up": "↑", "down": "↓", "left": "←", "right": "→",
    "plus": "+", "minus": "−", "comma": ",", "dot": ".", "pageup": "PgUp", "pagedown": "PgDn", "shift": "Shift",
}  # fmt: skip
KIND_OF_LEVEL = {"success": "ok", "warning": "warn", "error": "bad", "info": "info", "debug": "info"}
ICON_OF_KIND = {"ok": "check", "warn": "warning", "bad": "warning", "info": "info"}


@register.simple_tag
def icon(name: str, label: str = "", size: str = "") -> SafeString:
    """One icon of the sprite; silent to screen readers unless it has a label. `size` is small or large."""
    css = f"icon icon-{size}" if size else "icon"
    href = f"{static('icons.svg')}#{name}"
    if label:
        return format_html(
            '<svg class="{}" role="img" aria-label="{}"><use href="{}"/></svg>', css, label, href
        )
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', css, href)


@register.simple_tag
def badge(
    word: Any, label: str = "", count: int | None = None, kind: str = "", icon: str = "", title: str = ""
) -> SafeString:
    """A verdict or state as word + icon + colour; known words bring both.

    `label` changes the text, `count` stands before it.
    """
    word = str(word)
    known_kind, known_icon = BADGES.get(word, ("plain", ""))
    picture = _icon(icon or known_icon) if icon or known_icon else ""
    text = label or word.replace("_", " ")
    shown = text if count is None else f"{count} {text}"
    tip = format_html(' title="{}"', title) if title else ""
    return format_html('<span class="badge badge-{}"{}>{}{}</span>', kind or known_kind, tip, picture, shown)


@register.simple_tag
def rung(name: Any) -> SafeString:
    """The rung a cell's witness reached, as a lettered shape; empty for a cell without a rung."""
    if not name:
        return mark_safe("")
    letter, css, sentence = RUNGS.get(str(name), ("?", "none", str(name)))
    return format_html(
        '<span class="rung rung-{}" title="{}"><span aria-hidden="true">{}</span><span class="sr">{} </span></span>',
        css, sentence, letter, sentence.partition(":")[0],
    )  # fmt: skip


@register.inclusion_tag("_legend.html")
def rung_legend() -> dict[str, Any]:
    """What the letters of the rungs mean, for the foot of a table."""
    return {"rungs": [(name, sentence.partition(": ")[0]) for name, (_, _, sentence) in RUNGS.items()]}


@register.simple_tag
def crumbs(*parts: Any) -> SafeString:
    """Breadcrumbs from label, url, label, url …; a label with an empty url, or a last label alone, is plain text."""
    pairs = [(parts[i], parts[i + 1] if i + 1 < len(parts) else "") for i in range(0, len(parts), 2)]
    items = format_html_join("", "<li>{}</li>", ((_crumb(label, url),) for label, url in pairs))
    return format_html('<nav class="crumbs" aria-label="Where you are"><ol>{}</ol></nav>', items)


@register.simple_tag(takes_context=True)
def sort(context: template.Context, field: str, label: str, css: str = "", param: str = "sort") -> SafeString:
    """A `<th>` that sorts by `field`: the link toggles ?sort=field and ?sort=-field, and drops the page number."""
    request: HttpRequest | None = context.get("request")
    query = request.GET.copy() if request else QueryDict(mutable=True)
    current = query.get(param, "")
    state = {field: "ascending", f"-{field}": "descending"}.get(current, "")
    query[param] = f"-{field}" if state == "ascending" else field
    query.pop("page", None)
    picture = {"ascending": "arrow-up", "descending": "arrow-down"}.get(state, "sort")
    aria = format_html(' aria-sort="{}"', state) if state else ""
    return format_html(
        '<th scope="col" class="{}"{}><a class="sort" href="?{}">{}{}</a></th>',
        css, aria, query.urlencode(), label, _icon(picture),
    )  # fmt: skip


@register.simple_tag
def kbd(spec: str) -> SafeString:
    """The key cap(s) for a `data-key` spec; scripts rewrite it where the person has remapped the key."""
    first = spec.split("|")[0]
    caps = " ".join(_key_name(part) for stroke in first.split() for part in _parts(stroke))
    return format_html("<kbd>{}</kbd>", caps)


@register.simple_tag
def site_name() -> str:
    """The site's name, also where a view's own context hides the one of the context processor."""
    return str(settings.SITE_NAME)


@register.simple_tag(takes_context=True)
def theme(context: template.Context) -> SafeString:
    """`data-theme="dark"` or `"light"` when the person has chosen one (cookie); nothing when the system decides."""
    request: HttpRequest | None = context.get("request")
    chosen = request.COOKIES.get("theme", "") if request else ""
    return format_html(' data-theme="{}"', chosen) if chosen in ("light", "dark") else mark_safe("")


@register.filter
def toast_kind(level_tag: str) -> str:
    """ok, warn, bad or info for the level of a Django message."""
    return KIND_OF_LEVEL.get(level_tag, "info")


@register.filter
def kind_icon(kind: str) -> str:
    """The icon that goes with a kind."""
    return ICON_OF_KIND.get(kind, "info")


@register.filter
def undo_url(message: Any) -> str:
    """Where a message's undo button posts to: `messages.success(request, text, extra_tags="undo:/path/")`."""
    tags = str(getattr(message, "extra_tags", "") or "")
    path = next((tag.removeprefix("undo:") for tag in tags.split() if tag.startswith("undo:")), "")
    return path if path.startswith("/") and not path.startswith("//") else ""


def _icon(name: str) -> SafeString:
    return icon(name)


def _crumb(label: Any, url: Any) -> SafeString:
    if url:
        return format_html('<a href="{}" dir="auto">{}</a>', url, label)
    return format_html('<span dir="auto">{}</span>', label)


def _parts(stroke: str) -> list[str]:
    """`mod+enter` -> mod, enter."""
    return stroke.split("+") if len(stroke) > 1 else [stroke]


def _key_name(part: str) -> str:
    return KEY_NAMES.get(part, part)
