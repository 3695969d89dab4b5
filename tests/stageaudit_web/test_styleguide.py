"""The style guide renders every component."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from stageaudit_web.accounts.models import User
from stageaudit_web.styleguide import styleguide


@pytest.mark.parametrize(
    ("screen", "sign"),
    [("", "Every component"), ("work", 'class="pane pane-queue"'), ("frame", 'id="locator"')],
)
def test_each_screen_renders(screen: str, sign: str) -> None:
    request = RequestFactory().get("/styleguide/", {"screen": screen})
    request.user = User(username="rosa", pk=1)
    request.user._roles = frozenset({"researcher"})  # type: ignore[attr-defined]  # what roles_of keeps on the user
    assert sign in styleguide(request).content.decode()
