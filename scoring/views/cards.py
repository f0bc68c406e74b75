"""The cards for everybody, without login: a pile counted, a renonce settled. They keep nothing but the address."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from scoring.cards import DECK, EXCUSE, TRUMPS, Suit
from scoring.forms.cards import PileForm, RenonceForm
from scoring.forms.records import PlayForm
from scoring.queries.records import RENONCES, faults_of
from scoring.views.places import CARDS
from tournaments.permissions import HtmxRequest, public
from tournaments.rates import rated

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
@rated(CARDS)
def count_pile(request: HtmxRequest) -> HttpResponse:
    """Show the 78 cards and what those chosen come to. htmx asks for the answer alone."""
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
@rated(CARDS)
def renonce(request: HtmxRequest) -> HttpResponse:
    """Judge one card, told in the address; or, posted, the record of a whole donne."""
    form, record_form, faults = RenonceForm(request.GET), PlayForm(), None
    form.is_valid()
    if request.method == "POST":
        record_form = PlayForm(request.POST, request.FILES)
        if record_form.is_valid():
            faults = faults_of(record_form.valid_record)
    context = {
        "form": form,
        "verdict": form.verdict,
        "plays": list(zip(form.people, form.verdict.table, strict=False)) if form.verdict else [],
        "player": form.people[len(form.verdict.table)] if form.verdict else "",
        "record_form": record_form,
        "faults": faults,
        "renonces": [fault for fault in faults or [] if fault.code in RENONCES],
        "suits": LAID_OUT,
    }
    return render(request, "scoring/cards/renonce.html", context, status=422 if record_form.errors else 200)
