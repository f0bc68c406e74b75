"""What undoing an import would touch: the tournament of its results, and its players."""

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.models import SheetTotal
from tournaments.labels import ImportKind
from tournaments.models import Import, SeatResult, Tournament
from tournaments.queries.undo.consequences import REMOVABLE, Consequences, undeletable, work_under_way
from tournaments.queries.undo.imports import imported_players


def undoing_import(import_: Import) -> Consequences:
    """Return what disappears when an import is undone as a whole; results that were corrected since prevent it."""
    if import_.undone_at is not None:
        return Consequences((), (_("Cet import est déjà défait."),))
    tournament = tournament_of(import_)
    touches: list[str] = []
    refusals: list[str] = []
    if tournament is not None:
        touches.append(
            _("Supprimé : « %(name)s », %(day)s, ses %(entries)d inscrits et leurs résultats.")
            % {
                "name": tournament.name,
                "day": date_format(tournament.date, "j F Y"),
                "entries": tournament.registrations.count(),
            }
        )
        if tournament.season is not None:
            touches.append(_("Le championnat « %(season)s » est recompté sans lui.") % {"season": tournament.season})
        if _is_changed_since(import_, tournament):
            refusals.append(
                _(
                    "Quelque chose a été écrit dans « %(name)s » depuis cet import (un bilan, une pénalité) : "
                    "il ne se défait plus. Archivez ce tournoi : il quitte les listes."
                )
                % {"name": tournament.name}
            )
        refusals += work_under_way(tournament)
    elif import_.kind == ImportKind.RESULTS:
        touches.append(_("Le tournoi de cet import n’existe plus."))
    players = imported_players(import_, but_in=tournament)
    touches += players.touches
    if not touches:
        touches.append(_("Rien : cet import n’a rien laissé."))
    return Consequences(tuple(touches), tuple(refusals))


def tournament_of(import_: Import) -> Tournament | None:
    """Return the tournament that an import of results made, None once it is removed."""
    if import_.kind != ImportKind.RESULTS:
        return None
    return Tournament.objects.filter(registrations__imported_by=import_).select_related("club", "season").first()


def _is_changed_since(import_: Import, tournament: Tournament) -> bool:
    """Whether anything is written in the tournament but the balances of the import itself."""
    own = (*REMOVABLE, SeatResult, SheetTotal)
    if any(not isinstance(row, own) for row in undeletable(Tournament.objects.filter(pk=tournament.pk))):
        return True
    if tournament.cancelled_rounds.exists():
        return True
    balances = SheetTotal.objects.filter(seat__round__tournament=tournament)
    return balances.exclude(written_at=import_.at).exists()
