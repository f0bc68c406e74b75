"""Replaying a donne card by card, for everybody: the record is in the address, nothing is kept."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.cards import count
from scoring.cards.evaluation import scored_of
from scoring.cards.record import Record
from scoring.cards.replay import replay as replay_of
from scoring.forms.records import RecordForm, packed, unpacked
from scoring.marque import FFT_2012, Bareme, Camp
from scoring.queries.cards import EXAMPLE_NOTES, example_told
from scoring.queries.records import step_of
from scoring.views.places import CARDS
from tournaments.languages import current_language
from tournaments.permissions import public
from tournaments.rates import rated
from tournaments.refusals import Refusal
from tournaments.views.work import SeeOther

PAGE = "scoring/cards/replay.html"
ASK = "scoring/cards/replay_ask.html"


@require_http_methods(["GET", "HEAD", "POST"])
@public
@rated(CARDS)
def replay(request: HttpRequest) -> HttpResponse:
    """Ask for a record, or show one step of the one in the address."""
    if request.method == "POST":
        return _opened(request)
    address = {}
    try:
        if "exemple" in request.GET:
            record, address = example_told(), {"exemple": "1"}
        elif letters := request.GET.get("releve", ""):
            record, address = unpacked(letters), {"releve": letters}
        else:
            return render(request, ASK, {"form": RecordForm()})
    except Refusal as refusal:
        form = RecordForm({})
        form.is_valid()
        form.errors.clear()
        form.refuse(refusal)
        return render(request, ASK, {"form": form}, status=422)
    context = step_context(request, record, base=f"{reverse('replay')}?{urlencode(address)}&")
    if "exemple" in address:
        context["note"] = EXAMPLE_NOTES.get(context["step"].number)
        context["is_example"] = True
    return render(request, PAGE, context)


def step_context(request: HttpRequest, record: Record, *, base: str, bareme: Bareme = FFT_2012) -> dict[str, Any]:
    """Return what the steps of a replay are laid out from; `base` is the address of its steps, up to their number."""
    replayed = replay_of(record)
    step = step_of(replayed, asked_step(request))
    scored = scored_of(replayed, bareme) if step.is_result else None
    return {
        "record": record,
        "replay": replayed,
        "step": step,
        "steps": [_mark(replayed.tricks[number - 1], number) for number in range(1, step.last)],
        "base": base,
        "marque": scored and scored.as_json(current_language(), why=True),
        "marks": list(scored.scores.items()) if scored else [],
        "piles": [(Camp.ATTAQUE, count(replayed.attack_cards)), (Camp.DEFENSE, count(replayed.defense_cards))],
    }


def asked_step(request: HttpRequest) -> int:
    """Return the step of the address, 0 where it says none."""
    asked = request.GET.get("pli", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else 0


def _opened(request: HttpRequest) -> HttpResponse:
    """Read what was pasted and go to its first step, or say everything that cannot be read."""
    form = RecordForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            letters = packed(form.valid_record)
        except Refusal as refusal:
            form.refuse(refusal)
        else:
            return SeeOther(f"{reverse('replay')}?{urlencode({'releve': letters})}")
    return render(request, ASK, {"form": form}, status=422)


def _mark(trick: Any, number: int) -> dict[str, Any]:
    """Return a trick for the strip of steps: its number, who took it, whether something is wrong with it."""
    return {
        "number": number,
        "camp": trick.camp.value if trick.camp else "",
        "wrong": any(play.renonce or not play.held for play in trick.plays),
        "label": (_("Pli %(number)d, à l’attaque") if trick.camp is Camp.ATTAQUE else _("Pli %(number)d"))
        % {"number": number},
    }
