"""The smallest change of a published draw after players came or left: what it starts from, and whom it moves."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.models import Draw, Registration, Tournament
from tournaments.queries.draws.drafts import demand_of, published_draw
from tournaments.queries.draws.forecast import layouts_of, proposed
from tournaments.queries.draws.seating import Places, as_places, as_tables, places
from tournaments.queries.people.names import by_alphabet
from tournaments.seating import ImpossibleDemand, Plan, Remainder, least_moved


def rounds_to_keep(rounds: Mapping[int, Places], begun: int) -> list[int]:
    """Return the numbers of the published rounds after those begun; [] if one between them is missing."""
    numbers = range(begun + 1, max(rounds, default=0) + 1)
    return list(numbers) if all(number in rounds for number in numbers) else []


def is_out_of_date(rounds: Mapping[int, Places], numbers: Collection[int], players: Collection[int]) -> bool:
    """Return whether a present player (id) has no place in one of these rounds, or a player who left has one."""
    return any(rounds[number].keys() != set(players) for number in numbers)


def places_to_keep(draw: Draw) -> dict[int, Places]:
    """Return the present places of the rounds that a draw draws again, by round number."""
    rounds = places(draw.tournament)
    return {number: rounds.get(number, {}) for number in range(draw.first_round, draw.last_round + 1)}


def nearest_way(draw: Draw, published: Draw) -> Remainder:
    """
    Return how leftover players are seated: as published, or, if there were none, in the way that moves the fewest.

    Raises ImpossibleDemand if no way keeps the wishes.
    """
    kept = list(map(as_tables, places_to_keep(draw).values()))
    is_even = not any(out or {len(table) for table in tables} != {draw.table_size} for tables, out in kept)
    layouts = layouts_of(draw.tournament, len(draw.players))
    first = proposed(layouts, Remainder(published.remainder))
    ways = sorted(layouts, key=lambda way: way != first)
    if not is_even and published.remainder in layouts:
        ways = [Remainder(published.remainder)]
    moved: dict[Remainder, int] = {}
    why: list[ImpossibleDemand] = []
    for way in ways or [first]:
        draw.remainder = way.value
        try:
            moved[way] = least_moved(demand_of(draw), kept)
        except ImpossibleDemand as impossible:
            why.append(impossible)
    if not moved:
        raise why[0]
    return min(moved, key=lambda way: moved[way])


def moved_by(plan: Plan, before: Mapping[int, Places]) -> list[tuple[int, list[int]]]:
    """Return (registration id, round numbers) of each player whom a plan moves or seats, as `Draw.moved` stores it."""
    moved: dict[int, list[int]] = {}
    for (number, then), tables, exempts in zip(before.items(), plan.rounds, plan.exempts, strict=True):
        for player, place in as_places(tables, exempts).items():
            if player not in then or then[player] != place:
                moved.setdefault(player, []).append(number)
    return sorted(moved.items())


@dataclass(frozen=True)
class VoidPapers:
    """Papers printed before the smallest change that are not true any more: cards of `people`, papers of `rounds`."""

    draw: Draw
    people: tuple[Registration, ...]
    rounds: tuple[int, ...]

    @property
    def names(self) -> str:
        return ", ".join(entry.player.full_name for entry in self.people)


def void_papers(tournament: Tournament) -> VoidPapers | None:
    """Return the papers that the published draw made void; None unless it is a smallest change that moved a player."""
    draw = published_draw(tournament)
    if draw is None or not draw.moved:
        return None
    entries = Registration.objects.filter(pk__in=[player for player, _rounds in draw.moved])
    rounds = sorted({number for _player, numbers in draw.moved for number in numbers})
    return VoidPapers(draw, tuple(by_alphabet(entries)), tuple(rounds))
