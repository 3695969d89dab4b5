"""Environment readers: a wrong value stops the start and says what was found and what was expected."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from stageaudit_web.core import env


def test_text_without_a_safe_default_must_be_set(monkeypatch):
    monkeypatch.delenv("SA_X", raising=False)
    with pytest.raises(ImproperlyConfigured, match="SA_X is not set"):
        env.text("SA_X")
    assert env.text("SA_X", "fallback") == "fallback"
    monkeypatch.setenv("SA_X", "")
    assert env.text("SA_X", "fallback") == ""


@pytest.mark.parametrize(
    ("value", "meaning"),
    [
        ("1", True),
        ("TRUE", True),
        ("yes", True),
        ("on", True),
        ("0", False),
        ("No", False),
        ("off", False),
        ("", False),
    ],
)
def test_flags_read_the_usual_words(monkeypatch, value, meaning):
    monkeypatch.setenv("SA_X", value)
    assert env.flag("SA_X", default=not meaning) is meaning


def test_a_flag_that_is_no_flag_stops_the_start(monkeypatch):
    monkeypatch.setenv("SA_X", "ture")
    with pytest.raises(ImproperlyConfigured, match="'ture'; expected 1/true/yes/on"):
        env.flag("SA_X", default=False)


@pytest.mark.parametrize("value", ["ten", "1.5", "", "1e3"])
def test_a_number_that_is_none_stops_the_start(monkeypatch, value):
    monkeypatch.setenv("SA_X", value)
    with pytest.raises(ImproperlyConfigured, match="expected a whole number"):
        env.number("SA_X", 3)


@pytest.mark.parametrize("value", ["0", "11", "-1"])
def test_a_number_out_of_bounds_stops_the_start(monkeypatch, value):
    monkeypatch.setenv("SA_X", value)
    with pytest.raises(ImproperlyConfigured, match="expected 1 to 10"):
        env.number("SA_X", 3, least=1, most=10)


def test_a_number_within_bounds_is_read(monkeypatch):
    monkeypatch.setenv("SA_X", "10")
    assert env.number("SA_X", 3, least=1, most=10) == 10


def test_a_choice_is_one_of_its_words(monkeypatch):
    monkeypatch.setenv("SA_X", "live")
    assert env.choice("SA_X", "saved", ["saved", "live"]) == "live"
    monkeypatch.setenv("SA_X", "Live")
    with pytest.raises(ImproperlyConfigured, match="'Live'; expected one of saved, live"):
        env.choice("SA_X", "saved", ["saved", "live"])


def test_words_are_separated_by_commas(monkeypatch):
    monkeypatch.setenv("SA_X", " a.example , ,b.example,")
    assert env.words("SA_X") == ["a.example", "b.example"]
    monkeypatch.delenv("SA_X")
    assert env.words("SA_X") == []


def test_pairs_are_options_with_values(monkeypatch):
    monkeypatch.setenv("SA_X", "bucket_name=pages, endpoint_url=http://s3.example/?a=b")
    assert env.pairs("SA_X") == {"bucket_name": "pages", "endpoint_url": "http://s3.example/?a=b"}
    monkeypatch.setenv("SA_X", "bucket_name")
    with pytest.raises(ImproperlyConfigured, match="'bucket_name'; expected option=value"):
        env.pairs("SA_X")


def test_folders_are_absolute_and_separated_as_path_is(monkeypatch, tmp_path):
    monkeypatch.setenv("SA_X", f"{tmp_path}:{tmp_path / 'b'}:")
    assert env.folders("SA_X", []) == [tmp_path, tmp_path / "b"]
    monkeypatch.setenv("SA_X", "relative")
    assert env.folder("SA_X", tmp_path) == Path.cwd() / "relative"
    monkeypatch.setenv("SA_X", "")
    assert env.folder("SA_X", tmp_path) == tmp_path
    assert env.folders("SA_X", [tmp_path]) == [tmp_path]
