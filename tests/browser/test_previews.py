"""For rows of every real cluster, the stored page shows exactly the cell that carried the value, in sight."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest

from tests.processes.site import Site
from tests.shared_data import SHARED_DATA, needs_shared_data

pytestmark = [
    pytest.mark.browser,
    pytest.mark.services,
    pytest.mark.xdist_group("browser"),
    needs_shared_data,
]

CLUSTERS = SHARED_DATA / "wiki" / "clusters.json"
# One cell of each row, another column from row to row; values that a heading or a title carries are left out.
# Every fourth row is looked at; STAGEAUDIT_ALL_PREVIEWS=1 looks at all.
CELLS = """
SELECT r.id, r.ordinal, c.position, c.id, c.compared, l.id, e.snapshot_id
FROM curation_row r JOIN curation_cell c ON c.row_id = r.id
JOIN curation_celllocator cl ON cl.cell_id = c.id AND cl.ordinal = 0
JOIN curation_locator l ON l.id = cl.locator_id JOIN curation_frontierentry e ON e.id = l.entry_id
WHERE c.part IN ('cell', 'item') ORDER BY r.id, c.position
"""


@pytest.fixture(scope="module")
def site(engine: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site over the real pages with a staged table for every cluster."""
    made = Site(tmp_path_factory.mktemp("previews"), STAGEAUDIT_SAVED_PAGES=str(SHARED_DATA / "wiki"))
    made.manage("load_demo")
    made.manage("import_questions", str(CLUSTERS))
    for cluster in json.loads(CLUSTERS.read_text(encoding="utf-8")):
        made.manage("run_question", cluster["id"])
    made.start("web")
    yield made
    made.close()


def letters(text: str) -> str:
    """What a reader compares: letters and digits, whatever spaces, marks and line breaks stand between them."""
    return "".join(char for char in text if char.isalnum())


def test_the_highlight_is_on_the_cell_that_carried_the_value(log_in, site):
    of_row: dict[int, list[tuple]] = {}
    for row, *cell in site.query(CELLS):
        of_row.setdefault(row, []).append(tuple(cell))
    assert len(of_row) > 200
    step = 1 if os.environ.get("STAGEAUDIT_ALL_PREVIEWS") else 4
    tab, wrong = log_in("reviewer"), []
    for cells in list(of_row.values())[::step]:
        ordinal, _, cell, compared, locator, snapshot = cells[cells[0][0] % len(cells)]
        tab.goto(f"/snapshots/{snapshot}/frame/?locator={locator}&cell={cell}#locator")
        hit = tab.locator("#locator")
        box = hit.bounding_box()
        shown = letters(hit.inner_text())  # a value put together from several places shows the first of them
        carried = any(letters(part) in shown for part in compared.split(" | "))
        if not carried or not 0 <= box["y"] < 900:
            wrong.append((ordinal, compared, hit.inner_text(), box))
    assert wrong == []
