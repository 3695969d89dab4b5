"""Page or fragment: one template serves both."""

from __future__ import annotations

import json

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django_htmx.middleware import HtmxDetails

from stageaudit_web.core.pages import add_toast, wants_fragment


def request(**headers):
    made = RequestFactory().get("/", headers=headers)
    made.htmx = HtmxDetails(made)
    return made


@pytest.mark.parametrize(
    ("headers", "fragment"),
    [
        ({}, False),
        ({"HX-Request": "true"}, True),
        ({"HX-Request": "true", "HX-Boosted": "true"}, False),
        ({"HX-Request": "true", "HX-History-Restore-Request": "true"}, False),
    ],
)
def test_only_htmx_that_asks_for_a_part_gets_one(headers, fragment):
    assert wants_fragment(request(**headers)) is fragment


def test_a_toast_carries_its_undo():
    response = HttpResponse()
    add_toast(response, "Dismissed", undo_url="/undo/1/")
    assert json.loads(response["HX-Trigger"]) == {
        "toast": {"text": "Dismissed", "kind": "ok", "undo_url": "/undo/1/"}
    }
