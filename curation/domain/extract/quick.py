"""Makes frozen values at the speed of ordinary ones.

A frozen dataclass sets each field through `object.__setattr__`, at three times the cost of an assignment, and a page
holds thousands of cells. `maker` builds a twin class with the same slots, fills that, and hands the object over to
the frozen class, which refuses every change from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, make_dataclass
from typing import Any, TypeVar

T = TypeVar("T")


def maker(frozen: type[T]) -> Callable[..., T]:
    """A function that takes the values of all fields of a frozen, slotted dataclass, by position."""
    names = [field.name for field in fields(frozen)]  # type: ignore[arg-type]  # T is a dataclass by contract
    draft = make_dataclass(f"{frozen.__name__}Draft", names, slots=True, eq=False, repr=False)

    def make(*values: Any) -> T:
        made: Any = draft(*values)
        made.__class__ = frozen
        return made  # type: ignore[no-any-return]  # it has just become a T

    return make
