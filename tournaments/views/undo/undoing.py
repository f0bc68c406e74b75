"""Pages that undo something or merge two players: a page shows what would change, then a button does it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.exports.people import doubles_table
from tournaments.forms.base import ConfirmationForm, ErasingForm, MeetingForm
from tournaments.forms.clubs.clubs import ClubLeavingForm
from tournaments.forms.people.players import EndForm
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
from tournaments.views.answers import refusals_told, see_other
from tournaments.views.exports import file_of, wants_file

MOST_MATCHES = 20  # of the players looked for by name


WayOn = tuple[str, dict[str, int]]  # the name of an address, and its values


@dataclass(frozen=True)
class TakingBack:
    """
    One thing to undo: its consequences, the service that undoes it, and its words.

    `act` gets `by`, `at` and the answers of the form. The page has a link `back`; after the undo it says `done` and
    redirects to `then`.
    """

    foresee: Callable[[], Consequences]
    act: Callable[..., object]
    title: str
    button: str
    done: str
    back: WayOn
    then: WayOn


@require_POST
@requires(Action.MANAGE_TOURNAMENT)
def set_state(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    """Change who sees the tournament, archive it, or take it out of the archives."""
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
    """Delete a club: first download its file, then type its name."""
    deleting = TakingBack(
        foresee=lambda: leaving(club),
        act=partial(leaving_club.delete_club, club=club),
        title=_("Quitter ce site"),
        button=_("Supprimer le club de ce site"),
        done=_("« %(club)s » a quitté ce site.") % {"club": club.name},
        back=("club_desk", {"club_id": club.pk}),
        then=("home", {}),
    )
    return take_back(request, deleting, ClubLeavingForm(request.POST or None), club=club, is_leaving=True)


@requires(Action.MANAGE_CLUB)
def delete_tournament(request: MemberRequest, tournament: Tournament) -> HttpResponse:
    deleting = TakingBack(
        foresee=lambda: deleting_tournament(tournament),
        act=partial(undoing.delete_tournament, tournament=tournament),
        title=_("Supprimer « %(name)s »") % {"name": tournament.name},
        button=_("Supprimer ce tournoi"),
        done=_("« %(name)s » est supprimé.") % {"name": tournament.name},
        back=("tournament_desk", {"tournament_id": tournament.pk}),
        then=("club_desk", {"club_id": tournament.club_id}),
    )
    may_archive = tournament.state != TournamentState.ARCHIVED and (tournament.is_trial or tournament.is_finished)
    return take_back(request, deleting, tournament=tournament, club=tournament.club, can_archive=may_archive)


@requires(Action.MANAGE_CLUB)
def delete_season(request: MemberRequest, season: Season) -> HttpResponse:
    deleting = TakingBack(
        foresee=lambda: deleting_season(season),
        act=partial(undoing.delete_season, season=season),
        title=_("Supprimer la saison « %(name)s »") % {"name": season.name},
        button=_("Supprimer cette saison"),
        done=_("La saison « %(name)s » est supprimée.") % {"name": season.name},
        back=("edit_season", {"season_id": season.pk}),
        then=("club_seasons", {"club_id": season.club_id}),
    )
    return take_back(request, deleting, club=season.club)


@requires(Action.MANAGE_LEAGUE)
def delete_league(request: MemberRequest, league: League) -> HttpResponse:
    then: tuple[str, dict[str, Any]] = ("club_seasons", {"club_id": league.club.pk})
    if league.committee is not None:
        then = ("committee_leagues", {"committee_id": league.committee.pk})
    deleting = TakingBack(
        foresee=lambda: deleting_league(league),
        act=partial(undoing.delete_league, league=league),
        title=_("Supprimer le championnat « %(name)s »") % {"name": league.name},
        button=_("Supprimer ce championnat"),
        done=_("Le championnat « %(name)s » est supprimé.") % {"name": league.name},
        back=("edit_league", {"league_id": league.pk}),
        then=then,
    )
    return take_back(request, deleting, club=None if league.committee else league.club)


@requires(Action.MANAGE_TOURNAMENT)
def delete_registration(request: MemberRequest, tournament: Tournament, registration_id: int) -> HttpResponse:
    registration = get_object_or_404(
        tournament.registrations.select_related("player", "tournament"), pk=registration_id
    )
    player = {"player": registration.player.full_name}
    registrations = ("registrations", {"tournament_id": tournament.pk})
    deleting = TakingBack(
        foresee=lambda: deleting_registration(registration),
        act=partial(undoing.delete_registration, registration=registration),
        title=_("Désinscrire %(player)s") % player,
        button=_("Désinscrire"),
        done=_("%(player)s n’est plus inscrit.") % player,
        back=registrations,
        then=registrations,
    )
    return take_back(request, deleting, tournament=tournament, club=tournament.club)


@requires(Action.MANAGE_CLUB)
def delete_player(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)
    deleting = TakingBack(
        foresee=lambda: deleting_player(player, request.user),
        act=partial(undoing.delete_player, player=player),
        title=_("Supprimer %(player)s") % {"player": player.full_name},
        button=_("Supprimer ce joueur"),
        done=_("%(player)s est supprimé.") % {"player": player.full_name},
        back=("edit_player", {"club_id": club.pk, "player_id": player.pk}),
        then=("club_players", {"club_id": club.pk}),
    )
    may_leave = len(player.clubs) > 1
    return take_back(request, deleting, club=club, player=player, may_merge=True, may_leave=may_leave)


@requires(Action.MANAGE_CLUB)
def erase_player(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """Erase the data of a player who asked for it: show what changes, then do it. An erasure cannot be undone."""
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)

    def erase(**asked: Any) -> None:
        for job in erasing.erase_player(player=player, **asked).jobs:
            enqueue(job.pk)

    erasure = TakingBack(
        foresee=lambda: erasing_player(player, by=request.user),
        act=erase,
        title=_("Effacer les données de %(player)s") % {"player": player.full_name},
        button=_("Effacer ces données pour toujours"),
        done=_("Ses données sont effacées ; ses résultats restent sous son numéro de départ."),
        back=("edit_player", {"club_id": club.pk, "player_id": player.pk}),
        then=("club_players", {"club_id": club.pk}),
    )
    form = None if player.erasure_asked_on else ErasingForm(request.POST or None)
    return take_back(request, erasure, form, club=club, player=player, may_leave=player.club_id != club.pk)


@requires(Action.MANAGE_CLUB)
def end_membership(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """End the membership of a player on a day, and say why: the club keeps his file, or another club of his does."""
    player = get_object_or_404(club.files.select_related("club"), pk=player_id)
    ending = TakingBack(
        foresee=lambda: ending_membership(player, club),
        act=partial(members.end_membership, club=club, player=player),
        title=_("%(player)s n’est plus membre") % {"player": player.full_name},
        button=_("Terminer son adhésion"),
        done=_("%(player)s n’est plus membre du club.") % {"player": player.full_name},
        back=("member", {"club_id": club.pk, "player_id": player.pk}),
        then=("member", {"club_id": club.pk, "player_id": player.pk}),
    )
    return take_back(request, ending, EndForm(request.POST or None), club=club, player=player, is_undone="member")


@requires(Action.MANAGE_CLUB)
def merge_players(request: MemberRequest, club: Club, player_id: int) -> HttpResponse:
    """
    Merge two players: the one of the address is kept, `avec` is the id of the other. Without `avec`, ask who it is.

    The club must keep both files: a file of another club is linked, not merged.
    """
    keep = get_object_or_404(club.files.select_related("club"), pk=player_id)
    drop_id = whole_number(request.GET.get("avec", ""))
    if drop_id is None:
        return _choose_the_same(request, club, keep)
    drop = get_object_or_404(_may_be_he(club).select_related("club"), pk=drop_id)
    names = {"keep": keep.full_name, "drop": drop.full_name}
    file = ("edit_player", {"club_id": club.pk, "player_id": keep.pk})
    merge = TakingBack(
        foresee=lambda: merging_players(keep, drop, request.user),
        act=partial(merging.merge_players, keep=keep, drop=drop),
        title=_("%(drop)s et %(keep)s : une seule personne") % names,
        button=_("Fusionner, et garder %(keep)s") % {"keep": keep.full_name},
        done=_("%(drop)s et %(keep)s ne font plus qu’un : %(keep)s.") % names,
        back=file,
        then=file,
    )
    form_class = MeetingForm if any(have_met(*pair) for pair in in_both(keep, drop)) else ConfirmationForm
    form = form_class(request.POST or None)
    return take_back(request, merge, form, club=club, player=keep, other=drop, other_club=club)


@requires(Action.MANAGE_CLUB)
def club_doubles(request: MemberRequest, club: Club) -> HttpResponse:
    """Show the pairs of players of a club who may be one person."""
    pairs = doubles(club.pk)
    if wants_file(request):
        return file_of(request, lambda: doubles_table(club, pairs))
    return render(request, "tournaments/office/doubles.html", {"club": club, "pairs": pairs})


def take_back(
    request: MemberRequest, taking_back: TakingBack, form: ConfirmationForm | None = None, **context: Any
) -> HttpResponse:
    """Show the consequences; once confirmed, do it, or say why not and show the present consequences."""
    form = form or ConfirmationForm(request.POST or None)
    refusal_sentence, status = "", HTTPStatus.OK
    if request.method == "POST":
        try:
            taking_back.act(by=request.user, at=timezone.now(), **form.answers)
            messages.success(request, taking_back.done)
            page, values = taking_back.then
            return see_other(page, **values)
        except Refusal as refusal:
            refusal_sentence, status = str(refusal), HTTPStatus.CONFLICT
            if form.errors:  # what was typed is wrong: nothing was asked of the service
                refusal_sentence, status = "", HTTPStatus.UNPROCESSABLE_ENTITY
            elif form.fields.keys() & refusal.fields.keys():
                form.refuse(refusal)
                refusal_sentence, status = "", HTTPStatus.UNPROCESSABLE_ENTITY
    consequences = taking_back.foresee()
    form.show(consequences.seen)
    page, values = taking_back.back
    context |= {
        "title": taking_back.title,
        "button": taking_back.button,
        "back": see_other(page, **values).url,
        "consequences": consequences,
        "form": form,
        # Their own refusals stand below: they are not shown twice.
        "refused": "" if consequences.refusals else refusal_sentence,
    }
    return render(request, "tournaments/office/undo.html", context, status=status)


def _may_be_he(club: Club) -> QuerySet[Player]:
    """Return the players whom a club may merge: those whose files it keeps."""
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
