"""Undo what was made by mistake, or merge two players: the page shows what it touches, then a button does it."""

from collections.abc import Callable
from datetime import date
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.exports.people import doubles_table
from tournaments.forms.base import ConfirmationForm, ErasingForm, MeetingForm
from tournaments.forms.clubs import LeavingForm
from tournaments.kit.text import whole_number
from tournaments.labels import TournamentState
from tournaments.models import Club, League, Player, Season, Tournament
from tournaments.permissions import Action, MemberRequest, requires
from tournaments.queries.clubs.leaving import leaving
from tournaments.queries.people.deleting import deleting_player
from tournaments.queries.people.lookalikes import doubles, lookalikes_kept
from tournaments.queries.people.members import ending_membership
from tournaments.queries.people.merging import have_met, in_both, merging_players
from tournaments.queries.people.names import LONGEST, in_alphabet, people
from tournaments.queries.privacy.erasing import erasing_player
from tournaments.queries.undo.consequences import (
    Consequences,
    deleting_league,
    deleting_registration,
    deleting_season,
    deleting_tournament,
)
from tournaments.refusals import Refusal
from tournaments.services.evening import states
from tournaments.services.people import members, merging
from tournaments.services.privacy import erasing
from tournaments.services.undo import leaving as leaving_club
from tournaments.services.undo import undoing
from tournaments.tasks import enqueue
from tournaments.views.answers import SeeOther, refusals_told, see_other
from tournaments.views.exports import file_of, wants_file

MOST_MATCHES = 20  # of the players looked for by name


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def set_state(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """One button: change who sees the tournament, archive it, or take it out of the archives."""
    state = request.POST.get("state", "")
    changes: dict[str, Callable[..., Tournament]] = {
        TournamentState.ARCHIVED: states.archive,
        TournamentState.FINISHED: states.take_out,
    }
    with refusals_told(request):
        arguments: dict[str, Any] = {"tournament": tournament, "by": request.user, "at": timezone.now()}
        changed = changes[state](**arguments) if state in changes else states.set_state(**arguments, state=state)
        messages.success(
            request, _("« %(name)s » : %(state)s.") % {"name": changed, "state": changed.get_state_display()}
        )
    return see_other("tournament_desk", tournament_id=tournament.pk)


@requires(Action.MANAGE_CLUB)
def delete_club(request: MemberRequest, club: Club) -> HttpResponse:
    """Take the club's file away, then the club: who types its name deletes it."""

    def act(seen: str, name: str = "") -> SeeOther:
        leaving_club.delete_club(club=club, name=name, by=request.user, at=timezone.now(), seen=seen)
        messages.success(request, _("« %(club)s » a quitté ce site.") % {"club": club.name})
        return see_other("home")

    context = {
        "club": club,
        "title": _("Quitter ce site"),
        "button": _("Supprimer le club de ce site"),
        "back": ("club_desk", {"club_id": club.pk}),
        "is_leaving": True,
    }
    return taking_back(request, context, lambda: leaving(club), act, LeavingForm(request.POST or None))


@requires(Action.MANAGE_CLUB)
def delete_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    def act(seen: str) -> SeeOther:
        undoing.delete_tournament(tournament=tournament, by=request.user, at=timezone.now(), seen=seen)
        messages.success(request, _("« %(name)s » est supprimé.") % {"name": tournament.name})
        return see_other("club_desk", club_id=tournament.club_id)

    context = {
        "tournament": tournament,
        "club": tournament.club,
        "title": _("Supprimer « %(name)s »") % {"name": tournament.name},
        "button": _("Supprimer ce tournoi"),
        "back": ("tournament_desk", {"tournament_id": tournament.pk}),
        "can_archive": tournament.state != TournamentState.ARCHIVED and (tournament.is_trial or tournament.is_finished),
    }
    return taking_back(request, context, lambda: deleting_tournament(tournament), act)


@requires(Action.MANAGE_CLUB)
def delete_season(request: MemberRequest, season: Season) -> HttpResponse:
    def act(seen: str) -> SeeOther:
        club = undoing.delete_season(season=season, by=request.user, at=timezone.now(), seen=seen)
        messages.success(request, _("La saison « %(name)s » est supprimée.") % {"name": season.name})
        return see_other("club_seasons", club_id=club.pk)

    context = {
        "club": season.club,
        "title": _("Supprimer la saison « %(name)s »") % {"name": season.name},
        "button": _("Supprimer cette saison"),
        "back": ("edit_season", {"season_id": season.pk}),
    }
    return taking_back(request, context, lambda: deleting_season(season), act)


@requires(Action.MANAGE_CLUB)
def delete_league(request: MemberRequest, league: League) -> HttpResponse:
    def act(seen: str) -> SeeOther:
        season = undoing.delete_league(league=league, by=request.user, at=timezone.now(), seen=seen)
        messages.success(request, _("Le championnat « %(name)s » est supprimé.") % {"name": league.name})
        return see_other("club_seasons", club_id=season.club_id)

    context = {
        "club": league.club,
        "title": _("Supprimer le championnat « %(name)s »") % {"name": league.name},
        "button": _("Supprimer ce championnat"),
        "back": ("edit_league", {"league_id": league.pk}),
    }
    return taking_back(request, context, lambda: deleting_league(league), act)


@requires(Action.MANAGE_TOURNAMENT)
def delete_registration(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    registration = get_object_or_404(
        tournament.registrations.select_related("player", "tournament"), pk=registration_id
    )

    def act(seen: str) -> SeeOther:
        undoing.delete_registration(registration=registration, by=request.user, at=timezone.now(), seen=seen)
        messages.success(request, _("%(player)s n’est plus inscrit.") % {"player": registration.player.full_name})
        return see_other("registrations", tournament_id=tournament.pk)

    context = {
        "tournament": tournament,
        "club": tournament.club,
        "title": _("Désinscrire %(player)s") % {"player": registration.player.full_name},
        "button": _("Désinscrire"),
        "back": ("registrations", {"tournament_id": tournament.pk}),
    }
    return taking_back(request, context, lambda: deleting_registration(registration), act)


@requires(Action.MANAGE_CLUB)
def delete_player(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)

    def act(seen: str) -> SeeOther:
        undoing.delete_player(player=player, by=request.user, at=timezone.now(), seen=seen)
        messages.success(request, _("%(player)s est supprimé.") % {"player": player.full_name})
        return see_other("club_players", club_id=club.pk)

    context = {
        "club": club,
        "player": player,
        "may_merge": True,
        "may_leave": len(player.clubs) > 1,
        "title": _("Supprimer %(player)s") % {"player": player.full_name},
        "button": _("Supprimer ce joueur"),
        "back": ("edit_player", {"club_id": club.pk, "player_id": player.pk}),
    }
    return taking_back(request, context, lambda: deleting_player(player, request.user), act)


@requires(Action.MANAGE_CLUB)
def erase_player(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Erase a player's data when he asks for it: show what it touches, then do it. It cannot be undone."""
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)

    def act(seen: str, heard_on: date | None = None) -> SeeOther:
        erased = erasing.erase_player(player=player, by=request.user, at=timezone.now(), seen=seen, heard_on=heard_on)
        for job in erased.jobs:
            enqueue(job.pk)
        messages.success(request, _("Ses données sont effacées ; ses résultats restent sous son numéro de départ."))
        return see_other("club_players", club_id=club.pk)

    context = {
        "club": club,
        "player": player,
        "may_leave": player.club_id != club.pk,
        "title": _("Effacer les données de %(player)s") % {"player": player.full_name},
        "button": _("Effacer ces données pour toujours"),
        "back": ("edit_player", {"club_id": club.pk, "player_id": player.pk}),
    }
    form = None if player.erasure_asked_on else ErasingForm(request.POST or None)
    return taking_back(request, context, lambda: erasing_player(player, by=request.user), act, form)


@requires(Action.MANAGE_CLUB)
def end_membership(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """End the membership of somebody who leaves the club and stays in another."""
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)

    def act(seen: str) -> SeeOther:
        members.end_membership(club=club, player=player, by=request.user, at=timezone.now(), seen=seen)
        messages.success(request, _("%(player)s n’est plus membre du club.") % {"player": player.full_name})
        return see_other("club_players", club_id=club.pk)

    context = {
        "club": club,
        "player": player,
        "title": _("Terminer l’adhésion de %(player)s") % {"player": player.full_name},
        "button": _("Terminer son adhésion ici"),
        "back": ("edit_player", {"club_id": club.pk, "player_id": player.pk}),
    }
    return taking_back(request, context, lambda: ending_membership(player, club), act)


@requires(Action.MANAGE_CLUB)
def merge_players(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """
    Merge two players: the one of the address is kept, `avec` is the id of the other. Without it, ask who that is.

    The club keeps both files: what another keeps is linked, not merged.
    """
    keep = get_object_or_404(club.files.select_related("club"), pk=player_id)
    drop_id = whole_number(request.GET.get("avec", ""))
    if drop_id is None:
        return _choose_the_same(request, club, keep)
    drop = get_object_or_404(_may_be_he(club).select_related("club"), pk=drop_id)

    def act(seen: str, reason: str = "") -> SeeOther:
        merging.merge_players(keep=keep, drop=drop, by=request.user, at=timezone.now(), seen=seen, reason=reason)
        values = {"keep": keep.full_name, "drop": drop.full_name}
        messages.success(request, _("%(drop)s et %(keep)s ne font plus qu’un : %(keep)s.") % values)
        return see_other("edit_player", club_id=club.pk, player_id=keep.pk)

    context = {
        "club": club,
        "player": keep,
        "other": drop,
        "other_club": club,
        "title": _("%(drop)s et %(keep)s : une seule personne") % {"drop": drop.full_name, "keep": keep.full_name},
        "button": _("Fusionner, et garder %(keep)s") % {"keep": keep.full_name},
        "back": ("edit_player", {"club_id": club.pk, "player_id": keep.pk}),
    }
    form_class = MeetingForm if any(have_met(*pair) for pair in in_both(keep, drop)) else ConfirmationForm
    return taking_back(
        request, context, lambda: merging_players(keep, drop, request.user), act, form_class(request.POST or None)
    )


@requires(Action.MANAGE_CLUB)
def club_doubles(request: MemberRequest, club: Club) -> HttpResponse:
    """The players of a club who may be one person, two by two."""
    pairs = doubles(club.pk)
    if wants_file(request):
        return file_of(request, lambda: doubles_table(club, pairs))
    return render(request, "tournaments/office/doubles.html", {"club": club, "pairs": pairs})


def taking_back(
    request: HttpRequest,
    context: dict[str, Any],
    foresee: Callable[[], Consequences],
    act: Callable[..., SeeOther],
    form: ConfirmationForm | None = None,
) -> HttpResponse:
    """Show what would be touched; once confirmed, do it, or say why not and show what would be touched now."""
    form = form or ConfirmationForm(request.POST or None)
    refusal_sentence, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            return act(**form.answers)
        except Refusal as refusal:
            refusal_sentence, status = str(refusal), HTTPStatus.CONFLICT
            if form.errors:  # what was typed is wrong: nothing was asked of the service
                refusal_sentence, status = "", HTTPStatus.UNPROCESSABLE_ENTITY
            elif form.fields.keys() & refusal.fields.keys():
                form.refuse(refusal)
                refusal_sentence, status = "", HTTPStatus.UNPROCESSABLE_ENTITY
    consequences = foresee()
    form.show(consequences.seen)
    page, values = context["back"]
    context |= {
        "consequences": consequences,
        "form": form,
        # Their own refusals stand below: they are not shown twice.
        "refused": "" if consequences.refusals else refusal_sentence,
        "back": see_other(page, **values).url,
    }
    return render(request, "tournaments/office/undo.html", context, status=status)


def _may_be_he(club: Club) -> QuerySet[Player]:
    """Return the people whom a club may merge: those whose files it keeps."""
    return club.files.filter(club=club)


def _choose_the_same(request: MemberRequest, club: Club, player: Player) -> HttpResponse:
    typed = request.GET.get("q", "").strip()[:LONGEST]
    matches = []
    if typed:
        candidates = _may_be_he(club).filter(people(typed)).exclude(pk=player.pk)
        matches = list(
            candidates.select_related("club").annotate(alphabet=in_alphabet()).order_by("alphabet", "pk")[:MOST_MATCHES]
        )
    context = {
        "club": club,
        "player": player,
        "typed": typed,
        "found": matches,
        "alike": lookalikes_kept(club, player),
    }
    return render(request, "tournaments/office/merge.html", context)
