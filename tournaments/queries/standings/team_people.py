"""The teams of tournaments with their people, and the same team in several tournaments, for leagues and stages."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tournaments.kit.text import fold
from tournaments.labels import AWAY, HAVE_LEFT
from tournaments.models import Player, Registration, Team, Tournament
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.people.entered import FileOfPlayer
from tournaments.queries.standings.standings import StandingsChange, standings_of
from tournaments.queries.standings.teams import TeamLine, cached_team_standings, team_standings_of

TeamLines = dict[int, list[TeamLine]]  # by tournament id


@dataclass(frozen=True)
class TeamOfPeople:
    """A team of a tournament with all its `members`, in the order of their start numbers, with their players."""

    team: Team
    members: tuple[Registration, ...]

    @property
    def files(self) -> frozenset[int]:
        return frozenset(member.player_id for member in self.members)

    @property
    def coming(self) -> list[Registration]:
        """Its members, without who left the tournament."""
        return [member for member in self.members if member.status not in HAVE_LEFT]

    @property
    def spokesman(self) -> Registration:
        """The captain; if he left the tournament, the first member who did not."""
        here = self.coming or list(self.members)
        return next((member for member in here if member.is_captain), here[0])

    @property
    def is_away(self) -> bool:
        """True if no member is there, or expected."""
        return all(member.status in AWAY for member in self.members)


def team_lines(tournaments: Iterable[Tournament]) -> TeamLines:
    """Return the lines of the teams of tournaments that everybody reads, those with a result, by tournament id."""
    return {
        pk: [line for line in current.lines if isinstance(line, TeamLine) and line.counts]
        for pk, current in cached_team_standings(tournaments).items()
    }


def counted_team_lines(
    tournaments: Iterable[Tournament], changes: Mapping[int, StandingsChange] | None = None
) -> TeamLines:
    """Return the same with hidden rounds; `changes`, by tournament id, count as if they were written."""
    ranked = team_standings_of(standings_of(tournaments, changes).values())
    return {
        pk: [line for line in current.lines if isinstance(line, TeamLine) and line.counts]
        for pk, current in ranked.items()
    }


def teams_of(tournaments: Iterable[Tournament]) -> dict[int, dict[int, TeamOfPeople]]:
    """Return the teams of tournaments that have members, by tournament id and team id. One query."""
    members: dict[int, list[Registration]] = defaultdict(list)
    by_tournament: dict[int, dict[int, Team]] = {tournament.pk: {} for tournament in tournaments}
    entries = Registration.objects.filter(OF_A_PERSON, team__isnull=False, tournament__in=by_tournament)
    for member in entries.select_related("team", "player__club").order_by("start_number"):
        assert member.team is not None
        by_tournament[member.tournament_id].setdefault(member.team.pk, member.team)
        members[member.team.pk].append(member)
    return {
        pk: {team.pk: TeamOfPeople(team, tuple(members[team.pk])) for team in teams.values()}
        for pk, teams in by_tournament.items()
    }


def club_of(player: Player | FileOfPlayer) -> str:
    return player.home_club or player.club.name


@dataclass(frozen=True)
class LeagueTeam:
    """
    A team in the tournaments of a league: its `lines` by tournament id, and its people in the latest, `latest`.

    `key` is the id of the team in the first of them. `files` are the ids of the files of all who played for it.
    """

    key: int
    latest: TeamOfPeople
    lines: Mapping[int, TeamLine]
    files: frozenset[int]


def league_teams(
    tournaments: Iterable[Tournament], lines_of: Callable[..., TeamLines] = team_lines
) -> list[LeagueTeam]:
    """
    Return the teams of tournaments, which are in the order of time. One query beside `lines_of`.

    A team is the same in two tournaments under the same name, case and accents apart, for the same club, its captain's.
    """
    in_time = list(tournaments)
    lines, people = lines_of(in_time), teams_of(in_time)
    known: dict[tuple[str, str], list[tuple[int, TeamLine, TeamOfPeople]]] = defaultdict(list)
    for tournament in in_time:
        for line in lines[tournament.pk]:
            if (team := people[tournament.pk].get(line.team_id)) is not None:
                called = fold(team.team.name), fold(club_of(team.spokesman.player))
                known[called].append((tournament.pk, line, team))
    return [
        LeagueTeam(
            found[0][1].team_id,
            found[-1][2],
            {tournament: line for tournament, line, _team in found},
            frozenset(file for _tournament, _line, team in found for file in team.files),
        )
        for found in known.values()
    ]
