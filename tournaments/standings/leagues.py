"""Leagues: several events under one rule, and the ranking of clubs."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from typing import Any

from tournaments.kit.text import Percent, Total
from tournaments.standings.ranking import places

VERSION = 1  # of a rule as data: raised when an older rule would be read otherwise
MOST_EVENTS = 1000
MOST_PLACES = 200  # of a table of points
MOST_POINTS_OF_A_PLACE = 10_000
HUNDREDTHS = 100
ONCE, MOST_WEIGHT = 100, 1000  # weights of an event, in hundredths
FEWEST_TOGETHER = 3  # people who are not named: of fewer a sum tells what each has


class Brings(StrEnum):
    """What an event brings to a player who is ranked in it."""

    SCORES = "scores"  # his total there
    TABLE = "table"  # points by his place, from a table
    FIELD = "field"  # one point, and one for each player behind or beside him who has a result


class Adds(StrEnum):
    """How the counting results make a total."""

    SUM = "sum"
    AVERAGE = "average"


class LeagueTie(StrEnum):
    """What decides between equal totals of a league; a greater value is better."""

    WINS = "wins"  # events won
    BEST = "best"  # his best result
    EVENTS = "events"  # events he was ranked in
    ALL = "all"  # the sum of all his results, also of those left out


@dataclass(frozen=True)
class EventResult:
    """The result of one player in an event: points, and place; the place is None when the player is not ranked."""

    points: Total
    place: int | None = None


Results = Mapping[int, Mapping[int, EventResult]]  # player → event → result


@dataclass(frozen=True)
class LeagueRule:
    """
    How a league ranks: data with a version, stored with each league and each publication.

    `table` are the points of the first place, the second and so on, never more for a worse place; every later place
    brings `after_table`. Only the `best_of` best results count (None: all). `drops` is how many of the worst results
    are left out; an event not played is left out first. `minimum` is how many events a player needs to be ranked, once
    the league has so many events. `bonus` points are added for each event in which the player was ranked. `ties` decide
    between equal totals, in their order. `club_best` is how many members count for a club in each event; None where
    clubs are not ranked. `of_teams` ranks the teams of the events instead of their players. `qualified` and `carries`
    are what a rule said of the final before a final had `Qualifying` rows: publications and the journal keep them, a
    league in force has neither.

    Events count from `starts_on` to `ends_on` (None: no first or last day), all or `only_chosen` ones: those that have
    a weight. `weights` are (event, how often it counts in hundredths), by event; 0 leaves an event out. A weight
    multiplies what an event brings, and an average divides by the sum of the weights.
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
    of_teams: bool = False
    starts_on: date | None = None
    ends_on: date | None = None
    only_chosen: bool = False
    weights: tuple[tuple[int, int], ...] = ()

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
        if self.starts_on is not None and self.ends_on is not None and self.ends_on < self.starts_on:
            raise ValueError("a term ends after it starts")
        if not all(0 <= weight <= MOST_WEIGHT for _event, weight in self.weights):
            raise ValueError(f"a weight is from 0 to {MOST_WEIGHT} hundredths")
        if any(one >= other for (one, _weight), (other, _other) in pairwise(self.weights)):
            raise ValueError("weights stand in the order of their events, each once")

    def weight_of(self, event: int) -> Total:
        """Return how often an event counts; 0 if it does not."""
        return self._weights.get(event, 0 if self.only_chosen else 1)

    @cached_property
    def _weights(self) -> dict[int, Total]:
        return {event: plain_total(Fraction(weight, HUNDREDTHS)) for event, weight in self.weights}

    def takes(self, event: int, day: date) -> bool:
        """Return whether the event of a day counts."""
        is_within = (self.starts_on or day) <= day <= (self.ends_on or day)
        return is_within and self.weight_of(event) > 0

    def required(self, events: int) -> int:
        """Return in how many events a player must be ranked, in a league of so many events."""
        return self.minimum if self.minimum is not None and events >= self.minimum else 1

    def counting(self, events: int) -> int:
        """Return how many results of a player count at most, in a league of so many events: at least one."""
        return max(1, min(self.best_of or events, events - self.drops))

    def brought(self, result: EventResult, field: Sequence[int]) -> Total:
        """Return what a result brings; 0 for a player not ranked. `field` are the places of the event, best first."""
        if self.brings is Brings.SCORES:
            return result.points
        if result.place is None:
            return 0
        if self.brings is Brings.FIELD:
            return len(field) - bisect_left(field, result.place)
        return self.table[result.place - 1] if result.place <= len(self.table) else self.after_table

    def weighted(self, event: int, points: Total) -> Total:
        """Return what an event brings by its weight, from what it brings when it counts once."""
        weight = self.weight_of(event)
        return points if weight == 1 else plain_total(Fraction(points) * Fraction(weight))

    def worth(self, event: int, brought: Total) -> Total:
        """
        Return by which points a result is better or worse than others, from what it brought by its weight.

        A sum compares what is added; an average compares without weights: points that count twice are no better.
        """
        weight = self.weight_of(event)
        if self.adds is Adds.SUM or weight == 1:
            return brought
        return plain_total(Fraction(brought) / Fraction(weight))

    def best(self, brought: Mapping[int, Total], most: int) -> list[int]:
        """Return the events with the best results, at most so many, from what each brought by its weight."""
        return sorted(brought, key=lambda event: (-self.worth(event, brought[event]), event))[:most]

    def made_of(self, counted: Mapping[int, Total]) -> Total:
        """
        Return the total of the counting results, by event, each with its weight.

        It is their sum, or their average by weight in hundredths (half away from 0).
        """
        total = sum(counted.values())
        if self.adds is Adds.SUM or not counted:
            return plain_total(total) if isinstance(total, Fraction) else total
        hundredths = Fraction(total * HUNDREDTHS) / sum(self.weight_of(event) for event in counted)
        whole = (abs(hundredths) + Fraction(1, 2)) // 1
        return plain_total(Fraction(whole if hundredths >= 0 else -whole, HUNDREDTHS))

    @property
    def data(self) -> dict[str, Any]:
        """Return the rule as plain JSON, equal to what the database gives back."""
        days = {
            name: day and day.isoformat() for name, day in (("starts_on", self.starts_on), ("ends_on", self.ends_on))
        }
        lists = {"table": list(self.table), "ties": list(self.ties), "weights": list(map(list, self.weights))}
        return {"version": VERSION} | asdict(self) | days | lists


_READ: dict[str, Callable[[Any], Any]] = {
    "brings": Brings,
    "adds": Adds,
    "table": tuple,
    "ties": lambda ties: tuple(map(LeagueTie, ties)),
    "starts_on": lambda day: day and date.fromisoformat(day),
    "ends_on": lambda day: day and date.fromisoformat(day),
    "weights": lambda weights: tuple(map(tuple, weights)),
}


def rule_of(data: Mapping[str, Any]) -> LeagueRule:
    """Return the rule of these `data`. Raises ValueError for another version, an unknown name or a wrong value."""
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
    One player's place in the league, None when not ranked; `results` is {event: what it brought, by its weight}.

    `dropped` are the events that the rule leaves out, `void` those in which the player was not ranked: neither counts.
    `bonus` is part of the total. `ties` are the values of the criteria of the rule.
    """

    place: int | None
    shared: bool
    key: int
    total: Total
    results: Mapping[int, Total]
    counted: frozenset[int]
    dropped: frozenset[int]
    void: frozenset[int] = frozenset()
    bonus: int = 0
    ties: tuple[Total, ...] = ()

    @property
    def played(self) -> int:
        """Return in how many events the player was ranked."""
        return len(self.results) - len(self.void)


@dataclass(frozen=True)
class LeagueTable:
    """The league: its rows, players not ranked last, and its events in the order of their keys."""

    rule: LeagueRule
    events: tuple[int, ...]
    rows: tuple[LeagueRow, ...]

    @property
    def required(self) -> int:
        """Return in how many events a player must be ranked."""
        return self.rule.required(len(self.events))


@dataclass(frozen=True)
class ClubRow:
    """
    A club's place in the ranking of clubs, and what each event brought to the club.

    `total` is None and `results` is empty where they would reveal the points of a player without a public name.
    """

    place: int
    shared: bool
    club: str
    total: Total | None
    results: Mapping[int, Total]


def add_up(results: Results, rule: LeagueRule) -> LeagueTable:
    """
    Return the league, from the result of each player in each event.

    An event that the rule leaves out is none. One in which a player was not ranked is shown and does not count. The
    highest of the others count, also when they are negative, and also against a player with fewer events; of equal
    results the event with the smaller key counts. Players whom no criterion separates share the better place. A player
    without results has no row.
    """
    field: dict[int, list[int]] = {}
    results = (
        {
            key: {event: result for event, result in by_event.items() if rule.weight_of(event)}
            for key, by_event in results.items()
        }
        if rule.weights or rule.only_chosen
        else results
    )
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


def running_totals(brought: Mapping[int, Total | None], rule: LeagueRule) -> list[Total]:
    """
    Return a player's total after each event of a league, from what each event brought by its weight, in order.

    None is an event in which the player was not ranked.
    """
    totals = []
    for held in range(1, len(brought) + 1):
        so_far = islice(brought.items(), held)
        ranked = {event: points for event, points in so_far if points is not None}
        best = rule.best(ranked, rule.counting(held))
        totals.append(rule.made_of({event: ranked[event] for event in best}) + rule.bonus * len(ranked))
    return totals


def club_table(
    table: LeagueTable, club_of: Mapping[int, str], named: Collection[int] | None = None
) -> tuple[ClubRow, ...]:
    """
    Return the ranking of clubs: in each event a club has the best results of `rule.club_best` members.

    A player without a club counts for none. Empty where the rule ranks no clubs. `named` are the players whose results
    are public, None for all. Places use all results; `_told` says which totals are shown.
    """
    most = table.rule.club_best
    if most is None:
        return ()
    brought: dict[str, dict[int, list[tuple[Total, bool]]]] = {}
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
        for number, place, shared in places(_ordered({number: (total,) for number, total in totals.items()}))
    )


def _unnamed_in(brought: Mapping[str, Mapping[int, Sequence[tuple[Total, bool]]]]) -> dict[str, Counter[int]]:
    """Return, for each club and event, how many results (points, is named) are of players without a public name."""
    return {
        club: Counter({event: sum(not is_named for _points, is_named in each) for event, each in by_event.items()})
        for club, by_event in brought.items()
    }


def _told(playing: Mapping[str, Counter[int]], counting: Mapping[str, Counter[int]]) -> set[str]:
    """
    Return the clubs whose totals may be shown.

    `playing` and `counting` say how many players without a public name play, and count, for each club in each event. A
    reader can subtract the public results from two totals, and so learns the sum of the others of a club: a total is
    shown only when these are nobody, or at least `FEWEST_TOGETHER`. The same holds for the clubs not shown, taken
    together.
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


def _row(
    key: int, by_event: Mapping[int, EventResult], rule: LeagueRule, field: Mapping[int, list[int]], most: int
) -> LeagueRow:
    """Return a player's row, without the place."""
    brought = {event: rule.weighted(event, rule.brought(result, field[event])) for event, result in by_event.items()}
    void = frozenset(event for event, result in by_event.items() if result.place is None)
    in_order = rule.best({event: points for event, points in brought.items() if event not in void}, len(brought))
    ranked, counted = frozenset(in_order), frozenset(in_order[:most])
    bonus = rule.bonus * len(ranked)
    best = in_order[0] if in_order else None
    values = {
        LeagueTie.WINS: sum(by_event[event].place == 1 for event in ranked),
        LeagueTie.BEST: rule.worth(best, brought[best]) if best is not None else 0,
        LeagueTie.EVENTS: len(ranked),
        LeagueTie.ALL: sum(brought[event] for event in ranked),
    }
    total = rule.made_of({event: brought[event] for event in counted}) + bonus
    ties = tuple(values[tie] for tie in rule.ties)
    return LeagueRow(None, False, key, total, brought, counted, ranked - counted, void, bonus, ties)


def difference(one: Total, other: Total) -> Total:
    """Return the difference between two totals; between two shares, a share."""
    gap = abs(Fraction(one) - Fraction(other))
    return Percent(gap) if isinstance(one, Percent) else plain_total(gap)


def plain_total(total: Fraction) -> Total:
    """Return a total as an int where it is whole."""
    return total.numerator if total.denominator == 1 else total


def _ordered(values: Mapping[int, tuple[Total, ...]]) -> dict[int, int]:
    """Return a number for each key: greater for greater values, equal for equal values."""
    order = {value: number for number, value in enumerate(sorted(set(values.values())))}
    return {key: order[value] for key, value in values.items()}
