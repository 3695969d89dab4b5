"""Tokens: whole words and numbers, and where they are set apart ("|")."""

import pytest

from curation.domain.values.tokens import tokens


def shown(text: str) -> str:
    return " ".join(("|" if token.apart else "") + token.text for token in tokens(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. Edward Mezvinsky (D)", "|1 |edward mezvinsky |d"),
        ("−12 (74-66-69-67=276)", "|-12 |74-66-69-67=276"),
        ("January 3, 1973 – January 3, 1977", "|january 3 1973 |- |january 3 1977"),
        ("12†", "|12 |†"),
        ("21=", "|21="),
        ("+29.9 %", "|+29.9%"),
        ("92.90637(2)", "|92.90637(2)"),
        ("947 (289)", "|947 |289"),
        ("Gala TV/Televisa", "|gala tv |televisa"),
        ("629 / 192", "|629 |192"),
        (".3 kW", "|.3 kw"),
        ("2 000 kW", "|2,000 kw"),
        ("1st: 652.1 kJ·mol−1", "|1st |652.1 kj·mol-1"),
        ("Andy Bean\nMike Reid", "|andy bean |mike reid"),
        ("$5 million", "|$ 5 million"),
        ("-$5", "|$ -5"),
        ("AT&T Tower", "|at&t tower"),
        ("U.S. Open (2)", "|u.s open |2"),
        ("1:31:33.736", "|1:31:33.736"),
        ("5/8 and TV/Radio", "|5/8 and tv |radio"),
        ("Reid,Bean", "|reid |bean"),
        ("39°15′30″N", "|39°15'30″n"),
        ("'quoted' O'Brien", "|quoted o'brien"),
        ("• —", "|-"),
        ("", ""),
    ],
)
def test_tokens_of_real_cells(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_offsets_point_at_the_text() -> None:
    found = tokens("Iowa’s 1st, (2)")
    assert [(token.start, token.end, token.numeric) for token in found] == [
        (0, 6, False),
        (7, 10, True),
        (13, 14, True),
    ]
