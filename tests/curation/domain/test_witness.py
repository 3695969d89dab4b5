"""The witness ladder: which rung carries a value, what never does, and when a row is witnessed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from curation.domain.content import Content, Link
from curation.domain.contract import Column, ColumnType, Contract
from curation.domain.locators import Part, Reading
from curation.domain.witness import FOLDED, Rung, context_reading, support, witness_row

T = ColumnType
TEXT = Column("c")


def cell(text: str, *links: tuple[str, str], header: str = "") -> Reading:
    """A table cell with links (text, title), and a column header where one is given."""
    context = [(Part.COLUMN_HEADER, Content(header))] if header else []
    return Reading(
        Content(text, tuple(Link(shown, title) for shown, title in links)),
        Part.CELL,
        (*context, (Part.SECTION, Content("Race")), (Part.TITLE, Content("2005 Spanish Grand Prix"))),
    )


def around(**texts: str) -> Reading:
    """A reading of context only: the first part is the content, the others follow."""
    parts = [(Part(name), Content(text)) for name, text in texts.items()]
    return Reading(parts[0][1], parts[0][0], tuple(parts[1:]))


def rung(
    value: str, reading: Reading, kind: ColumnType = T.TEXT, unit: str = "", *, key: bool = False
) -> str | None:
    found = support(value, reading, Column("c", kind, unit), key=key)
    return found.rung.value if found else None


@pytest.mark.parametrize(
    ("value", "text", "kind", "expected"),
    [
        ("Fernando Alonso", "Fernando Alonso", T.TEXT, "exact"),
        ("12 †", "12 †", T.TEXT, "exact"),
        ("•", "•", T.TEXT, "exact"),
        ("-12", "−12", T.TEXT, "normalised"),
        ("fernando  alonso", "Fernando\nAlonso", T.TEXT, "normalised"),
        ("10^6", "10⁶", T.TEXT, "normalised"),
        ("XHAJ", "xhaj", T.ID, None),
        ("1032 km", "1,032 km (641 mi)", T.TEXT, "typed"),
        ("3 January 1973", "January 3, 1973", T.TEXT, "typed"),
        ("5", "5%", T.PERCENT, "typed"),
        ("Kimi Raikkonen", "Kimi Räikkönen", T.TEXT, "words"),
        ("12", "12 †", T.INTEGER, "words"),
        ("U.S. Open", "U.S. Open (2)", T.TEXT, "words"),
        ("1801", "Charles Hatchett (1801)", T.YEAR, "words"),
        ("XHAJ", "XHAJ (repeater)", T.ID, "words"),
        ("641", "1,032 km (641 mi)", T.INTEGER, "words"),
    ],
)
@pytest.mark.requirement("S17")
def test_rungs(value: str, text: str, kind: ColumnType, expected: str | None) -> None:
    assert rung(value, cell(text), kind) == expected


@pytest.mark.parametrize(
    ("value", "text", "kind"),
    [
        ("12", "−12", T.INTEGER),
        ("−12", "12", T.TEXT),
        ("24.327", "+24.327", T.TEXT),
        ("+24.327", "24.327", T.TEXT),
        ("5", "5%", T.NUMBER),
        ("5", "5%", T.TEXT),
        ("3 mW", "3 MW", T.TEXT),
        ("2,000 MW", "2,000 kW", T.TEXT),
        ("4491 °C", "2750 K, 2477 °C, 4491 °F", T.TEXT),
        ("1,032 mi", "1,032 km (641 mi)", T.TEXT),
        ("1.234", "1,234", T.TEXT),
        ("007", "7", T.INTEGER),
        ("5575", "05575", T.ID),
        ("106", "10⁶", T.TEXT),
        ("1", "①", T.TEXT),
        ("6.8×102", "6.8×10^2", T.TEXT),
        ("January 4, 1973", "January 3, 1973", T.TEXT),
        ("1995", "1995–96", T.YEAR),
        ("300", "300 BC", T.YEAR),
        ("supported", "not supported", T.TEXT),
        ("not supported", "supported", T.TEXT),
        ("Azteca", "Azteca 7", T.TEXT),
        ("21", "21=", T.TEXT),
        ("(N)", "(R)", T.TEXT),
        ("4 (11)", "11 (4)", T.TEXT),
        ("Steny H. Hoyer", "Steny Hoyer", T.TEXT),
        ("2005 Spanish Grand Prix", "Fernando Alonso", T.TEXT),
        ("Race", "", T.TEXT),
        ("", "", T.TEXT),
        ("  ", "anything", T.TEXT),
    ],
)
@pytest.mark.requirement("S9", "S17", "X5")
def test_what_no_rung_carries(value: str, text: str, kind: ColumnType) -> None:
    assert support(value, cell(text), Column("c", kind)) is None


def test_the_support_says_what_was_compared() -> None:
    found = support("641 mi", cell("1,032 km (641 mi)"), Column("c", T.QUANTITY))
    assert found is not None
    assert (found.rung, found.part, found.compared) == (Rung.TYPED, Part.CELL, "1,032 km (641 mi)")
    assert found.note == "the alternate that the page gives"


def test_folded_diacritics_are_said_and_come_last() -> None:
    found = support("Anna Zagorska", cell("Anna Zagórska"), TEXT)
    assert found is not None
    assert (found.rung, found.note) == (Rung.WORDS, FOLDED)
    assert support("Anna Zagórska", cell("Anna Zagórska"), TEXT).note == ""  # type: ignore[union-attr]  # exact


def test_a_header_lends_its_unit_to_a_bare_number() -> None:
    reading = cell("947 (289)", header="Height\nft (m)")
    assert rung("947 ft", reading, T.QUANTITY) == "typed"
    assert rung("289 m", reading, T.QUANTITY) == "typed"
    assert rung("289 ft", reading, T.QUANTITY) is None
    assert rung("289", reading, T.QUANTITY, "ft") is None


# ---- link alias


def test_a_link_gives_its_target_as_another_name() -> None:
    found = support("Steny Hoyer", cell("Steny H. Hoyer", ("Steny H. Hoyer", "Steny Hoyer")), TEXT)
    assert found is not None
    assert (found.rung, found.note) == (Rung.LINK_ALIAS, "the page links it to Steny Hoyer")
    georgia = cell("Georgia", ("Georgia", "Georgia (U.S. state)"))
    assert rung("Georgia (U.S. state)", georgia) == "link_alias"


def test_a_redirect_is_an_alias_too() -> None:
    reading = cell("WiFi", ("WiFi", "Wi-Fi network"))
    assert support("IEEE 802.11", reading, TEXT) is None
    found = support("IEEE 802.11", reading, TEXT, aliases={"Wi-Fi network": ("IEEE 802.11",)})
    assert found is not None
    assert found.rung is Rung.LINK_ALIAS


@pytest.mark.parametrize(
    ("value", "reading", "kind"),
    [
        ("Apollo 13", cell("3", ("3", "Apollo 13")), T.TEXT),
        (
            "Alan Cox (programmer)",
            cell("Linus, Alan Cox", ("Linus", "L"), ("Alan Cox", "Alan Cox (programmer)")),
            T.TEXT,
        ),
        ("Brazil national team", cell("not Brazil", ("Brazil", "Brazil national team")), T.TEXT),
        ("12", cell("a dozen", ("a dozen", "12")), T.INTEGER),
    ],
)
@pytest.mark.requirement("X5")
def test_an_alias_accounts_for_the_whole_content(value: str, reading: Reading, kind: ColumnType) -> None:
    assert support(value, reading, Column("c", kind)) is None


def test_a_shortened_name_is_no_alias() -> None:
    reading = cell("Fifth Street Towers I", ("Fifth Street Towers I", "Fifth Street Towers"))
    assert rung("Fifth Street Towers", reading, key=True) is None


# ---- keys


@pytest.mark.parametrize(
    ("value", "reading", "expected"),
    [
        ("100 metres", cell("100 metres hurdles details", ("details", "X")), None),
        ("100 metres", cell("100 metres details", ("details", "X")), "words"),
        ("100 metres", cell("4 × 100 metres relay"), None),
        ("Korea", cell("North Korea"), None),
        ("U.S. Open", cell("U.S. Open (2)"), "words"),
    ],
)
def test_a_key_is_not_found_inside_a_longer_name(value: str, reading: Reading, expected: str | None) -> None:
    assert rung(value, reading, key=True) == expected


# ---- lists


def test_a_list_may_stand_in_lines_and_in_another_order() -> None:
    reading = cell("Andy Bean\nMike Reid\nCurtis Strange")
    assert rung("Andy Bean, Mike Reid, Curtis Strange", reading, T.LIST) == "words"
    assert rung("Curtis Strange; Andy Bean", reading, T.LIST) == "words"
    assert rung("Andy Reid, Mike Bean", reading, T.LIST) is None
    assert rung("Andy Bean; Tom Watson", reading, T.LIST) is None
    assert rung("Andy Bean; Andy Bean", reading, T.LIST) is None


def test_parts_with_digits_are_not_used_twice() -> None:
    reading = cell("1999 Tiger Woods\n2000 Mike Weir")
    assert rung("2000 Mike Weir; 1999 Tiger Woods", reading, T.LIST) == "typed"
    assert rung("1999 Tiger Woods; 1999 tiger woods.", reading, T.LIST) is None


# ---- context


def test_a_cell_speaks_for_itself() -> None:
    reading = cell("Fernando Alonso")
    assert support("2005 Spanish Grand Prix", reading, TEXT) is None
    context = context_reading(reading)
    assert context is not None
    found = support("2005 Spanish Grand Prix", context, TEXT)
    assert found is not None
    assert (found.rung, found.part) == (Rung.EXACT, Part.TITLE)


def test_context_without_headers_and_limited_to_parts() -> None:
    reading = Reading(
        Content("x"), Part.CELL, ((Part.ROW_HEADER, Content("Amur")), (Part.TITLE, Content("Rivers")))
    )
    assert context_reading(reading) == Reading(Content("Rivers"), Part.TITLE)
    assert context_reading(reading, [Part.SECTION]) is None


@pytest.mark.parametrize(
    ("value", "reading", "part"),
    [
        (
            "Cleveland",
            around(section="Tallest buildings", title="List of tallest buildings in Cleveland"),
            Part.TITLE,
        ),
        ("Chautauqua County", around(title="Chautauqua County, Kansas"), Part.TITLE),
        ("Iowa 1st", around(title="Iowa's 1st congressional district"), Part.TITLE),
        ("94th", around(section="Iowa", title="94th United States Congress"), Part.TITLE),
        ("Iowa", around(section="Iowa", title="94th United States Congress"), Part.SECTION),
    ],
)
def test_values_that_stand_in_the_context(value: str, reading: Reading, part: Part) -> None:
    found = support(value, reading, TEXT, key=True)
    assert found is not None
    assert found.part is part


@pytest.mark.parametrize(
    ("value", "reading"),
    [
        ("Columbus", around(title="List of tallest buildings in Cleveland")),
        ("Iowa 3rd", around(title="Iowa's 1st congressional district")),
        ("1st 94th", around(section="1st", title="94th United States Congress")),
        (
            "Athletics (men)",
            around(section="Women's events", title="Athletics at the 2003 Summer Universiade"),
        ),
        (
            "Athletics 2005",
            around(section="Women's events", title="Athletics at the 2003 Summer Universiade"),
        ),
    ],
)
@pytest.mark.requirement("S9")
def test_context_does_not_carry_another_value(value: str, reading: Reading) -> None:
    assert support(value, reading, TEXT) is None


def test_parts_of_the_context_carry_a_value_together() -> None:
    reading = around(section="Women's events", title="Athletics at the 2003 Summer Universiade")
    found = support("Athletics (women)", reading, TEXT)
    assert found is not None
    assert (found.rung, found.part) == (Rung.WORDS, Part.TITLE)
    assert "section “Women's events”" in found.note


def test_an_item_comes_before_its_context() -> None:
    item = Reading(Content("Iowa, the 29th state"), Part.ITEM, ((Part.SECTION, Content("Iowa")),))
    found = support("Iowa", item, TEXT)
    assert found is not None
    assert (found.part, found.rung) == (Part.ITEM, Rung.WORDS)


# ---- rows

CONTRACT = Contract(
    "Medals",
    ("Sport", "Event"),
    (TEXT, *(Column(name) for name in ("Sport", "Event", "Gold", "Bronze", "Term"))),
)
VALUES = {"Sport": "Tennis", "Event": "Men's Singles", "Gold": "Lu Yen-hsun (TPE)", "Bronze": "", "Term": ""}
READINGS = {
    "Sport": [around(title="Tennis at the 2003 Summer Universiade")],
    "Event": [cell("Men's Singles\ndetails")],
    "Gold": [cell("Lu Yen-hsun (TPE)")],
    "Bronze": [cell("Matthieu Amgwerd (SUI)"), cell("Kim Young-jun (KOR)")],
    "Term": [cell("January 3, 1973"), cell("January 3, 1977")],
}


@pytest.mark.requirement("S9")
def test_a_row_is_witnessed_when_key_and_filled_cells_are() -> None:
    row = witness_row(VALUES, READINGS, CONTRACT)
    assert (row.witnessed, row.reason) == (True, None)
    assert row.cells["Bronze"].support is None
    assert row.cells["Gold"].support.rung is Rung.EXACT  # type: ignore[union-attr]  # it is supported


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"Gold": "Lu Yen-hsun (CHN)"}, "Gold: “Lu Yen-hsun (CHN)” does not stand at its place"),
        ({"Event": ""}, "key column Event is empty"),
        ({"Sport": "Golf"}, "Sport: “Golf” does not stand at its place"),
        ({"c": "memory"}, "c: “memory” has no place to be read at"),
        ({"Extra": "x"}, "Extra is not a column of the contract"),
        ({"Bronze": "Kim Young-jun (KOR); Liu Nannan (CHN)"}, "Bronze: "),
    ],
)
@pytest.mark.requirement("S9", "S7")
def test_why_a_row_is_not_witnessed(change: dict[str, str], reason: str) -> None:
    row = witness_row({**VALUES, **change}, READINGS, CONTRACT)
    assert not row.witnessed
    assert row.reason is not None
    assert row.reason.startswith(reason)


def test_a_value_may_be_put_together_from_several_places() -> None:
    row = witness_row(
        {**VALUES, "Bronze": "Kim Young-jun (KOR) ; Matthieu Amgwerd (SUI)"}, READINGS, CONTRACT
    )
    assert row.witnessed
    assert row.cells["Bronze"].reading_indexes == (1, 0)


def test_the_ends_of_a_span_stand_in_their_order() -> None:
    assert witness_row({**VALUES, "Term": "January 3, 1973 – January 3, 1977"}, READINGS, CONTRACT).witnessed
    assert not witness_row(
        {**VALUES, "Term": "January 3, 1977 – January 3, 1973"}, READINGS, CONTRACT
    ).witnessed
    assert not witness_row(
        {**VALUES, "Term": "January 3, 1973 – January 3, 1973"}, READINGS, CONTRACT
    ).witnessed


# ---- public bug reports (methods F)


@pytest.mark.requirement("X7")
def test_f6_a_sort_key_is_never_compared() -> None:
    reading = Reading(Content("27,994", sort_key="7004279940000000000♠"), Part.CELL)
    assert rung("27,994", reading) == "exact"
    assert rung("7004279940000000000", reading) is None


@pytest.mark.requirement("X7")
def test_f7_a_visible_name_stands_once() -> None:
    reading = Reading(Content("Aaron Burr", sort_key="Burr, Aaron"), Part.CELL)
    assert rung("Burr; Burr", reading) is None
    assert rung("Aaron Burr", reading) == "exact"


@pytest.mark.requirement("X7")
def test_f32_a_long_value_is_found_exactly_inside_a_long_text() -> None:
    needle = "the quick brown fox of the north jumps over the lazy dog of the south again and again"
    sentence = Reading(Content(f"{'Filler words. ' * 60}{needle} {'and more ' * 60}"), Part.SENTENCE)
    assert len(needle) > 64
    assert rung(needle, sentence) == "words"
    assert rung(needle.replace("fox", "fix"), sentence) is None


@pytest.mark.requirement("X7")
def test_f33_empty_values_changed_years_and_negations() -> None:
    sentence = Reading(
        Content("The bridge was opened on 3 May 1973 and is not supported by piers"), Part.SENTENCE
    )
    assert rung("", sentence) is None
    assert (
        rung("opened on 3 May 1973", Reading(Content("It was opened on 3 May 1973"), Part.SENTENCE))
        == "words"
    )
    assert rung("opened on 3 May 1974", sentence) is None
    assert rung("supported by piers", sentence) is None


@pytest.mark.requirement("X7")
def test_f34_a_short_word_is_not_found_inside_another() -> None:
    assert rung("Linus", cell("chines")) is None
    assert rung("chin", cell("chines")) is None


@pytest.mark.requirement("X7")
def test_f35_the_best_of_all_places_counts() -> None:
    readings = {
        "c": [cell("Kimi  Räikkonen (Finland)"), cell("Kimi Räikkönen"), Reading(Content(""), Part.CELL)]
    }
    row = witness_row({"c": "Kimi Räikkönen"}, readings, Contract("q", ("c",), (TEXT,)))
    assert row.cells["c"].reading_index == 1
    assert row.cells["c"].support.rung is Rung.EXACT  # type: ignore[union-attr]  # it is supported


@pytest.mark.requirement("X7")
def test_f36_frequent_words_of_a_long_text_are_not_passed_over() -> None:
    long = Reading(Content("Carl Albert and " * 40 + "Wes Watkins"), Part.SENTENCE)
    assert rung("Albert and Wes Weatkins", long) is None
    assert rung("and Wes Watkins", long) == "words"


# ---- properties

numbers = st.integers(min_value=1, max_value=10**9)
layouts = st.sampled_from(["{}", "{} †", "{} km", "({})", "{}\ndetails", "about {}", "{} (provisional)"])
kinds = st.sampled_from([T.TEXT, T.NUMBER, T.INTEGER, T.QUANTITY, T.ID])


def changed_digit(text: str, position: int, step: int) -> str:
    places = [index for index, char in enumerate(text) if char.isdigit()]
    at = places[position % len(places)]
    return text[:at] + str((int(text[at]) + step) % 10) + text[at + 1 :]


@given(numbers, layouts, kinds, st.booleans(), st.integers(0, 20), st.integers(1, 9))
@pytest.mark.requirement("X5")
def test_a_changed_digit_is_never_supported(
    number: int, layout: str, kind: ColumnType, grouped: bool, position: int, step: int
) -> None:
    reading = Reading(Content(layout.format(f"{number:,}")), Part.CELL)
    value = f"{number:,}" if grouped else str(number)
    assert support(changed_digit(value, position, step), reading, Column("c", kind)) is None


@given(st.decimals("0.01", "99999", places=2), kinds, st.sampled_from(["−", "-", "+", "–"]))
@pytest.mark.requirement("X5")
def test_a_sign_added_or_taken_away_is_never_supported(number: object, kind: ColumnType, sign: str) -> None:
    column = Column("c", kind)
    assert support(f"{sign}{number}", Reading(Content(str(number)), Part.CELL), column) is None
    assert support(str(number), Reading(Content(f"{sign}{number}"), Part.CELL), column) is None
    assert support(f"{sign}{number}", Reading(Content(f"{sign}{number}"), Part.CELL), column) is not None


names = st.lists(st.text("abcdefghij", min_size=2, max_size=8), min_size=2, max_size=5, unique=True)


@given(names, st.randoms(use_true_random=False))
def test_words_may_stand_in_another_order(words: list[str], random: object) -> None:
    other = list(words)
    random.shuffle(other)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    assert rung(" ".join(other), cell(" ".join(words))) is not None


@given(names, st.integers(0, 4), st.sampled_from("klmnop"))
def test_a_changed_letter_is_never_supported(words: list[str], position: int, letter: str) -> None:
    word = words[position % len(words)]
    other = [letter + item[1:] if item == word else item for item in words]
    assert rung(" ".join(other), cell(" ".join(words))) is None


@given(st.text(max_size=30), st.text(max_size=30), kinds)
def test_any_text_may_be_asked(value: str, text: str, kind: ColumnType) -> None:
    found = support(value, Reading(Content(text), Part.CELL), Column("c", kind))
    assert found is None or value.strip()
