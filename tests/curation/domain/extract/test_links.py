"""Where a link leads."""

from __future__ import annotations

import pytest

from curation.domain.extract import extract_page
from curation.domain.extract.links import target


@pytest.mark.parametrize(
    ("href", "leads_to"),
    [
        ("/wiki/New_York_City", ("New York City", "")),
        ("/wiki/Ural_(river)#Course", ("Ural (river)", "Course")),
        ("//en.wikipedia.org/wiki/%C3%89ire", ("Éire", "")),
        ("https://en.m.wikipedia.org/wiki/A", ("A", "")),
        ("./Iowa%27s_1st", ("Iowa's 1st", "")),
        ("/w/index.php?title=Red_link&action=edit&redlink=1", ("Red link", "")),
        ("//en.wikipedia.org/w/index.php?title=A_b", ("A b", "")),
        ("/w/index.php?title=A&action=edit&section=2", (None, "")),
        ("/wiki/A?action=edit", (None, "")),
        ("#Top", ("", "Top")),
        ("http://example.org/wiki/A", (None, "")),
        ("//wikipedia.org.example.org/wiki/A", (None, "")),
        ("http://[bad", (None, "")),
        ("", (None, "")),
        ("mailto:x@example.org", (None, "")),
    ],
)
def test_addresses_are_read_as_mediawiki_writes_them(href, leads_to):
    assert target(href) == leads_to


def test_a_page_lists_each_link_once_in_order():
    html = (
        '<p><a href="/wiki/A">a</a></p><table><tr><td><a href="/wiki/B"><img alt="flag of B"></a></td></tr></table>'
        '<div>see <a href="/wiki/C">c</a><a href="/wiki/File:X.png" class="image"><img></a></div>'
        '<div style="display:none"><a href="/wiki/H">h</a></div><a href="/wiki/D" class="extiw">d</a>'
    )
    page = extract_page(html, title="T")
    assert [(link.text, link.title) for link in page.links] == [
        ("a", "A"),
        ("flag of B", "B"),
        ("c", "C"),
        ("d", None),
    ]
