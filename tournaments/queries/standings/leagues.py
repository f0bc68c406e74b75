"""A league: tournaments of a season, and of other clubs' guest seasons, under one rule."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from operator import itemgetter, or_

from django.db.models import BooleanField, Exists, ExpressionWrapper, F, OuterRef
from django.utils.translation import gettext as _

from tournaments.kit.days import french_hour
from tournaments.labels import BEFORE_PLAY, Group, TournamentState
from tournaments.models import League, Player, Registration, Season, Seat, Tournament, is_shown
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.models.seasons import Ages
from tournaments.queries.people.entered import FileOfPlayer, files_of
from tournaments.queries.people.linking import one_person_each
from tournaments.queries.people.names import (
    card_key,
    groups_of_player,
    is_shared,
    public_club,
    public_groups,
    unsaid_groups,
)
from tournaments.queries.standings.groups import GroupedLines, firsts_of, groups_apart, places_among
from tournaments.queries.standings.league_events import counting, within
from tournaments.queries.standings.league_words import left_out_words
from tournaments.queries.standings.lines import Line, PlayerResult
from tournaments.queries.standings.public import public_results
from tournaments.queries.standings.team_people import LeagueTeam, TeamLines, club_of, league_teams, team_lines
from tournaments.standings import (
    Brings,
    ClubRow,
    EventResult,
    LeagueRow,
    LeagueRule,
    LeagueTable,
    Total,
    add_up,
    club_table,
    plain_total,
)

IN_TIME = ("date", F("starts_at").asc(nulls_first=True), "pk")
Results = Mapping[int, Sequence[PlayerResult | Line]]  # by tournament id


@dataclass(frozen=True)
class EventMark:
    """
    What one tournament brought a player by the league's rule; `dropped` if the rule leaves it out.

    `weight` is how often it counts: `points` are multiplied by it, `once` are what it brings otherwise. `score` and
    `place` are his result there, if the rule gives other points for it. `ranked` is false if he was out of
    its ranking: it then counts for nothing. `late` and `left` mean that he did not play all of it, `won` that he was
    first.
    """

    points: Total | None = None
    dropped: bool = False
    ranked: bool = True
    late: bool = False
    left: bool = False
    won: bool = False
    score: Total | None = None
    place: int | None = None
    weight: Total = 1

    @property
    def once(self) -> Total | None:
        if self.weight == 1:
            return self.points
        return self.points and plain_total(Fraction(self.points) / Fraction(self.weight))

    @property
    def counts(self) -> bool:
        """True if its points, if any, are in the total."""
        return self.ranked and not self.dropped

    @property
    def is_special(self) -> bool:
        """True if its points need a sign beside them."""
        return self.late or self.left or not self.ranked


STAYED_AWAY = EventMark()  # one for all: of fifty clubs most cells of a league are this


@dataclass(frozen=True)
class LeagueLine:
    """
    A player's line, or a team's; everybody may read `name`, `club`, `groups` and `card` (the key of his card).

    `place` is None if he is out of the ranking; `overall` is his place among all, in the league of one group.
    `attended` has the (index from 0, mark) of each event that brought him something, of so many `events` of the league.
    `played` counts the tournaments in which he was ranked; `bonus`, included in the total, is for coming; `ties` are
    his values by each criterion of the rule; `team` is the club he counts for. `files` are the ids of all his linked
    files with a result here: he is named only if each of them consents. `team_id` is 0 for a player; a team's
    `player_id` is who speaks for it, and `files` are those of all who played for it.
    """

    place: int | None
    shared: bool
    player_id: int
    name: str
    is_named: bool
    is_shared: bool
    club: str
    attended: tuple[tuple[int, EventMark], ...]
    events: int
    played: int
    total: Total
    groups: frozenset[Group] = frozenset()
    unsaid: frozenset[Group] = frozenset()
    overall: int | None = None
    card: str = ""
    team: str = ""
    bonus: int = 0
    ties: tuple[Total, ...] = ()
    files: frozenset[int] = frozenset()
    team_id: int = 0

    @property
    def key(self) -> int:
        """What the addresses of the league know the line by: the id of the player, or of the team."""
        return self.team_id or self.player_id

    @property
    def told(self) -> str:
        """The name; a league has no start numbers."""
        return self.name

    @property
    def is_ranked(self) -> bool:
        return self.place is not None

    @property
    def marks(self) -> tuple[EventMark, ...]:
        """A mark for each event of the league, also for those from which he stayed away."""
        marks = [STAYED_AWAY] * self.events
        for number, mark in self.attended:
            marks[number] = mark
        return tuple(marks)


@dataclass(frozen=True)
class LeagueStandings(GroupedLines[LeagueLine]):
    """
    A league now; lines out of its ranking come last.

    `events` are the tournaments with results, by date. `required` is in how many of them a player must be ranked.
    `group` is the group it ranks, None for all players. `clubs` are ranked if the rule ranks them. `unnamed` counts
    players who are not named and, in `public_league`, have no line. `left_out` are the tournaments begun whose totals
    have another unit than the league.
    """

    league: League
    events: tuple[Tournament, ...]
    lines: tuple[LeagueLine, ...]
    required: int = 1
    group: Group | None = None
    unsaid: str = ""
    clubs: tuple[ClubRow, ...] = ()
    unnamed: int = 0
    left_out: tuple[Tournament, ...] = ()

    @property
    def left_out_text(self) -> str:
        """Why tournaments of the season do not count; "" if all do."""
        return left_out_words([event.name for event in self.left_out])

    @property
    def tournaments(self) -> tuple[Tournament, ...]:
        """All tournaments begun, by date: those that count and those that do not."""
        return tuple(sorted((*self.events, *self.left_out), key=lambda event: (event.date, event.pk)))

    @property
    def season(self) -> Season:
        return self.league.season

    @cached_property
    def rule(self) -> LeagueRule:
        return self.league.ranking_rule

    @property
    def has_weights(self) -> bool:
        """True if an evening counts more or less than once."""
        return any(self.rule.weight_of(event.pk) != 1 for event in self.events)

    @property
    def hosts(self) -> list[str]:
        """The clubs that held the events, by name."""
        return sorted({event.club.name for event in self.events})

    @property
    def baremes(self) -> list[str]:
        """The barèmes of the events, by name: if there are several, readers are told, because scores differ in kind."""
        return sorted({event.bareme_label for event in self.events})

    @property
    def people(self) -> int:
        """How many players have a result, named or not."""
        return sum(line.is_named for line in self.lines) + self.unnamed

    @property
    def has_people(self) -> bool:
        return self.people > 0

    @property
    def columns(self) -> list[tuple[Tournament, str, str]]:
        """(event, day, hour or number): the heads of the columns; the last is only for several events on one day."""
        by_day = {event.date: [one for one in self.events if one.date == event.date] for event in self.events}
        return [(event, f"{event.date:%d/%m}", _apart(event, by_day[event.date])) for event in self.events]

    @property
    def running(self) -> tuple[Tournament, ...]:
        """The events still being played or with hidden rounds: until they end, the league is provisional."""
        return tuple(
            event
            for event in self.events
            if event.state == TournamentState.RUNNING or event.last_shown_round is not None
        )

    @property
    def firsts(self) -> list[tuple[Group, tuple[LeagueLine, ...]]]:
        """The first of each group, in a ranking of all players; [] before a result."""
        return firsts_of(self.lines) if self.group is None else []


def _apart(event: Tournament, of_day: list[Tournament]) -> str:
    """Return what tells an event from others of its day: its hour, or its number if hours are missing or equal."""
    hours = {one.starts_at for one in of_day}
    if event.starts_at is None or None in hours or len(hours) < len(of_day):
        return f"({of_day.index(event) + 1})" if len(of_day) > 1 else ""
    return french_hour(event.starts_at) if len(of_day) > 1 else ""


def league_standings(
    league: League,
    *,
    results_of: Callable[[Iterable[Tournament]], Results] = public_results,
    team_lines_of: Callable[[Iterable[Tournament]], TeamLines] = team_lines,
) -> LeagueStandings:
    """
    Return a league now, with all its players, for those who run it; `public_league` is for everybody.

    Five queries, whatever its size. `results_of` reads the results of each tournament; `cached_results` reads only
    those that have changed.
    """
    return standings_of_leagues([league], results_of=results_of, team_lines_of=team_lines_of)[0]


def public_league(
    league: League, *, results_of: Callable[[Iterable[Tournament]], Results] = public_results
) -> LeagueStandings:
    """
    Return a league as everybody reads it: without the lines of players who are not named; places count only the other
    lines. Five queries.

    Such a line would reveal his start number of each evening: a reader only subtracts the totals before an evening from
    those after it. A gap between places would reveal it too.
    """
    return standings_of_leagues([league], results_of=results_of, with_unnamed=False)[0]


def standings_of_leagues(
    leagues: Sequence[League],
    *,
    results_of: Callable[[Iterable[Tournament]], Results] = public_results,
    team_lines_of: Callable[[Iterable[Tournament]], TeamLines] = team_lines,
    with_unnamed: bool = True,
) -> list[LeagueStandings]:
    """
    Return `league_standings` of each league, `public_league` if not `with_unnamed`. Five queries, whatever their
    number; none without a league.

    Each league of teams takes two more, and the lines of its teams by `team_lines_of`.
    """
    if not leagues:
        return []
    conditions = {f"in_{number}": within(league) for number, league in enumerate(leagues)}
    shown = Tournament.objects.filter(reduce(or_, conditions.values())).filter(is_shown())
    if len(leagues) > 1:
        marks = {name: ExpressionWrapper(condition, BooleanField()) for name, condition in conditions.items()}
        shown = shown.annotate(**marks)
    begun = list(shown.exclude(state__in=BEFORE_PLAY).select_related("club").order_by(*IN_TIME))
    of_each = [[one for one in begun if len(leagues) == 1 or getattr(one, name)] for name in conditions]
    rules = [league.ranking_rule for league in leagues]
    read = {
        one.pk for rule, of_it in zip(rules, of_each, strict=True) if not rule.of_teams for one in counting(rule, of_it)
    }
    results = results_of(one for one in begun if one.pk in read)
    ids = {result.player_id for of_event in results.values() for result in of_event}
    people = files_of(Player.objects.filter(pk__in=ids)) if ids else {}
    return [
        _of_teams(league, of_it, team_lines_of)
        if rule.of_teams
        else _counted(league, of_it, results, people, with_unnamed=with_unnamed)
        for league, rule, of_it in zip(leagues, rules, of_each, strict=True)
    ]


def _of_teams(
    league: League, begun: Sequence[Tournament], lines_of: Callable[[Iterable[Tournament]], TeamLines]
) -> LeagueStandings:
    """Return a league of teams from its tournaments that are begun; those without teams are none of its."""
    rule = league.ranking_rule
    begun = [tournament for tournament in begun if tournament.has_teams]
    tournaments = counting(rule, begun)
    teams = {team.key: team for team in league_teams(tournaments, lines_of)}
    table = add_up(
        {
            key: {pk: EventResult(line.total, line.place) for pk, line in team.lines.items()}
            for key, team in teams.items()
        },
        rule,
    )
    numbers = _numbers(tournaments, table)
    lines = tuple(_team_line(row, teams[row.key], numbers, rule) for row in table.rows)
    clubs = club_table(table, {line.key: line.team for line in lines})
    return _standings(league, begun, tournaments, table, lines, clubs)


def _numbers(tournaments: Sequence[Tournament], table: LeagueTable) -> dict[int, int]:
    """Return the index in the league of each tournament with results, by its id."""
    with_results = set(table.events)
    return {pk: number for number, pk in enumerate(one.pk for one in tournaments if one.pk in with_results)}


def _standings(
    league: League,
    begun: Sequence[Tournament],
    tournaments: Sequence[Tournament],
    table: LeagueTable,
    lines: tuple[LeagueLine, ...],
    clubs: tuple[ClubRow, ...],
    unnamed: int = 0,
) -> LeagueStandings:
    """Return a league with these lines; `tournaments` are those of the `begun` that count."""
    numbers, counted = _numbers(tournaments, table), {one.pk for one in tournaments}
    return LeagueStandings(
        league,
        tuple(one for one in tournaments if one.pk in numbers),
        lines,
        table.required,
        clubs=clubs,
        unnamed=unnamed,
        left_out=tuple(one for one in begun if one.pk not in counted),
    )


def _team_line(row: LeagueRow, team: LeagueTeam, events: Mapping[int, int], rule: LeagueRule) -> LeagueLine:
    """Return a team's line; `events` are the indexes of the events in the league, by tournament id."""
    captain = team.latest.spokesman.player
    return LeagueLine(
        place=row.place,
        shared=row.shared,
        player_id=captain.pk,
        name=team.latest.team.name,
        is_named=True,
        is_shared=False,
        club=club_of(captain),
        attended=_marks(team.lines, row, events, rule),
        events=len(events),
        played=row.played,
        total=row.total,
        team=club_of(captain),
        bonus=row.bonus,
        ties=row.ties,
        files=team.files,
        team_id=row.key,
    )


def _counted(
    league: League,
    begun: Sequence[Tournament],
    results: Results,
    people: Mapping[int, FileOfPlayer],
    *,
    with_unnamed: bool,
) -> LeagueStandings:
    """Return a league from its tournaments that are begun, with their results, and the players' files by player id."""
    rule = league.ranking_rule
    tournaments = counting(rule, begun)
    by_player: dict[int, dict[int, PlayerResult | Line]] = defaultdict(dict)
    for tournament in tournaments:
        for result in results.get(tournament.pk, ()):
            by_player[result.player_id][tournament.pk] = result
    files = _added_as_one([people[pk] for pk in by_player], by_player)
    table = add_up(
        {
            player: {pk: EventResult(result.total, result.place) for pk, result in of_player.items()}
            for player, of_player in by_player.items()
        },
        rule,
    )
    named = {player for player, of_player in files.items() if all(file.consent for file in of_player)}
    shown = [row for row in table.rows if with_unnamed or row.key in named]
    ages, numbers = league.season.ages, _numbers(tournaments, table)
    lines = tuple(
        _line(row, place, files[row.key], ages, _marks(by_player[row.key], row, numbers, rule), len(numbers))
        for row, place in zip(shown, places_among([row.place for row in shown]), strict=True)
    )
    clubs = club_table(table, {row.key: club_of(files[row.key][0]) for row in table.rows}, named)
    return _standings(league, begun, tournaments, table, lines, clubs, len(table.rows) - len(named))


def _added_as_one(
    people: Iterable[FileOfPlayer], results: dict[int, dict[int, PlayerResult | Line]]
) -> dict[int, list[FileOfPlayer]]:
    """
    Put the results of linked files under the file that stands for the person; return its files, by its player id.

    Two files with a result in one tournament are two people, whoever linked them.
    """
    files: dict[int, list[FileOfPlayer]] = {}
    for first, *others in one_person_each(people):
        files[first.pk] = [first]
        for other in others:
            if results[first.pk].keys() & results[other.pk].keys():
                files[other.pk] = [other]
            else:
                results[first.pk] |= results.pop(other.pk)
                files[first.pk].append(other)
    return files


def groups_of_leagues(seasons: Iterable[Season]) -> dict[int, list[Group]]:
    """Return, by season id, the groups to which the season's league may be limited. One query for all seasons."""
    ages = {season.pk: season.ages for season in seasons}
    scored = Seat.objects.filter(HAS_A_SCORE, registration=OuterRef("pk"))
    entries = Registration.objects.filter(Exists(scored), is_shown("tournament__"), tournament__season__in=ages)
    named = Player.objects.filter(consent=True, registrations__in=entries).only("sex", "category", "birth_year")
    people: dict[int, list[frozenset[Group]]] = defaultdict(list)
    for player in named.annotate(season=F("registrations__tournament__season")).order_by().distinct():
        people[player.season].append(groups_of_player(player, ages[player.season]))
    return {pk: groups_apart(people[pk]) for pk in ages}


def _line(
    row: LeagueRow,
    place: tuple[int | None, bool],
    files: Sequence[FileOfPlayer],
    ages: Ages,
    attended: tuple[tuple[int, EventMark], ...],
    events: int,
) -> LeagueLine:
    """Return a player's line at a place (and whether it is shared); `events` is how many the league has."""
    first = files[0]
    player = first.person
    is_named = all(one.consent for one in files)
    return LeagueLine(
        place=place[0],
        shared=place[1],
        player_id=player.pk,
        name=player.shown_name if is_named else _("Joueur anonyme"),
        is_named=is_named,
        is_shared=all(is_shared(one.person) for one in files),
        club=public_club(player),
        attended=attended,
        events=events,
        played=row.played,
        total=row.total,
        groups=public_groups(player, ages),
        unsaid=unsaid_groups(player, ages),
        card=card_key(first),
        team=club_of(first),
        bonus=row.bonus,
        ties=row.ties,
        files=frozenset(one.pk for one in files),
    )


def _marks(
    results: Mapping[int, PlayerResult | Line], row: LeagueRow, events: Mapping[int, int], rule: LeagueRule
) -> tuple[tuple[int, EventMark], ...]:
    """Return the (index, mark) of these results; `events` are the indexes of the events, by tournament id."""
    marks = [(events[event], _mark(result, row, event, rule)) for event, result in results.items() if event in events]
    return tuple(sorted(marks, key=itemgetter(0)))


def _mark(line: PlayerResult | Line, row: LeagueRow, event: int, rule: LeagueRule) -> EventMark:
    by_place = rule.brings is not Brings.SCORES
    return EventMark(
        points=row.results[event],
        dropped=event in row.dropped,
        ranked=event not in row.void,
        late=line.arrived_at is not None,
        left=line.left_after is not None,
        won=line.place == 1,
        score=line.total if by_place else None,
        place=line.place if by_place else None,
        weight=rule.weight_of(event),
    )
