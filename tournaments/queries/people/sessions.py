"""
Duplicate: who is entered in two sessions of the same étuis. Nobody plays an étui twice.

Linked files of two clubs are one person.
"""

from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import ngettext

from tournaments.kit.likeness import likeness
from tournaments.labels import AWAY, EntryState
from tournaments.models import BoardDeal, Entry, Player, Registration, Seat, Tournament
from tournaments.queries.people.linking import is_one_person


def playing_etuis(etuis: BoardDeal | int) -> QuerySet[Registration]:
    """Return who plays étuis: entered and not away, or seated already, in any tournament that plays them."""
    seated = Exists(Seat.objects.filter(registration=OuterRef("pk"), table__isnull=False))
    return Registration.objects.filter(~Q(status__in=AWAY) | seated, tournament__board_deal=etuis)


def played_twice(tournament: Tournament, players: Iterable[Player], etuis: BoardDeal | None = None) -> list[str]:
    """
    Return a sentence for each other session of the same étuis in which some of these players are. At most one query.

    `etuis` are those that the tournament is about to play, else its own.
    """
    found: dict[str, list[str]] = {}
    for _player, entry in _elsewhere(tournament, players, etuis):
        found.setdefault(entry.tournament.name, []).append(entry.player.full_name)
    return [_sentence(tournament.name, other, names) for other, names in found.items()]


def playing_elsewhere(tournament: Tournament, players: Iterable[Player]) -> set[int]:
    """Return the ids of those of these players who are in another session of the same étuis. At most one query."""
    return {player.pk for player, _entry in _elsewhere(tournament, players)}


def entered_elsewhere(tournament: Tournament, licence: str, name: tuple[str, str]) -> str:
    """
    Return the name of another session of the same étuis in which a licence is entered under a like name; "" for none.

    Entries from home count, which no club has accepted yet. A name alone may be a homonym's. At most three queries.
    """
    if tournament.board_deal_id is None or not licence:
        return ""
    holder = Player.objects.filter(licence=licence).first()
    if holder is not None and likeness(name, (holder.last_name, holder.first_name)) is not None:
        for _player, entry in _elsewhere(tournament, [holder]):
            return entry.tournament.name
    sessions = Tournament.objects.filter(board_deal=tournament.board_deal_id).exclude(pk=tournament.pk)
    from_home = Entry.objects.filter(tournament__in=sessions, licence=licence).exclude(state=EntryState.CANCELLED)
    for entered in from_home.select_related("tournament").order_by("pk"):
        is_taken_in = entered.registration_id is not None  # counted above, as long as he is not away
        if not is_taken_in and likeness(name, (entered.last_name, entered.first_name)) is not None:
            return entered.tournament.name
    return ""


def _elsewhere(
    tournament: Tournament, players: Iterable[Player], etuis: BoardDeal | None = None
) -> list[tuple[Player, Registration]]:
    """Return the entries of these players in other sessions of the étuis, each with its player, linked files too."""
    deal = etuis or tournament.board_deal_id
    if deal is None:
        return []
    players = list(players)
    entries = playing_etuis(deal).exclude(tournament=tournament).filter(_files_of(players))
    return [
        (player, entry)
        for entry in entries.select_related("player", "tournament").order_by("tournament", "start_number")
        for player in players
        if is_one_person(player, entry.player)
    ]


def _files_of(players: Collection[Player]) -> Q:
    """Return the condition that an entry is of one of these files, or of one that is linked with it."""
    keys = {player.linked_as for player in players} - {""}
    return Q(player__in=players) | Q(player__linked_as__in=keys)


def merged_twice(keep: Player, drop: Player) -> list[str]:
    """Return sentences about two files that play the same étuis in two sessions, of which one is not over."""
    entered = Registration.objects.filter(_files_of((keep, drop)), tournament__board_deal__isnull=False)
    tournaments = {
        entry.tournament
        for entry in entered.select_related("tournament", "player")
        if is_one_person(keep, entry.player) or is_one_person(drop, entry.player)
    }
    return [
        _sentence(one.name, other.name, [keep.full_name])
        for one in tournaments
        for other in tournaments
        if one.pk < other.pk
        and one.board_deal_id == other.board_deal_id
        and not (one.is_finished and other.is_finished)
    ]


def _sentence(here: str, other: str, names: Collection[str]) -> str:
    return ngettext(
        "%(names)s joue les mêmes étuis à « %(other)s » : on ne joue un étui qu’une fois, à « %(here)s » ou là-bas.",
        "%(names)s jouent les mêmes étuis à « %(other)s » : on ne joue un étui qu’une fois, à « %(here)s » ou là-bas.",
        len(names),
    ) % {"names": ", ".join(names), "other": other, "here": here}
