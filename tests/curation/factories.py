"""Questions, stored pages and table versions for tests of curation; every staged row passed the real gate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from curation.domain.content import PageContent
from curation.domain.contract import Column, ColumnType, Contract, Partition
from curation.domain.extract import extract_page
from curation.domain.frontier import Frontier, FrontierEntry, LeftOut, Operator
from curation.domain.gate import admit_all
from curation.domain.locators import table_locator
from curation.domain.pages import FetchedPage
from curation.domain.rows import ProposedCell, ProposedRow
from curation.domain.staged import Draft, make_draft
from curation.models import Question, Snapshot, TableVersion
from curation.services.questions import create_question
from curation.services.snapshots import store_snapshot
from curation.services.versions import mark_audited, propose_version, record_frontier, stage_version
from stageaudit_web.core.models import Run

RIVERS = "List of rivers"
AMUR = "Amur"
TABLE = (("Amur", "Asia", "2,824"), ("Danube", "Europe", "2,850"), ("Nile", "Africa", "6,650"))
CONTRACT = Contract(
    query="Which rivers cross borders, by continent, with length?",
    key=("River",),
    columns=(
        Column("River", required=True),
        Column("Continent"),
        Column("Length (km)", ColumnType.NUMBER, unit="km"),
    ),
    scope="Rivers that cross a border.",
    partitions=(Partition("Africa", 1), Partition("Asia"), Partition("Europe")),
    partition_column="Continent",
)


def rivers_html(rows: Sequence[Sequence[str]] = TABLE) -> str:
    """A page with one table of rivers under the heading Lists."""
    head = "".join(f"<th>{column.name}</th>" for column in CONTRACT.columns)
    body = "".join("<tr>" + "".join(f"<td>{value}</td>" for value in row) + "</tr>" for row in rows)
    return f"<p>Rivers.</p><h2 id='Lists'>Lists</h2><table class='wikitable'><tr>{head}</tr>{body}</table>"


def make_page(title: str = RIVERS, html: str = "", **changes: Any) -> FetchedPage:
    """A page as a source gives it; revision 7 of 2025."""
    fields: dict[str, Any] = {
        "wiki": "en.wikipedia.org",
        "page_id": sum(title.encode()),
        "revision_id": 7,
        "revision_at": datetime(2025, 3, 4, 10, 12, tzinfo=UTC),
        "html": (html or rivers_html()).encode(),
        "url": "https://en.wikipedia.org/w/index.php?title=List_of_rivers&oldid=7",
    }
    return FetchedPage(title=title, **{**fields, **changes})


def make_question(
    key: str = "rivers", *, by: Any = None, contract: Contract | None = CONTRACT, **changes: Any
) -> Question:
    """A question with its contract."""
    fields: dict[str, Any] = {"text": CONTRACT.query, "seed_title": RIVERS, **changes}
    return create_question(key=key, by=by, contract=contract, **fields)


def make_run(question: Question, *, by: Any = None, kind: str = "table", **parameters: Any) -> Run:
    """A running run on a question."""
    contract = question.contract
    return Run.objects.create(
        kind=kind,
        configuration="extractive",
        subject=f"question:{question.pk}",
        title=question.text[:500],
        parameters={"question": question.pk, "contract": contract.pk if contract else None, **parameters},
        started_by=by,
        state="running",
    )


def make_proposed(
    question: Question | None = None,
    *,
    by: Any = None,
    pages: Mapping[str, FetchedPage] | None = None,
    parent: TableVersion | None = None,
    left_out: Sequence[LeftOut] = (),
) -> TableVersion:
    """A version with its source set recorded and no rows; pages after the first are children of the seed."""
    question = question or make_question()
    contract = question.contract
    assert contract is not None
    fetched = pages or {RIVERS: make_page()}
    version = propose_version(run=make_run(question, by=by), contract=contract, parent=parent, by=by)
    seed = next(iter(fetched))
    entries = tuple(
        FrontierEntry(
            title=title,
            operator=Operator.SEED if title == seed else Operator.ENTITY_PAGE,
            reason="the question's seed" if title == seed else "linked from the seed",
            parent=None if title == seed else seed,
            hop=0 if title == seed else 1,
        )
        for title in fetched
    )
    snapshots: dict[str, Snapshot] = {
        title: store_snapshot(page=page, by=by) for title, page in fetched.items()
    }
    record_frontier(version=version, frontier=Frontier(entries, tuple(left_out)), snapshots=snapshots, by=by)
    return version


def table_rows(
    rows: Sequence[Sequence[str]],
    page: PageContent,
    columns: Sequence[str] = ("River", "Continent", "Length (km)"),
) -> list[ProposedRow]:
    """Proposals for the rows of a page's first table, in their order."""
    return [
        ProposedRow(
            tuple(ProposedCell(name, value) for name, value in zip(columns, row, strict=True)),
            (table_locator(page.title, page.grids[0], number),),
        )
        for number, row in enumerate(rows, start=1)
    ]


def make_river_draft(
    rows: Sequence[Sequence[str]] = TABLE, *, wrong: Sequence[Sequence[str]] = (), html: str = ""
) -> Draft:
    """A draft from the rivers page; `wrong` rows are proposed after the right ones and should be refused."""
    page = extract_page(html or rivers_html(rows), title=RIVERS)
    proposed = [*table_rows(rows, page), *table_rows(wrong, page)]
    outcomes = admit_all(proposed, contract=CONTRACT, sources=[RIVERS], pages={RIVERS: page})
    return make_draft(outcomes, contract=CONTRACT, pages={RIVERS: page})


def make_staged(
    rows: Sequence[Sequence[str]] = TABLE,
    *,
    by: Any = None,
    question: Question | None = None,
    wrong: Sequence[Sequence[str]] = (),
    parent: TableVersion | None = None,
    wiki: str = "en.wikipedia.org",
    html: str = "",
    left_out: Sequence[LeftOut] = (),
) -> TableVersion:
    """A staged version of the rivers table."""
    page = make_page(html=html or rivers_html(rows), wiki=wiki)
    version = make_proposed(question, by=by, pages={RIVERS: page}, parent=parent, left_out=left_out)
    draft = make_river_draft(rows, wrong=wrong, html=html)
    return stage_version(version=version, draft=draft, by=by)


def make_audited(**changes: Any) -> TableVersion:
    """A version that has been audited."""
    return mark_audited(version=make_staged(**changes))


def many_rows(count: int) -> list[tuple[str, str, str]]:
    """Rows of a long table, each with a key of its own."""
    return [
        (f"River {number}", ("Asia", "Europe", "Africa")[number % 3], f"{1000 + number:,}")
        for number in range(count)
    ]
