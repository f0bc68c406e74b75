"""
Deletes what was made by mistake: a tournament that nobody played, an empty season, a league, a registration, a player.

Each function refuses, all at once, what its `Consequences` (`queries/undo/consequences.py`) forbid; and if they have
changed since the page that showed them (`seen`, the digest on that page).
"""

from datetime import datetime
from typing import TypeVar

from django.db import models, transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.models import (
    Account,
    BoardDeal,
    Club,
    Draw,
    League,
    Player,
    Registration,
    Round,
    Season,
    Seat,
    Tournament,
    WishPlayer,
)
from tournaments.queries.people.deleting import deleting_player
from tournaments.queries.standings.league_events import events_of
from tournaments.queries.undo.consequences import (
    Consequences,
    deleting_league,
    deleting_registration,
    deleting_season,
    deleting_tournament,
    draws_with,
)
from tournaments.refusals import Refusal, refuse_if_finished
from tournaments.services.clubs.committee_leagues import leave_announced
from tournaments.services.clubs.leagues import locked_league
from tournaments.services.journal import log
from tournaments.services.locks import (
    lock_club,
    lock_clubs_of,
    lock_tournament,
    lock_tournaments_of,
    raise_revision,
    raise_revisions,
)

Row = TypeVar("Row", bound=models.Model)


@transaction.atomic
def delete_tournament(*, tournament: Tournament, by: Account | None, at: datetime, seen: str | None = None) -> None:
    """Delete a tournament with its registrations, places, draws, wishes and documents. The journal's lines stay."""
    lock_club(tournament.club)
    if not Tournament.objects.filter(pk=tournament.pk).exists():
        raise Refusal(_("Ce tournoi n’existe plus : quelqu’un l’a déjà supprimé."), code="gone")
    tournament = lock_tournament(tournament.pk)
    refuse_consequences(deleting_tournament(tournament), seen)
    details = {
        "date": tournament.date.isoformat(),
        "state": tournament.state,
        "is_trial": tournament.is_trial,
        "entries": tournament.registrations.count(),
        "rounds": tournament.rounds.count(),
    }
    remove_tournament(tournament)
    log(
        action=gettext_noop("tournoi supprimé"),
        subject=tournament.name,
        by=by,
        at=at,
        club=tournament.club,
        details=details,
    )


def remove_tournament(tournament: Tournament) -> None:
    """
    Delete the rows of a tournament, in an order that foreign keys allow. Called under the tournament's lock.

    Its journal stays, without the tournament; players who were only made for it as doubles go, and étuis that no other
    tournament plays. Refuses when a row of another tournament refers to it.
    """
    of_tournament = Q(tournament=tournament) | Q(cancelled_from=tournament)
    try:
        with transaction.atomic():
            leave_announced(tournament.sources.all())
            tournament.seat_changes.all().delete()
            WishPlayer.objects.filter(wish__tournament=tournament).delete()
            Seat.objects.filter(round__in=Round.objects.filter(of_tournament)).delete()
            Round.objects.filter(of_tournament).delete()
            tournament.documents.all().delete()
            tournament.journal.update(tournament=None)
            doubles = list(Player.rows.filter(registrations__tournament=tournament).exclude(double_of=None))
            Tournament.objects.filter(pk=tournament.pk).delete()
            if tournament.board_deal_id is not None:
                BoardDeal.objects.filter(pk=tournament.board_deal_id, tournaments=None).delete()
            Player.rows.filter(pk__in=[double.pk for double in doubles], registrations=None).delete()
    except ProtectedError as protected:
        raise _written() from protected


@transaction.atomic
def delete_season(*, season: Season, by: Account | None, at: datetime, seen: str | None = None) -> Club:
    """Delete a season without tournaments, and the documents of its leagues."""
    lock_club(season.club)
    if not Season.objects.select_for_update().filter(pk=season.pk).values_list("pk"):
        raise Refusal(_("Cette saison n’existe plus : quelqu’un l’a déjà supprimée."), code="gone")
    refuse_consequences(deleting_season(season), seen)
    details = {"starts_on": season.starts_on.isoformat(), "ends_on": season.ends_on.isoformat()}
    season.documents.all().delete()
    season.delete()
    log(action=gettext_noop("saison supprimée"), subject=season.name, by=by, at=at, club=season.club, details=details)
    return season.club


@transaction.atomic
def delete_league(*, league: League, by: Account | None, at: datetime, seen: str | None = None) -> Season:
    """Delete a league and its publications. Refuses the main league of a season."""
    league = locked_league(league)
    refuse_consequences(deleting_league(league), seen)
    log(
        action=gettext_noop("championnat supprimé"),
        subject=league.title,
        by=by,
        at=at,
        club=league.club,
        details={"rule": league.rule},
    )
    raise_revisions(events_of(league))
    league.delete()
    return league.season


@transaction.atomic
def delete_registration(
    *, registration: Registration, by: Account | None, at: datetime, seen: str | None = None
) -> Tournament:
    """Delete a registration made by mistake, to which nothing refers, so that its number was shown nowhere."""
    tournament = lock_tournament(registration.tournament_id)
    refuse_if_finished(tournament)
    registration = as_it_is(tournament.registrations.select_related("player", "tournament"), registration.pk)
    refuse_consequences(deleting_registration(registration), seen)
    details = {"number": registration.start_number, "status": registration.status}
    log(
        action=gettext_noop("inscription supprimée"),
        subject=str(registration),
        by=by,
        at=at,
        tournament=tournament,
        details=details,
    )
    delete_row(registration)
    raise_revision(tournament)
    return tournament


@transaction.atomic
def delete_player(*, player: Player, by: Account | None, at: datetime, seen: str | None = None) -> Club:
    """Delete a player added by mistake, and his registrations. Refuses if anything refers to them."""
    clubs = lock_clubs_of(player)
    lock_tournaments_of(player)
    player = as_it_is(Player.objects.select_related("club"), player.pk)
    refuse_consequences(deleting_player(player, by), seen)
    entered = Tournament.objects.filter(registrations__player=player)
    raise_revisions(Tournament.objects.filter(pk__in=list(entered.values_list("pk", flat=True))))
    details = {"id": player.pk, "licence": player.licence, "entries": [tournament.name for tournament in entered]}
    for club in clubs:
        log(
            action=gettext_noop("joueur supprimé"),
            subject=player.full_name,
            by=by,
            at=at,
            club=club,
            details=details,
        )
    for entry in player.registrations.all():
        delete_row(entry)
    delete_row(player)
    return player.club


def refuse_consequences(consequences: Consequences, seen: str | None) -> None:
    """Refuse all that the consequences forbid at once, or if they have changed since the page that shows `seen`."""
    if consequences.refusals:
        raise Refusal(" ".join(consequences.refusals), code="cannot_be_taken_back")
    if seen is not None and seen != consequences.seen:
        raise Refusal(
            _("Quelque chose a changé depuis que cette page est affichée : relisez-la, puis confirmez."),
            code="changed_since",
        )


def as_it_is(rows: QuerySet[Row], pk: int) -> Row:
    """Return the row as it is now. Refuses a row that was deleted meanwhile."""
    row = rows.filter(pk=pk).first()
    if row is None:
        raise Refusal(_("Cette fiche n’existe plus : quelqu’un l’a déjà supprimée ou fusionnée."), code="gone")
    return row


def delete_row(row: Player | Registration) -> None:
    """
    Delete a row to which nothing refers, and the unpublished draws that contain it.

    Refuses if something refers to it since the page was shown, or if one of these draws is being computed.
    """
    drafts = draws_with(row) if isinstance(row, Registration) else []
    if any(draw.is_live for draw in drafts):
        raise Refusal(_("Un tirage est en cours de calcul : attendez sa fin, ou annulez-le."), code="draw_running")
    Draw.objects.filter(pk__in=[draw.pk for draw in drafts], published_at=None).delete()
    try:
        with transaction.atomic():
            row.delete()
    except ProtectedError as protected:
        raise _written() from protected


def _written() -> Refusal:
    return Refusal(
        _("Quelque chose y a été écrit entre-temps : ce qui est joué ou payé ne s’efface pas."), code="written_since"
    )
