"""The check-in at the entrance of the hall: find a person, check the person in with one tap, count who is there."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.evening.check_in import CheckInForm, Tap, TapForm
from tournaments.kit.languages import current_language
from tournaments.kit.text import euros, whole_number
from tournaments.labels import PaymentMethod, Status, Waits
from tournaments.models import Player, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.evening import check_in as query
from tournaments.queries.pages.personal_links import evening_code
from tournaments.queries.people.entries import at_the_door
from tournaments.queries.people.names import LONGEST
from tournaments.refusals import Refusal
from tournaments.services.evening import check_in as service
from tournaments.services.money.rates import give_rate
from tournaments.services.people.registrations import register, set_status
from tournaments.services.work.documents import ask_receipts
from tournaments.views.answers import (
    REFUSED,
    follow,
    form_page,
    refusals_on,
    refusals_told,
    see_other,
)
from tournaments.views.public_page import own_page_of, public_page_of

STATUSES = {Tap.AWAITED: Status.REGISTERED, Tap.ABSENT: Status.ABSENT, Tap.LEAVE: Status.WITHDRAWN}
WAITS = {Tap.LATE: Waits.LATE, Tap.STAND_IN: Waits.STAND_IN}


@requires(Action.CHECK_IN)
def check_in(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the check-in. An htmx request gets the list for a typed name; with `etat`, every ten seconds, counts too."""
    typed = request.GET.get("q", "")[:LONGEST]
    context = _list_context(request, tournament, typed)
    if not request.htmx:
        figures = {"check_in": query.check_in(tournament, rates=context["rates"]), "form": context["newcomer"]}
        figures |= {"way": public_page_of(tournament, request)} | _arrived(request, tournament)
        return render(request, "tournaments/office/check_in/check_in.html", context | figures)
    if "etat" in request.GET:
        context["check_in"] = query.check_in(tournament, rates=context["rates"])
    return render(request, "tournaments/office/check_in/found.html", context | {"oob": True})


@require_POST
@requires(Action.CHECK_IN)
def tap(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Do what a button of a person's line says (present, late, absent, paid); htmx gets the line and the counts."""
    form = TapForm(request.POST)
    player = (
        form.is_valid() and tournament.club.known.filter(pk=form.cleaned_data["player"]).select_related("club").first()
    )
    done_sentence = refusal_sentence = ""
    page = None
    if not player:
        refusal_sentence = str(
            next(iter(form.errors.values()), [_("Ce joueur n’est pas du club. Rechargez la page.")])[0]
        )
    else:
        try:
            done_sentence = _do_tap(request, tournament, player, form)
            if form.cleaned_data["do"][0] in (Tap.PAY, Tap.COME):
                page = own_page_of(evening_code(tournament.registrations.get(player=player)), request)
        except Refusal as refusal:
            refusal_sentence = str(refusal)
    if not request.htmx:
        (messages.error if refusal_sentence else messages.success)(request, refusal_sentence or done_sentence)
        return see_other("check_in", tournament_id=tournament.pk)
    if not player:
        return render(
            request, "tournaments/office/check_in/refused.html", {"refused": refusal_sentence}, status=REFUSED
        )
    rates = list(tournament.rates.all())
    context = {
        "tournament": tournament,
        "one": query.person(tournament, player, rates=rates),
        "rates": rates,
        "methods": PaymentMethod.choices,
        "has_rounds": tournament.rounds.exists(),
        "check_in": query.check_in(tournament, rates=rates),
        "done": done_sentence,
        "page": page,
        "refused": refusal_sentence,
        "oob": True,
        "is_open": bool(refusal_sentence),
    }
    return render(request, "tournaments/office/check_in/tapped.html", context)


@require_POST
@requires(Action.CHECK_IN)
def newcomer(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Add a person who is not in the list, and check the person in."""
    form = CheckInForm(request.POST)
    if form.is_valid():
        pressed, rate = form.cleaned_data["do"]
        with refusals_on(form):
            arguments: dict[str, Any] = {
                "tournament": tournament,
                "rate": rate,
                "method": (form.cleaned_data["method"] or PaymentMethod.CASH) if pressed == Tap.PAY else "",
                "key": form.cleaned_data["key"],
                "by": request.user,
                "at": timezone.now(),
            }
            known_player = form.known_player(tournament.club)
            arrival = (
                service.arrive(player=known_player, **arguments)
                if known_player
                else service.come_unknown(facts=form.facts, others=form.others, same=form.same, **arguments)
            )
            messages.success(request, _with_payment(_arrival_sentence(arrival), arrival))
            # Without a fragment of its own a browser keeps the form's, « #nouveau »: the message would be out of sight.
            return see_other(f"{reverse('check_in', args=[tournament.pk])}?arrive={arrival.registration.pk}#top")
    context = _list_context(request, tournament, "") | {"form": form}
    context["check_in"] = query.check_in(tournament, rates=context["rates"])
    return form_page(request, "tournaments/office/check_in/check_in.html", context, refused=True)


@require_POST
@requires(Action.CHECK_IN)
def make_receipt(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Enqueue a PDF of one person's receipt."""
    entry = get_object_or_404(tournament.registrations, pk=registration_id)
    with refusals_told(request):
        return follow(
            ask_receipts(
                tournament=tournament,
                registration=entry.pk,
                language=current_language(),
                by=request.user,
                at=timezone.now(),
            )
        )
    return see_other("check_in", tournament_id=tournament.pk)


def _do_tap(request: MemberRequest, tournament: Tournament, player: Player, form: TapForm) -> str:
    """Do what a button asks, and return a sentence that says what was done."""
    pressed, rate = form.cleaned_data["do"]
    arguments: dict[str, Any] = {"tournament": tournament, "by": request.user, "at": timezone.now()}
    if pressed in (Tap.PAY, Tap.COME):
        arrival = service.arrive(
            player=player,
            rate=rate,
            method=form.cleaned_data["method"] if pressed == Tap.PAY else "",
            key=form.cleaned_data["key"],
            **arguments,
        )
        sentence = (
            _("%(player)s était déjà là, n° %(number)d.")
            if arrival.was_there and not arrival.paid
            else _("%(player)s est là, n° %(number)d.")
        )
        return _with_payment(sentence, arrival)
    entry = tournament.registrations.filter(player=player).first()
    if pressed in WAITS:
        service.expect(player=player, waits=WAITS[pressed], **arguments)
    elif entry is None:
        register(players=[player], status=STATUSES.get(pressed, Status.REGISTERED), **arguments)
    elif pressed == Tap.RATE:
        give_rate(registration=entry.pk, rate=rate, **arguments)
    else:
        set_status(registrations=[entry.pk], status=STATUSES[pressed], **arguments)
    return _("%(player)s : c’est noté.") % {"player": player.full_name}


def _arrival_sentence(arrival: service.Arrival) -> str:
    if arrival.was_there:  # the form was sent twice
        return _("%(player)s est là, n° %(number)d.")
    if arrival.was_known:
        return _("%(player)s, déjà connu, est présent sous le n° %(number)d.")
    return _("%(player)s est invité du club, présent sous le n° %(number)d.")


def _arrived(request: MemberRequest, tournament: Tournament) -> dict[str, Any]:
    """Return the person who was just checked in (`arrive` in the address) with the link of the personal page, or {}."""
    registration_id = whole_number(request.GET.get("arrive", ""))
    if registration_id is None:
        return {}
    entry = tournament.registrations.select_related("player").filter(pk=registration_id).first()
    return {} if entry is None else {"one": entry, "page": own_page_of(evening_code(entry), request)}


def _with_payment(sentence: str, arrival: service.Arrival) -> str:
    entry = arrival.registration
    text = sentence % {"player": entry.player.full_name, "number": entry.start_number}
    if arrival.paid:
        text += " " + _("%(amount)s encaissés.") % {"amount": euros(arrival.paid, current_language())}
    return text


def _list_context(request: MemberRequest, tournament: Tournament, typed: str) -> dict[str, Any]:
    rates = list(tournament.rates.all())
    code = request.GET.get("liste", "")
    chosen_list = query.Shown(code) if code in list(query.Shown) else query.Shown.AWAITED
    is_search = bool(typed.strip())
    return {
        "tournament": tournament,
        "club": tournament.club,
        "typed": typed,
        "shown": chosen_list,
        "is_search": is_search,
        "found": (
            query.search(tournament, typed, rates=rates)
            if is_search
            else query.listed(tournament, chosen_list, rates=rates)
        ),
        "from_home": at_the_door(tournament, typed, most=query.MOST_FOUND)
        if (is_search or chosen_list == query.Shown.AWAITED) and tournament.places_taken
        else [],
        "rates": rates,
        "methods": PaymentMethod.choices,
        "has_rounds": tournament.rounds.exists(),
        "address": reverse("check_in", kwargs={"tournament_id": tournament.pk}),
        "newcomer": CheckInForm.for_typed(typed),
    }
