"""Tables and their immutable versions: frontier, locators, rows, cells, and the rows the gate refused.

The database holds what the gate promises: a row has a locator, a locator belongs to an admitted page of the same
version, a non-empty cell has a rung, and nothing is added once the version is staged (see the first migration).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from curation.domain.frontier import Operator
from curation.domain.locators import LocatorKind, Part
from curation.domain.states import VersionState
from curation.domain.witness import Rung
from curation.models.pages import Snapshot
from curation.models.questions import Contract, Question
from stageaudit_web.core.models import AppendOnlyModel, Run


def _choices(values: type) -> list[tuple[str, str]]:
    return [(value.value, value.value) for value in values]  # type: ignore[attr-defined]  # every caller gives an enum


class Table(models.Model):
    """The artifact that answers a question; its content lives in versions."""

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="tables")
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"table {self.pk}: {self.question.text}"


class TableVersion(AppendOnlyModel):
    """One immutable state of a table. Only `state` moves; `digest` and `staged_at` are set once, at staging."""

    mutable_fields = ("state", "digest", "staged_at")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    run = models.OneToOneField(Run, on_delete=models.PROTECT, related_name="version")
    contract = models.ForeignKey(Contract, on_delete=models.PROTECT, related_name="versions")
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )
    reason = models.TextField(blank=True, help_text="why it was made, when it repairs an earlier one")
    state = models.CharField(
        max_length=10, default=VersionState.PROPOSED.value, choices=_choices(VersionState)
    )
    digest = models.CharField(
        max_length=64, blank=True, help_text="over contract, frontier, rows, cells, locators"
    )
    created_at = models.DateTimeField(default=timezone.now)
    staged_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_version_per_number"),
            models.CheckConstraint(
                name="version_digest_iff_staged",
                condition=models.Q(state="proposed", digest="", staged_at__isnull=True)
                | (~models.Q(state="proposed") & ~models.Q(digest="") & models.Q(staged_at__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"version {self.number} of table {self.table_id}"


class FrontierEntry(AppendOnlyModel):
    """One page of a version's source set S, with the operator that admitted it."""

    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="frontier")
    ordinal = models.PositiveIntegerField()
    snapshot = models.ForeignKey(Snapshot, on_delete=models.PROTECT, related_name="+")
    operator = models.CharField(max_length=20, choices=_choices(Operator))
    parent = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.PROTECT, related_name="children"
    )
    requested = models.CharField(
        max_length=300, blank=True, help_text="the title as linked, before redirects"
    )
    reason = models.TextField(blank=True)
    partitions = models.JSONField(default=list)
    hop = models.PositiveSmallIntegerField(default=0)
    admitted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    admitted_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["version", "snapshot"], name="a_snapshot_is_admitted_once"),
            models.UniqueConstraint(fields=["version", "ordinal"], name="one_entry_per_ordinal"),
        ]

    def __str__(self) -> str:
        return f"{self.snapshot.title} ({self.operator})"


class LeftOutPage(AppendOnlyModel):
    """A page that was considered for S and left out, and why."""

    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="left_out")
    title = models.CharField(max_length=300)
    parent_title = models.CharField(max_length=300, blank=True)
    reason = models.TextField()

    def __str__(self) -> str:
        return self.title


class Locator(AppendOnlyModel):
    """A place in an admitted page that the gate resolved; `content_sha256` is over the text it read there."""

    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="locators")
    entry = models.ForeignKey(FrontierEntry, on_delete=models.PROTECT, related_name="locators")
    kind = models.CharField(max_length=12, choices=_choices(LocatorKind))
    printed = models.TextField()
    place = models.JSONField(help_text="every field of curation.domain.locators.Locator")
    quote = models.TextField(blank=True)
    anchor = models.IntegerField(help_text="position of the element in document order")
    content_sha256 = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(content_sha256=""), name="a_locator_was_resolved")
        ]

    def __str__(self) -> str:
        return self.printed


class Row(AppendOnlyModel):
    """A row that passed the gate. `locator` is its first place; `key` are its key values in the contract's order."""

    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="rows")
    ordinal = models.PositiveIntegerField()
    key = models.JSONField()
    label = models.CharField(max_length=300, blank=True)
    partition = models.CharField(max_length=300, blank=True)
    locator = models.ForeignKey(Locator, on_delete=models.PROTECT, related_name="+")
    search = models.TextField(blank=True, help_text="all cell texts, folded, for the filter box")

    class Meta:
        ordering = ["ordinal"]
        constraints = [models.UniqueConstraint(fields=["version", "ordinal"], name="one_row_per_ordinal")]

    def __str__(self) -> str:
        return " · ".join(self.key)


class Cell(AppendOnlyModel):
    """One value of a row, with the rung of the ladder it reached and what it was compared with."""

    row = models.ForeignKey(Row, on_delete=models.PROTECT, related_name="cells")
    position = models.PositiveSmallIntegerField(help_text="0-based place of the column in the contract")
    column = models.CharField(max_length=200)
    value = models.TextField(blank=True)
    rung = models.CharField(max_length=12, blank=True, choices=_choices(Rung))
    part = models.CharField(max_length=15, blank=True, choices=_choices(Part))
    compared = models.TextField(blank=True)
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["row", "position"]
        constraints = [
            models.UniqueConstraint(fields=["row", "position"], name="one_cell_per_row_and_column"),
            models.CheckConstraint(
                name="a_value_has_a_rung",
                condition=models.Q(value="", rung="") | (~models.Q(value="") & ~models.Q(rung="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.column}: {self.value}"


class CellLocator(AppendOnlyModel):
    """That a cell's value stands at a locator."""

    cell = models.ForeignKey(Cell, on_delete=models.PROTECT, related_name="evidence")
    locator = models.ForeignKey(Locator, on_delete=models.PROTECT, related_name="cells")
    ordinal = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["cell", "ordinal"], name="one_locator_per_cell_and_ordinal")
        ]

    def __str__(self) -> str:
        return f"evidence {self.ordinal} of cell {self.cell_id}"


class RefusedRow(AppendOnlyModel):
    """A proposed row that the gate refused, kept with its reason."""

    version = models.ForeignKey(TableVersion, on_delete=models.PROTECT, related_name="refused")
    ordinal = models.PositiveIntegerField()
    code = models.CharField(max_length=40)
    reason = models.TextField()
    values = models.JSONField(help_text="column to proposed text")
    places = models.JSONField(default=list, help_text="printed locators the curator gave")
    facts = models.JSONField(default=dict)
    cells = models.JSONField(
        default=list, help_text="what the gate had read by then: column, rung, part, compared, note"
    )

    class Meta:
        ordering = ["ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["version", "ordinal"], name="one_refusal_per_ordinal"),
            models.CheckConstraint(condition=~models.Q(reason=""), name="a_refusal_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.code}: {self.reason}"
