"""
What the published rotation is worth, for the certificate.

It is counted again on the seats as they are published, and each draw that is still in force says its own words beside:
seats that were changed by hand since show themselves.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from tournaments.models import Draw, Tournament
from tournaments.queries.certificates import drawn_words
from tournaments.queries.rotation import Rotation, Seated, rotation
from tournaments.seating import Tables

Pair = frozenset[int]


@dataclass(frozen=True)
class Repeat:
    """Two players who are at one table more than once."""

    one: Seated
    other: Seated
    positions: tuple[int, ...]


@dataclass(frozen=True)
class InForce:
    """
    A published draw, positions in a row that still come from it, and its certificate; `is_changed` by hand since.

    `same_as` is the first position of it that was told before: its sentences are there already.
    """

    first: int
    last: int
    published_at: datetime
    sentences: tuple[str, ...]
    is_changed: bool
    same_as: int | None = None


@dataclass(frozen=True)
class Worth:
    """Counted on the seats: `least_met` and `most_met` are how many different people somebody meets."""

    players: int
    positions: tuple[int, ...]
    tables: tuple[int, int]
    exempt_stays: int
    least_met: int
    most_met: int
    repeats: tuple[Repeat, ...]
    draws: tuple[InForce, ...]


def published_worth(tournament: Tournament) -> Worth:
    """Return the worth of what is published, from a constant number of queries."""
    whole = rotation(tournament)
    together, people = _meetings(whole)
    met: Counter[int] = Counter()
    for pair in together:
        met.update(pair)
    counts = [met[path.registration_id] for path in whole.paths]
    repeats = [_repeat(*(people[pk] for pk in pair), at=tuple(at)) for pair, at in together.items() if len(at) > 1]
    tables = [len(whole.tables[position]) for position in whole.positions]
    return Worth(
        players=len(whole.paths),
        positions=whole.positions,
        tables=(min(tables, default=0), max(tables, default=0)),
        exempt_stays=sum(stay.exempt for path in whole.paths for stay in path.stays),
        least_met=min(counts, default=0),
        most_met=max(counts, default=0),
        repeats=tuple(sorted(repeats, key=lambda it: (-len(it.positions), it.one.start_number, it.other.start_number))),
        draws=tuple(_in_force(tournament, whole)),
    )


def several_draws(tournament: Tournament) -> list[InForce]:
    """Return the draws that still seat somebody when there are several; one by itself needs no such list."""
    if tournament.rounds.filter(draw__isnull=False).order_by().values("draw").distinct().count() < 2:
        return []
    return _in_force(tournament, rotation(tournament))


def _repeat(one: Seated, other: Seated, *, at: tuple[int, ...]) -> Repeat:
    first, second = sorted((one, other), key=lambda seated: seated.start_number)
    return Repeat(first, second, at)


def _meetings(whole: Rotation) -> tuple[dict[Pair, list[int]], dict[int, Seated]]:
    """Return the positions at which each two players are together, and the players."""
    together: dict[Pair, list[int]] = {}
    people: dict[int, Seated] = {}
    for position in whole.positions:
        for seats in whole.tables[position].values():
            people.update((one.registration_id, one) for one in seats)
            for pair in combinations((one.registration_id for one in seats), 2):
                together.setdefault(frozenset(pair), []).append(position)
    return together, people


def _in_force(tournament: Tournament, whole: Rotation) -> list[InForce]:
    """Return the draws that still seat somebody, from the first position on."""
    rounds = {one.number: one for one in tournament.rounds.all()}
    draws = Draw.objects.in_bulk({one.draw_id for one in rounds.values() if one.draw_id})
    runs: list[tuple[Draw, list[int]]] = []
    for position in whole.positions:
        draw = draws.get(rounds[position].draw_id)
        if draw is not None and runs and runs[-1][0] == draw and runs[-1][1][-1] == position - 1:
            runs[-1][1].append(position)
        elif draw is not None:
            runs.append((draw, [position]))
    begins = {draw.pk: run[0] for draw, run in reversed(runs)}
    return [
        InForce(
            first=run[0],
            last=run[-1],
            published_at=rounds[run[0]].published_at,
            sentences=tuple(drawn_words(draw)),
            is_changed=_is_changed(draw, run, whole),
            same_as=begins[draw.pk] if begins[draw.pk] < run[0] else None,
        )
        for draw, run in runs
    ]


def _is_changed(draw: Draw, run: Sequence[int], whole: Rotation) -> bool:
    """Return whether anybody sits elsewhere at these positions than the draw seated him."""
    drawn = dict(enumerate(draw.computed_plan.rounds, draw.first_round))
    return any(drawn[position] != _as_seated(whole, position) for position in run)


def _as_seated(whole: Rotation, position: int) -> Tables:
    tables = whole.tables[position]
    return tuple(tuple(one.registration_id for one in tables[number]) for number in sorted(tables))
