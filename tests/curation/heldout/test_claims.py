"""Claimed places on pages written for these tests: a claim whose section is wrong is no claim."""

from pathlib import Path
from typing import Any

import pytest

from curation.domain.clusters import read_clusters
from curation.domain.rows import Refusal, StagedRow
from curation.wiki.checking import PageFolder, check_cluster
from tests.curation.heldout.writing import as_clusters, write_page

INFOBOX = """
<table class="infobox vcard"><tr><th colspan="2">Port Ellery Airport</th></tr>
<tr><th scope="row">Elevation AMSL</th><td>41 ft / 12 m</td></tr></table>
<p>An airport.</p><h2><span class="mw-headline" id="History">History</span></h2><p>Opened in 1948.</p>
"""


def _claim(section: str) -> dict[str, Any]:
    place = {"file": "pages/Port_Ellery_Airport.html", "kind": "infobox", "page": "Port Ellery Airport"}
    where = {"section": section, "table_index_all": 0, "row": 1, "label": "Elevation AMSL"}
    return {"Airport": "Port Ellery Airport", "Elevation": "41 ft / 12 m", "_loc": [{**place, **where}]}


@pytest.mark.parametrize(
    ("section", "outcome"), [("(lead)", StagedRow), ("History", Refusal), ("(lead) > Notes", Refusal)]
)
def test_an_infobox_claim_states_its_section(tmp_path: Path, section: str, outcome: type) -> None:
    write_page(tmp_path, "Port Ellery Airport", INFOBOX)
    text = as_clusters("Port Ellery Airport", ["Airport"], ["Airport", "Elevation"], [_claim(section)])
    checked = check_cluster(read_clusters(text)[0], PageFolder(tmp_path))
    assert isinstance(checked[0].outcome, outcome)
