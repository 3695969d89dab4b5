"""Receipts: a resend of an acknowledged write is told the first answer and does nothing again."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction

from stageaudit_web.accounts.models import User
from stageaudit_web.core.errors import Conflict
from stageaudit_web.core.models import Receipt, Run
from stageaudit_web.core.receipts import once
from tests.racing import needs_real_threads, race


def write(title="t"):
    run = Run.objects.create(kind="table", configuration="c", subject="question:1", title=title)
    return {"run": run.pk}


def test_a_resend_gets_the_first_answer(reviewer):
    first = once(user=reviewer, key="k1", action="sign", act=write)
    again = once(user=reviewer, key="k1", action="sign", act=lambda: pytest.fail("acted twice"))
    assert first == again
    assert Run.objects.count() == 1


def test_keys_belong_to_one_person(reviewer, second_reviewer):
    once(user=reviewer, key="k1", action="sign", act=write)
    once(user=second_reviewer, key="k1", action="sign", act=write)
    assert Run.objects.count() == 2


def test_a_key_is_for_one_action(reviewer):
    once(user=reviewer, key="k1", action="sign", act=write)
    with pytest.raises(Conflict, match="already used for something else"):
        once(user=reviewer, key="k1", action="return", act=write)


def test_without_a_key_every_send_acts(reviewer):
    once(user=reviewer, key="", action="sign", act=write)
    once(user=reviewer, key="", action="sign", act=write)
    assert (Run.objects.count(), Receipt.objects.count()) == (2, 0)


@pytest.mark.django_db(transaction=True)
def test_a_failed_act_leaves_neither_write_nor_receipt(reviewer):
    def fail():
        write()
        raise Conflict("late", "Too late.")

    with pytest.raises(Conflict, match="Too late"):
        once(user=reviewer, key="k1", action="sign", act=fail)
    assert (Run.objects.count(), Receipt.objects.count()) == (0, 0)
    assert once(user=reviewer, key="k1", action="sign", act=write)["run"]


@pytest.mark.django_db(transaction=True)
def test_a_constraint_that_the_act_breaks_is_not_taken_for_a_resend(reviewer):
    def fail():
        with transaction.atomic():
            User.objects.create(username=reviewer.username)
        return {}

    with pytest.raises(IntegrityError):
        once(user=reviewer, key="k1", action="sign", act=fail)


@needs_real_threads
@pytest.mark.django_db(transaction=True)
def test_a_double_click_acts_once(reviewer):
    outcomes = race(*[lambda: once(user=reviewer, key="k1", action="sign", act=write)] * 4)
    assert outcomes == [outcomes[0]] * 4
    assert Run.objects.count() == 1
