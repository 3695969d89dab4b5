"""Drift: a folder's pages are edited as the test runs, and the check says what became of each place."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from curation.domain.extract import extract_page
from curation.domain.locators import resolve
from curation.domain.staged import locator_of
from curation.models import DriftCheck, DriftRecord, Snapshot, TableVersion
from curation.services import drift
from curation.services.digests import version_digest
from stageaudit_web.core import work
from stageaudit_web.core.errors import AccessDenied, Conflict, InvalidInput
from stageaudit_web.core.journal import events_of
from stageaudit_web.core.rights import Hand, acting_as
from tests.curation.drifting import Folder, edited, longest, stage_real
from tests.curation.factories import RIVERS, TABLE, make_audited, make_page, make_proposed, rivers_html
from tests.shared_data import SHARED_DATA, needs_shared_data

pytestmark = pytest.mark.django_db

LENA = ("Lena", "Asia", "4,294")


@pytest.fixture
def folder(tmp_path: Path, settings) -> Folder:
    made = Folder(tmp_path / "pages", settings)
    made.write(make_page())
    return made


def look(version, by=None, **more) -> list[DriftCheck]:
    """Runs a whole check and gives what it recorded."""
    run = drift.check_drift(version=version, by=by, **more)
    work.perform_all(run)
    run.refresh_from_db()
    assert run.state == "done", run.reason
    return list(DriftCheck.objects.filter(run=run).order_by("pk"))


def fates(check: DriftCheck) -> Counter[str]:
    return Counter(check.records.values_list("status", flat=True))


def read_at(record: DriftRecord) -> str:
    """The text at the new place, read from the bytes of the new copy."""
    snapshot = record.check_of.snapshot
    page = extract_page(snapshot.read(), title=snapshot.title)
    return " ".join(resolve(locator_of(record.place), page).content.text.split())


def test_an_unedited_page_is_unchanged_and_every_place_the_same(folder):
    (check,) = look(make_audited())
    assert (check.status, check.snapshot) == ("unchanged", check.entry.snapshot)
    assert set(fates(check)) == {"same"}
    assert fates(check)["same"] == check.entry.locators.count()


@pytest.mark.requirement("S19")
def test_a_row_added_above_moves_places_and_they_resolve_where_they_moved(folder):
    version = make_audited()
    folder.write(make_page(), rivers_html([LENA, *TABLE]))
    (check,) = look(version)
    assert (check.status, check.snapshot.revision_id) == ("newer", 8)
    assert set(fates(check)) == {"moved"}
    cells = check.records.exclude(place__column_index=None)
    assert sorted(read_at(one) for one in cells) == sorted(value for row in TABLE for value in row)


@pytest.mark.requirement("S19")
def test_a_changed_digit_is_told_with_both_texts(folder):
    version = make_audited()
    folder.write(make_page(), rivers_html([("Amur", "Asia", "2,825"), *TABLE[1:]]))
    (check,) = look(version)
    (changed,) = check.records.filter(status="changed")
    assert (changed.before, changed.after) == ("2,824", "2,825")
    assert changed.locator.printed == "Lists > Table 1 > row[River=Amur] > Length (km)"
    assert read_at(changed) == "2,825"


@pytest.mark.requirement("S19")
def test_a_removed_row_is_gone(folder):
    version = make_audited()
    folder.write(make_page(), rivers_html(TABLE[1:]))
    (check,) = look(version)
    gone = check.records.filter(status="gone")
    assert {one.before for one in gone} >= set(TABLE[0])
    assert all(one.place is None and one.note for one in gone)


def test_a_value_carried_by_a_heading_is_changed_when_the_heading_is(folder):
    html = rivers_html().replace(">Lists</h2>", ">Asia</h2>")
    for part in ("<th>Continent</th>", *(f"<td>{name}</td>" for name in ("Asia", "Europe", "Africa"))):
        html = html.replace(part, "")
    page = make_page(html=html)
    version = make_audited(rows=[("Amur", "Asia", "2,824")], html=html)
    assert version.rows.get().cells.get(column="Continent").part == "section"
    folder.write(page, html.replace(">Asia</h2>", ">Siberia</h2>"))
    (check,) = look(version)
    (changed,) = check.records.filter(status="changed")
    assert (changed.before, changed.after) == ("Asia", "Siberia")


def test_a_deleted_page_is_gone_with_all_its_places(folder):
    version = make_audited()
    folder.remove(RIVERS)
    (check,) = look(version)
    assert (check.status, check.snapshot) == ("gone", None)
    assert set(fates(check)) == {"gone"}


def test_another_page_under_the_old_title_is_no_newer_revision(folder):
    version = make_audited()
    folder.write(make_page(page_id=99), rivers_html())
    (check,) = look(version)
    assert check.status == "gone"
    assert "another page" in check.note


def test_a_page_that_was_renamed_with_a_redirect_is_followed(folder):
    version = make_audited()
    folder.remove(RIVERS)
    folder.write(make_page(), rivers_html(), title="Rivers of the world", redirects=[RIVERS])
    (check,) = look(version)
    assert check.snapshot.title == "Rivers of the world"
    assert set(fates(check)) == {"same"}


def test_only_the_asked_page_is_looked_at(folder):
    amur = make_page("Amur", "<p>The Amur.</p>")
    folder.write(amur)
    version = make_proposed(pages={RIVERS: make_page(), "Amur": amur})
    TableVersion.objects.filter(pk=version.pk).update(
        state="staged", digest="d", staged_at="2026-01-01T00:00Z"
    )
    version.refresh_from_db()
    (check,) = look(version, entries=[version.frontier.get(ordinal=2)])
    assert check.entry.snapshot.title == "Amur"


def test_a_check_changes_nothing_of_the_version(folder):
    version = make_audited()
    before = version_digest(version)
    folder.write(make_page(), rivers_html(TABLE[1:]))
    look(version)
    version.refresh_from_db()
    assert (version_digest(version), version.state) == (before, "audited")


def test_the_journal_counts_what_became_of_the_places(folder):
    version = make_audited()
    folder.write(make_page(), rivers_html([("Amur", "Asia", "2,825"), *TABLE[1:]]))
    look(version)
    event = events_of(version).get(verb="drift.page_checked")
    assert (event.payload["from"], event.payload["to"], event.payload["places"]["changed"]) == (7, 8, 1)


def test_a_second_check_while_one_is_under_way_is_refused(folder):
    version = make_audited()
    drift.check_drift(version=version, by=None)
    with pytest.raises(Conflict, match="already"):
        drift.check_drift(version=version, by=None)


def test_a_version_without_rows_has_nothing_to_check(folder):
    with pytest.raises(InvalidInput, match="Nothing is staged"):
        drift.check_drift(version=make_proposed(), by=None)


def test_a_site_that_reads_another_wiki_says_so(folder):
    version = make_audited(wiki="de.wikipedia.org")
    run = drift.check_drift(version=version, by=None)
    work.perform_all(run)
    run.refresh_from_db()
    assert run.state == "failed"
    assert "de.wikipedia.org" in run.reason
    assert not DriftCheck.objects.exists()


def test_the_auditor_records_no_drift(folder):
    version = make_audited()
    (check,) = look(version)
    found = drift.Found(check.status, check.snapshot, "", ())
    with acting_as(Hand.AUDITOR), pytest.raises(AccessDenied):
        drift.record_page(run=check.run, entry=check.entry, found=found)


# --- Real pages ---

PAGES = [
    "1955_NFL_Draft.590811140.html",
    "List_of_Crayola_crayon_colors.600904213.html",
    "IWGP_Heavyweight_Championship.601363841.html",
]


@pytest.fixture(params=PAGES)
def real(request, folder) -> tuple:
    html = (SHARED_DATA / "wiki" / "html" / request.param).read_bytes()
    version, page = stage_real(html)
    folder.write(page)
    assert version.rows.count() > 10
    return version, page


def table_of(tree, html):
    """The element of the table that the version was staged from."""
    grid = longest(extract_page(html, title="Real page"))
    return tree.xpath("//table")[grid.table_index]


def plain_rows(table):
    rows = table.xpath("./tr | ./tbody/tr")
    width = max(len(row.xpath("./td | ./th")) for row in rows)
    return [
        row
        for row in rows
        if row.xpath("./td")
        and len(row.xpath("./td | ./th")) == width
        and not row.xpath("./*[@rowspan|@colspan]")
    ]


@needs_shared_data
@pytest.mark.requirement("S19")
def test_real_row_added_and_row_moved(real, folder):
    version, page = real

    def edit(tree):
        rows = plain_rows(table_of(tree, page.html))
        rows[-2].addnext(rows[0])

    folder.write(page, edited(page.html, edit))
    (check,) = look(version)
    assert set(fates(check)) <= {"same", "moved"}
    assert fates(check)["moved"]
    assert all(
        one.before == read_at(one)
        for one in check.records.exclude(place__column_index=None)[:40]
        if one.before
    )


@needs_shared_data
@pytest.mark.requirement("S19")
def test_real_row_removed(real, folder):
    version, page = real

    def edit(tree):
        row = plain_rows(table_of(tree, page.html))[3]
        row.getparent().remove(row)

    folder.write(page, edited(page.html, edit))
    (check,) = look(version)
    rows = {use.cell.row_id for one in check.records.filter(status="gone") for use in one.locator.cells.all()}
    assert len(rows) == 1
    assert not check.records.filter(status="changed").exists()


@needs_shared_data
@pytest.mark.requirement("S19")
def test_real_section_and_table_renamed(real, folder):
    version, page = real

    def edit(tree):
        for heading in tree.xpath("//h2/span[contains(@class, 'mw-headline')] | //caption"):
            heading.text = f"Renamed {heading.text or ''}"

    folder.write(page, edited(page.html, edit))
    (check,) = look(version)
    assert set(fates(check)) <= {"same", "moved"}


@needs_shared_data
@pytest.mark.requirement("S19")
def test_real_digit_changed(real, folder):
    version, page = real
    done = []

    def edit(tree):
        for row in plain_rows(table_of(tree, page.html))[1:]:
            for cell in row.xpath("./td")[1:]:
                text = (cell.text or "").strip()
                if not len(cell) and any(map(str.isdigit, text)):
                    digit = next(filter(str.isdigit, text))
                    cell.text = text.replace(digit, str((int(digit) + 1) % 10), 1)
                    done.append((text, cell.text))
                    return

    folder.write(page, edited(page.html, edit))
    (check,) = look(version)
    changed = [(one.before, one.after) for one in check.records.filter(status="changed")]
    assert changed == done
    assert not check.records.filter(status="gone").exists()


def test_every_copy_that_was_compared_is_kept(folder):
    version = make_audited()
    folder.write(make_page(), rivers_html(TABLE[1:]))
    look(version)
    assert Snapshot.objects.filter(title=RIVERS).count() == 2
