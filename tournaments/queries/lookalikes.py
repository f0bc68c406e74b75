"""Who of a club may be whom somebody types: the database names few, and `tournaments/likeness.py` compares them."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Lookup, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.likeness import Likeness, Lookalikes, halves, likeness
from tournaments.models import Player, Seat
from tournaments.text import fold

MOST = 5
ACCENTED = frozenset("aceiou")  # in the names of people here
WORDS: dict[Likeness, str | Promise] = {
    Likeness.SAME: _("le même nom"),
    Likeness.SWAPPED: _("nom et prénom intervertis"),
    Likeness.SHORTENED: _("un nom plus court"),
    Likeness.SPELLED: _("presque le même nom"),
}


@dataclass(frozen=True)
class Lookalike:
    """A player whose name is like the one asked about, and how."""

    player: Player
    likeness: Likeness

    @property
    def why(self) -> str:
        return str(WORDS[self.likeness])


class _Like(Lookup):
    """SQL's own LIKE, whatever the case: « _ » is any letter."""

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, parameters = self.process_lhs(compiler, connection)
        pattern, written = self.process_rhs(compiler, connection)
        operator = "ILIKE" if connection.vendor == "postgresql" else "LIKE"
        return f"{column} {operator} {pattern}", (*parameters, *written)


def lookalikes(
    club_id: int, last_name: str, first_name: str = "", *, licence: str = "", but: int = 0, most: int = MOST
) -> list[Lookalike]:
    """
    Return the players of a club who may be the person of this name, the most alike first: two queries.

    Who holds another licence than the one given is somebody else. `but` is the id of a player who is not asked about.
    """
    near = Q()
    for part in _patterns(last_name):
        near |= Q(_Like(F("last_name"), part)) | Q(_Like(F("first_name"), part))
    if not near:
        return []
    people = Player.objects.filter(near, club=club_id).exclude(pk=but)
    if licence:
        people = people.filter(licence__in=["", licence])
    typed = (last_name, first_name)
    names = people.order_by("last_name", "first_name", "pk").values_list("pk", "last_name", "first_name")
    found = [(how, pk) for pk, last, first in names if (how := likeness(typed, (last, first))) is not None]
    best = sorted(found, key=lambda pair: pair[0])[:most]
    shown = Player.objects.in_bulk([pk for _how, pk in best])
    return [Lookalike(shown[pk], how) for how, pk in best]


@dataclass(frozen=True)
class Pair:
    """Two players who may be one: `keep` is who has more history, or was there first."""

    keep: Player
    drop: Player
    likeness: Likeness

    @property
    def why(self) -> str:
        return str(WORDS[self.likeness])


def doubles(club_id: int, *, newest: int = 300, most: int = 50) -> list[Pair]:
    """
    Return who of a club may be one person, the most alike first: the `newest` players are compared with everybody.

    Two licences are two people, and so are two who had places in the same position.
    """
    index = lookalikes_of_club(club_id)
    latest = Player.objects.filter(club=club_id).order_by("-pk")[:newest]
    alike: dict[tuple[int, int], Likeness] = {}
    for player in latest:
        for other, how in index.find(player.last_name, player.first_name):
            if other != player.pk:
                alike.setdefault((min(other, player.pk), max(other, player.pk)), how)
    pairs = sorted(alike, key=lambda pair: (alike[pair], pair))[: 2 * most]
    ids = {player for pair in pairs for player in pair}
    players = Player.objects.in_bulk(ids)
    held = dict(Player.objects.filter(pk__in=ids).values_list("pk", Count("registrations")))
    rounds: dict[int, set[int]] = defaultdict(set)
    for player_id, round_id in Seat.objects.filter(registration__player__in=ids).values_list(
        "registration__player", "round"
    ):
        rounds[player_id].add(round_id)
    found = []
    for one, other in pairs:
        licences = {players[one].licence, players[other].licence} - {""}
        if len(licences) < 2 and rounds[one].isdisjoint(rounds[other]):
            keep, drop = sorted((players[one], players[other]), key=lambda player: (-held[player.pk], player.pk))
            found.append(Pair(keep, drop, alike[one, other]))
    return found[:most]


def lookalikes_of_club(club_id: int) -> Lookalikes[int]:
    """Return the players of a club to ask of many names: for a file. Keys are ids."""
    return Lookalikes(Player.objects.filter(club=club_id).order_by("pk").values_list("pk", "last_name", "first_name"))


def _patterns(part: str) -> list[str]:
    """Return what a name that is alike begins or ends with; a letter that may wear an accent is any letter."""
    folded = fold(part)
    if not folded:
        return []
    length = len(folded.replace(" ", ""))
    beginning, end = (_any_accent(half) for half in halves(folded))
    patterns = [f"%{_any_accent(word)}%" for word in folded.split()] if " " in folded else []
    if beginning.strip("_"):
        patterns.append(f"{beginning}%")
    if end.strip("_"):
        patterns.append(f"%{end}")
    if len(patterns) < 2:  # a half of vowels alone is that of half the club: the length at least is known
        patterns += ["_" * near for near in range(max(1, length - 1), length + 2)]
    return patterns


def _any_accent(half: str) -> str:
    return "".join("_" if letter in ACCENTED or not letter.isalnum() else letter for letter in half)
