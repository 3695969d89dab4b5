"""Forms of audit. They only parse; what a decision must say is the domain's (`audit.domain.standing`)."""

from __future__ import annotations

from typing import Any

from django import forms

from audit.checks import CHECKS
from audit.domain.findings import CheckId, DispositionKind, IssueType, Severity
from audit.domain.standing import REASON_WORDS
from audit.services.decisions import Ruling
from audit.services.findings import ByHand
from curation.models import TableVersion

DECISIONS = {
    DispositionKind.CONFIRMED: "Confirm: the finding is right",
    DispositionKind.DISMISSED: "Dismiss: it is no fault",
    DispositionKind.WAIVED: "Waive: the table may go on with it until a day",
}
REASONS = [(reason.value, words) for reason, words in REASON_WORDS.items()]


class DecisionForm(forms.Form):
    """A decision about one finding or several. `seen` is the ordinal of the newest decision the person saw."""

    kind = forms.ChoiceField(
        choices=[(kind.value, words) for kind, words in DECISIONS.items()], widget=forms.RadioSelect
    )
    reason_code = forms.ChoiceField(
        label="Why is it no fault?", choices=REASONS, widget=forms.RadioSelect, required=False
    )
    reason = forms.CharField(
        label="In your words", widget=forms.Textarea(attrs={"rows": 3}), required=False, max_length=4000
    )
    until = forms.DateField(
        label="Until",
        widget=forms.DateInput(attrs={"type": "date"}),
        required=False,
        help_text="The last day it holds.",
    )
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput, required=False)

    def ruling(self) -> Ruling:
        """The decision as the service takes it. Only for a valid form."""
        data = self.cleaned_data
        return Ruling(DispositionKind(data["kind"]), data["reason_code"], data["reason"], data["until"])


class FindingForm(forms.Form):
    """A finding that a reviewer adds by hand. Columns, pages and partitions are the version's."""

    check = forms.ChoiceField(
        choices=[(check.id.value, f"{check.id.value} {check.name}") for check in CHECKS]
    )
    severity = forms.ChoiceField(choices=[(severity.value, severity.value) for severity in Severity])
    message = forms.CharField(
        label="What is wrong", widget=forms.Textarea(attrs={"rows": 3}), max_length=4000
    )
    row = forms.IntegerField(label="Row", min_value=1, required=False, help_text="Its number in the table.")
    column = forms.ChoiceField(required=False)
    page = forms.ChoiceField(required=False)
    partition = forms.ChoiceField(required=False)
    issue_type = forms.ChoiceField(
        label="Issue type",
        choices=[("", "as the check has it"), *((kind.value, kind.value) for kind in IssueType)],
        required=False,
    )

    def __init__(self, *args: Any, version: TableVersion, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        columns = [column["name"] for column in version.contract.columns]
        titles = version.frontier.order_by("ordinal").values_list("snapshot__title", flat=True)
        partitions = [partition["name"] for partition in version.contract.partitions]
        for name, none, values in (
            ("column", "no column", columns),
            ("page", "no page", titles),
            ("partition", "no partition", partitions),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [("", none), *((value, value) for value in values)]

    def by_hand(self) -> ByHand:
        """The finding as the service takes it. Only for a valid form."""
        data = self.cleaned_data
        return ByHand(
            check=CheckId(data["check"]),
            severity=Severity(data["severity"]),
            message=data["message"],
            row=data["row"],
            column=data["column"],
            page=data["page"],
            partition=data["partition"],
            issue_type=IssueType(data["issue_type"]) if data["issue_type"] else None,
        )
