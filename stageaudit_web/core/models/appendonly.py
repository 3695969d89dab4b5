"""Base of tables whose rows are never changed or deleted. The database refuses too: see `core.appendonly`."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models


class AppendOnlyModel(models.Model):
    """Rows are inserted and read. `mutable_fields` are the only columns an UPDATE may change (a state column, say)."""

    mutable_fields: ClassVar[tuple[str, ...]] = ()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Inserts. A second save is a programming error: state moves through `core.transitions.move`."""
        if not self._state.adding:
            raise TypeError(
                f"{type(self).__name__} is append-only: write a new row instead of saving this one again."
            )
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Refuses: nothing that was recorded is removed."""
        raise TypeError(f"{type(self).__name__} is append-only: it has no delete.")
