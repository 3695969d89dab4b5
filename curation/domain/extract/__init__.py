"""HTML of a stored page to what stands in it."""

from curation.domain.extract.highlight import highlight
from curation.domain.extract.limits import NestedTooDeep, TableTooLarge, UnreadablePage
from curation.domain.extract.page import extract_page, extract_tables

__all__ = [
    "NestedTooDeep",
    "TableTooLarge",
    "UnreadablePage",
    "extract_page",
    "extract_tables",
    "highlight",
]
