"""Locators as W3C Web Annotations."""

from __future__ import annotations

import json

import pytest

from curation.domain.extract import extract_page
from curation.domain.locators import (
    LocatorError,
    infobox_locator,
    item_locator,
    sentence_locator,
    table_locator,
)
from curation.domain.webannotation import web_annotation

HTML = """
<p>Long rivers. They are cold.</p><table class="infobox"><tr><th>Length</th><td>2,824 km</td></tr></table>
<h2 id="Lists">Lists</h2>
<table><tr><th>River</th><th>Length</th></tr><tr><td>Amur</td><td>2,824</td></tr></table>
<ul><li>Amur</li><li>Ural</li></ul>
"""
PAGE = extract_page(HTML, title="Rivers")
SOURCE = "https://en.wikipedia.org/w/index.php?title=Rivers&oldid=7"


def test_a_cell_is_quoted_with_what_stands_around_it():
    made = web_annotation(table_locator("Rivers", PAGE.grids[1], 1, 1), PAGE, source=SOURCE, value="2824")
    assert made == {
        "@context": "http://www.w3.org/ns/anno.jsonld",
        "type": "Annotation",
        "motivation": "identifying",
        "body": [
            {
                "type": "TextualBody",
                "value": "Lists > Table 1 > row[River=Amur] > Length",
                "purpose": "identifying",
            },
            {"type": "TextualBody", "value": "2824", "purpose": "describing"},
        ],
        "target": {
            "source": SOURCE,
            "selector": [
                {"type": "TextQuoteSelector", "exact": "2,824", "prefix": "Amur", "suffix": "Amur"},
                {
                    "type": "FragmentSelector",
                    "value": "Lists",
                    "conformsTo": "http://tools.ietf.org/rfc/rfc3236",
                },
            ],
        },
    }
    assert json.loads(json.dumps(made)) == made


def test_a_whole_row_is_the_range_from_its_first_to_its_last_cell():
    selector = web_annotation(table_locator("Rivers", PAGE.grids[1], 1), PAGE, source=SOURCE)["target"][
        "selector"
    ]
    assert selector[0]["type"] == "RangeSelector"
    assert selector[0]["startSelector"]["exact"] == "Amur"
    assert selector[0]["endSelector"]["exact"] == "2,824"


@pytest.mark.parametrize(
    ("locator", "exact", "prefix", "suffix"),
    [
        (infobox_locator("Rivers", PAGE.infobox[0]), "2,824 km", "Length", "River"),
        (item_locator("Rivers", PAGE.items[1]), "Ural", "Amur", ""),
        (sentence_locator("Rivers", PAGE.sentences[1]), "They are cold.", "Long rivers.", "Length"),
    ],
)
def test_every_kind_of_place_is_quoted(locator, exact, prefix, suffix):
    quote = web_annotation(locator, PAGE, source=SOURCE)["target"]["selector"][0]
    assert (quote["exact"], quote["prefix"], quote["suffix"]) == (exact, prefix, suffix)


def test_a_place_that_is_not_there_is_an_error():
    with pytest.raises(LocatorError):
        web_annotation(table_locator("Other", PAGE.grids[1], 1), PAGE, source=SOURCE)
