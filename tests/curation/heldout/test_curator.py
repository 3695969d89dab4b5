"""The curator and the gate on clusters that were written for these tests, in markup of 2014 and of 2024.

The pages are invented; what they have in common with real ones is how they are built: keys in headings and titles,
tables that call their row names anything, limits and years that only a question states, dual units, rows in lists.
"""

import json
from pathlib import Path

import pytest

from curation.domain.clusters import Cluster, read_clusters
from curation.wiki.curating import evaluate_cluster
from curation.wiki.reader import SourceReader
from curation.wiki.saved import SavedPages

HERE = Path(__file__).parent
CLUSTERS = {cluster.id: cluster for cluster in read_clusters((HERE / "clusters.json").read_text("utf-8"))}


@pytest.fixture(scope="module")
def reader() -> SourceReader:
    return SourceReader(SavedPages(HERE / "pages"))


@pytest.mark.parametrize("cluster", CLUSTERS.values(), ids=CLUSTERS)
def test_pages_and_row_keys_are_found(cluster: Cluster, reader: SourceReader) -> None:
    scores = evaluate_cluster(cluster, reader)
    assert scores.frontier is not None
    assert (scores.frontier.f1, scores.key.f1) == (1.0, 1.0)


def test_every_cluster_names_files_that_exist() -> None:
    raw = json.loads((HERE / "clusters.json").read_text("utf-8"))
    files = {place["file"] for cluster in raw for row in cluster["rows"] for place in row["_loc"]}
    assert all((HERE / file).is_file() for file in files)
