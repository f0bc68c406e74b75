"""Duplicate: who is entered in two sessions of the same étuis. Nobody plays an étui twice."""

from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import ngettext

from tournaments.labels import AWAY
from tournaments.models import BoardDeal, Player, Registration, Seat, Tournament


def playing_etuis(etuis: BoardDeal | int) -> QuerySet[Registration]:
    """Return who plays étuis: entered and not away, or seated already, in any tournament that plays them."""
    seated = Exists(Seat.objects.filter(registration=OuterRef("pk"), table__isnull=False))
    return Registration.objects.filter(~Q(status__in=AWAY) | seated, tournament__board_deal=etuis)


def played_twice(tournament: Tournament, players: Iterable[Player], etuis: BoardDeal | None = None) -> list[str]:
    """
    Return a sentence for each other session of the same étuis in which some of these players are. At most one query.

    `etuis` are those that the tournament is about to play, else its own.
    """
    deal = etuis or tournament.board_deal_id
    if deal is None:
        return []
    elsewhere = playing_etuis(deal).exclude(tournament=tournament).filter(player__in=list(players))
    found: dict[str, list[str]] = {}
    for entry in elsewhere.select_related("player", "tournament").order_by("tournament", "start_number"):
        found.setdefault(entry.tournament.name, []).append(entry.player.full_name)
    return [_sentence(tournament.name, other, names) for other, names in found.items()]


def merged_twice(keep: Player, drop: Player) -> list[str]:
    """Return sentences about two files that play the same étuis in two sessions, of which one is not over."""
    entered = Registration.objects.filter(player__in=(keep, drop), tournament__board_deal__isnull=False)
    tournaments = {entry.tournament for entry in entered.select_related("tournament")}
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
