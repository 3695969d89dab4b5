"""HTML of a stored page to what stands in it."""

from curation.domain.extract.grid import TableTooLarge
from curation.domain.extract.highlight import highlight
from curation.domain.extract.page import extract_page, extract_tables

__all__ = ["TableTooLarge", "extract_page", "extract_tables", "highlight"]
