"""A finding's evidence in words."""

from datetime import date

import pytest

from audit.selectors.facts import Fact, facts_of
from audit.selectors.findings import findings_of
from tests.audit.tables import make_finding_draft, make_version_with

pytestmark = pytest.mark.django_db


def facts(evidence):
    (view,) = findings_of(make_version_with(make_finding_draft(evidence=evidence)), today=date(2026, 12, 1))
    return list(facts_of(view))


@pytest.mark.parametrize(
    ("evidence", "shown"),
    [
        ({"staged": 31, "expected": 33}, [Fact("Rows staged", ("31",)), Fact("Rows expected", ("33",))]),
        ({"by_partition": {"Asia": 2, "Europe": 0}}, [Fact("By partition", ("Asia: 2", "Europe: 0"))]),
        (
            {"missing_pages": ["Rivers of Europe"]},
            [Fact("Pages left out that name it", ("Rivers of Europe",))],
        ),
        (
            {"examples": [{"row": 3, "key": "Rhine", "value": "long", "what": "not a quantity"}]},
            [Fact("For example", ("row 3, Rhine: long, not a quantity",))],
        ),
        (
            {"facets": [{"facet": "layout", "forms": [{"example": "9 (9)", "count": 2, "rows": [1, 2]}]}]},
            [Fact("Layout", ("“9 (9)” × 2",))],
        ),
        (
            {"columns": {"City": {"from the title": {"count": 40, "rows": []}}}},
            [Fact("City", ("40 from the title",))],
        ),
        ({"rows": [1, 2], "count": 2, "expected": None, "left": []}, []),
        ({"facets": ["broken", {"forms": []}], "deep": {"a": {"b": 1}}, "yes": True}, []),
    ],
)
def test_facts(evidence, shown):
    assert facts(evidence) == shown
