"""A league counted by another way than the product's, for tests that have its events from the rows."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings import Adds, Brings, LeagueRule, LeagueTie

Event = dict[int, tuple[int, int | None]]  # player → his total and his place, None for who is out of the ranking


class Counted(NamedTuple):
    """A player counted from nothing: his place, None below the minimum, and his total."""

    place: int | None
    total: Fraction


def counted_league(rule: LeagueRule, events: Mapping[int, Event]) -> dict[int, Counted]:
    """Return who is where by a rule: every event is worth its total or its place, and the best of them are added."""
    weights = {key: Fraction(weight, 100) for key, weight in rule.weights}
    events = {key: event for key, event in events.items() if weights.get(key, 1 - rule.only_chosen)}
    worth: dict[int, list[tuple[Fraction, int, Fraction]]] = {}  # what decides which count, the event, its weight
    firsts: dict[int, int] = {}
    for key, event in events.items():
        weight = Fraction(weights.get(key, 1))
        places = [place for _total, place in event.values() if place is not None]
        for player, (total, place) in event.items():
            worth.setdefault(player, [])
            if place is None:
                continue
            points = total
            if rule.brings is Brings.TABLE:
                points = rule.table[place - 1] if place <= len(rule.table) else rule.after_table
            elif rule.brings is Brings.FIELD:
                points = sum(other >= place for other in places)
            decides = points * weight if rule.adds is Adds.SUM else Fraction(points)
            worth[player].append((decides, -key, weight))
            firsts[player] = firsts.get(player, 0) + (place == 1)
    most = max(1, min(rule.best_of or len(events), len(events) - rule.drops))
    asked = rule.minimum if rule.minimum and rule.minimum <= len(events) else 1
    totals = {player: _made_of(rule, sorted(points)[::-1][:most]) for player, points in worth.items()}
    totals = {player: total + rule.bonus * len(worth[player]) for player, total in totals.items()}
    ties = {LeagueTie.WINS: firsts.get, LeagueTie.BEST: lambda one: max(worth[one])[0]}
    ties |= {LeagueTie.EVENTS: lambda one: len(worth[one]), LeagueTie.ALL: lambda one: sum(_added(rule, worth[one]))}
    ranked = {
        player: (total, *(ties[tie](player) for tie in rule.ties))
        for player, total in totals.items()
        if len(worth[player]) >= asked
    }
    return {
        player: Counted(
            1 + sum(other > ranked[player] for other in ranked.values()) if player in ranked else None, total
        )
        for player, total in totals.items()
    }


def _added(rule: LeagueRule, results: list[tuple[Fraction, int, Fraction]]) -> list[Fraction]:
    """Return what each result adds: in a sum its weight has decided already, an average multiplies now."""
    return [decides if rule.adds is Adds.SUM else decides * weight for decides, _event, weight in results]


def _made_of(rule: LeagueRule, counted: list[tuple[Fraction, int, Fraction]]) -> Fraction:
    """Return the sum, or the average by weight to the hundredth, its half away from zero."""
    total = sum(_added(rule, counted), Fraction())
    if rule.adds is Adds.SUM or not counted:
        return total
    hundredths = int(abs(total) * 100 / sum(weight for *_rest, weight in counted) + Fraction(1, 2))
    return Fraction(hundredths if total >= 0 else -hundredths, 100)
