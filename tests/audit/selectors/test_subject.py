"""The subject of an audit: everything stored, read again, in a constant number of queries."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.test.utils import CaptureQueriesContext

from audit.checks import run_checks
from audit.domain.findings import Severity
from audit.selectors.subject import subject_of
from curation.domain.frontier import LeftOut, Operator
from curation.domain.witness import Rung
from curation.models import Snapshot
from stageaudit_web.core import appendonly
from stageaudit_web.core.digests import bytes_digest
from tests.audit.tables import RIVERS, TITLE, make_staged, page_html

pytestmark = pytest.mark.django_db


def replace_bytes(data):
    """Puts other bytes under a snapshot's name, as a broken disk or a hand would."""
    path = Snapshot.objects.get().path
    default_storage.delete(path)
    if data is not None:
        default_storage.save(path, ContentFile(data))


def test_rows_and_cells_as_staged_with_what_their_places_read_now():
    row = subject_of(make_staged()).rows[0]
    cell = row.cell("Length")
    assert (row.ordinal, row.key, row.name) == (1, ("Amur",), "Amur")
    assert (cell.value, cell.rung, cell.supported) == ("2,824 km", Rung.EXACT, True)
    assert [(place.page, place.fault, place.reads) for place in cell.places] == [(TITLE, "", "2,824 km")]


def test_pages_with_their_operator_and_their_use():
    (entry,) = subject_of(make_staged()).entries
    assert (entry.title, entry.operator, entry.parent) == (TITLE, Operator.SEED, None)
    assert (entry.rows, entry.cells, entry.hash_ok) == (3, 12, True)
    assert entry.revision_at.isoformat() == "2025-03-04T10:12:00+00:00"


@pytest.mark.requirement("S18")
@pytest.mark.parametrize(("data", "fault"), [(None, "missing"), (b"<p>other</p>", "changed")])
def test_bytes_that_are_gone_or_changed_are_noticed_and_nothing_else_is_claimed(data, fault):
    version = make_staged()
    replace_bytes(data)
    subject = subject_of(version)
    assert subject.entries[0].bytes_fault == fault
    assert subject.rows[0].cell("Length").supported is None
    blocking = [draft.check.value for draft in run_checks(subject) if draft.severity is Severity.BLOCKING]
    assert blocking == ["F2"]


@pytest.mark.requirement("S17", "S19")
def test_a_place_that_reads_otherwise_now_is_a_fault_and_its_value_unsupported():
    version = make_staged()
    data = Snapshot.objects.get().read().replace(b"2,824", b"2,842")
    with appendonly.lifted(connection):
        Snapshot.objects.update(sha256=bytes_digest(data))
    default_storage.save(Snapshot.objects.get().path, ContentFile(data))
    subject = subject_of(version)
    cell = subject.rows[0].cell("Length")
    assert (cell.places[0].fault, cell.supported) == ("content_changed", False)
    assert {(draft.check.value, draft.target.row) for draft in run_checks(subject) if draft.target.row} == {
        ("F1", 1),
        ("F3", 1),
    }


def test_pages_that_were_left_out_are_known():
    left_out = [LeftOut("Rhine", "budget spent", TITLE)]
    subject = subject_of(make_staged(left_out=left_out))
    assert list(subject.left_out) == left_out


def test_a_refused_row_keeps_its_key():
    rivers = (*RIVERS[:2], ("Danube", "Europe", "9,999 km", "1948"))
    subject = subject_of(make_staged(rivers=rivers, html=page_html(RIVERS)))
    assert [(refused.key, refused.code) for refused in subject.refused] == [(("Danube",), "cell_unsupported")]


def test_counts_of_wikidata_come_along():
    counts = subject_of(make_staged(counts={"": 33, "Asia": 9})).counts
    assert [(found.partition, found.count) for found in counts] == [("", 33), ("Asia", 9)]


def test_the_number_of_queries_does_not_grow():
    counts = []
    for rivers in (RIVERS, [(f"River {n}", "Asia", f"{n},000 km", "1900") for n in range(1, 60)]):
        version = make_staged(rivers=rivers)
        version.refresh_from_db()
        with CaptureQueriesContext(connection) as queries:
            subject_of(version)
        counts.append(len(queries))
    assert counts[0] == counts[1]
