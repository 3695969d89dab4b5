"""Null characters in addresses and forms are refused before any view sees them; PostgreSQL could not store them."""

from __future__ import annotations

import pytest
from django.urls import reverse

from curation.models import Question


@pytest.mark.parametrize("query", ["?q=%00", "?domain=a%00b", "?%00=x", "?q=a&q=%00"])
def test_an_address_with_a_null_character_is_refused(query, researcher, login):
    response = login(researcher).get(reverse("question_list") + query)
    assert response.status_code == 400
    assert "null character" in response.content.decode()


def test_a_form_with_a_null_character_is_refused(researcher, login):
    response = login(researcher).post(reverse("question_new"), {"text": "a\x00b", "seed_title": "Rivers"})
    assert response.status_code == 400
    assert not Question.objects.exists()


def test_other_odd_characters_pass(researcher, login):
    assert login(researcher).get(reverse("question_list") + "?q=%0a%e2%80%8f%ff").status_code == 200
