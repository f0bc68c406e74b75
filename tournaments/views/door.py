"""The entrance of the hall: look for somebody, one tap and he is in; how many are there, and what comes next."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.door import DoorForm, Tap, TapForm
from tournaments.labels import Status, Waits
from tournaments.languages import current_language
from tournaments.models import Player, Tournament
from tournaments.money_labels import PaymentMethod
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries import door as query
from tournaments.queries.names import LONGEST
from tournaments.queries.personal_links import link_code
from tournaments.refusals import Refusal
from tournaments.services import door as service
from tournaments.services.documents import ask_receipts
from tournaments.services.rates import give_rate
from tournaments.services.registrations import register, set_status
from tournaments.text import euros, whole_number
from tournaments.views.answers import REFUSED, follow, form_page, refusals_on, refusals_told, see_other
from tournaments.views.public_page import own_page_of, public_page_of

STATUSES = {Tap.AWAITED: Status.REGISTERED, Tap.ABSENT: Status.ABSENT, Tap.LEAVE: Status.WITHDRAWN}
WAITS = {Tap.LATE: Waits.LATE, Tap.STAND_IN: Waits.STAND_IN}


@requires(Action.MANAGE_TOURNAMENT)
def door(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """The whole page; to htmx the people alone while somebody types, and the figures too every ten seconds (`etat`)."""
    typed = request.GET.get("q", "")[:LONGEST]
    context = _shown(request, tournament, typed)
    if not request.htmx:
        figures = {"door": query.door(tournament, rates=context["rates"]), "form": context["newcomer"]}
        figures |= {"way": public_page_of(tournament, request)} | _arrived(request, tournament)
        return render(request, "tournaments/office/door/door.html", context | figures)
    if "etat" in request.GET:
        context["door"] = query.door(tournament, rates=context["rates"])
    return render(request, "tournaments/office/door/found.html", context | {"oob": True})


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def tap(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """One tap on somebody's line: htmx gets the line and the figures again, a browser without it the page."""
    form = TapForm(request.POST)
    player = (
        form.is_valid()
        and Player.objects.filter(pk=form.cleaned_data["player"], club=tournament.club_id)
        .select_related("club")
        .first()
    )
    done = refused = ""
    page = None
    if not player:
        refused = str(next(iter(form.errors.values()), [_("Ce joueur n’est pas du club. Rechargez la page.")])[0])
    else:
        try:
            done = _tapped(request, tournament, player, form)
            if form.cleaned_data["do"][0] in (Tap.PAY, Tap.COME):
                page = own_page_of(link_code(player, tournament), request)
        except Refusal as refusal:
            refused = str(refusal)
    if not request.htmx:
        (messages.error if refused else messages.success)(request, refused or done)
        return see_other("door", tournament_id=tournament.pk)
    if not player:
        return render(request, "tournaments/office/door/refused.html", {"refused": refused}, status=REFUSED)
    rates = list(tournament.rates.all())
    context = {
        "tournament": tournament,
        "one": query.person(tournament, player, rates=rates),
        "rates": rates,
        "methods": PaymentMethod.choices,
        "has_rounds": tournament.rounds.exists(),
        "door": query.door(tournament, rates=rates),
        "done": done,
        "page": page,
        "refused": refused,
        "oob": True,
        "is_open": bool(refused),
    }
    return render(request, "tournaments/office/door/tapped.html", context)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def newcomer(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Somebody whom the list does not show."""
    form = DoorForm(request.POST)
    if form.is_valid():
        asked, rate = form.cleaned_data["do"]
        with refusals_on(form):
            come = service.come_unknown(
                tournament=tournament,
                facts=form.facts,
                rate=rate,
                method=(form.cleaned_data["method"] or PaymentMethod.CASH) if asked == Tap.PAY else "",
                key=form.cleaned_data["key"],
                by=request.user,
                at=timezone.now(),
            )
            messages.success(request, _and_paid(_how_he_came(come), come))
            # Without a place of its own a browser keeps the form's, « #nouveau »: what was done would be out of sight.
            return see_other(f"{reverse('door', args=[tournament.pk])}?arrive={come.registration.pk}#top")
    context = _shown(request, tournament, "") | {"form": form}
    context["door"] = query.door(tournament, rates=context["rates"])
    return form_page(request, "tournaments/office/door/door.html", context, refused=True)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def make_receipt(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Have the receipt of one person made into a PDF."""
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
    return see_other("door", tournament_id=tournament.pk)


def _tapped(request: MemberRequest, tournament: Tournament, player: Player, form: TapForm) -> str:
    """Do what a button asks and return what was done, in a sentence."""
    asked, rate = form.cleaned_data["do"]
    doing: dict[str, Any] = {"tournament": tournament, "by": request.user, "at": timezone.now()}
    if asked in (Tap.PAY, Tap.COME):
        come = service.arrive(
            player=player,
            rate=rate,
            method=form.cleaned_data["method"] if asked == Tap.PAY else "",
            key=form.cleaned_data["key"],
            **doing,
        )
        sentence = (
            _("%(player)s était déjà là, n° %(number)d.")
            if come.was_there and not come.paid
            else _("%(player)s est là, n° %(number)d.")
        )
        return _and_paid(sentence, come)
    entry = tournament.registrations.filter(player=player).first()
    if asked in WAITS:
        service.expect(player=player, waits=WAITS[asked], **doing)
    elif entry is None:
        register(players=[player], status=STATUSES.get(asked, Status.REGISTERED), **doing)
    elif asked == Tap.RATE:
        give_rate(registration=entry.pk, rate=rate, **doing)
    else:
        set_status(registrations=[entry.pk], status=STATUSES[asked], **doing)
    return _("%(player)s : c’est noté.") % {"player": player.full_name}


def _how_he_came(come: service.Arrival) -> str:
    if come.was_there:  # the form was sent twice
        return _("%(player)s est là, n° %(number)d.")
    if come.was_known:
        return _("%(player)s, déjà connu, est présent sous le n° %(number)d.")
    return _("%(player)s est ajouté aux joueurs du club, présent sous le n° %(number)d.")


def _arrived(request: MemberRequest, tournament: Tournament) -> dict[str, Any]:
    """Return who has just been let in, with his own page, where the address says so (`arrive`)."""
    asked = whole_number(request.GET.get("arrive", ""))
    entry = tournament.registrations.select_related("player").filter(pk=asked).first()
    return {} if entry is None else {"one": entry, "page": own_page_of(link_code(entry.player, tournament), request)}


def _and_paid(sentence: str, come: service.Arrival) -> str:
    entry = come.registration
    told = sentence % {"player": entry.player.full_name, "number": entry.start_number}
    if come.paid:
        told += " " + _("%(amount)s encaissés.") % {"amount": euros(come.paid, current_language())}
    return told


def _shown(request: MemberRequest, tournament: Tournament, typed: str) -> dict[str, Any]:
    rates = list(tournament.rates.all())
    wanted = request.GET.get("liste", "")
    shown = query.Shown(wanted) if wanted in list(query.Shown) else query.Shown.AWAITED
    is_search = bool(typed.strip())
    return {
        "tournament": tournament,
        "club": tournament.club,
        "typed": typed,
        "shown": shown,
        "is_search": is_search,
        "found": (
            query.found(tournament, typed, rates=rates) if is_search else query.listed(tournament, shown, rates=rates)
        ),
        "rates": rates,
        "methods": PaymentMethod.choices,
        "has_rounds": tournament.rounds.exists(),
        "address": reverse("door", kwargs={"tournament_id": tournament.pk}),
        "newcomer": DoorForm.for_typed(typed),
    }
