"""The draws of a tournament: the last asked and the one in force, what each asks of the seating, and its draft."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.utils.translation import get_language, ngettext

from tournaments.labels import DrawMode, WishKind
from tournaments.models import Draw, Registration, Tournament
from tournaments.queries.places import as_tables, places
from tournaments.queries.standings import standings
from tournaments.queries.wishes import asked_of, of_kind, wishes_of
from tournaments.seating import Demand, ImpossibleDemand, Remainder, Turns
from tournaments.seating.cost import bound_of

PLAYERS_NAMED = ("player", "other")


@dataclass(frozen=True)
class DraftRound:
    """A round of a plan that is not published yet: tables in order, then who is exempt."""

    number: int
    tables: tuple[tuple[Registration, ...], ...]
    exempts: tuple[Registration, ...]


@dataclass(frozen=True)
class Rematch:
    """Two players of one table of the draft who met before; `when` says at which positions."""

    one: str
    other: str
    when: str


def last_draw(tournament: Tournament, number: int | None = None) -> Draw | None:
    """Return the draw that was asked for last: of what was not begun, or of round `number` alone."""
    draws = tournament.draws.filter(alone=number is not None).select_related("job")
    return (draws if number is None else draws.filter(first_round=number)).first()


def draw_to_show(asked: Draw | None) -> Draw | None:
    """Return the draw that was asked for last; when it came to nothing, the one that was waiting to be published."""
    if asked is None or asked.is_live or asked.plan is not None:
        return asked
    alike = asked.tournament.draws.filter(alone=asked.alone, plan__isnull=False)
    if asked.alone:
        alike = alike.filter(first_round=asked.first_round)
    before = alike.filter(pk__lt=asked.pk).select_related("job").first()
    return before if before is not None and before.is_draft else asked


def published_draw(tournament: Tournament) -> Draw | None:
    """Return the last draw that was published, those of one round alone aside."""
    return tournament.draws.filter(alone=False, published_at__isnull=False).first()


def way_of_round(tournament: Tournament, number: int) -> tuple[DrawMode, Turns]:
    """Return the way a round was drawn first, or the latest draw when none that is published made it."""
    published = tournament.draws.filter(alone=False, published_at__isnull=False)  # the latest first
    found = list(published.values_list("first_round", "round_count", "mode", "turns"))
    ways = [(mode, turns) for first, count, mode, turns in found if first <= number < first + count]
    ways += [(mode, turns) for _first, _count, mode, turns in found]
    mode, turns = ways[0] if ways else (DrawMode.ROTATION, Turns.FIRST)
    return DrawMode(mode), Turns(turns)


def ranking_of(tournament: Tournament, players: Collection[int]) -> list[int]:
    """
    Return these registration ids by the standings as they are, the best first.

    Equal totals come by start number; who has not played yet has a total of zero.
    """
    totals = {line.registration_id: line.total for line in standings(tournament).lines}
    return sorted(players, key=lambda player: -totals.get(player, 0))


def demand_of(draw: Draw) -> Demand:
    """
    Return what a draw asks of the seating, with the rounds that count as its past as they are now: two queries.

    Those are the rounds before it; to a round drawn alone every other one, also those to come. Raises
    ImpossibleDemand; `why_impossible` says it to people.
    """
    rounds = places(draw.tournament)
    numbers = sorted(rounds.keys() - {draw.first_round}) if draw.alone else range(1, draw.first_round)
    past = [as_tables(rounds.get(number, {})) for number in numbers]  # a cancelled round leaves nothing
    try:
        return Demand(
            players=tuple(draw.players),
            rounds=draw.round_count,
            seed=draw.seed,
            table_size=draw.table_size,
            remainder=Remainder(draw.remainder),
            past=tuple(tables for tables, _out in past),
            past_exempts=tuple(out for _tables, out in past),
            wishes=wishes_of(asked_of(draw)),
            by_rule=draw.by_rule,
            turns=Turns(draw.turns),
        )
    except ImpossibleDemand as impossible:
        number = impossible.values.get("line")
        if isinstance(number, int) and number:  # the seating counts the sectors, people named them
            name = of_kind(asked_of(draw), WishKind.SECTOR)[number - 1].name
            raise ImpossibleDemand(impossible.code, impossible.values | {"name": name}) from None
        raise


def least_repeats(demand: Demand) -> int:
    """Return the repeats that no draw of this demand avoids, those of the past included."""
    return bound_of(demand).repeats


def why_impossible(impossible: ImpossibleDemand, draw: Draw) -> str:
    """Return the reason and the nearest thing that is possible: players by name, rounds as in the tournament."""
    values: dict[str, Any] = dict(impossible.values)
    named = Registration.objects.filter(pk__in=[values[key] for key in PLAYERS_NAMED if key in values])
    names = {one.pk: one.player.full_name for one in named.select_related("player")}
    values |= {key: names.get(values[key], values[key]) for key in PLAYERS_NAMED if key in values}
    if "round" in values:
        values["round"] += draw.first_round - 1
    return ImpossibleDemand(impossible.code, values).message((get_language() or "fr")[:2])


def draft_rounds(draw: Draw) -> list[DraftRound]:
    """Return the rounds of a draw that has a plan, with their players, ready to be shown before they are published."""
    plan = draw.computed_plan
    people = {
        registration.pk: registration
        for registration in Registration.objects.filter(pk__in=draw.players).select_related("player__club")
    }
    return [
        DraftRound(
            number=number,
            tables=tuple(tuple(people[pk] for pk in table if pk in people) for table in tables),
            exempts=tuple(people[pk] for pk in exempts if pk in people),
        )
        for number, (tables, exempts) in enumerate(zip(plan.rounds, plan.exempts, strict=True), draw.first_round)
    ]


def ranks_of(draw: Draw) -> dict[int, int]:
    """Return the place of each registration id in the ranking that a draw followed; {} when it followed none."""
    if draw.ranking is None or draw.price is None:  # before the first round there is no ranking
        return {}
    return {player: rank for rank, player in enumerate(draw.ranking, start=1)}


def rematches_of(draw: Draw, draft: DraftRound) -> list[Rematch]:
    """Return who meets again in a draft by standings, table by table: one query, none when nobody does."""
    price = draw.standings_price
    if price is None or not price.rematches:
        return []
    where = {
        number: {player: at and at[0] for player, at in here.items()}
        for number, here in places(draw.tournament).items()
        if (number != draft.number if draw.alone else number < draft.number)
    }
    found = []
    for table in draft.tables:
        for one, other in combinations(table, 2):
            met = [n for n, at in where.items() if at.get(one.pk) is not None and at[one.pk] == at.get(other.pk)]
            if met:
                words = ngettext("position %(numbers)s", "positions %(numbers)s", len(met))
                when = words % {"numbers": ", ".join(map(str, met))}
                found.append(Rematch(one.player.full_name, other.player.full_name, when))
    return found
