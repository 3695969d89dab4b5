"""A staged table of rivers made by the real gate from one small page, and whole clusters of real pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from audit.domain.findings import CheckId, Draft, Severity, Target, TargetKind
from audit.models import Finding
from audit.services.auditing import audit_version
from audit.services.findings import RULES, append_findings
from curation.domain.contract import Column, ColumnType, Contract
from curation.domain.extract import extract_page
from curation.domain.frontier import Frontier, FrontierEntry, LeftOut, Operator
from curation.domain.gate import admit_all
from curation.domain.locators import table_locator
from curation.domain.pages import FetchedPage
from curation.domain.rows import ProposedCell, ProposedRow, Refusal, StagedRow
from curation.domain.staged import make_draft
from curation.models import Question, TableVersion, WikidataCount
from curation.services.questions import create_question
from curation.services.snapshots import store_snapshot
from curation.services.versions import mark_audited, propose_version, record_frontier, stage_version
from stageaudit_web.core.models import Run

TITLE = "List of rivers"
HEADERS = ("River", "Continent", "Length", "Opened")
RIVERS = (
    ("Amur", "Asia", "2,824 km", "1991"),
    ("Rhine", "Europe", "1,233 km", "1868"),
    ("Danube", "Europe", "2850 km", "1948"),
)
CONTRACT = Contract(
    query="Which rivers cross borders, with length?",
    key=("River",),
    columns=(
        Column("River"),
        Column("Continent"),
        Column("Length", ColumnType.QUANTITY, unit="km"),
        Column("Opened", ColumnType.YEAR),
    ),
)


def page_html(rivers: Sequence[Sequence[str]] = RIVERS) -> str:
    """One page with one table under the heading Lists."""
    head = "".join(f"<th>{name}</th>" for name in HEADERS)
    body = "".join("<tr>" + "".join(f"<td>{value}</td>" for value in river) + "</tr>" for river in rivers)
    return (
        '<div class="mw-parser-output"><p>Rivers that cross borders.</p><h2 id="Lists">Lists</h2>'
        f'<table class="wikitable"><tr>{head}</tr>{body}</table></div>'
    )


def fetched(title: str, html: str, **changes: Any) -> FetchedPage:
    """A page as a page source gives it."""
    fields: dict[str, Any] = {
        "wiki": "en.wikipedia.org",
        "page_id": sum(title.encode()),
        "revision_id": 7,
        "revision_at": datetime(2025, 3, 4, 10, 12, tzinfo=UTC),
        "url": "https://en.wikipedia.org/w/index.php?title=List_of_rivers&oldid=7",
    }
    return FetchedPage(title=title, html=html.encode(), **{**fields, **changes})


def make_question(contract: Contract = CONTRACT, key: str = "rivers") -> Question:
    """A question with its contract; a second call gives the same one."""
    known = Question.objects.filter(key=key).first()
    return known or create_question(
        key=key, text=contract.query, seed_title=TITLE, by=None, contract=contract
    )


def make_run(by: Any = None, **changes: Any) -> Run:
    """A run that has ended."""
    fields: dict[str, Any] = {
        "kind": "table",
        "configuration": "extractive",
        "subject": "question:1",
        "title": "Rivers",
    }
    return Run.objects.create(
        **{**fields, **changes}, started_by=by, state="done", finished_at=datetime(2026, 1, 1, tzinfo=UTC)
    )


def make_staged(
    *,
    by: Any = None,
    rivers: Sequence[Sequence[str]] = RIVERS,
    contract: Contract = CONTRACT,
    parent: TableVersion | None = None,
    left_out: Sequence[LeftOut] = (),
    html: str = "",
    counts: Mapping[str, int] | None = None,
    run: Run | None = None,
) -> TableVersion:
    """A version whose rows passed the gate; `by` started its run."""
    question = make_question(contract)
    stored = question.contract
    assert stored is not None
    version = propose_version(run=run or make_run(by), contract=stored, parent=parent)
    page = fetched(TITLE, html or page_html(rivers))
    snapshot = store_snapshot(page=page)
    entry = FrontierEntry(TITLE, Operator.SEED, "the question's seed", page_id=page.page_id)
    record_frontier(
        version=version, frontier=Frontier((entry,), tuple(left_out)), snapshots={TITLE: snapshot}
    )
    for partition, count in (counts or {}).items():
        WikidataCount.objects.create(
            version=version,
            partition=partition,
            class_id="Q4022",
            query="q",
            seconds=0.5,
            status="ok",
            count=count,
        )
    content = extract_page(page.html, title=TITLE)
    rows = [_proposed(content, number, river) for number, river in enumerate(rivers, start=1)]
    outcomes = admit_all(rows, contract=contract, sources=[TITLE], pages={TITLE: content})
    return stage(version, outcomes, contract, {TITLE: content})


def stage(
    version: TableVersion,
    outcomes: Sequence[StagedRow | Refusal],
    contract: Contract,
    pages: Mapping[str, Any],
) -> TableVersion:
    """Stores what the gate said."""
    return stage_version(version=version, draft=make_draft(outcomes, contract=contract, pages=pages))


def _proposed(content: Any, number: int, river: Sequence[str]) -> ProposedRow:
    locator = table_locator(TITLE, content.grids[0], number)
    cells = tuple(ProposedCell(name, value) for name, value in zip(HEADERS, river, strict=True))
    return ProposedRow(cells, (locator,))


def make_audited(**changes: Any) -> TableVersion:
    """A version that the twelve checks have run over."""
    version = make_staged(**changes)
    audit_version(version=version)()
    version.refresh_from_db()
    return version


def make_version_with(*drafts: Draft, **changes: Any) -> TableVersion:
    """An audited version with exactly these findings."""
    version = make_staged(**changes)
    append_findings(version=version, drafts=drafts, author=RULES)
    mark_audited(version=version)
    return version


def make_finding_draft(message: str = "Something is wrong.", **changes: Any) -> Draft:
    """A blocking finding on row 1."""
    fields: dict[str, Any] = {
        "check": CheckId.S1,
        "severity": Severity.BLOCKING,
        "target": Target(TargetKind.ROW, row=1),
    }
    return Draft(message=message, **{**fields, **changes})


BLOCKING = make_finding_draft("Amur is the key of rows 1 and 9.")
HYGIENE = make_finding_draft(
    "Length is written “2,824 km” in 2 rows and “2850 km” in 1 row.",
    check=CheckId.P5,
    severity=Severity.HYGIENE,
    target=Target(TargetKind.COLUMN, column="Length"),
    evidence={"rows": [3, 1]},
)
SUGGESTION = make_finding_draft(
    "3 rows staged; nothing was compared.",
    check=CheckId.P1,
    severity=Severity.SUGGESTION,
    target=Target(TargetKind.TABLE),
)


def finding_of(version: TableVersion, check: str) -> Finding:
    """The finding of that check."""
    return Finding.objects.get(version=version, check_id=check)
