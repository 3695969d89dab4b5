"""What the curator reads: one page of the source set with its content and what it offers to the contract."""

from __future__ import annotations

from dataclasses import dataclass

from curation.domain.content import PageContent
from curation.domain.fit import PageOffer
from curation.domain.frontier import FrontierEntry


@dataclass(frozen=True, slots=True)
class Source:
    """One page of the source set with its content and what it offers."""

    entry: FrontierEntry
    content: PageContent
    offer: PageOffer
