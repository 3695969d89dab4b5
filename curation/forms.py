"""Forms of curation: they parse what was typed; what makes a contract valid is decided in the domain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.forms import BaseFormSet, formset_factory

from curation.domain.contract import Column, ColumnType, Contract, Partition
from curation.domain.contract_rules import MOST_COLUMNS, MOST_PARTITIONS
from curation.domain.counting import parse_scope, print_scope
from curation.domain.question_file import KEY, MOST_BYTES

TYPE_WORDS = {
    ColumnType.TEXT: "text",
    ColumnType.ID: "id: every character counts",
    ColumnType.INTEGER: "whole number",
    ColumnType.NUMBER: "number",
    ColumnType.QUANTITY: "quantity: number with unit",
    ColumnType.PERCENT: "percentage",
    ColumnType.DATE: "date",
    ColumnType.YEAR: "year",
    ColumnType.LIST: "list of texts",
}


class QuestionForm(forms.Form):
    """A question in natural language with its seed page."""

    text = forms.CharField(
        label="Question",
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 3, "autofocus": True, "dir": "auto"}),
        help_text="In plain words. “by continent” names partitions, “at least 1,000 km” is a limit.",
    )
    seed_title = forms.CharField(
        label="Seed page",
        max_length=300,
        widget=forms.TextInput(attrs={"dir": "auto"}),
        help_text="Title or address of the Wikipedia page at which discovery starts.",
    )
    domain = forms.CharField(max_length=60, required=False, help_text="Subject, such as geography.")
    key = forms.CharField(
        label="Short name",
        max_length=80,
        required=False,
        help_text="For files and addresses: letters, digits, - and _. Made from the question if left empty.",
    )

    def clean_key(self) -> str:
        """Refuses characters that an address cannot hold."""
        key = str(self.cleaned_data["key"])
        if key and not KEY.fullmatch(key):
            raise forms.ValidationError("Use letters, digits, - and _ only.")
        return key


class ImportForm(forms.Form):
    """A file of questions."""

    file = forms.FileField(
        label="File of questions",
        help_text="JSON lines or a JSON list; see the format below.",
        widget=forms.FileInput(attrs={"accept": ".json,.jsonl,.txt,application/json"}),
    )

    def clean_file(self) -> Any:
        """Refuses a file that is too large to be read at once."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(f"The file is larger than {MOST_BYTES // 2**20} MB.")
        return file


class ColumnForm(forms.Form):
    """One column of a contract."""

    name = forms.CharField(
        max_length=200,
        widget=forms.TextInput(attrs={"dir": "auto", "aria-label": "Name", "autocomplete": "off"}),
    )
    type = forms.ChoiceField(
        choices=[(kind.value, words) for kind, words in TYPE_WORDS.items()],
        initial=ColumnType.TEXT.value,
        widget=forms.Select(attrs={"aria-label": "Type"}),
    )
    unit = forms.CharField(
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"aria-label": "Unit", "placeholder": "none"}),
    )
    is_key = forms.BooleanField(label="key", required=False)
    required = forms.BooleanField(label="required", required=False)
    approximate = forms.BooleanField(label="approximate", required=False)
    decimal = forms.ChoiceField(
        choices=[(".", "1.5"), (",", "1,5")],
        initial=".",
        widget=forms.Select(attrs={"aria-label": "Decimal mark"}),
    )

    def column(self) -> Column:
        """The column as the domain's value."""
        data = self.cleaned_data
        return Column(
            name=" ".join(data["name"].split()),
            type=ColumnType(data["type"]),
            unit=data["unit"].strip(),
            required=data["required"],
            decimal=data["decimal"],
            approximate=data["approximate"],
        )


class PartitionForm(forms.Form):
    """One part of the scope."""

    name = forms.CharField(
        max_length=300,
        widget=forms.TextInput(attrs={"dir": "auto", "aria-label": "Partition", "autocomplete": "off"}),
    )
    expected_rows = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        widget=forms.NumberInput(attrs={"aria-label": "Rows expected", "placeholder": "not known"}),
    )


class ScopeForm(forms.Form):
    """What belongs into the table."""

    scope = forms.CharField(
        label="Scope statement",
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 3, "dir": "auto"}),
        help_text="What belongs into the table and what does not.",
    )
    partition_column = forms.CharField(
        required=False, max_length=200, help_text="Column whose value says to which partition a row belongs."
    )
    expected_rows = forms.IntegerField(
        label="Rows expected in all",
        required=False,
        min_value=0,
        max_value=2**31 - 1,
        help_text="Empty: not known.",
    )
    as_of = forms.CharField(
        label="As of",
        required=False,
        max_length=10,
        help_text="YYYY, YYYY-MM or YYYY-MM-DD: the date asked about.",
    )
    wikidata = forms.CharField(
        label="Count in Wikidata",
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "Q4022 P30=Q15"}),
        help_text="A class and conditions; then a line a partition, such as “Africa: P30=Q15”. Only a signal for P1.",
    )


ColumnFormSet = formset_factory(ColumnForm, extra=0, max_num=MOST_COLUMNS, absolute_max=MOST_COLUMNS + 20)
PartitionFormSet = formset_factory(
    PartitionForm, extra=0, max_num=MOST_PARTITIONS, absolute_max=MOST_PARTITIONS + 20
)
COLUMNS, PARTITIONS = "columns", "partitions"
# A row without a name is no row, wherever it stands.
ROW = {"empty_permitted": True, "use_required_attribute": False}
PLURALS = {"column": COLUMNS, "partition": PARTITIONS}


class ContractEditor:
    """The contract form: scope fields, a row per column, a row per partition; rows come and go by plain buttons."""

    def __init__(
        self, scope: ScopeForm, columns: BaseFormSet[ColumnForm], partitions: BaseFormSet[PartitionForm]
    ):
        self.scope, self.columns, self.partitions = scope, columns, partitions
        self.problems: list[str] = []

    @classmethod
    def of_contract(cls, contract: Contract | None) -> ContractEditor:
        """The editor filled from a contract; for a new one, with three empty columns."""
        if contract is None:
            return cls.of_rows({}, [{"is_key": True, "required": True}, {}, {}], [])
        columns = [
            {
                "name": column.name,
                "type": column.type.value,
                "unit": column.unit,
                "is_key": column.name in contract.key,
                "required": column.required,
                "approximate": column.approximate,
                "decimal": column.decimal,
            }
            for column in contract.columns
        ]
        partitions = [
            {"name": part.name, "expected_rows": part.expected_rows} for part in contract.partitions
        ]
        scope = {
            "scope": contract.scope,
            "partition_column": contract.partition_column,
            "expected_rows": contract.expected_rows,
            "as_of": contract.as_of,
            "wikidata": print_scope(contract.wikidata),
        }
        return cls.of_rows(scope, columns, partitions)

    @classmethod
    def of_rows(
        cls, scope: Mapping[str, Any], columns: list[dict[str, Any]], partitions: list[dict[str, Any]]
    ) -> ContractEditor:
        """The editor with those values, unchecked."""
        return cls(
            ScopeForm(initial=dict(scope)),
            ColumnFormSet(initial=columns, prefix=COLUMNS, form_kwargs=ROW),
            PartitionFormSet(initial=partitions, prefix=PARTITIONS, form_kwargs=ROW),
        )

    @classmethod
    def of_post(cls, data: Any) -> ContractEditor:
        """The editor with what was sent, to be checked."""
        return cls(
            ScopeForm(data),
            ColumnFormSet(data, prefix=COLUMNS, form_kwargs=ROW),
            PartitionFormSet(data, prefix=PARTITIONS, form_kwargs=ROW),
        )

    @classmethod
    def after_act(cls, data: Any, act: str) -> ContractEditor:
        """The editor after `add:column`, `remove:column:2`, `up:column:2` (or `partition`), with all that was typed."""
        verb, _, rest = act.partition(":")
        noun, _, at = rest.partition(":")
        rows = {
            COLUMNS: _typed(data, COLUMNS, ColumnForm, MOST_COLUMNS),
            PARTITIONS: _typed(data, PARTITIONS, PartitionForm, MOST_PARTITIONS),
        }
        if noun in PLURALS:
            _apply(
                rows[PLURALS[noun]], verb, int(at) if at.isascii() and at.isdigit() and len(at) < 5 else -1
            )
        scope = {name: data.get(name, "") for name in ScopeForm.base_fields}
        return cls.of_rows(scope, rows[COLUMNS], rows[PARTITIONS])

    def contract(self, query: str, before: Contract | None = None) -> Contract | None:
        """The contract that was typed, or None when it cannot be read.

        Key columns keep the order they had `before`, and so does what this form does not show.
        """
        if not all([self.scope.is_valid(), self.columns.is_valid(), self.partitions.is_valid()]):
            self.problems += [*self.columns.non_form_errors(), *self.partitions.non_form_errors()]
            return None
        columns = [form for form in self.columns.forms if form.cleaned_data.get("name")]
        keys = [form.column().name for form in columns if form.cleaned_data["is_key"]]
        kept = [name for name in before.key if name in keys] if before else []
        parts = [form.cleaned_data for form in self.partitions.forms if form.cleaned_data.get("name")]
        data = self.scope.cleaned_data
        try:
            scope = parse_scope(data["wikidata"])
        except ValueError as error:
            self.scope.add_error("wikidata", f"Expected {error}.")
            return None
        if "wikidata" not in self.scope.data and before is not None:
            scope = before.wikidata
        return Contract(
            query=query,
            key=tuple(kept + [name for name in keys if name not in kept]),
            columns=tuple(form.column() for form in columns),
            scope=data["scope"].strip(),
            partitions=tuple(
                Partition(" ".join(part["name"].split()), part["expected_rows"]) for part in parts
            ),
            partition_column=data["partition_column"].strip(),
            expected_rows=data["expected_rows"],
            as_of=data["as_of"].strip(),
            wikidata=scope,
        )

    def add_problems(self, found: Iterable[tuple[str, str]]) -> None:
        """Puts the domain's problems to the fields they are about; the rest above the form."""
        for place, expected in found:
            head, _, rest = place.partition(".")
            position, _, field = rest.partition(".")
            rows: list[Any] = list(getattr(self, head).forms) if head in (COLUMNS, PARTITIONS) else []
            filled = [form for form in rows if form.cleaned_data.get("name")]
            if position.isdigit() and int(position) < len(filled) and field in filled[int(position)].fields:
                filled[int(position)].add_error(field, f"Expected {expected}.")
            elif head in self.scope.fields:
                self.scope.add_error(head, f"Expected {expected}.")
            else:
                self.problems.append(f"{head.capitalize()}: expected {expected}.")

    @property
    def has_errors(self) -> bool:
        """Whether anything needs attention."""
        forms_ = [self.scope, *self.columns.forms, *self.partitions.forms]
        return bool(self.problems) or any(form.is_bound and form.errors for form in forms_)


def _typed(data: Any, prefix: str, form: type[forms.Form], most: int) -> list[dict[str, Any]]:
    """What was typed into the rows of a formset, as it stands."""
    total = data.get(f"{prefix}-TOTAL_FORMS", "")
    count = min(int(total), most) if total.isascii() and total.isdigit() and len(total) < 6 else 0
    return [
        {name: _value(data, f"{prefix}-{row}-{name}", field) for name, field in form.base_fields.items()}
        for row in range(count)
    ]


def _value(data: Any, name: str, field: forms.Field) -> Any:
    return name in data if isinstance(field, forms.BooleanField) else data.get(name, "")


def _apply(rows: list[dict[str, Any]], verb: str, at: int) -> None:
    if verb == "add":
        rows.append({})
    elif verb == "remove" and 0 <= at < len(rows):
        rows.pop(at)
    elif verb == "up" and 0 < at < len(rows):
        rows.insert(at - 1, rows.pop(at))
