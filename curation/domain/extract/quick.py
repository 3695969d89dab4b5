"""Makes frozen values at the speed of ordinary ones.

A frozen dataclass sets each field through `object.__setattr__`, at three times the cost of an assignment, and a page
holds thousands of cells. `maker` builds a twin class with the same slots whose `__init__` assigns the fields and then
hands the object over to the frozen class, which refuses every change from then on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")


def maker(frozen: type[T]) -> Callable[..., T]:
    """A callable that takes the values of all fields of a frozen, slotted dataclass, by position."""
    names = [field.name for field in fields(frozen)]  # type: ignore[arg-type]  # T is a dataclass by contract
    lines = [f"self.{name} = {name}" for name in names] + ["self.__class__ = frozen"]
    scope: dict[str, Any] = {"frozen": frozen}
    # The way dataclasses writes its own __init__; the only input is the field names of our own classes.
    exec(f"def __init__(self, {', '.join(names)}):\n    " + "\n    ".join(lines), scope)  # noqa: S102
    return type(f"{frozen.__name__}Draft", (), {"__slots__": names, "__init__": scope["__init__"]})
