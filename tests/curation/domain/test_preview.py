"""Tests of curation.domain.preview: nothing runs, nothing loads, nothing hidden shows."""

from __future__ import annotations

import pytest

from curation.domain.preview import safe_page


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<p onclick='alert(1)'>x</p>",
        "<a href='javascript:alert(1)'>x</a>",
        "<svg><script>alert(1)</script></svg>",
        "<iframe src='https://evil.example/'></iframe>",
        "<style>body{background:url(https://evil.example/)}</style>",
        "<img src='https://evil.example/x.png'>",
        "<link rel=stylesheet href='https://evil.example/x.css'>",
        "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
        "<form action='https://evil.example/'><input name=a><button>b</button></form>",
        "<base href='https://evil.example/'>",
        "<td style='background:url(https://evil.example/)' background='https://evil.example/'>x</td>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
        "<object data='https://evil.example/'></object><embed src='https://evil.example/'>",
        "<video poster='https://evil.example/' src='https://evil.example/'></video>",
    ],
)
def test_a_page_can_do_nothing(html):
    shown = safe_page(f"<p>before</p>{html}<p>after</p>")
    for danger in (
        "evil.example",
        "alert",
        "onclick",
        "onerror",
        "<script",
        "<iframe",
        "<form",
        "<style",
        "style=",
    ):
        assert danger not in shown
    assert "before" in shown


def test_links_lead_only_within_the_page():
    shown = safe_page("<a href='#History' title='t'>in</a> <a href='/wiki/Amur'>out</a>")
    assert shown == '<a href="#History" title="t">in</a> <a>out</a>'


def test_an_image_gives_way_to_its_words():
    assert (
        safe_page("<p><img src='x.png' alt='Flag of <b>Kenya</b>'></p>")
        == "<p>[Flag of &lt;b&gt;Kenya&lt;/b&gt;]</p>"
    )
    assert safe_page("<p>a<img src='x.png'>b</p>") == "<p>ab</p>"


def test_what_a_reader_does_not_see_stays_unseen():
    shown = safe_page("<td><span style='display:none'>7002599</span><span class='sortkey'>5</span>599</td>".join(
        ["<table><tr>", "</tr></table>"]
    ))  # fmt: skip
    assert shown.count('hidden=""') == 2


def test_the_marks_of_the_place_are_kept():
    shown = safe_page('<table><tr><td id="locator" class="sa-hit"><mark>2,824</mark></td></tr></table>')
    assert '<td id="locator" class="sa-hit"><mark>2,824</mark></td>' in shown


def test_spans_are_kept_within_bounds():
    shown = safe_page(
        '<table><tr><td colspan="2;" rowspan="99999999">x</td><td colspan="a">y</td></tr></table>'
    )
    assert '<td colspan="2" rowspan="1000">x</td><td>y</td>' in shown


def test_right_to_left_and_languages_are_kept():
    assert safe_page('<p dir="rtl" lang="ar">نهر</p>') == '<p dir="rtl" lang="ar">نهر</p>'


def test_an_empty_page_is_empty():
    assert safe_page("") == ""
