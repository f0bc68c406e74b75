"""Who sits where in a record: by its names, or by the chair of its first player."""

import dataclasses
from collections.abc import Sequence

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.cards.record import Record
from scoring.queries.numbering import variant_of
from scoring.queries.replays import renamed
from tournaments.labels import SEAT_NAMES
from tournaments.models import Seat, Tournament
from tournaments.queries.search import fold
from tournaments.refusals import Refusal


def by_chair(record: Record, *, seats: Sequence[Seat], first: int | None, tournament: Tournament) -> Record:
    """
    Return a record with the chairs of a table for its players: "0" for Sud, "1" …

    `first` is the chair of its first player; without it the names say who sits where: chairs, full names, or last or
    first names that only one player of the table has. Refuses another number of players, names nobody here has, and
    an order that is not the table's.
    """
    chairs = len(seats)
    variant = variant_of(tournament, chairs)
    if record.variant != variant:
        raise _not_this_table(
            _("Cette table joue à %(chairs)s ; le relevé est à %(players)s. Vérifiez la table et le relevé.")
            % {"chairs": _how_many(variant), "players": _how_many(record.variant)}
        )
    if first is None:
        found = {player: _chair_of(player, seats) for player in record.players}
        unknown = [player for player, place in found.items() if place is None]
        if unknown:
            raise _not_this_table(
                _(
                    "Je ne trouve pas à cette table : %(unknown)s. Écrivez les chaises ou les noms de la feuille "
                    "(%(names)s), ou dites où est assis le premier joueur du relevé."
                )
                % {
                    "unknown": ", ".join(unknown),
                    "names": ", ".join(seat.registration.player.full_name for seat in seats),
                },
                field="premier",
            )
        places = [place for place in found.values() if place is not None]
        if any(place != (places[0] + turn) % chairs for turn, place in enumerate(places)):
            raise _not_this_table(
                _("Dans le relevé l’ordre du jeu est %(order)s : ce n’est pas celui de la table, %(names)s.")
                % {
                    "order": ", ".join(record.players),
                    "names": ", ".join(seat.registration.player.full_name for seat in seats),
                },
                field="premier",
            )
        first = places[0]
    turned = {player: str((first + turn) % chairs) for turn, player in enumerate(record.players)}
    seated = renamed(record, turned)
    return dataclasses.replace(seated, players=tuple(str(chair) for chair in range(chairs)))


def _chair_of(player: str, seats: Sequence[Seat]) -> int | None:
    """Return the chair a name stands for, None when it is nobody's or could be several people's."""
    wanted = fold(player)
    for words in (_chair_words, _full_names, _part_names):
        found = [seat.chair for seat in seats if wanted in words(seat)]
        if len(found) == 1:
            return int(found[0])
    return None


def _chair_words(seat: Seat) -> set[str]:
    """Return the names of a chair in every language: a record is not always written in its reader's."""
    words = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            words |= {fold(str(SEAT_NAMES[seat.chair])), fold(str(seat.letter))}
    return words


def _full_names(seat: Seat) -> set[str]:
    player = seat.registration.player
    return {fold(f"{player.first_name} {player.last_name}"), fold(f"{player.last_name} {player.first_name}")}


def _part_names(seat: Seat) -> set[str]:
    player = seat.registration.player
    return {fold(player.last_name), fold(player.first_name)}


def _how_many(variant: str) -> str:
    return _("cinq avec un mort") if variant == "5_mort" else str(variant).partition("_")[0]


def _not_this_table(sentence: str, field: str = "releve") -> Refusal:
    return Refusal(sentence, code="record_of_another_table", fields={field: [sentence]})
