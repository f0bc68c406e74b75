"""What the smallest change of a published draw starts from, after somebody came or left, and whom it moves."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tournaments.models import Draw, Registration, Tournament
from tournaments.queries.draws.drafts import demand_of, published_draw
from tournaments.queries.draws.forecast import proposed
from tournaments.queries.draws.seating import Places, as_places, as_tables, places
from tournaments.queries.people.names import by_alphabet
from tournaments.seating import ImpossibleDemand, Plan, Remainder, least_moved, possible_layouts


def rounds_to_keep(rounds: Mapping[int, Places], begun: int) -> list[int]:
    """Return the published rounds that follow those begun; none where one between them is missing."""
    numbers = range(begun + 1, max(rounds, default=0) + 1)
    return list(numbers) if all(number in rounds for number in numbers) else []


def is_out_of_date(rounds: Mapping[int, Places], numbers: Collection[int], players: Collection[int]) -> bool:
    """Return whether somebody present has no place in one of these rounds, or somebody gone has one."""
    return any(rounds[number].keys() != set(players) for number in numbers)


def places_to_keep(draw: Draw) -> dict[int, Places]:
    """Return the places of the rounds that a draw makes again, as they are now."""
    rounds = places(draw.tournament)
    return {number: rounds.get(number, {}) for number in range(draw.first_round, draw.last_round + 1)}


def nearest_way(draw: Draw, published: Draw) -> Remainder:
    """
    Return how whoever is left over is placed: as published, or with the fewest moved where nobody was left over.

    Raises ImpossibleDemand where no way keeps the wishes.
    """
    kept = list(map(as_tables, places_to_keep(draw).values()))
    is_even = not any(out or {len(table) for table in tables} != {draw.table_size} for tables, out in kept)
    layouts = possible_layouts(len(draw.players), draw.table_size)
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
    """Return whom a plan moves or seats, and in which rounds, as a draw keeps it."""
    moved: dict[int, list[int]] = {}
    for (number, then), tables, exempts in zip(before.items(), plan.rounds, plan.exempts, strict=True):
        for player, place in as_places(tables, exempts).items():
            if player not in then or then[player] != place:
                moved.setdefault(player, []).append(number)
    return sorted(moved.items())


@dataclass(frozen=True)
class VoidPapers:
    """What was printed before the smallest change and no longer says what is: whose cards, and of which positions."""

    draw: Draw
    people: tuple[Registration, ...]
    rounds: tuple[int, ...]

    @property
    def names(self) -> str:
        return ", ".join(entry.player.full_name for entry in self.people)


def void_papers(tournament: Tournament) -> VoidPapers | None:
    """Return which papers the published draw made void: None unless it is a smallest change that moved somebody."""
    draw = published_draw(tournament)
    if draw is None or not draw.moved:
        return None
    entries = Registration.objects.filter(pk__in=[player for player, _rounds in draw.moved])
    rounds = sorted({number for _player, numbers in draw.moved for number in numbers})
    return VoidPapers(draw, tuple(by_alphabet(entries)), tuple(rounds))
