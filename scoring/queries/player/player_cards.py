"""A player's card: what his public evenings add up to, and how two players did when they met. For everybody."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scoring.labels import Outcome
from scoring.marque import Contract
from scoring.models import SheetLine
from tournaments.kit.curves import Chart, chart
from tournaments.labels import BEFORE_PLAY
from tournaments.models import Player, Registration, Season, Seat, Tournament, is_shown
from tournaments.queries.people.names import card_key, with_card
from tournaments.queries.standings.cached import cached_lines
from tournaments.queries.standings.lines import Line
from tournaments.queries.standings.public import in_shown_rounds
from tournaments.queries.standings.ratings import OwnRating, ratings_of

SHOWN = 5  # donnes at each end, and people met


@dataclass(frozen=True)
class Evening:
    """A tournament in which he has a result; `of` is how many were ranked, `sum` his points including this one."""

    tournament: Tournament
    line: Line
    of: int
    sum: int


@dataclass(frozen=True)
class ContractRow:
    """How often he took a contract, how often he made it, and what that brought him, in whole points."""

    contract: str
    taken: int
    made: int
    points: int

    @property
    def percent(self) -> int:
        return round(100 * self.made / self.taken)


@dataclass(frozen=True)
class PlayedDonne:
    """A donne he sat at: where, what was played, on which side he was, and what it brought him in whole points."""

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
    Somebody he sat with: at how many tables, and the points of both there, whole.

    Only people who agreed to a card of their own are here: a list of meetings says much about both.
    """

    key: str
    name: str
    times: int
    own: int
    theirs: int


@dataclass(frozen=True)
class Meeting:
    """A round that two players played at one table, and the whole points of both there."""

    tournament: Tournament
    round_number: int
    own: int
    theirs: int


@dataclass(frozen=True)
class Meetings:
    """Where two players sat together, the latest first."""

    rows: tuple[Meeting, ...]

    @property
    def own(self) -> int:
        return sum(row.own for row in self.rows)

    @property
    def theirs(self) -> int:
        return sum(row.theirs for row in self.rows)

    @property
    def ahead(self) -> int:
        """At how many tables the one marked more than the other."""
        return sum(row.own > row.theirs for row in self.rows)

    @property
    def behind(self) -> int:
        return sum(row.own < row.theirs for row in self.rows)


@dataclass(frozen=True)
class Card:
    """What everybody may read of a player across events; the latest evening first."""

    player: Player
    evenings: tuple[Evening, ...]
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
    def seasons(self) -> list[tuple[Season | None, list[Evening]]]:
        """His evenings by season, the latest first; those of no season under None."""
        by_season: dict[Season | None, list[Evening]] = defaultdict(list)
        for evening in self.evenings:
            by_season[evening.tournament.season].append(evening)
        return list(by_season.items())

    @property
    def curve(self) -> Chart | None:
        return chart([[evening.sum for evening in reversed(self.evenings)]])


def card_of(player: Player) -> Card:
    """Return a player's card: nine queries at most, however much he played."""
    tournaments = _played([player])
    seats = list(_seats([player], tournaments.values()))
    own = {seat["table_id"]: seat for seat in seats if seat["registration__player_id"] == player.pk}
    lines = _lines(own)
    donnes = sorted((_donne(line, own, tournaments) for line in lines), key=lambda donne: donne.points)
    return Card(
        player=player,
        evenings=_evenings(player, tournaments.values()),
        contracts=_contracts([donne for donne in donnes if donne.took]),
        best=tuple(donne for donne in reversed(donnes[-SHOWN:]) if donne.points > 0),
        worst=tuple(donne for donne in donnes[:SHOWN] if donne.points < 0),
        met=_met(player, own, seats)[:SHOWN],
        ratings=ratings_of(player),
    )


def meetings(player: Player, other: Player) -> Meetings:
    """Return where two players sat together and something was marked: three queries."""
    tournaments = _played([player, other])
    tables: dict[int, dict[int, dict[str, Any]]] = defaultdict(dict)
    for seat in _seats([player], tournaments.values()):
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
    return Meetings(tuple(rows))


def _played(players: list[Player]) -> dict[int, Tournament]:
    """Return the public tournaments that all of them entered and that have begun, by id, the earliest first."""
    tournaments = Tournament.objects.filter(is_shown()).exclude(state__in=BEFORE_PLAY)
    for player in players:
        tournaments = tournaments.filter(pk__in=Registration.objects.filter(player=player).values("tournament"))
    return {event.pk: event for event in tournaments.select_related("season", "club").order_by("date", "pk")}


def _evenings(player: Player, tournaments: Iterable[Tournament]) -> tuple[Evening, ...]:
    """Return his results, the latest first."""
    chosen, evenings, total = list(tournaments), [], 0
    lines_of = cached_lines(chosen)
    for tournament in chosen:
        lines = lines_of[tournament.pk]
        line = next((each for each in lines if each.player_id == player.pk), None)
        if line is None:
            continue
        total += line.total
        evenings.append(Evening(tournament, line, sum(each.is_ranked for each in lines), total))
    return tuple(reversed(evenings))


def _seats(players: list[Player], tournaments: Iterable[Tournament]) -> Iterable[dict[str, Any]]:
    """
    Return every chair that was marked something at the tables where one of them sat in these tournaments, as far as
    everybody reads them.
    """
    tables = Seat.objects.filter(in_shown_rounds(tournaments), registration__player__in=players)
    return Seat.objects.filter(table__in=tables.values("table"), table__isnull=False, result__isnull=False).values(
        *("pk", "table_id", "chair", "round__number", "round__tournament_id"),
        *("registration__player_id", "result__points"),
    )


def _lines(own: dict[int, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the donnes that were played at these tables."""
    lines = SheetLine.objects.filter(table__in=list(own), current=True, outcome=Outcome.PLAYED).order_by("pk")
    return [dict(line) for line in lines.values("table_id", "number", "taker_id", "partner_id", "contract", "marque")]


def _points(line: dict[str, Any], seat: dict[str, Any]) -> int:
    """Return what a line brought a chair, in whole points; 0 for a player who sat out."""
    return int(line["marque"].get("scores", {}).get(str(seat["chair"]), 0))


def _donne(line: dict[str, Any], own: dict[int, dict[str, Any]], tournaments: dict[int, Tournament]) -> PlayedDonne:
    seat = own[line["table_id"]]
    return PlayedDonne(
        tournament=tournaments[seat["round__tournament_id"]],
        round_number=seat["round__number"],
        number=line["number"],
        contract=line["contract"],
        took=line["taker_id"] == seat["pk"],
        was_called=line["partner_id"] == seat["pk"],
        made=bool(line["marque"].get("won")),
        points=_points(line, seat),
    )


def _contracts(donnes: Iterable[PlayedDonne]) -> tuple[ContractRow, ...]:
    """Return what became of the contracts he took, the lowest first."""
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


def _met(player: Player, own: dict[int, dict[str, Any]], seats: list[dict[str, Any]]) -> tuple[Met, ...]:
    """Return those he sat with most who agreed to a card of their own."""
    times: Counter[int] = Counter()
    points: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for seat in seats:
        other_id = seat["registration__player_id"]
        if other_id == player.pk or seat["table_id"] not in own:
            continue
        times[other_id] += 1
        points[other_id][0] += own[seat["table_id"]]["result__points"]
        points[other_id][1] += seat["result__points"]
    people = with_card().in_bulk(list(times)) if times else {}
    met = [Met(card_key(person), person.shown_name, times[pk], *points[pk]) for pk, person in people.items()]
    return tuple(sorted(met, key=lambda each: (-each.times, each.name)))
