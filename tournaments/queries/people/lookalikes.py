"""Players of a club who may be a typed person: the database finds candidates, `kit/likeness.py` compares the names."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Lookup, Q
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.kit.likeness import Likeness, Lookalikes, halves, likeness
from tournaments.kit.text import fold
from tournaments.models import Club, Player, Seat
from tournaments.queries.people.merging import meeting_words

MOST = 5
ACCENTED = frozenset("aceiou")  # letters that may have an accent in French names
WORDS: dict[Likeness, str | Promise] = {
    Likeness.SAME: _("le même nom"),
    Likeness.SWAPPED: _("nom et prénom intervertis"),
    Likeness.SHORTENED: _("un nom plus court"),
    Likeness.SPELLED: _("presque le même nom"),
}


@dataclass(frozen=True)
class Lookalike:
    """A player whose name is like a typed name, and how alike they are."""

    player: Player
    likeness: Likeness

    @property
    def why(self) -> str:
        return str(WORDS[self.likeness])


class _Like(Lookup):
    """SQL's LIKE, with any case; « _ » matches any letter."""

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        column, parameters = self.process_lhs(compiler, connection)
        pattern, written = self.process_rhs(compiler, connection)
        operator = "ILIKE" if connection.vendor == "postgresql" else "LIKE"
        return f"{column} {operator} {pattern}", (*parameters, *written)


def lookalikes(
    club_id: int, last_name: str, first_name: str = "", *, licence: str = "", but: int = 0, most: int = MOST
) -> list[Lookalike]:
    """
    Return the players of a club who may be the person with this name, the most alike first. Two queries.

    A player with another licence than the given one is left out, and so is the player with the id `but`.
    """
    condition = Q()
    for part in _patterns(last_name):
        condition |= Q(_Like(F("last_name"), part)) | Q(_Like(F("first_name"), part))
    people = Player.objects.known_to(club_id).filter(condition).exclude(pk=but)
    if licence:
        people = people.filter(licence__in=["", licence])
    typed = (last_name, first_name)
    names = people.order_by("last_name", "first_name", "pk").values_list("pk", "last_name", "first_name")
    alike = [(degree, pk) for pk, last, first in names if (degree := likeness(typed, (last, first))) is not None]
    best = sorted(alike, key=lambda pair: pair[0])[:most]
    players = Player.objects.in_bulk([pk for _degree, pk in best])
    return [Lookalike(players[pk], degree) for degree, pk in best]


def lookalikes_kept(club: Club, player: Player) -> list[Lookalike]:
    """Return the players who may be this player, if the club keeps his file and theirs: those that it may merge."""
    if player.club_id != club.pk:
        return []
    alike = lookalikes(club.pk, player.last_name, player.first_name, licence=player.licence, but=player.pk)
    return [one for one in alike if one.player.club_id == club.pk]


@dataclass(frozen=True)
class Pair:
    """
    Two players who may be one person; `keep` has more registrations, or was added first.

    `met` says in words in which rounds both had a place.
    """

    keep: Player
    drop: Player
    likeness: Likeness
    met: tuple[str, ...] = ()

    @property
    def why(self) -> str:
        return str(WORDS[self.likeness])

    @property
    def where(self) -> str:
        """The rounds in which both had a place, in one text."""
        return gettext(" ; ").join(self.met)


def doubles(club_id: int, *, newest: int = 300, most: int = 50) -> list[Pair]:
    """
    Return pairs of players who may be one person, the most alike first; pairs who met in a round come last.

    The `newest` players of the club are compared with all whose file it keeps. Two licences mean two people.
    """
    index = lookalikes_of_club(club_id)
    latest = Player.objects.filed_at(club_id).filter(club=club_id).order_by("-pk")[:newest]
    kept = set(Player.objects.filter(club=club_id).values_list("pk", flat=True))
    alike: dict[tuple[int, int], Likeness] = {}
    for player in latest:
        for second, degree in index.find(player.last_name, player.first_name):
            if second in kept and second != player.pk:
                alike.setdefault((min(second, player.pk), max(second, player.pk)), degree)
    pairs = sorted(alike, key=lambda pair: (alike[pair], pair))[: 2 * most]
    ids = {player for pair in pairs for player in pair}
    players = Player.objects.in_bulk(ids)
    entry_counts = dict(Player.objects.filter(pk__in=ids).values_list("pk", Count("registrations")))
    rounds = _rounds_of(ids)
    doubles_found = []
    for first, second in pairs:
        licences = {players[first].licence, players[second].licence} - {""}
        if len(licences) < 2:
            keep, drop = sorted(
                (players[first], players[second]), key=lambda player: (-entry_counts[player.pk], player.pk)
            )
            met = _met(rounds[keep.pk], rounds[drop.pk])
            doubles_found.append(Pair(keep, drop, alike[first, second], met))
    return sorted(doubles_found, key=lambda pair: bool(pair.met))[:most]


def _rounds_of(players: Collection[int]) -> dict[int, dict[int, tuple[str, int, int | None]]]:
    """Return, by player id and round id, where each had a place: (tournament, round number, table number or None)."""
    rounds: dict[int, dict[int, tuple[str, int, int | None]]] = defaultdict(dict)
    seats = Seat.objects.filter(registration__player__in=players).order_by("round__tournament__date", "round__number")
    for player, round_id, *where in seats.values_list(
        *("registration__player", "round"),
        *("registration__tournament__name", "round__number", "table__number"),
    ):
        rounds[player][round_id] = (where[0], where[1], where[2])
    return rounds


def _met(one: dict[int, tuple[str, int, int | None]], other: dict[int, tuple[str, int, int | None]]) -> tuple[str, ...]:
    """Return in words the rounds in which both players had a place, one text for each tournament."""
    places: dict[str, list[str]] = defaultdict(list)
    for round_id, (name, number, table) in one.items():
        if round_id in other:
            places[name].append(meeting_words(number, table, other[round_id][2]))
    return tuple(
        gettext("« %(tournament)s » : %(where)s") % {"tournament": name, "where": ", ".join(words)}
        for name, words in places.items()
    )


def lookalikes_of_club(club_id: int) -> Lookalikes[int]:
    """Return an index of a club's players by name, for the many names of a spreadsheet. Its keys are player ids."""
    return Lookalikes(Player.objects.filed_at(club_id).order_by("pk").values_list("pk", "last_name", "first_name"))


def _patterns(part: str) -> list[str]:
    """Return LIKE patterns that match similar names; a letter that may have an accent matches any letter."""
    folded = fold(part)
    length = len(folded.replace(" ", ""))
    beginning, end = (_any_accent(half) for half in halves(folded))
    patterns = [f"%{_any_accent(word)}%" for word in folded.split()] if " " in folded else []
    if beginning.strip("_"):
        patterns.append(f"{beginning}%")
    if end.strip("_"):
        patterns.append(f"%{end}")
    if len(patterns) < 2:  # a half of vowels alone is that of half the club: the length at least is known
        patterns += ["_" * size for size in range(max(1, length - 1), length + 2)]
    return patterns


def _any_accent(half: str) -> str:
    return "".join("_" if letter in ACCENTED or not letter.isalnum() else letter for letter in half)
