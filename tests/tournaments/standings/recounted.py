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
    worth: dict[int, list[int]] = {}
    firsts: dict[int, int] = {}
    for event in events.values():
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
            worth[player].append(points)
            firsts[player] = firsts.get(player, 0) + (place == 1)
    most = max(1, min(rule.best_of or len(events), len(events) - rule.drops))
    asked = rule.minimum if rule.minimum and rule.minimum <= len(events) else 1
    totals = {player: _made_of(rule, sorted(points)[::-1][:most]) for player, points in worth.items()}
    totals = {player: total + rule.bonus * len(worth[player]) for player, total in totals.items()}
    ties = {LeagueTie.WINS: firsts.get, LeagueTie.BEST: lambda one: max(worth[one])}
    ties |= {LeagueTie.EVENTS: lambda one: len(worth[one]), LeagueTie.ALL: lambda one: sum(worth[one])}
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


def _made_of(rule: LeagueRule, counted: list[int]) -> Fraction:
    """Return the sum, or the average to the hundredth, its half away from zero."""
    if rule.adds is Adds.SUM or not counted:
        return Fraction(sum(counted))
    hundredths = int(Fraction(abs(sum(counted)) * 100, len(counted)) + Fraction(1, 2))
    return Fraction(hundredths if sum(counted) >= 0 else -hundredths, 100)
