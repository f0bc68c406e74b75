"""What undoing an import would delete: the tournaments of its results, and its players."""

from collections.abc import Sequence

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import SheetTotal
from scoring.queries.desk.imported import CORRECTED
from tournaments.labels import ImportKind
from tournaments.models import Import, Payment, Season, SeatResult, Tournament
from tournaments.queries.undo.consequences import (
    REMOVABLE,
    Consequences,
    fees_stay,
    tournament_names,
    undeletable,
    work_under_way,
)
from tournaments.queries.undo.imports import imported_players

TOURNAMENTS = {ImportKind.RESULTS, ImportKind.SEASON, ImportKind.TABLE}  # the kinds that make some


def undoing_import(import_: Import) -> Consequences:
    """Return what undoing an import would delete. Results corrected since prevent it."""
    if import_.undone_at is not None:
        return Consequences((), (_("Cet import est déjà défait."),))
    made = list(tournaments_of(import_))
    touches: list[str] = []
    refusals: list[str] = []
    if import_.kind in {ImportKind.SEASON, ImportKind.TABLE} and made:
        words = ngettext(
            "Supprimée : %(n)d soirée, %(which)s, et ses résultats.",
            "Supprimées : %(n)d soirées, %(which)s, et leurs résultats.",
            len(made),
        )
        touches.append(words % {"n": len(made), "which": tournament_names(made)})
    elif made:
        (tournament,) = made
        touches.append(
            _("Supprimé : « %(name)s », %(day)s, ses %(entries)d inscrits et leurs résultats.")
            % {
                "name": tournament.name,
                "day": date_format(tournament.date, "j F Y"),
                "entries": tournament.registrations.count(),
            }
        )
    elif import_.kind in TOURNAMENTS:
        touches.append(_("Le tournoi de cet import n’existe plus."))
    gone = seasons_of(import_, made)
    touches += [_("Supprimée : la saison « %(season)s ».") % {"season": season} for season in gone]
    refusals += [fees_stay(season) for season in gone if Payment.objects.filter(fee__season=season).exists()]
    recounted = {tournament.season for tournament in made if tournament.season is not None} - set(gone)
    for season in sorted(recounted, key=lambda season: season.pk):
        touches.append(_("Le championnat « %(season)s » est recompté sans lui.") % {"season": season})
    for tournament in made:
        if not _is_changed_since(import_, tournament):
            continue
        refusals.append(
            _(
                "Quelque chose a été écrit dans « %(name)s » depuis cet import (un bilan, une pénalité) : "
                "il ne se défait plus. Archivez ce tournoi : il quitte les listes."
            )
            % {"name": tournament.name}
        )
    refusals += [sentence for tournament in made for sentence in work_under_way(tournament)]
    players = imported_players(import_, but_in=made)
    touches += players.touches
    if not touches:
        touches.append(_("Rien : cet import n’a rien laissé."))
    return Consequences(tuple(touches), tuple(refusals))


def tournaments_of(import_: Import) -> QuerySet[Tournament]:
    """Return the tournaments that an import made, except those already deleted."""
    own = Tournament.objects.filter(registrations__imported_by=import_) if import_.kind in TOURNAMENTS else None
    found = Tournament.objects.none() if own is None else own
    return found.select_related("club", "season").distinct().order_by("date", "pk")


def seasons_of(import_: Import, made: Sequence[Tournament]) -> list[Season]:
    """Return the seasons that an import made and that hold only its own tournaments."""
    others = Tournament.objects.exclude(pk__in=[tournament.pk for tournament in made])
    return list(import_.seasons.exclude(pk__in=others.filter(season__isnull=False).values("season")).order_by("pk"))


def _is_changed_since(import_: Import, tournament: Tournament) -> bool:
    """Return whether the tournament has anything besides the balances of the import: a name may be corrected too."""
    own = (*REMOVABLE, SeatResult, SheetTotal)
    if any(not isinstance(row, own) for row in undeletable(Tournament.objects.filter(pk=tournament.pk))):
        return True
    if tournament.cancelled_rounds.exists() or tournament.journal.filter(action=CORRECTED).exists():
        return True
    balances = SheetTotal.objects.filter(seat__round__tournament=tournament)
    return balances.exclude(written_at=import_.at).exists()
