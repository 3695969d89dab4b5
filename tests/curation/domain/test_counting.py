"""What Wikidata is to count, as people write it: there and back, and what cannot be read."""

from __future__ import annotations

import pytest

from curation.domain.contract import WikidataScope, wikidata_fields, wikidata_scope
from curation.domain.counting import parse_scope, print_scope

RIVERS = WikidataScope(
    "Q4022", (("P31", "Q4022"),), (("Africa", (("P30", "Q15"),)), ("North America", (("P30", "Q49"),)))
)


def test_there_and_back():
    text = "Q4022 P31=Q4022\nAfrica: P30=Q15\nNorth America: P30=Q49"
    assert print_scope(RIVERS) == text
    assert parse_scope(f"\n {text}  \n") == RIVERS
    assert wikidata_scope(wikidata_fields(RIVERS)) == RIVERS


def test_nothing_is_nothing():
    assert parse_scope(" \n") is None
    assert (print_scope(None), wikidata_fields(None), wikidata_scope(None)) == ("", None, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [("Q4022 P30", "P30=Q15, not “P30”"), ("Q4022\nAfrica", "a colon"), ("Q4022\n: P30=Q15", "a colon")],
)
def test_what_cannot_be_read_is_told(text, said):
    with pytest.raises(ValueError, match=said):
        parse_scope(text)
