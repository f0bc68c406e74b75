"""
The draws of a tournament: the last requested, the one in force, what each demands of the seating, its draft, and what
the draft changes for each player.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.kit.languages import current_words
from tournaments.kit.text import fold
from tournaments.labels import DrawMode, WishKind
from tournaments.models import Draw, Registration, Tournament
from tournaments.queries.draws.boards_met import met_again_words
from tournaments.queries.draws.forecast import Forecast, present_ids
from tournaments.queries.draws.seating import Places, Where, as_places, as_tables, described, places
from tournaments.queries.draws.trios import trios_of
from tournaments.queries.draws.wishes import asked_of, asks_in_force, of_kind, wanted_wishes, wishes_of
from tournaments.queries.standings.public import public_standings
from tournaments.queries.standings.qualifying import carries, stage_of
from tournaments.queries.standings.standings import standings
from tournaments.seating import MOST_PRICED, Demand, ImpossibleDemand, Remainder, RepeatBounds, Turns, Wishes, prices
from tournaments.seating.cost import bound_of

PLAYERS_NAMED = ("player", "other")
DEMANDS_KEPT = 256
TurnPrices = Mapping[Remainder, Mapping[Turns, RepeatBounds]]


@dataclass(frozen=True)
class DraftRound:
    """
    A round of a plan that is not published yet: its tables in order, and the players who are exempt.

    `sets` are the sets of boards by table number, none where all tables play the same.
    """

    number: int
    tables: tuple[tuple[Registration, ...], ...]
    exempts: tuple[Registration, ...]
    sets: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Rematch:
    """Two players at one table of the draft who met before; `positions` says in which rounds, in words."""

    one: str
    other: str
    positions: str


def last_draw(tournament: Tournament, number: int | None = None) -> Draw | None:
    """Return the draw requested last: of all rounds not begun, or of round `number` alone; None without one."""
    draws = tournament.draws.filter(alone=number is not None).select_related("job")
    return (draws if number is None else draws.filter(first_round=number)).first()


def usual_draw(tournament: Tournament) -> Draw | None:
    """Return the draw whose choices the next draw takes: the last, else that of the copied tournament, else None."""
    own = last_draw(tournament)
    source = tournament.copied_from
    if own is not None or source is None:
        return own
    return source.draws.filter(alone=False, published_at__isnull=False).defer("plan").first()


def draws_as_usual(tournament: Tournament) -> bool:
    """Return whether a tournament is a copy of one with a known way to draw: the next draw then takes one click."""
    return tournament.copied_from_id is not None and usual_draw(tournament) is not None


def draw_to_show(last: Draw | None) -> Draw | None:
    """Return the draw requested last; if it failed or was cancelled, the unpublished draft before it, if any."""
    if last is None or last.is_live or last.plan is not None:
        return last
    alike = last.tournament.draws.filter(alone=last.alone, plan__isnull=False)
    if last.alone:
        alike = alike.filter(first_round=last.first_round)
    before = alike.filter(pk__lt=last.pk).select_related("job").first()
    return before if before is not None and before.is_draft else last


def published_draw(tournament: Tournament) -> Draw | None:
    """Return the draw that was published last, except draws of one round alone; None without one."""
    return tournament.draws.filter(alone=False, published_at__isnull=False).first()


def way_of_round(tournament: Tournament, number: int) -> tuple[DrawMode, Turns]:
    """Return how a round was drawn first (mode, turns); if no published draw made it, those of the latest one."""
    published = tournament.draws.filter(alone=False, published_at__isnull=False)  # the latest first
    draws = list(published.values_list("first_round", "round_count", "mode", "turns"))
    ways = [(mode, turns) for first_round, count, mode, turns in draws if first_round <= number < first_round + count]
    ways += [(mode, turns) for _first_round, _count, mode, turns in draws]
    mode, turns = ways[0] if ways else (DrawMode.ROTATION, Turns.FIRST)
    return DrawMode(mode), Turns(turns)


def ranking_of(tournament: Tournament, players: Collection[int], *, whole: bool = False) -> list[int]:
    """
    Return these registration ids by the public standings, or the `whole` ones with hidden rounds, the best first.

    In a final each has what he kept beside what he scored. Equal totals keep the given order; a player without a result
    has a total of zero.
    """
    counted = standings(tournament) if whole else public_standings(tournament)
    totals = {line.registration_id: Fraction(line.total) for line in counted.lines}
    for registration, total in _kept(tournament).items():
        totals[registration] = totals.get(registration, Fraction()) + total
    return sorted(players, key=lambda player: -totals.get(player, 0))


def _kept(tournament: Tournament) -> dict[int, Fraction]:
    """Return what the players of a final kept of the rankings that lead to it, by registration id; {} of teams."""
    if tournament.has_teams or not tournament.sources.filter(carried__gt=0).exists():
        return {}
    stage = stage_of(tournament)
    kept = {
        file: Fraction(source.row.cut.kept(one.total))
        for source, one in stage.by_key.values()
        if carries(source.row)
        for file in one.files
    }
    entries = tournament.registrations.filter(player__in=kept).values_list("pk", "player")
    return {registration: kept[player] for registration, player in entries}


def begins_by_rank(tournament: Tournament, number: int) -> bool:
    """Return whether a draw of this round by standings follows the ranks by which its players are qualified."""
    return number == 1 and tournament.sources.exists()


def ranked_by_qualifying(tournament: Tournament, players: Collection[int]) -> list[int]:
    """
    Return these registration ids by rank of qualification, the best first.

    The first of each ranking that leads here come before all seconds. Who is not qualified comes last, in the given
    order.
    """
    stage = stage_of(tournament)
    rank = {file: number for number, one in enumerate(stage.seeds) for file in one.files}
    player_of = dict(tournament.registrations.filter(pk__in=players).values_list("pk", "player"))
    return sorted(players, key=lambda entry: rank.get(player_of[entry], len(rank)))


def rankings_to_follow(tournament: Tournament, number: int, players: Collection[int]) -> list[list[int]]:
    """Return what a draw of this round by standings may follow now: the public ranking and the whole, or the ranks."""
    if begins_by_rank(tournament, number):
        return [ranked_by_qualifying(tournament, players)]
    return [ranking_of(tournament, players, whole=whole) for whole in (False, True)]


def demand_of(draw: Draw) -> Demand:
    """
    Return what a draw demands of the seating, with its past rounds as they are now. Two queries.

    The past is every round before the draw; for a round drawn alone, every other round, later ones too. Raises
    ImpossibleDemand, for which `why_impossible` gives a sentence.
    """
    rounds = places(draw.tournament)
    numbers = sorted(rounds.keys() - {draw.first_round}) if draw.alone else range(1, draw.first_round)
    past = [as_tables(rounds.get(number, {})) for number in numbers]  # a cancelled round leaves nothing
    wishes = wishes_of(asked_of(draw))
    trios = trios_of(wishes) if draw.tournament.plays_trios else ()
    try:
        return Demand(
            players=tuple(draw.players),
            rounds=draw.round_count,
            seed=draw.seed,
            table_size=draw.table_size,
            remainder=Remainder(draw.remainder),
            past=tuple(tables for tables, _exempts in past),
            past_exempts=tuple(exempts for _tables, exempts in past),
            wishes=replace(wishes, teams=()) if trios else wishes,
            by_rule=draw.by_rule,
            turns=Turns(draw.turns),
            sets=draw.sets,
            trios=trios,
        )
    except ImpossibleDemand as impossible:
        number = impossible.values.get("line")
        if isinstance(number, int) and number:  # the seating counts the sectors, people named them
            name = of_kind(asked_of(draw), WishKind.SECTOR)[number - 1].name
            raise ImpossibleDemand(impossible.code, impossible.values | {"name": name}) from None
        raise


def least_repeats(demand: Demand) -> int:
    """Return the fewest repeats of any draw of this demand, with those of its past."""
    return bound_of(demand).repeats


def why_impossible(impossible: ImpossibleDemand, draw: Draw) -> str:
    """Return a sentence: the reason and the nearest possible choice, with names and the tournament's round numbers."""
    values: dict[str, Any] = dict(impossible.values)
    entries = Registration.objects.filter(pk__in=[values[key] for key in PLAYERS_NAMED if key in values])
    names = {entry.pk: entry.player.full_name for entry in entries.select_related("player")}
    values |= {key: names.get(values[key], values[key]) for key in PLAYERS_NAMED if key in values}
    if "again" in values:
        values["who"] = met_again_words(draw.tournament, values["again"])
    if "round" in values:
        values["round"] += draw.first_round - 1
    return ImpossibleDemand(impossible.code, values).message(current_words())


def draft_rounds(draw: Draw) -> list[DraftRound]:
    """Return the rounds of a draw's plan with their players, to be shown before they are published."""
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
            sets=dict(enumerate(plan.sets[number - draw.first_round], start=1)) if plan.sets else {},
        )
        for number, (tables, exempts) in enumerate(zip(plan.rounds, plan.exempts, strict=True), draw.first_round)
    ]


def ranks_of(draw: Draw) -> dict[int, int]:
    """Return the place (from 1) of each registration id in the ranking that a draw followed; {} if it followed none."""
    if draw.ranking is None or draw.price is None:  # before the first round there may be no ranking
        return {}
    return {player: rank for rank, player in enumerate(draw.ranking, start=1)}


def rematches_of(draw: Draw, draft: DraftRound) -> list[Rematch]:
    """Return the pairs who meet again in a draft by standings, table by table. One query, none if nobody does."""
    price = draw.standings_price
    if price is None or not price.rematches:
        return []
    table_of = {
        number: {player: place and place[0] for player, place in seated.items()}
        for number, seated in places(draw.tournament).items()
        if (number != draft.number if draw.alone else number < draft.number)
    }
    rematches = []
    for table in draft.tables:
        for one, other in combinations(table, 2):
            common_rounds = [
                number
                for number, table_at in table_of.items()
                if table_at.get(one.pk) is not None and table_at[one.pk] == table_at.get(other.pk)
            ]
            if common_rounds:
                words = ngettext("position %(numbers)s", "positions %(numbers)s", len(common_rounds))
                positions = words % {"numbers": ", ".join(map(str, common_rounds))}
                rematches.append(Rematch(one.player.full_name, other.player.full_name, positions))
    return rematches


@dataclass(frozen=True)
class PlaceChange:
    """A round in which a player's place changes, in words; `before` or `after` is "" when he has no place."""

    number: int
    before: str
    after: str


@dataclass(frozen=True)
class PlayerChange:
    """A player whose place changes, with all rounds in which it changes."""

    start_number: int
    name: str
    steps: tuple[PlaceChange, ...]
    comes: bool
    leaves: bool


@dataclass(frozen=True)
class Changes:
    """The players who change place, come or leave if a draft replaces published rounds; `unmoved` counts the others."""

    players: tuple[PlayerChange, ...]
    unmoved: int

    @property
    def sentence(self) -> str:
        return " ".join([self._moved, *self._others])

    @property
    def _moved(self) -> str:
        count = sum(not (player.comes or player.leaves) for player in self.players)
        if not count:
            return _("Personne ne change de place.")
        words = ngettext("%(count)d joueur change de place", "%(count)d joueurs changent de place", count) % {
            "count": count
        }
        if not self.unmoved:
            return _("%(who)s.") % {"who": words}
        others = ngettext("%(count)d garde les siennes", "%(count)d gardent les leurs", self.unmoved)
        return _("%(who)s, %(others)s.") % {"who": words, "others": others % {"count": self.unmoved}}

    @property
    def _others(self) -> list[str]:
        come, gone = (sum(getattr(player, name) for player in self.players) for name in ("comes", "leaves"))
        sentences = [ngettext("%(count)d arrive.", "%(count)d arrivent.", come) % {"count": come}] if come else []
        if gone:
            sentences.append(ngettext("%(count)d ne joue plus.", "%(count)d ne jouent plus.", gone) % {"count": gone})
        return sentences


def changes_of(draw: Draw) -> Changes | None:
    """
    Return what a finished draw would change for each player; None if it replaces no published round. Two queries.

    In a published round that the draw does not draw again, every player loses his place.
    """
    plan, first = draw.computed_plan, draw.first_round
    after = {
        number: as_places(tables, exempts)
        for number, (tables, exempts) in enumerate(zip(plan.rounds, plan.exempts, strict=True), first)
    }
    before = {
        number: seated
        for number, seated in places(draw.tournament).items()
        if (number == first if draw.alone else number >= first)
    }
    return compared(before, after) if before else None


def compared(before: Mapping[int, Places], after: Mapping[int, Places]) -> Changes:
    """Return which players change place between two seatings, each {round number: {registration id: place}}."""
    numbers = sorted({*before, *after})
    seated_before = {registration for seated in before.values() for registration in seated}
    seated_after = {registration for seated in after.values() for registration in seated}
    everybody = seated_before | seated_after
    every_place = {place for seated in (*before.values(), *after.values()) for place in seated.values()}
    words = {place: described(place) for place in every_place}

    def in_words(seated: Places, registration: int) -> str:
        return words[seated[registration]] if registration in seated else ""

    entries = Registration.objects.filter(pk__in=everybody).select_related("player")
    changed = []
    for entry in sorted(entries, key=lambda entry: (fold(entry.player.full_name), entry.start_number)):
        steps = tuple(
            PlaceChange(number, in_words(before.get(number, {}), entry.pk), in_words(after.get(number, {}), entry.pk))
            for number in numbers
            if _place(before.get(number, {}), entry.pk) != _place(after.get(number, {}), entry.pk)
        )
        if steps:
            changed.append(
                PlayerChange(
                    start_number=entry.start_number,
                    name=entry.player.full_name,
                    steps=steps,
                    comes=entry.pk not in seated_before,
                    leaves=entry.pk not in seated_after,
                )
            )
    return Changes(tuple(changed), unmoved=len(everybody) - len(changed))


def _place(seated: Places, registration: int) -> tuple[bool, Where]:
    """Return whether a player has a place, and the place: None means that he is exempt."""
    return registration in seated, seated.get(registration)


def turn_prices(tournament: Tournament, start: Forecast) -> TurnPrices:
    """
    Return the repeats that each choice of turns would cost with the wishes in force, by way of seating.

    Only ways where the choice matters. Two queries for the wishes, two more once rounds are begun. A way that the
    wishes make impossible is left out.
    """
    size = tournament.table_size
    ways = [way for way in start.choices if len(set(way.layout.tables)) > 1]
    if not ways or start.present > MOST_PRICED or start.rounds < 1:
        return {}
    asks = asks_in_force(tournament)
    # Before the first round and without wishes the figures depend on the number of players alone: they are cached.
    players = present_ids(tournament) if start.begun or asks else range(start.present)
    wishes = wishes_of(wanted_wishes(asks, players)) if asks else Wishes()
    rounds = places(tournament) if start.begun else {}
    past = [as_tables(rounds.get(number, {})) for number in range(1, start.begun + 1)]
    prices_of = {}
    for way in ways:
        with suppress(ImpossibleDemand):
            prices_of[way.remainder] = _prices(
                Demand(
                    players=tuple(players),
                    rounds=start.rounds,
                    seed=0,
                    table_size=size,
                    remainder=way.remainder,
                    past=tuple(tables for tables, _exempts in past),
                    past_exempts=tuple(exempts for _tables, exempts in past),
                    wishes=wishes,
                )
            )
    return {
        way: by_turns
        for way, by_turns in prices_of.items()
        if by_turns[Turns.LAST].reached < by_turns[Turns.FIRST].reached
    }


@lru_cache(maxsize=DEMANDS_KEPT)
def _prices(demand: Demand) -> Mapping[Turns, RepeatBounds]:
    return prices(demand)
