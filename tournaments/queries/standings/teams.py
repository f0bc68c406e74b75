"""The ranking of the teams of a tournament, made from the lines of its players: as everybody reads it, or whole."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tournaments.kit.languages import current_language
from tournaments.kit.text import Percent
from tournaments.labels import AWAY, HAVE_LEFT, Waits
from tournaments.models import Registration, Team, Tournament
from tournaments.models.tournaments import OF_A_PERSON
from tournaments.queries.people.names import name_apart, public_name, same_named
from tournaments.queries.standings.boards import MARKS, VICTORY, WHOLE, BoardPoints, Unit
from tournaments.queries.standings.cached import MOST_STANDINGS, CachedByRevision, cached_standings
from tournaments.queries.standings.lines import Line, Mark, Standings
from tournaments.queries.standings.matches import won_by_teams
from tournaments.queries.standings.public import public_standings
from tournaments.queries.standings.standings import ranked_by
from tournaments.queries.standings.trios import trio_unit, won_by_trios
from tournaments.queries.standings.words import captain_left_words, lacking_words, short_words, stand_ins_words
from tournaments.standings import Away, PlayerPoints, RankedRow, TeamPoints, Total, rank, team_points, team_rule


@dataclass(frozen=True)
class Member:
    """A member of a team as everybody may read him; `line` is his own in the ranking of players, if he has one."""

    registration_id: int
    start_number: int
    name: str
    is_named: bool
    is_captain: bool
    is_stand_in: bool
    has_left: bool
    is_away: bool
    line: Line | None = None
    is_namesake: bool = False

    @property
    def told(self) -> str:
        """The name; with the start number if somebody else in a team has the same name."""
        return name_apart(self.name, self.start_number, is_namesake=self.is_namesake)


@dataclass(frozen=True)
class TeamLine(Line):
    """
    A team's line; `start_number` is the team's number, `registration_id` and `player_id` are 0.

    `lacking` is how many players it lacks now, 0 once the tournament is over; `short_rounds` are the numbers of the
    rounds in which fewer took part than a team has.
    """

    team_id: int = 0
    members: tuple[Member, ...] = ()
    lacking: int = 0
    short_rounds: tuple[int, ...] = ()
    points: TeamPoints | None = field(default=None, repr=False)

    def has(self, registration_id: int) -> bool:
        """Return whether a registration is one of its members."""
        return any(member.registration_id == registration_id for member in self.members)

    @property
    def captain(self) -> Member | None:
        return next((member for member in self.members if member.is_captain), None)

    @property
    def spokesman(self) -> Member | None:
        """Who gets what the team wins: the captain; if he has left, the first member who has not."""
        here = [member for member in self.members if not member.has_left] or list(self.members)
        return next((member for member in here if member.is_captain), here[0] if here else None)

    @property
    def remarks(self) -> list[str]:
        """The names of its members, then words about a team that was not always whole."""
        playing = [member.told for member in self.members if not member.is_stand_in]
        stand_ins = [member.told for member in self.members if member.is_stand_in]
        return [
            *([", ".join(playing)] if playing else []),
            *([stand_ins_words(stand_ins)] if stand_ins else []),
            *self.warnings,
            *([] if self.is_ranked else [self._why_unranked]),
        ]

    @property
    def warnings(self) -> list[str]:
        """Words about what a team lacks: a player, in some rounds or now, and its captain."""
        return [
            *([short_words(self.tournament, self.short_rounds)] if self.short_rounds else []),
            *([lacking_words(self.lacking)] if self.lacking else []),
            *([captain_left_words()] if self.captain is None or self.captain.has_left else []),
        ]

    @property
    def sheet(self) -> PlayerPoints:
        assert self.points is not None
        return self.points.sheet


def public_team_standings(tournament: Tournament) -> Standings:
    """Return the ranking of teams that everybody reads: without the hidden rounds. Five queries, in any size."""
    return team_standings(public_standings(tournament))


def team_standings(current: Standings) -> Standings:
    """Return the ranking of teams of the rounds that these standings count. Two queries more, in any size."""
    return team_standings_of([current])[current.tournament.pk]


def team_standings_of(rankings: Iterable[Standings]) -> dict[int, Standings]:
    """Return the rankings of teams that belong to these of players, by tournament id. Two queries in all."""
    by_id = {current.tournament.pk: current for current in rankings}
    people = _members(by_id)
    teams: dict[int, list[Team]] = defaultdict(list)
    for team in Team.objects.filter(tournament__in=by_id).order_by("number"):
        teams[team.tournament_id].append(team)
    return {pk: _ranked(current, [(team, people[team.pk]) for team in teams[pk]]) for pk, current in by_id.items()}


def _by_revision(tournaments: Iterable[Tournament]) -> dict[int, Standings]:
    return team_standings_of(cached_standings(tournaments).values())


cached_team_standings = CachedByRevision(_by_revision, MOST_STANDINGS, vary=current_language)


def _ranked(current: Standings, teams: Sequence[tuple[Team, list[Member]]]) -> Standings:
    tournament, unit = current.tournament, current.lines[0].unit if current.lines else MARKS
    if tournament.plays_matches:
        unit = VICTORY if tournament.victory_by else unit
        points = _won_points(current, teams, unit, won_by_teams(tournament, current.rounds))
    elif tournament.plays_trios:
        unit = trio_unit(tournament, unit)
        points = _won_points(current, teams, unit, won_by_trios(tournament, current.rounds))
    else:
        points = {team.number: _points(team, members, size=tournament.team_size, unit=unit) for team, members in teams}
    rule, planned = ranked_by(tournament, current.span)
    ranking = rank(
        (each.sheet for each in points.values() if each.sheet.rounds),
        team_rule(rule),
        planned=planned,
        given={number: each.given for number, each in points.items()},
    )
    of_number = {team.number: (team, members) for team, members in teams}
    lines = tuple(_line(current, row, *of_number[row.sheet.key], points[row.sheet.key], unit) for row in ranking)
    return replace(current, lines=lines, required=ranking[0].required if ranking else 0, of_teams=True)


def team_of(current: Standings | None, registration_id: int) -> TeamLine | None:
    """Return the line of the team of a registration in a ranking of teams; None if there is none."""
    lines = (line for line in current.lines if isinstance(line, TeamLine)) if current else ()
    return next((line for line in lines if line.has(registration_id)), None)


def _members(rankings: Mapping[int, Standings]) -> dict[int, list[Member]]:
    """Return the members of each team by its id, in the order of their numbers. One query."""
    lines = {line.registration_id: line for current in rankings.values() for line in current.lines}
    people: dict[tuple[int, int], list[Member]] = defaultdict(list)  # by tournament id and team id
    members = Registration.objects.filter(OF_A_PERSON, tournament__in=rankings, team__isnull=False)
    for entry in members.select_related("player").order_by("start_number"):
        assert entry.team_id is not None
        people[entry.tournament_id, entry.team_id].append(
            Member(
                registration_id=entry.pk,
                start_number=entry.start_number,
                name=public_name(entry),
                is_named=entry.player.consent,
                is_captain=entry.is_captain,
                is_stand_in=entry.waits == Waits.STAND_IN,
                has_left=entry.status in HAVE_LEFT,
                is_away=entry.status in AWAY,
                line=lines.get(entry.pk),
            )
        )
    same = {
        pk: same_named(one for (tournament, _team), team in people.items() if tournament == pk for one in team)
        for pk in rankings
    }
    return defaultdict(
        list,
        {
            team: [replace(one, is_namesake=True) if one.start_number in same[pk] else one for one in members]
            for (pk, team), members in people.items()
        },
    )


def _points(team: Team, members: Sequence[Member], *, size: int, unit: Unit) -> TeamPoints:
    lines = [member.line for member in members if member.line is not None]
    return team_points(
        team.number,
        size,
        [(line.sheet, _given(line.marks)) for line in lines],
        is_gone=sum(not member.is_away for member in members) < size,
        is_out=bool(unit.whole) and not any(mark.possible for line in lines for mark in line.marks),
    )


def _won_points(
    current: Standings,
    teams: Sequence[tuple[Team, list[Member]]],
    unit: Unit,
    won: Mapping[tuple[int, int], BoardPoints],
) -> dict[int, TeamPoints]:
    """Return what each team won as a whole, by number; its players have no more than it, each for himself."""
    begun, points = set(current.begun), {}
    for team, members in teams:
        brought = [won.get((team.pk, number)) for number in current.rounds]
        away = [_away(members, index) if index in begun else None for index in range(len(brought))]
        sheet = PlayerPoints(
            team.number,
            tuple(gone if each is None else each.points for each, gone in zip(brought, away, strict=True)),
            unit.penalties(sum(member.line.penalties for member in members if member.line is not None)),
            sum(not member.is_away for member in members) < current.tournament.team_size,
            possible=tuple(0 if each is None else each.weight for each in brought) if unit.whole else (),
            is_out=not any(brought),
            short=(False,) * len(brought),
            whole=unit.whole or 1,
        )
        points[team.number] = TeamPoints(sheet, (None,) * len(brought))
    return points


def _away(members: Iterable[Member], index: int) -> Away:
    """Return why a round brought a team nothing: it waits where its players are exempt."""
    is_exempt = any(member.line.marks[index].exempt for member in members if member.line is not None)
    return Away.EXEMPT if is_exempt else Away.MISSED


def _given(marks: Iterable[Mark]) -> tuple[int | None, ...]:
    return tuple(mark.given if isinstance(mark.brought, Away) else None for mark in marks)


def _line(
    current: Standings, row: RankedRow, team: Team, members: Sequence[Member], points: TeamPoints, unit: Unit
) -> TeamLine:
    lines = [member.line for member in members if member.line is not None]
    counted = [line for line in lines if not line.sheet.is_out]
    wins_as_a_whole = current.tournament.plays_matches or current.tournament.plays_trios
    penalised = lines if wins_as_a_whole else counted  # as the points of the team have it
    marks = tuple(
        _mark(points, index, sum(line.marks[index].donnes for line in counted), unit)
        for index in range(len(current.rounds))
    )
    begun = set(current.begun)
    there = sum(not (member.is_away or member.is_stand_in) for member in members)
    return TeamLine(
        tournament=current.tournament,
        place=row.place,
        shared=row.shared,
        registration_id=0,
        player_id=0,
        start_number=team.number,
        name=team.name,
        is_named=True,
        is_shared=False,
        club="",
        marks=marks,
        penalties=sum(line.penalties for line in penalised),
        total=unit.told(row.total),
        attended=row.presence.attended,
        required=row.required,
        is_gone=row.sheet.is_gone,
        tried=row.tried,
        unit=unit,
        team_id=team.pk,
        members=tuple(members),
        lacking=0 if current.tournament.is_finished else max(0, current.tournament.team_size - there),
        short_rounds=tuple(
            number
            for index, (number, short) in enumerate(zip(current.rounds, row.sheet.short, strict=True))
            if short and index in begun
        ),
        points=points,
    )


def _mark(points: TeamPoints, index: int, donnes: int, unit: Unit) -> Mark:
    """Return what a round brought a team, as the mark of a player is written."""
    brought, given = points.sheet.rounds[index], points.given[index] or 0
    if brought is None or isinstance(brought, Away):
        return Mark(exempt=brought is Away.EXEMPT, missed=brought is Away.MISSED, given=given)
    if unit.is_victory:
        return Mark(unit.told(brought), donnes, won=brought, possible=1)
    if not unit.whole:
        return Mark(brought, donnes, given=given)
    possible = points.sheet.possible[index]
    told: Total = Percent(brought * WHOLE / possible) if unit.most else brought
    return Mark(told, donnes, won=brought, possible=possible)
