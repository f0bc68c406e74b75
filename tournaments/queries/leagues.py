"""The league of a season: its tournaments added up, person by person."""

from collections import defaultdict
from dataclasses import dataclass

from tournaments.labels import TournamentState
from tournaments.models import Player, Season, Tournament
from tournaments.queries.names import public_club
from tournaments.queries.standings import standings_of
from tournaments.standings import LeagueRow, LeagueRule, add_up


@dataclass(frozen=True)
class EventMark:
    """What one tournament brought a player; `dropped` when the rule leaves it out."""

    points: int | None = None
    dropped: bool = False


@dataclass(frozen=True)
class LeagueLine:
    """One player's line; `name` and `club` are fit for everyone."""

    place: int
    shared: bool
    player_id: int
    name: str
    club: str
    marks: tuple[EventMark, ...]
    played: int
    total: int


@dataclass(frozen=True)
class League:
    """The league as it stands; `events` are the tournaments that brought somebody points, in order of date."""

    season: Season
    events: tuple[Tournament, ...]
    lines: tuple[LeagueLine, ...]

    @property
    def running(self) -> tuple[Tournament, ...]:
        """The tournaments still being played: until they end, the league is provisional."""
        return tuple(event for event in self.events if event.state == TournamentState.RUNNING)

    @property
    def has_several_clubs(self) -> bool:
        return len({line.club for line in self.lines if line.club}) > 1


def league(season: Season) -> League:
    """Return the league of a season: five queries, however many tournaments and players it has."""
    tournaments = list(season.tournaments.exclude(state=TournamentState.PREPARING).order_by("date", "pk"))
    results: dict[int, dict[int, int]] = defaultdict(dict)
    for pk, standings in standings_of(tournaments).items():
        for line in standings.lines:
            if line.counts:
                results[line.player_id][pk] = line.total
    table = add_up(results, LeagueRule(season.best_of))
    people = Player.objects.select_related("club").in_bulk(list(results)) if results else {}
    events = tuple(tournament for tournament in tournaments if tournament.pk in table.events)
    return League(season, events, tuple(_line(row, people[row.key], events) for row in table.rows))


def _line(row: LeagueRow, player: Player, events: tuple[Tournament, ...]) -> LeagueLine:
    return LeagueLine(
        place=row.place,
        shared=row.shared,
        player_id=player.pk,
        name=player.shown_name,
        club=public_club(player),
        marks=tuple(EventMark(row.results.get(event.pk), event.pk in row.dropped) for event in events),
        played=row.played,
        total=row.total,
    )
