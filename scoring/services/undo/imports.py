"""Undoes a whole import: its tournaments and seasons, the players it added, the files it changed."""

from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scoring.models import SheetTotal
from scoring.queries.desk.imports import seasons_of, tournaments_of, undoing_import
from tournaments.labels import ImportKind
from tournaments.models import Account, Import, Membership, Player, SeatResult, Tournament
from tournaments.queries.undo.imports import ImportedPlayers, imported_players
from tournaments.refusals import Refusal
from tournaments.services.evening.tournaments import figures_of
from tournaments.services.journal import log
from tournaments.services.locks import lock_club, lock_tournament, raise_revisions_of
from tournaments.services.undo.undoing import refuse_consequences, remove_tournament
from tournaments.subjects import subject_of


@transaction.atomic
def undo_import(*, made: Import, by: Account | None, at: datetime, seen: str | None = None) -> Import:
    """
    Undo a whole import. Players entered in a tournament since then stay, and so do values corrected since.

    Refuses an import that is already undone, and results in which something was written since.
    """
    lock_club(made.club)
    made = Import.objects.select_related("club").get(pk=made.pk)
    tournaments = [lock_tournament(pk) for pk in tournaments_of(made).order_by("pk").values_list("pk", flat=True)]
    seasons = seasons_of(made, tournaments)
    refuse_consequences(undoing_import(made), seen)
    players = imported_players(made, but_in=tournaments)
    figures = [[each.date.isoformat(), each.name, figures_of(each, by_name=True)] for each in tournaments]
    details: dict[str, object] = {"players": len(players.go), "stay": len(players.stay), "back": len(players.back)}
    if made.kind == ImportKind.RESULTS and tournaments:
        details["tournament"] = tournaments[0].name
    elif tournaments:
        details |= {"tournaments": len(tournaments), "seasons": [season.name for season in seasons]}
    if figures:  # told where they are others when it is taken in again
        details["figures"] = figures
    for tournament in tournaments:
        _remove_results(tournament)
    for season in seasons:
        season.documents.all().delete()
        season.delete()
    _take_back(players)
    made.undone_at = at
    made.save(update_fields=["undone_at"])
    subject = subject_of(f"import.{made.kind}")
    if made.file_name:
        subject = subject_of("import.file", kind=subject, file=made.file_name)
    else:
        subject = subject_of("import.pasted", kind=subject, day=timezone.localdate(made.at).isoformat())
    log(action=gettext_noop("import défait"), subject=subject, by=by, at=at, club=made.club, details=details)
    return made


def _remove_results(tournament: Tournament) -> None:
    in_it = Q(seat__round__tournament=tournament)
    SheetTotal.objects.filter(in_it).delete()
    SeatResult.objects.filter(in_it).delete()
    remove_tournament(tournament)


def _take_back(players: ImportedPlayers) -> None:
    try:
        with transaction.atomic():
            Membership.objects.filter(pk__in=players.leave).delete()
            Player.objects.filter(pk__in=players.go).delete()
            for player in Player.objects.filter(pk__in=players.back):
                for name, old in players.back[player.pk].items():
                    setattr(player, name, old)
                player.save(update_fields=[*players.back[player.pk], "search_text"])
    except ProtectedError as protected:
        raise Refusal(
            _("Quelque chose du club est attaché à un joueur de cet import : retirez-le d’abord."),
            code="player_is_used",
        ) from protected
    except IntegrityError as error:
        raise Refusal(
            _("Une licence de cet import vient d’être donnée à quelqu’un d’autre. Rouvrez cette page."),
            code="licence_taken_since",
        ) from error
    raise_revisions_of(Player.objects.filter(pk__in=players.back))
