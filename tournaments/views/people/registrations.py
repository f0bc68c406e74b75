"""Who plays in a tournament: registered, checked in by one tap. See `check_in.py` for people who are not registered."""

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournaments.exports.people import registrations_table
from tournaments.exports.results import stem_of
from tournaments.exports.tables import of_list
from tournaments.labels import Status
from tournaments.models import Player, Tournament, has_died
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.draws.drafts import draws_as_usual
from tournaments.queries.draws.forecast import moved_words
from tournaments.queries.evening.stages import counts
from tournaments.queries.money.takings import debts
from tournaments.queries.people.entries import to_take_in
from tournaments.queries.people.files import left_out_words
from tournaments.queries.people.names import in_alphabet
from tournaments.queries.undo.consequences import with_use
from tournaments.refusals import Refusal
from tournaments.services.people import registrations as service
from tournaments.tables import (
    CandidateTable,
    PlayerFilter,
    RegistrationFilter,
    RegistrationTable,
    page,
    taps,
    ticked_players,
)
from tournaments.views.answers import refusals_told, see_other
from tournaments.views.exports import file_of, wants_file


@requires(Action.MANAGE_TOURNAMENT)
def registrations(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Show the list of registrations, filtered and sorted."""
    people = with_use(tournament.registrations.filter(OF_A_PERSON).select_related("player", "rate", "team")).annotate(
        alphabet=in_alphabet("player__")
    )
    filterset = RegistrationFilter(request.GET, queryset=people)
    table = page(request, RegistrationTable(filterset.qs))
    owed_by_entry = _owed(tournament)
    if wants_file(request):
        rows = (row.record for row in table.rows)
        return file_of(request, lambda: registrations_table(tournament, rows, owed_by_entry))
    if owed_by_entry is not None:
        table.columns.show("owed")
    has_rounds = tournament.rounds.exists()
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "filter": filterset,
        "table": table,
        "counts": counts(tournament),
        "taps": taps(tournament),
        "debts": owed_by_entry,
        "has_rounds": has_rounds,
        "draws_as_usual": not has_rounds and draws_as_usual(tournament),
        "moved": moved_words(tournament),
        "to_take_in": to_take_in(tournament) if tournament.places_taken else 0,
    }
    return render(request, "tournaments/office/registrations.html", context)


def _owed(tournament: Tournament) -> dict[int, int] | None:
    """Return the cents still owed: {registration id: cents}; None in a tournament without rates."""
    if not tournament.rates.exists():
        return None
    return {debt.registration.pk: debt.owed for debt in debts(tournament)}


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def set_status(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    """Set the status of one registration: htmx gets its cell and the counts, a browser without scripts the list."""
    registration = get_object_or_404(with_use(tournament.registrations.select_related("player")), pk=registration_id)
    status = request.POST.get("status", "")
    refused = "" if status in Status.values else _("Ce pointage n’existe pas. Rechargez la page.")
    try:
        if not refused:
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
        "debts": _owed(tournament),
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
    """Show the players of the club who are not registered yet: tick some, or take all."""
    candidates = tournament.club.known.filter(~has_died(), erased_at=None).exclude(registrations__tournament=tournament)
    candidates = candidates.annotate(alphabet=in_alphabet()).order_by("alphabet", "pk")
    if request.method == "POST":
        return _register(request, tournament, candidates)
    filterset = PlayerFilter(request.GET, queryset=candidates, club=tournament.club)
    table = page(request, CandidateTable(filterset.qs))
    if wants_file(request):
        title, stem = _("Non inscrits"), stem_of("non-inscrits", tournament)
        return file_of(request, lambda: of_list(table, title=title, stem=stem))
    context = {
        "tournament": tournament,
        "club": tournament.club,
        "filter": filterset,
        "table": table,
        "candidates": candidates.count(),
        "has_players": tournament.club.known.exists(),
    }
    return render(request, "tournaments/office/register.html", context)


def _register(request: MemberRequest, tournament: Tournament, candidates: QuerySet[Player]) -> HttpResponse:
    ticked = candidates if "everybody" in request.POST else candidates.filter(pk__in=ticked_players(request))
    status = Status.PRESENT if "present" in request.POST else Status.REGISTERED
    with refusals_told(request):
        entered = service.register(
            tournament=tournament,
            players=ticked,
            status=status,
            by=request.user,
            at=timezone.now(),
        )
        if left_out := left_out_words(tournament, ticked):
            messages.warning(request, left_out)
        if not entered:
            messages.error(request, _("Personne n’est inscrit : cochez au moins un joueur."))
            return see_other("register_players", tournament_id=tournament.pk)
        if status == Status.PRESENT:
            sentence = ngettext(
                "%(count)d joueur inscrit et présent.", "%(count)d joueurs inscrits et présents.", len(entered)
            )
        else:
            sentence = ngettext("%(count)d joueur inscrit.", "%(count)d joueurs inscrits.", len(entered))
        messages.success(request, sentence % {"count": len(entered)})
        if "everybody" in request.POST:
            return see_other("registrations", tournament_id=tournament.pk)
        return see_other("register_players", tournament_id=tournament.pk)
    return see_other("register_players", tournament_id=tournament.pk)
