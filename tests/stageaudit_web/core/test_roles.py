"""Who passes, who is told no, and who must not learn that there is something."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from stageaudit_web.core.errors import AccessDenied, ObjectNotFound
from stageaudit_web.core.roles import Role, require, roles_of

RIGHTS = {"may": (Role.REVIEWER,), "sees": (Role.REVIEWER, Role.RESEARCHER), "what": "signing"}


def test_a_person_with_the_role_passes(reviewer):
    require(reviewer, **RIGHTS)


def test_an_admin_may_everything(admin_user):
    require(admin_user, **RIGHTS)


def test_an_insider_without_the_right_is_told_what_it_takes(researcher):
    with pytest.raises(AccessDenied, match="signing needs the role admin or reviewer"):
        require(researcher, **RIGHTS)


def test_an_outsider_learns_nothing(outsider, annotator):
    for person in (outsider, annotator, AnonymousUser()):
        with pytest.raises(ObjectNotFound, match="There is nothing here"):
            require(person, **RIGHTS)


def test_roles_are_read_once(reviewer, django_assert_num_queries):
    with django_assert_num_queries(1):
        assert roles_of(reviewer) == roles_of(reviewer) == {"reviewer"}
