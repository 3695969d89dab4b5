"""The page of the twelve checks."""

import pytest
from django.urls import reverse

from audit.checks import CHECKS

pytestmark = pytest.mark.django_db


def test_it_lists_all_twelve(login, reviewer):
    page = login(reviewer).get(reverse("check_list")).content.decode()
    assert all(
        f'id="{check.id.value.lower()}"' in page and check.asks.replace("'", "&#x27;") in page
        for check in CHECKS
    )


def test_it_is_for_people_who_see_tables(login, client, annotator):
    assert login(annotator).get(reverse("check_list")).status_code == 404
    assert client.get(reverse("check_list")).status_code == 302
    assert login(annotator).post(reverse("check_list")).status_code == 405
