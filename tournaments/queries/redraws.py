"""The rounds of a tournament one by one: what each is at, and what drawing one by itself starts from."""

from dataclasses import dataclass
from typing import Any

from tournaments.labels import DrawMode, JobKind, JobState
from tournaments.models import Job, Registration, Round, SeatResult, Table, Tournament
from tournaments.queries.draws import DraftRound, begun_rounds, open_sheets
from tournaments.queries.evening import closed_words
from tournaments.queries.places import as_tables, places
from tournaments.queries.wishes import wishes_of
from tournaments.seating import Demand, Remainder


@dataclass(frozen=True)
class RoundState:
    """One round: `results` are the seats that have marks; a round without tables is not drawn, or was cancelled."""

    number: int
    published: bool
    tables: int
    closed: int
    results: int
    cancelled: tuple[Round, ...]

    @property
    def begun(self) -> bool:
        return bool(self.results or self.closed)

    @property
    def sheets(self) -> str:
        """How many of its sheets are closed, in words."""
        return closed_words(self.tables, self.closed)


def rounds_one_by_one(tournament: Tournament) -> list[RoundState]:
    """Return the rounds that are published, planned or cancelled, in order: four queries."""
    published = list(tournament.rounds.values_list("number", flat=True))
    tables: dict[int, int] = dict.fromkeys(published, 0)
    closed = dict(tables)
    for number, closed_at in Table.objects.filter(round__tournament=tournament).values_list(
        "round__number", "closed_at"
    ):
        tables[number] += 1
        closed[number] += closed_at is not None
    results: dict[int, int] = dict.fromkeys(published, 0)
    for number in SeatResult.objects.filter(seat__round__tournament=tournament).values_list(
        "seat__round__number", flat=True
    ):
        results[number] += 1
    cancelled = cancelled_rounds(tournament)
    last = max([tournament.rounds_planned, *published, *(one.number for one in cancelled)])
    return [
        RoundState(
            number=number,
            published=number in tables,
            tables=tables.get(number, 0),
            closed=closed.get(number, 0),
            results=results.get(number, 0),
            cancelled=tuple(one for one in cancelled if one.number == number),
        )
        for number in range(1, last + 1)
    ]


def cancelled_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds set aside, each with who cancelled it and why, in order."""
    return list(tournament.cancelled_rounds.order_by("number", "pk"))


def is_begun(tournament: Tournament, number: int) -> bool:
    """Return whether something was entered or closed in this round itself, whatever the others are at."""
    return (
        SeatResult.objects.filter(seat__round__tournament=tournament, seat__round__number=number).exists()
        or Table.objects.filter(round__tournament=tournament, round__number=number, closed_at__isnull=False).exists()
    )


def mode_of_round(tournament: Tournament, number: int) -> DrawMode:
    """Return the way a round was drawn first, or the latest draw when none that is published made it."""
    draws = tournament.jobs.filter(kind=JobKind.DRAW, state=JobState.DONE, result__published=True)
    found = [job.wanted for job in draws.only("wanted")]  # the latest first
    made = (one for one in found if one["begun"] < number <= one["begun"] + one["rounds"])
    wanted = next(made, found[0] if found else {})
    return DrawMode(wanted.get("mode", DrawMode.ROTATION))


def other_sheets(tournament: Tournament, number: int) -> list[tuple[int, int]]:
    """Return (position, table) of each open sheet that the standings still wait for, but those of one round."""
    return [sheet for sheet in open_sheets(tournament, begun_rounds(tournament)) if sheet[0] != number]


def demand_of_round(tournament: Tournament, wanted: dict[str, Any]) -> Demand:
    """
    Return what the `wanted` of a redraw asks for: one round, all the others its past, those to come too.

    Raises ImpossibleDemand.
    """
    others = [as_tables(here) for number, here in sorted(places(tournament).items()) if number != wanted["number"]]
    return Demand(
        players=tuple(wanted["players"]),
        rounds=1,
        seed=wanted["seed"],
        table_size=wanted["table_size"],
        remainder=Remainder(wanted["remainder"]),
        past=tuple(tables for tables, _out in others),
        past_exempts=tuple(out for _tables, out in others),
        wishes=wishes_of(wanted["wishes"]),
    )


def draft_of_round(job: Job) -> list[DraftRound]:
    """Return the one round of a finished redraw with its players, as `draft_rounds` does for a whole draw."""
    plan = job.outcome["plan"]
    people = {
        entry.pk: entry
        for entry in Registration.objects.filter(pk__in=job.wanted["players"]).select_related("player__club")
    }
    return [
        DraftRound(
            number=job.wanted["number"],
            tables=tuple(tuple(people[pk] for pk in table) for table in plan["rounds"][0]),
            exempts=tuple(people[pk] for pk in plan["exempts"][0]),
        )
    ]
