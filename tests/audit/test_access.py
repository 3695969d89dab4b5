"""User by object by right: outsiders find nothing, insiders without the right are told so."""

import pytest

from audit.access import finding_to_decide, may_decide, version_for, version_to_decide, version_to_sign
from stageaudit_web.core.errors import AccessDenied, ObjectNotFound
from tests.audit.tables import BLOCKING, finding_of, make_version_with

pytestmark = pytest.mark.django_db
ANSWERS = {
    "reviewer": (None, None),
    "admin_user": (None, None),
    "researcher": (None, AccessDenied),
    "annotator": (ObjectNotFound, ObjectNotFound),
    "outsider": (ObjectNotFound, ObjectNotFound),
}
# The admin of the fixtures holds the role by its group.


def outcome(act):
    try:
        act()
    except (AccessDenied, ObjectNotFound) as error:
        return type(error)
    return None


@pytest.mark.parametrize("person", ANSWERS)
def test_rights(request, person):
    user, version = request.getfixturevalue(person), make_version_with(BLOCKING)
    finding = finding_of(version, "S1")
    sees, decides = ANSWERS[person]
    assert outcome(lambda: version_for(user, version.pk)) is sees
    for act in (version_to_decide, version_to_sign):
        assert outcome(lambda act=act: act(user, version.pk)) is decides
    assert outcome(lambda: finding_to_decide(user, finding.pk)) is decides
    assert may_decide(user) is (decides is None)


def test_what_does_not_exist_is_not_found(reviewer):
    with pytest.raises(ObjectNotFound):
        version_to_sign(reviewer, 99)
    with pytest.raises(ObjectNotFound):
        finding_to_decide(reviewer, 99)
