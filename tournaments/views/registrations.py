"""Who plays tonight: entered, checked in by one tap, welcomed at the door."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.forms.players import WalkInForm
from tournaments.labels import Status
from tournaments.models import Player, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.evening import counts
from tournaments.queries.forecast import moved_words
from tournaments.queries.names import in_alphabet
from tournaments.refusals import Refusal
from tournaments.services import registrations as service
from tournaments.tables import CandidateTable, PlayerFilter, RegistrationFilter, RegistrationTable, page, taps
from tournaments.views.answers import form_page, refusals_on, refusals_told, see_other


@requires(Action.MANAGE_TOURNAMENT)
def registrations(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """The check-in list; what is sent to it is somebody at the door."""
    form = WalkInForm(request.POST or None)
    if request.method != "POST":
        return _list_page(request, tournament, form)
    if form.is_valid():
        with refusals_on(form):
            entered = service.walk_in(tournament=tournament, facts=form.facts, by=request.user, at=timezone.now())
            sentence = (
                _("%(player)s, déjà connu, est inscrit et présent sous le n° %(number)d.")
                if entered.was_known
                else _("%(player)s est ajouté aux joueurs du club, inscrit et présent sous le n° %(number)d.")
            )
            values = {"player": entered.registration.player, "number": entered.registration.start_number}
            messages.success(request, sentence % values)
            # The form was sent to its own place, far down; what was done and the count are at the top of the page.
            return see_other(reverse("registrations", kwargs={"tournament_id": tournament.pk}) + "#page")
    return _list_page(request, tournament, form, refused=True)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def set_status(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """One tap: htmx gets the cell and the figures again, a browser without it the list."""
    registration = get_object_or_404(tournament.registrations.select_related("player"), pk=registration_id)
    status = request.POST.get("status", "")
    if status not in Status.values:
        return HttpResponseBadRequest(_("Ce pointage n’existe pas. Rechargez la page."))
    refused = ""
    try:
        service.set_status(
            tournament=tournament,
            registrations=[registration.pk],
            status=status,
            by=request.user,
            at=timezone.now(),
        )
        registration.status = status
    except Refusal as refusal:
        refused = str(refusal)
    if not request.htmx:
        if refused:
            messages.error(request, refused)
        return see_other("registrations", tournament_id=tournament.pk)
    context = {
        "record": registration,
        "tournament": tournament,
        "taps": taps(tournament),
        "counts": counts(tournament),
        "moved": moved_words(tournament),
        "refused": refused,
    }
    return render(request, "tournaments/office/tapped.html", context)


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def mark_all_present(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    with refusals_told(request):
        count = service.mark_all_present(tournament=tournament, by=request.user, at=timezone.now())
        sentence = ngettext("%(count)d joueur pointé présent.", "%(count)d joueurs pointés présents.", count)
        messages.success(request, sentence % {"count": count})
    return see_other("registrations", tournament_id=tournament.pk)


@requires(Action.MANAGE_TOURNAMENT)
def register_players(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """The players of the club who are not entered yet: tick some, or take everybody."""
    candidates = Player.objects.filter(club=tournament.club).exclude(registrations__tournament=tournament)
    candidates = candidates.annotate(alphabet=in_alphabet()).order_by("alphabet", "pk")
    if request.method == "POST":
        return _register(request, tournament, candidates)
    narrowed = PlayerFilter(request.GET, queryset=candidates)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "filter": narrowed,
        "table": page(request, CandidateTable(narrowed.qs)),
        "candidates": candidates.count(),
        "has_players": tournament.club.players.exists(),
    }
    return render(request, "tournaments/office/register.html", context)


def _register(request: MemberRequest, tournament: Tournament, candidates: QuerySet[Player]) -> HttpResponse:
    ticked = [int(value) for value in request.POST.getlist("player") if value.isdecimal() and len(value) < 19][:1000]
    chosen = candidates if "everybody" in request.POST else candidates.filter(pk__in=ticked)
    status = Status.PRESENT if "present" in request.POST else Status.REGISTERED
    with refusals_told(request):
        entered = service.register(
            tournament=tournament,
            players=chosen,
            status=status,
            by=request.user,
            at=timezone.now(),
        )
        if not entered:
            messages.error(request, _("Personne n’est inscrit : cochez au moins un joueur."))
            return see_other("register_players", tournament_id=tournament.pk)
        sentence = ngettext("%(count)d joueur inscrit.", "%(count)d joueurs inscrits.", len(entered))
        messages.success(request, sentence % {"count": len(entered)})
        if "everybody" in request.POST:
            return see_other("registrations", tournament_id=tournament.pk)
        return see_other("register_players", tournament_id=tournament.pk)
    return see_other("register_players", tournament_id=tournament.pk)


def _list_page(
    request: HttpRequest, tournament: Tournament, form: WalkInForm, *, refused: bool = False
) -> HttpResponse:
    people = tournament.registrations.select_related("player").annotate(alphabet=in_alphabet("player__"))
    narrowed = RegistrationFilter(request.GET, queryset=people)
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "filter": narrowed,
        "table": page(request, RegistrationTable(narrowed.qs)),
        "counts": counts(tournament),
        "taps": taps(tournament),
        "form": form,
        "has_rounds": tournament.rounds.exists(),
        "moved": moved_words(tournament),
    }
    return form_page(request, "tournaments/office/registrations.html", context, refused=refused)
