"""Matches of two teams at two tables: who meets whom in each round, and who sits where."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tournaments.seating.demand import MOST_ROUNDS, Tables
from tournaments.seating.refusals import ImpossibleDemand

MOST_STEPS = 20_000  # of a search for one round without one more rematch
TRIES = 200  # circles of a round robin, of which the one that parts clubs longest is taken
AT_A_TABLE = 4


@dataclass(frozen=True)
class Matches:
    """The matches of one round, pairs of teams in the order of their tables; `bye` is the team that has none."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


@dataclass(frozen=True)
class LineUp:
    """Who plays a match for a team: `taker` is the prescribed taker at one table, `defence` plays at the other."""

    taker: int
    defence: tuple[int, int, int]


def round_robin(
    teams: Sequence[int], rounds: int, *, seed: int, clubs: Mapping[int, int] | None = None
) -> tuple[Matches, ...]:
    """
    Return rounds in which no two teams meet twice before all have met, by the circle method; byes turn.

    `clubs` are the clubs of teams, for those that have one: two teams of a club then meet as late as was found, and in
    as few of these rounds. Raises ImpossibleDemand with fewer than two teams, or a wrong number of rounds.
    """
    if len(teams) < 2:
        raise ImpossibleDemand("too_few_teams", {"teams": len(teams)})
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ImpossibleDemand("rounds", {"rounds": rounds, "most": MOST_ROUNDS})
    circle: list[int | None] = [*sorted(teams), *([None] if len(teams) % 2 else [])]
    rng = Random(seed)  # noqa: S311 - a draw people can repeat, not a secret
    rng.shuffle(circle)
    if not clubs:
        return _of_circle(circle, rounds)
    cycles: list[tuple[Matches, ...]] = []
    for _try in range(TRIES):
        whole = _of_circle(circle, len(circle) - 1)
        in_order = sorted(whole, key=lambda round_: mates_in(round_, clubs))  # stable: a tie keeps the circle's order
        cycles.append(tuple(in_order[number % len(in_order)] for number in range(rounds)))
        rng.shuffle(circle)
    return min(cycles, key=lambda drawn: _lateness(drawn, clubs))


def mates_in(round_: Matches, clubs: Mapping[int, int]) -> int:
    """Return how many matches of a round are between two teams of one club."""
    return sum(_are_mates(one, other, clubs) for one, other in round_.pairs)


def _are_mates(one: int, other: int, clubs: Mapping[int, int]) -> bool:
    return one in clubs and clubs[one] == clubs.get(other)


def _lateness(drawn: Sequence[Matches], clubs: Mapping[int, int]) -> tuple[int, list[int]]:
    """Return how many matches are within a club, then round by round: the least is best."""
    found = [mates_in(round_, clubs) for round_ in drawn]
    return sum(found), found


def _of_circle(circle: Sequence[int | None], rounds: int) -> tuple[Matches, ...]:
    """Return the rounds of a circle, of which all but the first one turn; None stands for a bye."""
    circle = list(circle)
    drawn = []
    half = len(circle) // 2
    for _round in range(rounds):
        pairs = list(zip(circle[:half], reversed(circle), strict=False))
        bye = next((one if other is None else other for one, other in pairs if None in (one, other)), None)
        met = tuple((one, other) for one, other in pairs if one is not None and other is not None)
        drawn.append(Matches(met, bye))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return tuple(drawn)


def matched_by_standings(
    ranking: Sequence[int], past: Sequence[Matches], clubs: Mapping[int, int] | None = None
) -> Matches:
    """
    Return the next round: neighbours in the ranking who have not met, the leaders first; as few rematches as found.

    `ranking` names every team once, the best first. The bye goes to the last one of those who had the fewest. `clubs`
    are the clubs of teams, for those that have one: with as few rematches, as few matches within a club as found.
    Raises ImpossibleDemand with fewer than two teams.
    """
    if len(ranking) < 2:
        raise ImpossibleDemand("too_few_teams", {"teams": len(ranking)})
    bye = None
    if len(ranking) % 2:
        had = Counter(round_.bye for round_ in past)
        bye = min(reversed(ranking), key=lambda team: had[team])
    playing = [team for team in ranking if team != bye]
    met, clubs = _meetings(past), clubs or {}
    most = len(playing) // 2
    biggest = max(Counter(clubs[team] for team in playing if team in clubs).values(), default=0)
    for rematches in range(most + 1):
        for mates in range(max(0, biggest - most), most + 1) if clubs else [most]:
            if pairs := _neighbours(playing, met, rematches, clubs, mates):
                return Matches(tuple(pairs), bye)
    raise AssertionError  # with as many rematches as matches, neighbours meet


def rematches_of(rounds: Iterable[Matches]) -> int:
    """Return how many matches are between teams that had met before in these rounds."""
    return sum(count - 1 for count in _meetings(rounds).values())


def tables_of(pair: tuple[LineUp, LineUp]) -> Tables:
    """Return both tables of a match, Sud first: at each the taker of one team in Sud, against three of the other."""
    one, other = pair
    return ((one.taker, *other.defence), (other.taker, *one.defence))


def line_up(members: Sequence[int], played: Mapping[int, int], taken: Mapping[int, int]) -> LineUp:
    """
    Return the line-up that a team has when its captain names none: who took least often takes.

    `members` are four or more in their order, `played` and `taken` the rounds of each so far; who played least plays.
    Raises ImpossibleDemand with fewer than four.
    """
    if len(members) < AT_A_TABLE:
        raise ImpossibleDemand("too_few_members", {"members": len(members), "least": AT_A_TABLE})
    playing = sorted(members, key=lambda one: played.get(one, 0))[:AT_A_TABLE]
    taker = min(playing, key=lambda one: (taken.get(one, 0), members.index(one)))
    defence = [one for one in members if one in playing and one != taker]
    return LineUp(taker, (defence[0], defence[1], defence[2]))


def _meetings(rounds: Iterable[Matches]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for round_ in rounds for pair in round_.pairs)


def _neighbours(
    playing: Sequence[int], met: Counter[frozenset[int]], rematches: int, clubs: Mapping[int, int], mates: int
) -> list[tuple[int, int]]:
    """Return pairs of neighbours with at most so many rematches and matches within a club; [] where none is found."""
    steps = iter(range(MOST_STEPS))

    def pairs_of(left: Sequence[int], allowed: int, within: int) -> Iterator[list[tuple[int, int]]]:
        if not left:
            yield []
        for index in range(1, len(left)):
            if next(steps, None) is None:
                return
            before = bool(met[frozenset((left[0], left[index]))])
            are_mates = _are_mates(left[0], left[index], clubs)
            if before > allowed or are_mates > within:
                continue
            rest = [*left[1:index], *left[index + 1 :]]
            for pairs in pairs_of(rest, allowed - before, within - are_mates):
                yield [(left[0], left[index]), *pairs]

    return next(pairs_of(playing, rematches, mates), [])
