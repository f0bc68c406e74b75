"""A player's public card: the sum of his public evenings, and how two players did when they met."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet, Sum
from django.db.models.fields.json import KT

from scoring.labels import Outcome
from scoring.marque import Contract
from scoring.models import SheetLine
from tournaments.kit.curves import Chart, chart
from tournaments.labels import BEFORE_PLAY
from tournaments.models import Player, Registration, Season, Seat, Tournament, is_shown
from tournaments.queries.people.names import card_key, with_card
from tournaments.queries.standings.cached import cached_results
from tournaments.queries.standings.lines import PlayerResult
from tournaments.queries.standings.public import in_shown_rounds
from tournaments.queries.standings.ratings import OwnRating, ratings_of

SHOWN = 5  # donnes at each end, and people met


@dataclass(frozen=True)
class CardEvening:
    """
    A tournament with a result of the player. `of` is how many were ranked.

    `sum` are his points with this one; a tournament that compares boards adds none: it has another unit.
    """

    tournament: Tournament
    line: PlayerResult
    of: int
    sum: int


@dataclass(frozen=True)
class ContractRow:
    """How often a player took a contract, how often he made it, and the whole points it brought him."""

    contract: str
    taken: int
    made: int
    points: int

    @property
    def percent(self) -> int:
        return round(100 * self.made / self.taken)


class PlayedDonne(NamedTuple):
    """A donne of a table where the player sat: the place, what was played, his side, and his whole points."""

    tournament: Tournament
    round_number: int
    number: int
    contract: str
    took: bool
    was_called: bool
    made: bool
    points: int


@dataclass(frozen=True)
class Met:
    """
    A person who sat with the player: at how many tables, and the whole points of both there.

    Only people who agreed to a public card are listed: a list of meetings says much about both.
    """

    key: str
    name: str
    times: int
    own: int
    theirs: int


@dataclass(frozen=True)
class Meeting:
    """A round that two players played at one table, with the whole points of both."""

    tournament: Tournament
    round_number: int
    own: int
    theirs: int


@dataclass(frozen=True)
class PairMeetings:
    """The rounds that two players played at one table, the latest first."""

    rows: tuple[Meeting, ...]

    @property
    def own(self) -> int:
        return sum(row.own for row in self.rows)

    @property
    def theirs(self) -> int:
        return sum(row.theirs for row in self.rows)

    @property
    def ahead(self) -> int:
        """Return at how many tables the first player marked more than the other."""
        return sum(row.own > row.theirs for row in self.rows)

    @property
    def behind(self) -> int:
        return sum(row.own < row.theirs for row in self.rows)


@dataclass(frozen=True)
class PlayerCard:
    """What everybody may read about a player across events, the latest evening first."""

    player: Player
    evenings: tuple[CardEvening, ...]
    contracts: tuple[ContractRow, ...]
    best: tuple[PlayedDonne, ...]
    worst: tuple[PlayedDonne, ...]
    met: tuple[Met, ...]
    ratings: tuple[OwnRating, ...] = ()

    @property
    def total(self) -> int:
        return self.evenings[0].sum if self.evenings else 0

    @property
    def wins(self) -> int:
        return sum(evening.line.place == 1 for evening in self.evenings)

    @property
    def seasons(self) -> list[tuple[Season | None, list[CardEvening]]]:
        """Return his evenings by season, the latest first; evenings without a season are under None."""
        by_season: dict[Season | None, list[CardEvening]] = defaultdict(list)
        for evening in self.evenings:
            by_season[evening.tournament.season].append(evening)
        return list(by_season.items())

    @property
    def curve(self) -> Chart | None:
        return chart([[evening.sum for evening in reversed(self.evenings)]])


def card_of(player: Player) -> PlayerCard:
    """Return a player's card. At most nine queries, however much he played."""
    tournaments = _played([player])
    seats = _seats([player], tournaments.values())
    donnes = _donnes(seats, tournaments)
    return PlayerCard(
        player=player,
        evenings=_evenings(player, tournaments.values()),
        contracts=_contracts([donne for donne in donnes if donne.took]),
        best=tuple(donne for donne in reversed(donnes[-SHOWN:]) if donne.points > 0),
        worst=tuple(donne for donne in donnes[:SHOWN] if donne.points < 0),
        met=_met(player, seats)[:SHOWN],
        ratings=ratings_of(player),
    )


def meetings(player: Player, other: Player) -> PairMeetings:
    """Return the rounds where two players sat together and something was marked. Three queries."""
    tournaments = _played([player, other])
    tables: dict[int, dict[int, dict[str, Any]]] = defaultdict(dict)
    for seat in _seats([player, other], tournaments.values()).values(
        *("table_id", "round__number", "round__tournament_id", "registration__player_id", "result__points")
    ):
        tables[seat["table_id"]][seat["registration__player_id"]] = seat
    rows = [
        Meeting(
            tournament=tournaments[table[player.pk]["round__tournament_id"]],
            round_number=table[player.pk]["round__number"],
            own=table[player.pk]["result__points"],
            theirs=table[other.pk]["result__points"],
        )
        for table in tables.values()
        if player.pk in table and other.pk in table
    ]
    rows.sort(key=lambda row: (row.tournament.date, row.tournament.pk, row.round_number), reverse=True)
    return PairMeetings(tuple(rows))


def _played(players: list[Player]) -> dict[int, Tournament]:
    """Return id → public tournament that has begun and that all these players entered, the earliest first."""
    tournaments = Tournament.objects.filter(is_shown()).exclude(state__in=BEFORE_PLAY)
    for player in players:
        tournaments = tournaments.filter(pk__in=Registration.objects.filter(player=player).values("tournament"))
    return {event.pk: event for event in tournaments.select_related("season").order_by("date", "pk")}


def _evenings(player: Player, tournaments: Iterable[Tournament]) -> tuple[CardEvening, ...]:
    """Return the results of a player, the latest first."""
    chosen, evenings, total = list(tournaments), [], 0
    results_of = cached_results(chosen)
    for tournament in chosen:
        results = results_of[tournament.pk]
        line = next((each for each in results if each.player_id == player.pk), None)
        if line is None:
            continue
        total += line.total if isinstance(line.total, int) else 0
        evenings.append(CardEvening(tournament, line, sum(each.place is not None for each in results), total))
    return tuple(reversed(evenings))


def _seats(players: list[Player], tournaments: Iterable[Tournament]) -> QuerySet[Seat]:
    """Return these players' seats at tables, where something was marked and everybody may read it."""
    at_tables = Seat.objects.filter(in_shown_rounds(tournaments), table__isnull=False, result__isnull=False)
    return at_tables.filter(registration__player__in=players)


def _donnes(seats: QuerySet[Seat], tournaments: dict[int, Tournament]) -> list[PlayedDonne]:
    """Return the donnes played at the tables of these seats, the one that brought the least first."""
    lines = SheetLine.objects.filter(table__seats__in=seats, current=True, outcome=Outcome.PLAYED).order_by("pk")
    # Two texts of the marque alone: to read its parts as well takes longer than everything else on a card.
    fields = (
        *("table__round__tournament_id", "table__round__number", "number", "contract"),
        *("table__seats", "table__seats__chair", "taker_id", "partner_id", KT("marque__won"), KT("marque__scores")),
    )
    donnes = []
    for event, position, number, contract, seat, chair, taker, partner, won, scores in lines.values_list(*fields):
        points = int(json.loads(scores).get(str(chair), 0)) if scores else 0  # none for who sat out
        sides = taker == seat, partner == seat, won == "true"
        donnes.append(PlayedDonne(tournaments[event], position, number, contract, *sides, points))
    return sorted(donnes, key=lambda donne: donne.points)


def _contracts(donnes: Iterable[PlayedDonne]) -> tuple[ContractRow, ...]:
    """Return what became of the contracts that the player took, the lowest contract first."""
    rows: dict[str, list[PlayedDonne]] = defaultdict(list)
    for donne in donnes:
        rows[donne.contract].append(donne)
    return tuple(
        ContractRow(
            contract.value, len(taken), sum(donne.made for donne in taken), sum(donne.points for donne in taken)
        )
        for contract in Contract
        if (taken := rows[contract.value])
    )


def _met(player: Player, seats: QuerySet[Seat]) -> tuple[Met, ...]:
    """Return the people with whom the player sat most, of those who agreed to a card of their own."""
    others = seats.filter(table__seats__result__isnull=False).values_list("table__seats__registration__player")
    counted = others.annotate(Count("pk"), Sum("result__points"), Sum("table__seats__result__points"))
    sums = {pk: row for pk, *row in counted}
    people = with_card().exclude(pk=player.pk).in_bulk(list(sums))
    met = [Met(card_key(person), person.shown_name, *sums[pk]) for pk, person in people.items()]
    return tuple(sorted(met, key=lambda each: (-each.times, each.name)))
