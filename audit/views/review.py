"""The review screen and what a reviewer does on it: decide, decide several, take back, add a finding."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from audit.access import finding_to_decide, may_decide, version_for, version_to_decide
from audit.domain.findings import DispositionKind
from audit.forms import DECISIONS, DecisionForm, FindingForm
from audit.models import Finding
from audit.selectors import review as selectors
from audit.selectors.findings import FindingView, findings_of
from audit.services.decisions import Seen, decide_finding, decide_findings, reopen_findings
from audit.services.findings import add_finding
from curation.models import TableVersion
from curation.selectors.versions import version_head
from stageaudit_web.core import receipts
from stageaudit_web.core.errors import InvalidInput, ObjectNotFound
from stageaudit_web.core.pages import respond, wants_fragment

WAIVER_DAYS = 90
DONE = {
    DispositionKind.CONFIRMED: "Confirmed",
    DispositionKind.DISMISSED: "Dismissed",
    DispositionKind.WAIVED: "Waived",
}


@require_safe
def version_review(request: HttpRequest, pk: int) -> HttpResponse:
    """The finding queue with the rows and the evidence of the selected finding."""
    version = version_for(request.user, pk)
    return _screen(request, version, request.GET)


@require_safe
def finding_decision(request: HttpRequest, pk: int) -> HttpResponse:
    """The form of one decision as a page of its own: what the dialogs are without script."""
    finding = finding_to_decide(request.user, pk)
    kind = request.GET.get("kind", DispositionKind.CONFIRMED.value)
    view = _view_of(finding)
    form = DecisionForm(initial={"kind": kind, "seen": view.seen, "until": _waiver_day()})
    return _decision_page(request, view, form, finding.version)


@require_POST
def finding_decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Records a decision and shows the next finding to decide; 409 when somebody decided meanwhile."""
    finding = finding_to_decide(request.user, pk)
    form = DecisionForm(request.POST)
    if not form.is_valid():
        return _decision_page(request, _view_of(finding), form, finding.version, status=422)
    try:
        _once(request, "finding.decide", lambda: _decide(request, finding, form))
    except InvalidInput as error:
        form.add_error(error.facts.get("field"), error.message)
        return _decision_page(request, _view_of(finding), form, finding.version, status=422)
    done = DONE[DispositionKind(form.cleaned_data["kind"])]
    return _on_to_next(request, finding, f"{done}: {finding.check_id}.")


def _decide(request: HttpRequest, finding: Finding, form: DecisionForm) -> dict[str, Any]:
    made = decide_finding(
        finding=finding,
        seen=form.cleaned_data["seen"] or 0,
        ruling=form.ruling(),
        by=request.user,
        today=timezone.localdate(),
    )
    return {"disposition": made.pk}


@require_safe
def findings_select(request: HttpRequest, pk: int) -> HttpResponse:
    """The exact list of findings that one decision is about to close, each of which can still be left out."""
    version = version_to_decide(request.user, pk)
    wanted = selectors.read_queue_filter(request.GET)
    views = [view for view in findings_of(version, today=timezone.localdate()) if view.undecided]
    picked = {int(text) for text in request.GET.getlist("f") if text.isascii() and text.isdigit()}
    listed = [view for view in views if (view.id in picked if picked else wanted.admits(view))]
    form = DecisionForm(initial={"kind": DispositionKind.DISMISSED.value, "until": _waiver_day()})
    return _several_page(
        request, version, listed, form, checked={view.id for view in listed} if picked else set()
    )


@require_POST
def findings_decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Records one decision about several findings, all or none."""
    version = version_to_decide(request.user, pk)
    seen = _seen(version, request.POST)
    form = DecisionForm(request.POST)
    if form.is_valid() and seen:
        try:
            _once(request, "findings.decide", lambda: _decide_several(request, version, seen, form))
        except InvalidInput as error:
            form.add_error(error.facts.get("field"), error.message)
    if not seen:
        form.add_error(None, "No finding is chosen.")
    if not form.is_valid():
        views = {view.id: view for view in findings_of(version, today=timezone.localdate())}
        listed = [views[one.finding.pk] for one in seen] or [
            view for view in views.values() if view.undecided
        ]
        checked = {one.finding.pk for one in seen}
        return _several_page(request, version, listed, form, checked=checked, status=422)
    done = DONE[DispositionKind(form.cleaned_data["kind"])]
    messages.success(request, f"{done}: {len(seen)} finding{'' if len(seen) == 1 else 's'}.")
    return redirect("version_review", pk=version.pk)


def _decide_several(
    request: HttpRequest, version: TableVersion, seen: Sequence[Seen], form: DecisionForm
) -> dict[str, Any]:
    made = decide_findings(
        version=version, seen=seen, ruling=form.ruling(), by=request.user, today=timezone.localdate()
    )
    return {"dispositions": [one.pk for one in made]}


@require_POST
def findings_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes decisions back: `?f=12:1`, finding and the ordinal of the decision, as often as there are findings."""
    version = version_to_decide(request.user, pk)
    seen = _seen(version, request.GET)
    if not seen:
        raise InvalidInput("nothing_to_undo", "The address names no decision to take back.")
    key = request.POST.get("idempotency_key", "") or "undo " + ",".join(
        f"{s.finding.pk}:{s.ordinal}" for s in seen
    )
    receipts.once(
        user=request.user, key=key, action="findings.undo", act=lambda: _undo(request, version, seen)
    )
    said = (
        f"Open again: {seen[0].finding.check_id}." if len(seen) == 1 else f"Open again: {len(seen)} findings."
    )
    return _answer(request, version, selected=seen[0].finding.pk, said=said)


def _undo(request: HttpRequest, version: TableVersion, seen: Sequence[Seen]) -> dict[str, Any]:
    made = reopen_findings(version=version, seen=seen, by=request.user, today=timezone.localdate())
    return {"dispositions": [one.pk for one in made]}


@require_safe
def finding_new(request: HttpRequest, pk: int) -> HttpResponse:
    """The form of a finding by hand, on the row and column that the address names."""
    version = version_to_decide(request.user, pk)
    form = FindingForm(version=version, initial=_target_of(version, request.GET))
    return _finding_page(request, version, form)


@require_POST
def finding_add(request: HttpRequest, pk: int) -> HttpResponse:
    """Adds a finding by hand and shows it."""
    version = version_to_decide(request.user, pk)
    form = FindingForm(request.POST, version=version)
    if not form.is_valid():
        return _finding_page(request, version, form, status=422)
    try:
        outcome = _once(
            request,
            "finding.add",
            lambda: {"finding": add_finding(version=version, found=form.by_hand(), by=request.user).pk},
        )
    except InvalidInput as error:
        form.add_error(error.facts.get("field"), error.message)
        return _finding_page(request, version, form, status=422)
    messages.success(request, f"Added: {form.cleaned_data['check']}.")
    return redirect(f"{reverse('version_review', args=[version.pk])}?finding={outcome['finding']}")


# --- Answers ---


def _screen(
    request: HttpRequest,
    version: TableVersion,
    query: QueryDict,
    *,
    selected: int | None = None,
    said: str = "",
) -> HttpResponse:
    """The page, or for htmx the regions that change with the selected finding."""
    screen = selectors.review(
        version,
        query,
        user=request.user,
        may_decide=may_decide(request.user),
        today=timezone.localdate(),
        selected=selected,
    )
    context = {
        "review": screen,
        "table": screen.table,
        "head": screen.head,
        "evidence": screen.evidence,
        "decided": bool(said),
        "rows_changed": request.headers.get("X-Rows-Shown", "") != screen.rows_key,
        "dismiss_form": DecisionForm(auto_id="dismiss_%s"),
        "waive_form": DecisionForm(auto_id="waive_%s", initial={"until": _waiver_day()}),
        "idempotency_key": uuid.uuid4().hex,
    }
    response = respond(request, "audit/version_review.html", context, fragment="update", toast=said)
    if wants_fragment(request):
        response["HX-Replace-Url"] = _address(version, screen.keep)
    return response


def _on_to_next(request: HttpRequest, finding: Finding, said: str) -> HttpResponse:
    upcoming = selectors.next_undecided(finding.version, past=finding.pk, today=timezone.localdate())
    return _answer(request, finding.version, selected=upcoming or finding.pk, said=said)


def _answer(request: HttpRequest, version: TableVersion, *, selected: int, said: str) -> HttpResponse:
    """After a write: the next state of the screen for htmx, a redirect without script."""
    query = _kept(request)
    if wants_fragment(request):
        # Links of the screen are made from the address it stands for, not from this one's.
        request.GET = query  # type: ignore[assignment]  # the stubs tell frozen and other QueryDicts apart
        return _screen(request, version, query, selected=selected, said=said)
    messages.success(request, said)
    kept = selectors.read_queue_filter(query).query(finding=selected)
    return redirect(_address(version, kept))


def _kept(request: HttpRequest) -> QueryDict:
    """The queue's filter, which forms carry along in `keep`."""
    return QueryDict(request.POST.get("keep", ""))


def _address(version: TableVersion, query: str) -> str:
    url = reverse("version_review", args=[version.pk])
    return f"{url}?{query}" if query else url


def _decision_page(
    request: HttpRequest, view: FindingView, form: DecisionForm, version: TableVersion, status: int = 200
) -> HttpResponse:
    kind = form["kind"].value()
    context = {
        "finding": view,
        "form": form,
        "kind": kind,
        "title": DECISIONS.get(DispositionKind(kind) if kind in set(DispositionKind) else None),  # type: ignore[arg-type]
        "head": version_head(version),
        "keep": request.GET.get("keep", "") or request.POST.get("keep", ""),
        "idempotency_key": request.POST.get("idempotency_key") or uuid.uuid4().hex,
    }
    response = respond(request, "audit/finding_decision.html", context, fragment="form", status=status)
    if wants_fragment(request):
        response["HX-Retarget"], response["HX-Reswap"] = f"#{kind}-fields", "innerHTML"
    return response


def _several_page(
    request: HttpRequest,
    version: TableVersion,
    listed: Sequence[FindingView],
    form: DecisionForm,
    *,
    checked: set[int],
    status: int = 200,
) -> HttpResponse:
    context = {
        "head": version_head(version),
        "findings": [(view, view.id in checked) for view in listed],
        "form": form,
        "idempotency_key": request.POST.get("idempotency_key") or uuid.uuid4().hex,
    }
    return respond(request, "audit/findings_select.html", context, status=status)


def _finding_page(
    request: HttpRequest, version: TableVersion, form: FindingForm, status: int = 200
) -> HttpResponse:
    context = {
        "head": version_head(version),
        "form": form,
        "idempotency_key": request.POST.get("idempotency_key") or uuid.uuid4().hex,
    }
    return respond(request, "audit/finding_new.html", context, status=status)


# --- Reading requests ---


def _once(request: HttpRequest, action: str, act: Any) -> dict[str, Any]:
    return receipts.once(
        user=request.user, key=request.POST.get("idempotency_key", ""), action=action, act=act
    )


def _view_of(finding: Finding) -> FindingView:
    views = findings_of(finding.version, today=timezone.localdate())
    return next(view for view in views if view.id == finding.pk)


def _waiver_day() -> date:
    return timezone.localdate() + timedelta(days=WAIVER_DAYS)


def _seen(version: TableVersion, query: QueryDict) -> list[Seen]:
    """Findings with the ordinal that was seen, from `f=12:1`. Raises InvalidInput or ObjectNotFound."""
    pairs: dict[int, int] = {}
    for text in query.getlist("f"):
        number, _, ordinal = text.partition(":")
        if not (text.isascii() and number.isdigit() and ordinal.isdigit() and len(text) < 30):
            raise InvalidInput(
                "no_finding", f"Expected a finding and an ordinal, such as 12:1, not {text[:40]!r}."
            )
        pairs[int(number)] = int(ordinal)
    found = Finding.objects.filter(version=version).in_bulk(pairs)
    if len(found) != len(pairs):
        raise ObjectNotFound("no_finding", "This version does not have all of these findings.")
    return [Seen(found[number], ordinal) for number, ordinal in pairs.items()]


def _target_of(version: TableVersion, query: QueryDict) -> dict[str, Any]:
    """What a new finding is about, from `?row=3&c=2`."""
    row, position = query.get("row", ""), query.get("c", "")
    columns = [column["name"] for column in version.contract.columns]
    held = int(position) if position.isascii() and position.isdigit() and len(position) < 5 else -1
    return {
        "row": row if row.isascii() and row.isdigit() else None,
        "column": columns[held] if 0 <= held < len(columns) else "",
        "check": query.get("check", "F1"),
        "severity": "blocking",
    }
