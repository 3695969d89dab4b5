"""The tokens: colours that can be read in light and dark, and no raw colour anywhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "static" / "css"
PAIRS = dict[str, tuple[str, str]]

GROUNDS = ("paper", "panel", "sunk", "hover", "accent-soft")
KINDS = ("ok", "warn", "bad", "mix")
TEXT = [
    *[(ink, ground) for ink in ("ink", "ink-2", "ink-3", "accent") for ground in GROUNDS],
    *[(kind, ground) for kind in KINDS for ground in (f"{kind}-soft", "paper", "panel", "accent-soft")],
    *[("ink", ground) for ground in ("ok-soft", "warn-soft", "bad-soft", "mark", "hit")],
    *[("ink-3", ground) for ground in ("warn-soft", "bad-soft")],
    ("accent-ink", "accent"),
    ("accent-ink", "accent-hover"),
    ("accent", "bad-soft"),
    ("accent", "warn-soft"),
    ("panel", "bad"),
]  # fmt: skip
LINES = [
    (line, ground) for line in ("line-strong", "accent", "mark-line", "bad") for ground in ("paper", "panel")
] + [
    ("mark-line", "hit"),
    ("line-strong", "sunk"),
]


def colours() -> PAIRS:
    """Each colour token with its light and its dark value."""
    source = (CSS / "tokens.css").read_text()
    return {
        name: (light, dark)
        for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", source)
    }


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio as WCAG 2.2 defines it."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_text_reaches_4_5(ink: str, ground: str) -> None:
    known = colours()
    assert min(contrast(known[ink][theme], known[ground][theme]) for theme in (0, 1)) >= 4.5


@pytest.mark.parametrize(("line", "ground"), LINES)
def test_outlines_and_control_borders_reach_3(line: str, ground: str) -> None:
    known = colours()
    assert min(contrast(known[line][theme], known[ground][theme]) for theme in (0, 1)) >= 3


@pytest.mark.parametrize("name", ["app.css", "frame.css"])
def test_only_tokens_hold_raw_colours(name: str) -> None:
    source = re.sub(r"/\*.*?\*/", "", (CSS / name).read_text(), flags=re.S)
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[;, )])|\brgba?\(|\bhsla?\(", source) == []


@pytest.mark.parametrize("name", ["app.css", "frame.css"])
def test_every_token_in_use_is_defined(name: str) -> None:
    source = (CSS / name).read_text()
    defined = set(re.findall(r"(--[\w-]+):", (CSS / "tokens.css").read_text()))
    assert set(re.findall(r"var\((--[\w-]+)", source)) - defined == set()


def test_styles_and_scripts_stay_small() -> None:
    files = [CSS / "tokens.css", CSS / "app.css", *(CSS.parent / "js").glob("*.js")]
    assert sum(len(path.read_bytes()) for path in files) < 90_000
