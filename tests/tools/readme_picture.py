"""Takes the README's picture from a running demo: `python -m tests.tools.readme_picture http://127.0.0.1:8000`."""

from __future__ import annotations

import base64
import os
import sys
from pathlib import Path

import django

import tests.environment  # noqa: F401 - the settings that the shell of the browser tests needs

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "img" / "review.webp"
QUESTION = "List transboundary rivers"
RIVER, COLUMN = "Danube", 2


def take(address: str) -> None:
    """Logs in as the demo's reviewer, opens a table under review with the place of one cell, and saves what is seen."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "stageaudit_web.settings")
    django.setup()
    from tests.static.shell import chromium  # here: it needs Django to be set up

    with chromium() as engine:
        tab = engine.new_page(viewport={"width": 1440, "height": 810}, base_url=address, color_scheme="light")
        tab.goto("/accounts/login/")
        tab.get_by_label("Username").fill("reviewer")
        tab.get_by_label("Password").fill("stageaudit-demo")
        tab.get_by_label("Password").press("Enter")
        tab.get_by_role("link", name=QUESTION).first.click()
        row = tab.locator("#item tbody tr").filter(has_text=RIVER).first
        row.locator("th, td").nth(COLUMN).locator("a").click()
        tab.locator("#evidence iframe").content_frame.locator("#locator").wait_for()
        tab.wait_for_timeout(500)
        shot = tab.context.new_cdp_session(tab).send(
            "Page.captureScreenshot", {"format": "webp", "quality": 80}
        )
        PICTURE.write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    take(sys.argv[1])
