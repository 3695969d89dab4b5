"""What questions say beside the things they count off: years, units however written, first places, columns."""

import pytest

from curation.domain.contract import Column, Contract
from curation.domain.limits import number_for
from curation.domain.names import words
from curation.domain.scope import Years, infer_scope, scope_of


@pytest.mark.parametrize(
    ("question", "spans"),
    [
        ("Births in each year from 1936 to 1950", [Years(1936, 1950)]),
        ("Films made between 1990 and 1999", [Years(1990, 1999)]),
        ("Singles of the 1950s", [Years(1950, 1959)]),
        ("Ships built since 1912", [Years(1912, 9999)]),
        ("Ships built before 1912", [Years(0, 1911)]),
        ("Elections in 2003 and 2008", []),
    ],
)
def test_spans_of_years_are_read(question: str, spans: list[Years]) -> None:
    assert list(infer_scope(question).years) == spans
    assert not infer_scope(question).limits


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Matches at the World Cups of 1950, 1958 and 1970", ["1950", "1958", "1970"]),
        (
            "Elections in 2011, Berat, Durrës and Elbasan County: who won?",
            ["Berat", "Durrës", "Elbasan County"],
        ),
        (
            "Townships of three counties (Chautauqua, Ellsworth, Leavenworth)",
            ["Chautauqua", "Ellsworth", "Leavenworth"],
        ),
        ("Members of the 94th and the 99th United States Congress", ["94th", "99th"]),
    ],
)
def test_counted_off_things_are_read(question: str, names: list[str]) -> None:
    assert [item.name for item in infer_scope(question).items] == names


def test_names_of_columns_are_no_things() -> None:
    columns = tuple(Column(name) for name in ("City", "Hebrew name", "Arabic name"))
    contract = Contract("", ("City",), columns)
    assert scope_of("Cities with their Hebrew and Arabic names", contract).items == ()


def test_the_first_three_are_called_many_things() -> None:
    for question in (
        "The podium of each race",
        "Who came first, second and third?",
        "The top three of each race",
    ):
        assert [(limit.kind, limit.number) for limit in infer_scope(question).limits] == [("top", 3)]


def test_rounds_that_are_counted_off_are_no_first_places() -> None:
    assert infer_scope("Leaders after the first, second and third round").limits == ()


def test_plurals_of_hissing_words_are_their_singulars() -> None:
    for plural, singular in (("gases", "gas"), ("houses", "house"), ("churches", "church"), ("boxes", "box")):
        assert words(plural) == words(singular)


def test_a_word_after_a_number_is_no_unit_when_it_is_none() -> None:
    limit = infer_scope("Cities with a population of at least 100,000 in 2009").limits[0]
    assert (limit.unit, limit.measure, limit.year, limit.noun) == ("", "", "2009", "population")


@pytest.mark.parametrize(
    ("text", "units", "number"),
    [
        ("2,871 m (9,419 ft)", (), 9419.0),
        ("947 (289)", ("foot", "meter"), 947.0),
        ("289 (947)", ("meter", "foot"), 947.0),
        ("947", (), 947.0),
        ("unknown", ("foot",), None),
        ("1,148 feet", (), 1148.0),
    ],
)
def test_a_cell_s_number_is_read_in_the_limit_s_unit(
    text: str, units: tuple[str, ...], number: float | None
) -> None:
    limit = infer_scope("Buildings over 400 feet tall").limits[0]
    assert number_for(limit, text, units) == number


def test_another_unit_is_converted() -> None:
    limit = infer_scope("Peaks of at least 2,000 m").limits[0]
    assert number_for(limit, "7,000 ft", ()) == pytest.approx(2133.6, rel=1e-3)
