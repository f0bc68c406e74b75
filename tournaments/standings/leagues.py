"""Several events under one rule: the league of a season."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.standings.ranking import places


@dataclass(frozen=True)
class LeagueRule:
    """The sum of the results, all of them or only the best N."""

    best_of: int | None = None

    def __post_init__(self) -> None:
        if self.best_of is not None and self.best_of < 1:
            raise ValueError(f"a league counts at least one result, not {self.best_of}")


@dataclass(frozen=True)
class LeagueRow:
    """One player's place in the league; `results` is everything he played, `dropped` what the rule leaves out."""

    place: int
    shared: bool
    key: int
    total: int
    results: Mapping[int, int]
    counted: frozenset[int]
    dropped: frozenset[int]

    @property
    def played(self) -> int:
        return len(self.results)


@dataclass(frozen=True)
class LeagueTable:
    """The league: its rows from the first place to the last, and its events in the order of their keys."""

    rule: LeagueRule
    events: tuple[int, ...]
    rows: tuple[LeagueRow, ...]


def add_up(results: Mapping[int, Mapping[int, int]], rule: LeagueRule) -> LeagueTable:
    """
    Return the league for results given as player → event → points.

    With best-of the N highest results count, also when they are negative and also against somebody who played less; of
    equal results the event with the smaller key counts. Whoever played nothing has no row.
    """
    counted = {key: _counted(points, rule) for key, points in results.items() if points}
    totals = {key: sum(results[key][event] for event in events) for key, events in counted.items()}
    rows = tuple(
        LeagueRow(
            place=place,
            shared=shared,
            key=key,
            total=totals[key],
            results=dict(results[key]),
            counted=counted[key],
            dropped=frozenset(results[key]) - counted[key],
        )
        for key, place, shared in places(totals)
    )
    events = sorted({event for points in results.values() for event in points})
    return LeagueTable(rule, tuple(events), rows)


def _counted(points: Mapping[int, int], rule: LeagueRule) -> frozenset[int]:
    best_first = sorted(points, key=lambda event: (-points[event], event))
    return frozenset(best_first[: rule.best_of])
