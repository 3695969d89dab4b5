"""Columns find their headers by names and by what the rows show, and wrong rows cannot move them."""

from curation.domain.mapping import are_apart, is_whole, map_columns
from tests.curation.wikis import at_item, at_label, at_row, contract, infobox, page, row, table

RACE = page(
    "2005 Spanish Grand Prix",
    table(
        ("Pos", "No", "Driver", "Time/Retired", "Grid"),
        ("1", "9", "Räikkönen", "1:27:16.830", "1"),
        ("2", "5", "Alonso", "+27.652", "3"),
        ("3", "16", "Trulli", "+45.947", "5"),
    ),
)
RACE_CONTRACT = contract("Who finished?", "Race|Pos", "Race", "Pos", "Driver", "Gap", "Grid")
RACE_ROWS = (
    {"Race": "2005 Spanish Grand Prix", "Pos": "1", "Driver": "Räikkönen", "Gap": "1:27:16.830", "Grid": "1"},
    {"Race": "2005 Spanish Grand Prix", "Pos": "2", "Driver": "Alonso", "Gap": "+27.652", "Grid": "3"},
    {"Race": "2005 Spanish Grand Prix", "Pos": "3", "Driver": "Trulli", "Gap": "+45.947", "Grid": "5"},
)


def headers(rows, made, *pages):
    """Column -> names of the slots it got at any place."""
    columns = map_columns(rows, contract=made, pages={content.title: content for content in pages})
    return {column: [slot.name for slot in slots] for (_, column), slots in columns.slots.items()}


def race_rows(*changed):
    values = [{**plain, **change} for plain, change in zip(RACE_ROWS, (*changed, {}, {}, {}), strict=False)]
    return [row(held, at_row(RACE, number)) for number, held in enumerate(values, start=1)]


def test_equal_names_and_support_give_every_column_its_header():
    assert headers(race_rows(), RACE_CONTRACT, RACE) == {
        "Pos": ["Pos"],
        "Driver": ["Driver"],
        "Grid": ["Grid"],
        "Gap": ["Time/Retired"],
    }


def test_one_wrong_row_moves_nothing():
    assert headers(race_rows({"Gap": "9", "Grid": "9"}), RACE_CONTRACT, RACE) == headers(
        race_rows(), RACE_CONTRACT, RACE
    )


def test_a_file_of_wrong_rows_moves_no_named_column():
    swapped = [{"Grid": "9"}, {"Grid": "5"}, {"Grid": "16"}]
    assert headers(race_rows(*swapped), RACE_CONTRACT, RACE)["Grid"] == ["Grid"]


def test_a_column_named_like_no_header_is_not_given_one_that_another_column_has():
    taken = [{"Gap": "Räikkönen"}, {"Gap": "Alonso"}, {"Gap": "Trulli"}]
    assert "Gap" not in headers(race_rows(*taken), RACE_CONTRACT, RACE)


def test_two_columns_with_the_same_claim_get_nothing():
    made = contract("q", "Pos", "Pos", "One", "Other")
    rows = [
        row({"Pos": str(n), "One": gap, "Other": gap}, at_row(RACE, n))
        for n, gap in ((1, "9"), (2, "5"), (3, "16"))
    ]
    assert headers(rows, made, RACE) == {"Pos": ["Pos"]}


def test_dashes_support_no_column():
    dull = page("P", table(("Name", "DT", "ERP"), ("A", "•", "•"), ("B", "•", "•")))
    made = contract("q", "Name", "Name", "Digital")
    rows = [
        row({"Name": "A", "Digital": "•"}, at_row(dull, 1)),
        row({"Name": "B", "Digital": "•"}, at_row(dull, 2)),
    ]
    assert "Digital" not in headers(rows, made, dull)


def test_dashes_alone_find_the_only_column_of_dashes():
    dull = page("P", table(("Name", "DT", "ERP"), ("A", "•", "1"), ("B", "•", "2")))
    made = contract("q", "Name", "Name", "Digital")
    rows = [
        row({"Name": "A", "Digital": "•"}, at_row(dull, 1)),
        row({"Name": "B", "Digital": "•"}, at_row(dull, 2)),
    ]
    assert headers(rows, made, dull)["Digital"] == ["DT"]


def test_a_spanning_header_is_shared_out_in_the_order_that_the_rows_support():
    games = page(
        "Games",
        "<table class='wikitable'><tr><th>Event</th><th colspan=2>Gold</th><th colspan=2>Silver</th></tr>"
        "<tr><td>100 m</td><td>Qin</td><td>11.53</td><td>Szabó</td><td>11.61</td></tr>"
        "<tr><td>200 m</td><td>Bolsun</td><td>23.39</td><td>Koch</td><td>23.43</td></tr></table>",
    )
    made = contract("q", "Event", "Event", "Gold", "Gold mark", "Silver", "Silver mark")
    first = {"Event": "100 m", "Gold": "Qin", "Gold mark": "11.53", "Silver": "Szabó", "Silver mark": "11.61"}
    second = {
        "Event": "200 m",
        "Gold": "Bolsun",
        "Gold mark": "23.39",
        "Silver": "Koch",
        "Silver mark": "23.43",
    }
    rows = [row(first, at_row(games, 1)), row(second, at_row(games, 2))]
    columns = map_columns(rows, contract=made, pages={"Games": games})
    found = {column: slots[0].index for (_, column), slots in columns.slots.items()}
    assert found == {"Event": 0, "Gold": 1, "Gold mark": 2, "Silver": 3, "Silver mark": 4}


def test_a_value_may_span_two_neighbouring_columns():
    seats = page(
        "Seats",
        table(
            ("Name", "Took office", "Left office"),
            ("Hoyer", "May 19, 1981", "Present"),
            ("Parris", "1973", "1975"),
        ),
    )
    made = contract("q", "Name", "Name", "Term")
    rows = [
        row({"Name": "Hoyer", "Term": "May 19, 1981 – Present"}, at_row(seats, 1)),
        row({"Name": "Parris", "Term": "1973 – 1975"}, at_row(seats, 2)),
    ]
    assert headers(rows, made, seats)["Term"] == ["Took office", "Left office"]


def test_one_cell_may_serve_two_columns_that_are_parts_of_it():
    towers = page(
        "Towers", table(("Name", "Location"), ("Key Tower", "Cleveland, Ohio"), ("Bank", "Dallas, Texas"))
    )
    made = contract("q", "Name", "Name", "City", "State")
    rows = [
        row({"Name": "Key Tower", "City": "Cleveland", "State": "Ohio"}, at_row(towers, 1)),
        row({"Name": "Bank", "City": "Dallas", "State": "Texas"}, at_row(towers, 2)),
    ]
    found = headers(rows, made, towers)
    assert (found["City"], found["State"]) == (["Location"], ["Location"])


def test_the_first_row_heads_a_table_without_header_cells():
    plain = page("P", "<table><tr><td>CH</td><td>Callsign</td></tr><tr><td>6</td><td>XHOMC</td></tr></table>")
    made = contract("q", "Callsign", "Callsign", "Channel")
    rows = [row({"Callsign": "XHOMC", "Channel": "6"}, at_row(plain, 1))]
    assert headers(rows, made, plain) == {"Callsign": ["Callsign"], "Channel": ["CH"]}


def test_headers_of_one_name_are_judged_over_all_their_places():
    one = page("One", table(("Name", "A ERP", "DT"), ("X", "3 kW", "•"), ("Y", "5 kW", "•")))
    two = page("Two", table(("Name", "A ERP", "DT"), ("Z", "7 kW", "24.1"), ("W", "9 kW", "35.1")))
    made = contract("q", "Name", "Name", "Digital")
    rows = [
        row({"Name": "X", "Digital": "•"}, at_row(one, 1)),
        row({"Name": "Y", "Digital": "•"}, at_row(one, 2)),
        row({"Name": "Z", "Digital": "24.1"}, at_row(two, 1)),
        row({"Name": "W", "Digital": "35.1"}, at_row(two, 2)),
    ]
    columns = map_columns(rows, contract=made, pages={"One": one, "Two": two})
    assert {place.page for place, column in columns.slots if column == "Digital"} == {"One", "Two"}


def test_labels_of_an_infobox_and_list_items_are_slots_too():
    content = page(
        "Niobium",
        infobox(Discovery="Hatchett", Melting_point="2750 K") + "<ul><li>1. Mezvinsky (D)</li></ul>",
    )
    made = contract("q", "Element", "Element", "Discovery (infobox)", "Member")
    rows = [
        row(
            {"Element": "Niobium", "Discovery (infobox)": "Hatchett", "Member": "1. Mezvinsky (D)"},
            at_label(content, "Discovery"),
            at_item(content, "1."),
        )
    ]
    columns = map_columns(rows, contract=made, pages={"Niobium": content})
    assert {column: slots[0].kind.value for (_, column), slots in columns.slots.items()} == {
        "Discovery (infobox)": "label",
        "Member": "item",
    }


def test_places_that_lead_nowhere_count_for_nothing():
    rows = [row({"Race": "x", "Pos": "1"}, at_row(RACE, 1))]
    assert map_columns(rows, contract=RACE_CONTRACT, pages={}).slots == {}


def test_what_is_all_of_a_cell():
    assert is_whole("U.S. Open", "U.S. Open (2)")
    assert is_whole("12", "12 †")
    assert is_whole("Playoff", "Playoff 1")
    assert not is_whole("Cleveland", "One Cleveland Center")
    assert not is_whole("947", "947 (289)")


def test_values_apart_share_no_word():
    assert are_apart("Cleveland", "Ohio")
    assert not are_apart("Cleveland, Ohio", "Ohio")
