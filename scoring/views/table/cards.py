"""The public pages about cards, without login: count a pile, judge a renonce, replay a donne. Nothing is stored."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.cards import DECK, EXCUSE, TRUMPS, Suit, count
from scoring.cards.evaluation import scored_of
from scoring.cards.record import Record
from scoring.cards.replay import replay as replay_of
from scoring.forms.table.cards import PileForm, RenonceForm
from scoring.forms.table.records import PlayForm, RecordForm, packed, unpacked
from scoring.marque import FFT_2012, Bareme, Camp
from scoring.queries.table.cards import EXAMPLE_NOTES, example_told
from scoring.queries.table.records import RENONCES, play_problems, step_of
from tournaments.kit.languages import current_language
from tournaments.kit.text import whole_number
from tournaments.kit.throttle import RateLimit, rated
from tournaments.permissions import HtmxRequest, public
from tournaments.refusals import Refusal
from tournaments.views.answers import form_page, refusals_on, see_other

REPLAY = "scoring/cards/replay.html"
REPLAY_ASK = "scoring/cards/replay_ask.html"
CARDS_RATE = RateLimit("cards", 300, 60)  # of these pages together, as of the marque for programs

# How the 78 cards lie on a page: the four suits, then the trumps with the Excuse.
SUIT_NAMES = {
    Suit.PIQUE: gettext_lazy("Pique"),
    Suit.COEUR: gettext_lazy("Cœur"),
    Suit.CARREAU: gettext_lazy("Carreau"),
    Suit.TREFLE: gettext_lazy("Trèfle"),
}
LAID_OUT = [
    *((suit.symbol, name, tuple(card for card in DECK if card.suit is suit)) for suit, name in SUIT_NAMES.items()),
    ("", gettext_lazy("Atouts et Excuse"), (*TRUMPS, EXCUSE)),
]


@require_safe
@public
@rated(CARDS_RATE)
def count_pile(request: HtmxRequest) -> HttpResponse:
    """Show the 78 cards and the count of those chosen. htmx asks for the count alone."""
    form = PileForm(request.GET)
    form.is_valid()
    address = f"{reverse('count_pile')}?{form.shortest()}".removesuffix("?")
    context = {
        "form": form,
        "reading": form.reading,
        "address": address,
        "suits": LAID_OUT,
        "chosen": set(form.cards),
    }
    template = "scoring/cards/count_live.html" if request.htmx else "scoring/cards/count.html"
    response = render(request, template, context)
    if request.htmx:
        response["HX-Replace-Url"] = address
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@public
@rated(CARDS_RATE)
def renonce(request: HtmxRequest) -> HttpResponse:
    """Judge one card in the address or, by POST, the record of a whole donne."""
    form, record_form, faults = RenonceForm(request.GET), PlayForm(), None
    form.is_valid()
    if request.method == "POST":
        record_form = PlayForm(request.POST, request.FILES)
        if record_form.is_valid():
            faults = play_problems(record_form.valid_record)
    context = {
        "form": form,
        "verdict": form.verdict,
        "plays": list(zip(form.people, form.verdict.table, strict=False)) if form.verdict else [],
        "player": form.people[len(form.verdict.table)] if form.verdict else "",
        "record_form": record_form,
        "faults": faults,
        "renonces": [fault for fault in faults or [] if fault.code in RENONCES],
        "suits": LAID_OUT,
        "sheet": _sheet_it_came_from(request),
    }
    return form_page(request, "scoring/cards/renonce.html", context, refused=bool(record_form.errors))


def _sheet_it_came_from(request: HttpRequest) -> dict[str, Any]:
    """Return the table the arbiter came from, and the address of its penalties; empty without one."""
    place = {name: whole_number(request.GET.get(name, "")) for name in ("tournoi", "position", "table")}
    if None in place.values():
        return {}
    query = urlencode({name: place[name] for name in ("position", "table")} | {"faute": "renonce"})
    address = reverse("penalties", kwargs={"tournament_id": place["tournoi"]})
    return {"place": place, "penalty": f"{address}?{query}", "query": urlencode(place)}


@require_http_methods(["GET", "HEAD", "POST"])
@public
@rated(CARDS_RATE)
def replay(request: HttpRequest) -> HttpResponse:
    """Ask for a record, or show one step of the record in the address."""
    if request.method == "POST":
        return _opened(request)
    address = {}
    try:
        if "exemple" in request.GET:
            record, address = example_told(), {"exemple": "1"}
        elif letters := request.GET.get("releve", ""):
            record, address = unpacked(letters), {"releve": letters}
        else:
            return render(request, REPLAY_ASK, {"form": RecordForm()})
    except Refusal as refusal:
        form = RecordForm({})
        form.errors.clear()  # nothing was sent: only what is wrong with the address is said
        form.refuse(refusal)
        return form_page(request, REPLAY_ASK, {"form": form}, refused=True)
    context = step_context(request, record, base=f"{reverse('replay')}?{urlencode(address)}&")
    if "exemple" in address:
        context["note"] = EXAMPLE_NOTES.get(context["step"].number)
        context["is_example"] = True
    return render(request, REPLAY, context)


def step_context(request: HttpRequest, record: Record, *, base: str, bareme: Bareme = FFT_2012) -> dict[str, Any]:
    """Return the template context of a step of a replay; `base` is the address of a step without its number."""
    replayed = replay_of(record)
    step = step_of(replayed, _asked_step(request))
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


def _asked_step(request: HttpRequest) -> int:
    """Return the step in the address, 0 without one."""
    return whole_number(request.GET.get("pli", ""), digits=3) or 0


def _opened(request: HttpRequest) -> HttpResponse:
    """Read the pasted record and redirect to its first step, or show everything that cannot be read."""
    form = RecordForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals_on(form):
            letters = packed(form.valid_record)
            return see_other(f"{reverse('replay')}?{urlencode({'releve': letters})}")
    return form_page(request, REPLAY_ASK, {"form": form}, refused=True)


def _mark(trick: Any, number: int) -> dict[str, Any]:
    """Return a trick for the list of steps: its number, its winner, and whether something is wrong with it."""
    return {
        "number": number,
        "camp": trick.camp.value if trick.camp else "",
        "wrong": any(play.renonce or not play.held for play in trick.plays),
        "label": (_("Pli %(number)d, à l’attaque") if trick.camp is Camp.ATTAQUE else _("Pli %(number)d"))
        % {"number": number},
    }
