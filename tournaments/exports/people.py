"""Who belongs to the club and who plays tonight, by their full names: for those who run the event."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.exports.results import stem_of
from tournaments.exports.tables import Cell, ExportTable, cell_of, euros_of
from tournaments.imports.player_files import headings
from tournaments.models import Club, Player, Registration, Tournament
from tournaments.services.players import FIELDS


def players_table(club: Club, players: Iterable[Player]) -> ExportTable:
    """Return the players under the headings by which a list comes in again."""
    names = headings()
    rows = [[cell_of(_player_cell(player, name)) for name in FIELDS] for player in players]
    return ExportTable(_("Joueurs"), stem_of("joueurs", club), [names[name] for name in FIELDS], rows)


def _player_cell(player: Player, name: str) -> object:
    return player.get_category_display() if name == "category" else getattr(player, name)


def candidates_table(tournament: Tournament, players: Iterable[Player]) -> ExportTable:
    """Return who of the club is not entered yet."""
    rows: list[list[Cell]] = [
        [cell_of(value) for value in (player.full_name, player.licence, player.get_category_display())]
        for player in players
    ]
    columns = [_("Joueur"), _("Licence"), _("Catégorie")]
    return ExportTable(_("Non inscrits"), stem_of("non-inscrits", tournament), columns, rows)


def registrations_table(tournament: Tournament, entries: Iterable[Registration]) -> ExportTable:
    """Return who is entered; `player` and `rate` are read with each."""
    columns = [_("N°"), _("Joueur"), _("Licence"), _("Catégorie"), _("Sexe"), _("Club"), _("Pointage"), _("Tarif")]
    columns += [_("Tarif (€)")]
    rows = [
        [
            cell_of(value)
            for value in (
                entry.start_number,
                entry.player.full_name,
                entry.player.licence,
                entry.player.get_category_display(),
                entry.player.get_sex_display(),
                entry.player.home_club,
                entry.get_waits_display() if entry.waits else entry.get_status_display(),
                entry.rate.label if entry.rate else "",
                euros_of(entry.rate.amount) if entry.rate else None,
            )
        ]
        for entry in entries
    ]
    return ExportTable(_("Inscrits"), stem_of("inscrits", tournament), columns, rows)
