"""Several events under one rule: a league, its clubs, and who goes to its final."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tournaments.standings.ranking import places

VERSION = 1  # of a rule as data: raised when an older rule would be read otherwise
MOST_EVENTS = 1000
MOST_PLACES = 200  # of a table of points
MOST_POINTS_OF_A_PLACE = 10_000
HUNDREDTHS = 100
FEWEST_TOGETHER = 3  # people who are not named: of fewer a sum tells what each has
Total = int | Fraction  # whole, but for averages, which are in hundredths


class Brings(StrEnum):
    """What an event brings to who is ranked in it."""

    SCORES = "scores"  # his total there
    TABLE = "table"  # points by his place, from a table
    FIELD = "field"  # one point, and one for each player behind or beside him who has a result


class Adds(StrEnum):
    """What is made of the results that count."""

    SUM = "sum"
    AVERAGE = "average"


class LeagueTie(StrEnum):
    """What decides between equal totals of a league; more is better."""

    WINS = "wins"  # events won
    BEST = "best"  # his best result
    EVENTS = "events"  # events he was ranked in
    ALL = "all"  # the sum of all his results, also of those left out


@dataclass(frozen=True)
class EventResult:
    """What an event was for one player: his points there, and his place, None when he is out of its ranking."""

    points: int
    place: int | None = None


Results = Mapping[int, Mapping[int, EventResult]]  # player → event → result


@dataclass(frozen=True)
class LeagueRule:
    """
    How a league ranks: data with a version, stored with each league and each publication.

    `table` are the points of the first place, the second and so on, never more for a worse one; every place after its
    end brings `after_table`. Only the `best_of` best results count, and all but the `drops` worst of as many as there
    were events, so that an event not played is the first to be left out; None and 0 leave nothing out. `minimum` events
    to be ranked, once the league has as many: before that nobody can reach it. `bonus` is added for each event in which
    somebody was ranked. `ties` decide between equal totals, in their order. `club_best` is how many members count for a
    club in each event; None where clubs are not ranked. The first `qualified` go to the final, with what they have
    where it `carries`; 0 is no final.
    """

    brings: Brings = Brings.SCORES
    table: tuple[int, ...] = ()
    after_table: int = 0
    adds: Adds = Adds.SUM
    best_of: int | None = None
    drops: int = 0
    minimum: int | None = None
    bonus: int = 0
    ties: tuple[LeagueTie, ...] = ()
    club_best: int | None = None
    qualified: int = 0
    carries: bool = False

    def __post_init__(self) -> None:
        for name, lowest in (("best_of", 1), ("minimum", 1), ("club_best", 1), ("drops", 0), ("qualified", 0)):
            value = getattr(self, name)
            if value is not None and not lowest <= value <= MOST_EVENTS:
                raise ValueError(f"{name} is from {lowest} to {MOST_EVENTS}, not {value}")
        points = (*self.table, self.after_table)
        if len(self.table) > MOST_PLACES or not all(
            0 <= one <= MOST_POINTS_OF_A_PLACE for one in (*points, self.bonus)
        ):
            raise ValueError(f"at most {MOST_PLACES} places, of 0 to {MOST_POINTS_OF_A_PLACE} points each")
        if self.brings is Brings.TABLE and not self.table:
            raise ValueError("points by place need a table")
        if any(worse > better for better, worse in pairwise(points)):
            raise ValueError("a worse place never brings more")
        if len(set(self.ties)) < len(self.ties):
            raise ValueError("a criterion is asked once")

    def required(self, events: int) -> int:
        """Return how many events somebody has to be ranked in, when the league has so many."""
        return self.minimum if self.minimum is not None and events >= self.minimum else 1

    def counting(self, events: int) -> int:
        """Return how many results of each count at most, when the league has so many events: at least one."""
        return max(1, min(self.best_of or events, events - self.drops))

    def brought(self, result: EventResult, field: Sequence[int]) -> int:
        """Return what a result brings in an event with these places, the best first; nothing to who is not ranked."""
        if self.brings is Brings.SCORES:
            return result.points
        if result.place is None:
            return 0
        if self.brings is Brings.FIELD:
            return len(field) - bisect_left(field, result.place)
        return self.table[result.place - 1] if result.place <= len(self.table) else self.after_table

    def made_of(self, counted: Sequence[int]) -> Total:
        """Return what the results that count make: their sum, or their average in hundredths, halves away from zero."""
        if self.adds is Adds.SUM or not counted:
            return sum(counted)
        hundredths = Fraction(sum(counted) * HUNDREDTHS, len(counted))
        whole = (abs(hundredths) + Fraction(1, 2)) // 1
        return _plain(Fraction(whole if hundredths >= 0 else -whole, HUNDREDTHS))

    @property
    def data(self) -> dict[str, Any]:
        """The rule as plain JSON: equal to what a database gives back of it."""
        return {"version": VERSION} | asdict(self) | {"table": list(self.table), "ties": list(self.ties)}


_READ: dict[str, Callable[[Any], Any]] = {
    "brings": Brings,
    "adds": Adds,
    "table": tuple,
    "ties": lambda ties: tuple(map(LeagueTie, ties)),
}


def rule_of(data: Mapping[str, Any]) -> LeagueRule:
    """Return the rule that `data` says. Raises ValueError for another version, an unknown name or a wrong value."""
    given = dict(data)
    if given.pop("version", None) != VERSION:
        raise ValueError(f"a league rule of version {data.get('version')}, where {VERSION} is read")
    if unknown := given.keys() - {field.name for field in fields(LeagueRule)}:
        raise ValueError(f"a league rule says nothing of {', '.join(sorted(unknown))}")
    for name, read in _READ.items():
        if name in given:
            given[name] = read(given[name])
    return LeagueRule(**given)


@dataclass(frozen=True)
class LeagueRow:
    """
    One player's place in the league, None when he is out of its ranking; `results` is what each event brought him.

    `dropped` is what the rule leaves out, `void` the events whose ranking he was out of: neither counts. `bonus` is in
    the total. `ties` is what he has by each criterion of the rule.
    """

    place: int | None
    shared: bool
    key: int
    total: Total
    results: Mapping[int, int]
    counted: frozenset[int]
    dropped: frozenset[int]
    void: frozenset[int] = frozenset()
    bonus: int = 0
    ties: tuple[int, ...] = ()

    @property
    def played(self) -> int:
        """In how many events he was ranked."""
        return len(self.results) - len(self.void)


@dataclass(frozen=True)
class LeagueTable:
    """The league: its rows, those that are out of the ranking last, and its events in the order of their keys."""

    rule: LeagueRule
    events: tuple[int, ...]
    rows: tuple[LeagueRow, ...]

    @property
    def required(self) -> int:
        """In how many events somebody has to be ranked."""
        return self.rule.required(len(self.events))


@dataclass(frozen=True)
class ClubRow:
    """
    A club's place in the league of clubs, and what each event brought it.

    `total` is None, and `results` empty, where they would tell what somebody has who is not named: see `club_table`.
    """

    place: int
    shared: bool
    club: str
    total: int | None
    results: Mapping[int, int]


def add_up(results: Results, rule: LeagueRule) -> LeagueTable:
    """
    Return the league for what the events were for each player.

    An event whose ranking a player was out of is shown and counts for nothing. The highest of the others count, also
    when they are negative and also against somebody who played less; of equal results the event with the smaller key
    counts. Those whom no criterion separates share the better place. A player without results has no row.
    """
    field: dict[int, list[int]] = {}
    for by_event in results.values():
        for event, result in by_event.items():
            taken = field.setdefault(event, [])
            if result.place is not None:
                insort(taken, result.place)
    events = tuple(sorted(field))
    most = rule.counting(len(events))
    rows = [_row(key, by_event, rule, field, most) for key, by_event in results.items() if by_event]
    required = rule.required(len(events))
    ranked = {row.key: (row.total, *row.ties) for row in rows if row.played >= required}
    out = {row.key: (row.total,) for row in rows if row.key not in ranked}
    by_key = {row.key: row for row in rows}
    in_order: list[tuple[int, int | None, bool]] = [*places(_ordered(ranked))]
    in_order += [(key, None, False) for key, _place, _shared in places(_ordered(out))]
    rows_in_order = (replace(by_key[key], place=place, shared=shared) for key, place, shared in in_order)
    return LeagueTable(rule, events, tuple(rows_in_order))


def running_totals(brought: Sequence[int | None], rule: LeagueRule) -> list[Total]:
    """
    Return the total somebody had after each event of a league, of what each brought him, in their order.

    None is an event in which he was not ranked. The last one is his total.
    """
    totals = []
    for held in range(1, len(brought) + 1):
        ranked = sorted((points for points in brought[:held] if points is not None), reverse=True)
        totals.append(rule.made_of(ranked[: rule.counting(held)]) + rule.bonus * len(ranked))
    return totals


def club_table(
    table: LeagueTable, club_of: Mapping[int, str], named: Collection[int] | None = None
) -> tuple[ClubRow, ...]:
    """
    Return the league of clubs: in each event the best results of as many members as the rule says.

    A player without a club, or with an empty one, counts for none. Nothing where the rule ranks no clubs. `named` are
    those whose results everybody reads, None for all. Places are by everybody's results; totals are told by `_told`.
    """
    most = table.rule.club_best
    if most is None:
        return ()
    brought: dict[str, dict[int, list[tuple[int, bool]]]] = {}
    for row in table.rows:
        if club := club_of.get(row.key):
            is_named = named is None or row.key in named
            for event in row.results.keys() - row.void:
                brought.setdefault(club, {}).setdefault(event, []).append((row.results[event], is_named))
    counted = {
        club: {event: sorted(points, reverse=True)[:most] for event, points in by_event.items()}
        for club, by_event in brought.items()
    }
    results = {
        club: {event: sum(points for points, _named in best) for event, best in by_event.items()}
        for club, by_event in counted.items()
    }
    names = dict(enumerate(sorted(results)))
    totals = {number: sum(results[club].values()) for number, club in names.items()}
    told = _told(_unnamed_in(brought), _unnamed_in(counted))
    return tuple(
        ClubRow(place, shared, names[number], totals[number], results[names[number]])
        if names[number] in told
        else ClubRow(place, shared, names[number], None, {})
        for number, place, shared in places(totals)
    )


def _unnamed_in(brought: Mapping[str, Mapping[int, Sequence[tuple[int, bool]]]]) -> dict[str, Counter[int]]:
    """Return how many of (points, is he named) are not named, for each club and event."""
    return {
        club: Counter({event: sum(not is_named for _points, is_named in each) for event, each in by_event.items()})
        for club, by_event in brought.items()
    }


def _told(playing: Mapping[str, Counter[int]], counting: Mapping[str, Counter[int]]) -> set[str]:
    """
    Return the clubs whose totals are told, of how many who are not named play and count for each in each event.

    Whoever reads totals before and after an event, and what the named brought, has what the others of a club brought
    together: nobody of them, or `FEWEST_TOGETHER`. He has it of the clubs that are not told as well, as what is left of
    the whole event; where these are fewer even with all who are not named, no total is told.
    """

    def is_apart(count: int) -> bool:
        return 0 < count < FEWEST_TOGETHER

    told = {
        club
        for club, counts in playing.items()
        if not any(is_apart(count) for count in (*counts.values(), *counting[club].values()))
    }
    for event in {event for counts in playing.values() for event in counts}:
        if is_apart(sum(counts[event] for club, counts in playing.items() if club not in told)):
            told = {club for club in told if not playing[club][event]}
            if is_apart(sum(counts[event] for counts in playing.values())):
                return set()
    return told


def qualified(
    ranked: Sequence[int], rule: LeagueRule, declined: Collection[int] = ()
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return who goes to the final, and the reserves in their order, of those ranked: who declined is neither."""
    coming = tuple(key for key in ranked if key not in declined)
    return coming[: rule.qualified], coming[rule.qualified :]


def with_final(
    totals: Mapping[int, Total], final: Mapping[int, int], rule: LeagueRule
) -> list[tuple[int, int, bool, Total]]:
    """Return (key, place, shared, total) after the final: what each brought in it, on what he had where it carries."""
    after = {key: points + (totals.get(key, 0) if rule.carries else 0) for key, points in final.items()}
    return [
        (key, place, shared, after[key]) for key, place, shared in places(_ordered({k: (v,) for k, v in after.items()}))
    ]


def _row(
    key: int, by_event: Mapping[int, EventResult], rule: LeagueRule, field: Mapping[int, list[int]], most: int
) -> LeagueRow:
    """Return his row, without its place."""
    brought = {event: rule.brought(result, field[event]) for event, result in by_event.items()}
    void = frozenset(event for event, result in by_event.items() if result.place is None)
    ranked = frozenset(brought) - void
    counted = frozenset(sorted(ranked, key=lambda event: (-brought[event], event))[:most])
    bonus = rule.bonus * len(ranked)
    values = {
        LeagueTie.WINS: sum(by_event[event].place == 1 for event in ranked),
        LeagueTie.BEST: max((brought[event] for event in ranked), default=0),
        LeagueTie.EVENTS: len(ranked),
        LeagueTie.ALL: sum(brought[event] for event in ranked),
    }
    total = rule.made_of([brought[event] for event in counted]) + bonus
    ties = tuple(values[tie] for tie in rule.ties)
    return LeagueRow(None, False, key, total, brought, counted, ranked - counted, void, bonus, ties)


def difference(one: Total, other: Total) -> Total:
    """Return by how much two totals differ."""
    return _plain(abs(Fraction(one) - Fraction(other)))


def _plain(total: Fraction) -> Total:
    return total.numerator if total.denominator == 1 else total


def _ordered(values: Mapping[int, tuple[Total, ...]]) -> dict[int, int]:
    """Return a number for each key, greater where its values are, equal where they are."""
    order = {value: number for number, value in enumerate(sorted(set(values.values())))}
    return {key: order[value] for key, value in values.items()}
