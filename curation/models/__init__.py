"""Tables of curation: questions and contracts, pages and snapshots, table versions with their rows and evidence."""

from curation.models.counts import WikidataCount
from curation.models.drift import DriftCheck, DriftRecord
from curation.models.pages import Page, Snapshot
from curation.models.questions import Contract, Question
from curation.models.requests import FrontierRequest
from curation.models.tables import (
    Cell,
    CellLocator,
    FrontierEntry,
    LeftOutPage,
    Locator,
    RefusedRow,
    Row,
    Table,
    TableVersion,
)

__all__ = [
    "Cell",
    "CellLocator",
    "Contract",
    "DriftCheck",
    "DriftRecord",
    "FrontierEntry",
    "FrontierRequest",
    "LeftOutPage",
    "Locator",
    "Page",
    "Question",
    "RefusedRow",
    "Row",
    "Snapshot",
    "Table",
    "TableVersion",
    "WikidataCount",
]
