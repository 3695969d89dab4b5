"""The style guide: every component in every state, for our own review; served in the demo and in debug only."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from stageaudit_web.core.templatetags.look import BADGES

RIVERS = (
    ("Asia", "exact", "Amur", "exact", "2,824", "typed", "Russia, China"),
    ("Asia", "exact", "Mekong", "exact", "4,350", "exact", "China, Laos, Cambodia, Vietnam"),
    ("Africa", "words", "Zambezi", "normalised", "2,574", "exact", "Zambia, Angola, Mozambique"),
    (
        "Europe",
        "link_alias",
        "Danube",
        "exact",
        "2,850",
        "unsupported",
        "Germany, Austria, Hungary, Serbia, Romania",
    ),
    ("South America", "exact", "Paraguay", "exact", "", "", "Brazil, Paraguay, Argentina"),
)
SCREENS = {"work": "styleguide_work.html", "frame": "styleguide_frame.html"}


class SampleForm(forms.Form):
    """One field of each kind."""

    question = forms.CharField(
        help_text="In plain words, as you would ask a person.", widget=forms.Textarea(attrs={"rows": 3})
    )
    seed = forms.CharField(label="Seed page", max_length=200, help_text="Title of a Wikipedia page.")
    domain = forms.ChoiceField(choices=[("geography", "Geography"), ("culture", "Culture")], required=False)
    columns = forms.IntegerField(min_value=1, required=False)
    file = forms.FileField(required=False)
    keep = forms.BooleanField(
        label="Keep refused rows", required=False, help_text="They stay with their reason."
    )
    reason = forms.ChoiceField(
        choices=[("wrong", "The finding is wrong"), ("scope", "Out of scope")],
        widget=forms.RadioSelect,
        required=False,
    )


@login_not_required
@xframe_options_sameorigin
@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Shows the page; `?screen=work` the three-pane screen, `?screen=frame` what its evidence frame holds."""
    if request.GET.get("toast"):
        messages.success(request, "Finding P1 dismissed.", extra_tags="undo:/styleguide/")
    context = {
        "words": BADGES,
        "rows": RIVERS,
        "form": SampleForm(),
        "bad_form": SampleForm({"question": "", "seed": "Rivers", "domain": "music"}),
        "page": Paginator(range(523), 50).get_page(request.GET.get("page", 2)),
    }
    return render(request, SCREENS.get(request.GET.get("screen", ""), "styleguide.html"), context)
