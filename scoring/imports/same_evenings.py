"""The evenings of a club that have the same people and the same figures as one that is about to come in."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Any
from zlib import crc32

from django.db.models import F, Q, Sum
from django.utils.translation import gettext as _

from scoring.imports.past_files import PastRow
from tournaments.kit.days import french_day
from tournaments.kit.text import fold
from tournaments.models import Club, Player, Registration, SeatResult

LEAST_ON_ANOTHER_DAY = 4  # people: two may well win and lose the same twice


# What an evening that waits is known by, short enough to wait in a session: its day, its totals, its people.
Traits = list[Any]


@dataclass(frozen=True)
class Brought:
    """An evening about to come in: its day, its totals, the folded names and the ids of its people."""

    day: date
    totals: tuple[int, ...]
    names: frozenset[str]
    players: frozenset[int]

    @property
    def traits(self) -> Traits:
        return [
            self.day.isoformat(),
            sha256(repr(self.totals).encode()).hexdigest()[:12],
            sorted(crc32(name.encode()) for name in self.names),
        ]


@dataclass(frozen=True)
class SameEvening:
    """A tournament of the club (id) that is perhaps the same evening, and the sentence that says so."""

    tournament: int
    sentence: str


def brought(day: date, rows: Iterable[PastRow], people: Mapping[int, Player]) -> Brought:
    """Return an evening as it is compared; `people` are the known players by line."""
    rows = list(rows)
    return Brought(
        day,
        tuple(sorted(sum(points or 0 for points in row.points) for row in rows)),
        frozenset(fold(row.name) for row in rows),
        frozenset(people[row.line].pk for row in rows if row.line in people),
    )


def are_same(one: Traits, other: Traits) -> bool:
    """Return whether two evenings of files have the same figures: on one day, or with half of the people of one."""
    (day, totals, names), (other_day, other_totals, other_names) = one, other
    if totals != other_totals:
        return False
    common = len({*names} & {*other_names})
    return bool(day == other_day) or (len(names) >= LEAST_ON_ANOTHER_DAY and common * 2 >= len(names))


def same_evenings(club: Club, evenings: Sequence[Brought]) -> list[SameEvening | None]:
    """
    Return for each evening the tournament with the same figures and at least half of the same people, one of the same
    day first; None without one. A name may be written in two ways. Two queries at most.
    """
    known = _results(club, _with_best_and_last(club, evenings))
    found: list[SameEvening | None] = []
    for one in evenings:
        same = [each for each in known if each.totals == Counter(one.totals) and each.half_is(one)]
        same = [each for each in same if each.day == one.day or len(one.totals) >= LEAST_ON_ANOTHER_DAY]
        same.sort(key=lambda each: (each.day != one.day, each.day))
        found.append(_told(same[0], one) if same else None)
    return found


@dataclass
class _Known:
    """A tournament of the club with its results: totals, and people by id with their folded names."""

    pk: int
    name: str
    day: date
    people: dict[int, str]
    points: Counter[int]

    @property
    def totals(self) -> Counter[int]:
        return Counter(self.points[player] for player in self.people)

    def half_is(self, one: Brought) -> bool:
        same = sum(player in one.players or name in one.names for player, name in self.people.items())
        return same * 2 >= len(self.people)


def _with_best_and_last(club: Club, evenings: Sequence[Brought]) -> set[int]:
    """Return the ids of the tournaments in which somebody has the best total of an evening, and somebody its last."""
    ends = {(one.totals[-1], one.totals[0]) for one in evenings if one.totals}
    if not ends:
        return set()
    in_force = Q(seats__round__tournament=F("tournament"))
    totals = (
        Registration.objects.filter(tournament__club=club)
        .annotate(brought=Sum("seats__result__points", filter=in_force))
        .filter(brought__in={total for pair in ends for total in pair})
        .order_by()
        .values_list("tournament", "brought")
    )
    of: dict[int, set[int]] = {}
    for tournament, total in totals:
        of.setdefault(tournament, set()).add(total)
    return {tournament for tournament, own in of.items() if any(own.issuperset(pair) for pair in ends)}


def _results(club: Club, tournaments: Collection[int]) -> list[_Known]:
    if not tournaments:
        return []
    results = SeatResult.objects.filter(
        seat__round__tournament__in=tournaments, seat__round__tournament__club=club
    ).values_list(
        "seat__round__tournament",
        "seat__round__tournament__name",
        "seat__round__tournament__date",
        "seat__registration__player",
        "seat__registration__player__last_name",
        "seat__registration__player__first_name",
        "points",
    )
    known: dict[int, _Known] = {}
    for pk, name, day, player, last_name, first_name, points in results:
        one = known.setdefault(pk, _Known(pk, name, day, {}, Counter()))
        one.people[player] = fold(f"{last_name} {first_name}")
        one.points[player] += points
    return list(known.values())


def _told(same: _Known, one: Brought) -> SameEvening:
    words = {"name": same.name, "count": len(same.people), "day": french_day(same.day)}
    if same.day == one.day:
        sentence = _("« %(name)s », ce jour-là, a les mêmes %(count)d joueurs et les mêmes points.")
    else:
        sentence = _("« %(name)s », le %(day)s, a les mêmes %(count)d joueurs et les mêmes points.")
    return SameEvening(same.pk, sentence % words)
