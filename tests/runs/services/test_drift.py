"""Findings about drift: F3 for what changed or went, once each, and never on a closed version."""

from __future__ import annotations

from datetime import date

import pytest

from audit.models import Disposition, Finding
from audit.services.findings import DRIFT_CHECK
from audit.services.repairs import close_repaired
from curation.models import TableVersion
from curation.services.digests import version_digest
from runs.pipelines import start_drift_run
from stageaudit_web.core import work
from tests.curation.drifting import Folder
from tests.curation.factories import RIVERS, TABLE, make_audited, make_page, make_question, rivers_html

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path, settings) -> Folder:
    made = Folder(tmp_path / "pages", settings)
    made.write(make_page())
    return made


def look(version, **more):
    run = start_drift_run(version=version, by=None, **more)
    work.perform_all(run)
    run.refresh_from_db()
    assert run.state == "done", run.reason
    return Finding.objects.filter(version=version, author=DRIFT_CHECK).order_by("pk")


def test_nothing_drifted_nothing_found(folder):
    assert not look(make_audited())


@pytest.mark.requirement("S19")
def test_a_changed_digit_is_a_hygiene_finding_on_its_cell(folder):
    version = make_audited()
    folder.write(make_page(), rivers_html([("Amur", "Asia", "2,825"), *TABLE[1:]]))
    (finding,) = look(version)
    assert (finding.check_id, finding.severity, finding.target_kind) == ("F3", "hygiene", "cell")
    assert (finding.row.ordinal, finding.column) == (1, "Length (km)")
    assert "“2,824” reads “2,825” in revision 8" in finding.message
    assert (finding.evidence["before"], finding.evidence["after"]) == ("2,824", "2,825")


@pytest.mark.requirement("S19")
def test_a_removed_row_is_blocking(folder):
    version = make_audited()
    folder.write(make_page(), rivers_html(TABLE[1:]))
    (finding,) = look(version)
    assert (finding.severity, finding.target_kind, finding.row.ordinal) == ("blocking", "row", 1)
    assert finding.message.startswith("River, Continent and Length (km) of Amur are gone from revision 8")


def test_a_moved_row_is_no_finding(folder):
    version = make_audited()
    folder.write(make_page(), rivers_html([*TABLE[1:], TABLE[0]]))
    assert not look(version)


@pytest.mark.requirement("S19")
def test_a_page_that_is_gone_is_one_blocking_finding(folder):
    version = make_audited()
    folder.remove(RIVERS)
    (finding,) = look(version)
    assert (finding.severity, finding.target_kind, finding.entry.snapshot.title) == (
        "blocking",
        "page",
        RIVERS,
    )
    assert finding.evidence["rows"] == [1, 2, 3]


def test_looking_twice_finds_once(folder):
    version = make_audited()
    folder.write(make_page(), rivers_html([("Amur", "Asia", "2,825"), *TABLE[1:]]))
    look(version)
    assert look(version).count() == 1


@pytest.mark.parametrize("state", ["accepted", "returned", "repaired"])
def test_a_closed_version_gets_no_finding_and_does_not_change(folder, state):
    version = make_audited()
    TableVersion.objects.filter(pk=version.pk).update(state=state)
    before = version_digest(version)
    folder.write(make_page(), rivers_html(TABLE[1:]))
    assert not look(version)
    version.refresh_from_db()
    assert (version.state, version_digest(version)) == (state, before)
    assert version.drift_checks.get().records.filter(status="gone").exists()


def test_one_page_can_be_looked_at(folder):
    version = make_audited()
    look(version, page=1)
    assert version.drift_checks.count() == 1


def test_a_person_who_asks_for_a_check_is_not_its_author(folder, reviewer):
    version = make_audited()
    folder.write(make_page(), rivers_html(TABLE[1:]))
    work.perform_all(start_drift_run(version=version, by=reviewer))
    assert version.findings.get().author_user is None


@pytest.mark.parametrize(("rows", "closed"), [(TABLE, 0), (TABLE[1:], 1)])
def test_a_repair_settles_drift_only_where_the_row_is_gone(folder, rows, closed):
    """A new version stands on the same stored copies: its audit cannot say that the page reads as it did."""
    question = make_question()
    version = make_audited(question=question)
    folder.write(make_page(), rivers_html([("Amur", "Asia", "2,825"), *TABLE[1:]]))
    look(version)
    repaired = make_audited(question=question, parent=version, rows=rows)
    close_repaired(old=version, new=repaired, today=date(2026, 1, 1))
    assert Disposition.objects.filter(finding__author=DRIFT_CHECK).count() == closed
