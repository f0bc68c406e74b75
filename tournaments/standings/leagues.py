"""Several events under one rule: the league of a season."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.standings.ranking import places


@dataclass(frozen=True)
class LeagueRule:
    """
    The sum of the results, all of them or only the best N; `minimum` events to be ranked.

    The minimum counts once the league has as many events: before that nobody can reach it.
    """

    best_of: int | None = None
    minimum: int | None = None

    def __post_init__(self) -> None:
        if self.best_of is not None and self.best_of < 1:
            raise ValueError(f"a league counts at least one result, not {self.best_of}")
        if self.minimum is not None and self.minimum < 1:
            raise ValueError(f"a minimum is at least one event, not {self.minimum}")

    def required(self, events: int) -> int:
        """Return how many events somebody has to be ranked in, when the league has so many."""
        return self.minimum if self.minimum is not None and events >= self.minimum else 1


@dataclass(frozen=True)
class LeagueRow:
    """
    One player's place in the league, None when he is out of its ranking; `results` is everything he played.

    `dropped` is what the rule leaves out, `void` the events whose ranking he was out of: neither counts.
    """

    place: int | None
    shared: bool
    key: int
    total: int
    results: Mapping[int, int]
    counted: frozenset[int]
    dropped: frozenset[int]
    void: frozenset[int] = frozenset()

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


def add_up(
    results: Mapping[int, Mapping[int, int]], rule: LeagueRule, void: Mapping[int, Collection[int]] | None = None
) -> LeagueTable:
    """
    Return the league for results given as player → event → points.

    `void` are the events whose ranking a player was out of, player → events: they are shown and count for
    nothing. With best-of the N highest of the others count, also when they are negative and also against somebody who
    played less; of equal results the event with the smaller key counts. A player without results has no row.
    """
    outside = {key: frozenset((void or {}).get(key, ())) & frozenset(points) for key, points in results.items()}
    counted = {key: _counted(points, outside[key], rule) for key, points in results.items() if points}
    totals = {key: sum(results[key][event] for event in events) for key, events in counted.items()}
    events = sorted({event for points in results.values() for event in points})
    required = rule.required(len(events))
    ranked = {key: total for key, total in totals.items() if len(results[key]) - len(outside[key]) >= required}
    out = {key: total for key, total in totals.items() if key not in ranked}
    in_order: list[tuple[int, int | None, bool]] = [*places(ranked)]
    in_order += [(key, None, False) for key, _place, _shared in places(out)]
    rows = tuple(
        LeagueRow(
            place=place,
            shared=shared,
            key=key,
            total=totals[key],
            results=dict(results[key]),
            counted=counted[key],
            dropped=frozenset(results[key]) - counted[key] - outside[key],
            void=outside[key],
        )
        for key, place, shared in in_order
    )
    return LeagueTable(rule, tuple(events), rows)


def _counted(points: Mapping[int, int], void: frozenset[int], rule: LeagueRule) -> frozenset[int]:
    best_first = sorted(points.keys() - void, key=lambda event: (-points[event], event))
    return frozenset(best_first[: rule.best_of])
