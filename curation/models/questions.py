"""Questions in natural language and the contracts that say what a table must hold."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from curation.domain import contract as domain
from stageaudit_web.core.models import AppendOnlyModel


class Question(models.Model):
    """A question and its seed page; in an evaluation set also the gold keys and the labelled complement pages."""

    key = models.SlugField(max_length=80, unique=True, help_text="short name used in files and addresses")
    text = models.TextField()
    seed_title = models.CharField(max_length=300)
    domain = models.CharField(max_length=60, blank=True)
    complement_titles = models.JSONField(
        null=True, blank=True, help_text="labelled complement pages; null: not labelled"
    )
    gold_keys = models.JSONField(null=True, blank=True, help_text="true primary keys; null: unknown")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["-created_at"])]

    def __str__(self) -> str:
        return self.text

    @property
    def contract(self) -> Contract | None:
        """The newest contract."""
        return self.contracts.order_by("-number").first()


class Contract(AppendOnlyModel):
    """One immutable version of a question's contract: key, columns with type and unit, scope with partitions."""

    question = models.ForeignKey(Question, on_delete=models.PROTECT, related_name="contracts")
    number = models.PositiveIntegerField()
    query = models.TextField(help_text="the question's words when this contract was made")
    key = models.JSONField(help_text="names of the primary-key columns")
    columns = models.JSONField(help_text="list of {name, type, unit, required, decimal, approximate}")
    scope = models.TextField(blank=True)
    partitions = models.JSONField(default=list, help_text="list of {name, expected_rows}")
    partition_column = models.CharField(max_length=200, blank=True)
    expected_rows = models.PositiveIntegerField(null=True, blank=True)
    as_of = models.CharField(
        max_length=10, blank=True, help_text="the date the answer is asked for: YYYY, YYYY-MM or YYYY-MM-DD"
    )
    wikidata = models.JSONField(
        null=True, blank=True, help_text="what Wikidata is asked to count: class, conditions, partitions"
    )
    digest = models.CharField(max_length=64)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["question", "number"], name="one_contract_per_number")]

    def __str__(self) -> str:
        return f"contract {self.number} of {self.question.key}"

    def as_domain(self) -> domain.Contract:
        """The contract as the plain value that gate, curator and audit read."""
        return domain.Contract(
            query=self.query,
            key=tuple(self.key),
            columns=tuple(
                domain.Column(**{**column, "type": domain.ColumnType(column["type"])})
                for column in self.columns
            ),
            scope=self.scope,
            partitions=tuple(domain.Partition(**partition) for partition in self.partitions),
            partition_column=self.partition_column,
            expected_rows=self.expected_rows,
            as_of=self.as_of,
            wikidata=domain.wikidata_scope(self.wikidata),
        )
