"""The league of a season: its tournaments added up, person by person."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Exists, F, OuterRef

from tournaments.kit.days import french_hour
from tournaments.labels import BEFORE_PLAY, Group, TournamentState
from tournaments.models import Player, Registration, Season, Seat, Tournament, is_shown
from tournaments.models.clubs import Ages
from tournaments.models.rounds import HAS_A_SCORE
from tournaments.queries.people.names import card_key, groups_of_player, is_shared, public_club, public_groups
from tournaments.queries.standings.cached import Lines, public_lines
from tournaments.queries.standings.groups import GroupedLines, firsts_of, groups_apart
from tournaments.queries.standings.lines import Line
from tournaments.standings import LeagueRow, LeagueRule, add_up

IN_TIME = ("date", F("starts_at").asc(nulls_first=True), "pk")


@dataclass(frozen=True)
class EventMark:
    """
    What one tournament brought a player; `dropped` when the rule leaves it out.

    `ranked` is false when he was out of its ranking: then it counts for nothing. `late` and `left` say that he did not
    play all of it; `won` that he was first.
    """

    points: int | None = None
    dropped: bool = False
    ranked: bool = True
    late: bool = False
    left: bool = False
    won: bool = False

    @property
    def counts(self) -> bool:
        """Whether it is in his total, where it brought anything."""
        return self.ranked and not self.dropped

    @property
    def is_special(self) -> bool:
        """Whether a sign beside its points is needed."""
        return self.late or self.left or not self.ranked


@dataclass(frozen=True)
class LeagueLine:
    """
    One player's line; `name`, `club`, `groups` and `card`, the address of his card, are fit for everyone.

    `place` is None for who is out of the ranking; `overall` his place among everybody, in a league of one group.
    `played` counts the tournaments he was ranked in. Of who is not named there is the total alone, his marks are empty
    and `played` is None: with them anybody could follow him through the standings of each evening.
    """

    place: int | None
    shared: bool
    player_id: int
    name: str
    is_named: bool
    is_shared: bool
    club: str
    marks: tuple[EventMark, ...]
    played: int | None
    total: int
    groups: frozenset[Group] = frozenset()
    overall: int | None = None
    card: str = ""

    @property
    def is_ranked(self) -> bool:
        return self.place is not None


@dataclass(frozen=True)
class League(GroupedLines[LeagueLine]):
    """
    The league as it is now; those out of its ranking come last.

    `events` are the tournaments that brought somebody points, by date. `required` is in how many of them a player must
    be ranked; `group` is whose league it is, None for everybody's.
    """

    season: Season
    events: tuple[Tournament, ...]
    lines: tuple[LeagueLine, ...]
    required: int = 1
    group: Group | None = None

    @property
    def has_nameless(self) -> bool:
        return any(not line.is_named for line in self.lines)

    @property
    def columns(self) -> list[tuple[Tournament, str, str]]:
        """The events with the names of their columns: the day, and of several on one day the hour or a number."""
        by_day = {event.date: [one for one in self.events if one.date == event.date] for event in self.events}
        return [(event, f"{event.date:%d/%m}", _apart(event, by_day[event.date])) for event in self.events]

    @property
    def running(self) -> tuple[Tournament, ...]:
        """The tournaments still being played, or hiding rounds: until they end, the league is provisional."""
        return tuple(
            event
            for event in self.events
            if event.state == TournamentState.RUNNING or event.last_shown_round is not None
        )

    @property
    def firsts(self) -> list[tuple[Group, tuple[LeagueLine, ...]]]:
        """Who is first in each group, in a ranking of everybody; nothing before anybody has a result."""
        return firsts_of(self.lines) if self.group is None else []


def _apart(event: Tournament, of_day: list[Tournament]) -> str:
    """Return what tells an event from the others of its day: its hour, or its number where not all have their own."""
    hours = {one.starts_at for one in of_day}
    if event.starts_at is None or None in hours or len(hours) < len(of_day):
        return f"({of_day.index(event) + 1})" if len(of_day) > 1 else ""
    return french_hour(event.starts_at) if len(of_day) > 1 else ""


def league(season: Season, *, lines_of: Callable[[Iterable[Tournament]], dict[int, Lines]] = public_lines) -> League:
    """
    Return the league of a season: five queries, however many tournaments and players it has.

    `lines_of` reads what each tournament brought; `cached_lines` reads only those that have changed.
    """
    tournaments = list(season.tournaments.filter(is_shown()).exclude(state__in=BEFORE_PLAY).order_by(*IN_TIME))
    lines_by_player: dict[int, dict[int, Line]] = defaultdict(dict)
    for pk, lines in lines_of(tournaments).items():
        for line in lines:
            lines_by_player[line.player_id][pk] = line
    table = add_up(
        {player: {pk: line.total for pk, line in lines.items()} for player, lines in lines_by_player.items()},
        LeagueRule(season.best_of, season.minimum_evenings),
        {player: [pk for pk, line in lines.items() if not line.is_ranked] for player, lines in lines_by_player.items()},
    )
    people = Player.objects.select_related("club").in_bulk(list(lines_by_player)) if lines_by_player else {}
    events = tuple(tournament for tournament in tournaments if tournament.pk in table.events)
    return League(
        season,
        events,
        tuple(_line(row, people[row.key], season.ages, events, lines_by_player[row.key]) for row in table.rows),
        table.required,
    )


def groups_of_leagues(seasons: Iterable[Season]) -> dict[int, list[Group]]:
    """Return by its id the groups to which the league of each season may be limited: one query for all of them."""
    ages = {season.pk: season.ages for season in seasons}
    scored = Seat.objects.filter(HAS_A_SCORE, registration=OuterRef("pk"))
    entries = Registration.objects.filter(Exists(scored), is_shown("tournament__"), tournament__season__in=ages)
    named = Player.objects.filter(consent=True, registrations__in=entries).only("sex", "category", "birth_year")
    people: dict[int, list[frozenset[Group]]] = defaultdict(list)
    for player in named.annotate(season=F("registrations__tournament__season")).order_by().distinct():
        people[player.season].append(groups_of_player(player, ages[player.season]))
    return {pk: groups_apart(people[pk]) for pk in ages}


def _line(
    row: LeagueRow, player: Player, ages: Ages, events: tuple[Tournament, ...], lines: dict[int, Line]
) -> LeagueLine:
    shown = lines if player.consent else {}
    return LeagueLine(
        place=row.place,
        shared=row.shared,
        player_id=player.pk,
        name=player.shown_name,
        is_named=player.consent,
        is_shared=is_shared(player),
        club=public_club(player),
        marks=tuple(_mark(shown[event.pk], row, event.pk) if event.pk in shown else EventMark() for event in events),
        played=row.played if player.consent else None,
        total=row.total,
        groups=public_groups(player, ages),
        card=card_key(player),
    )


def _mark(line: Line, row: LeagueRow, event: int) -> EventMark:
    return EventMark(
        points=line.total,
        dropped=event in row.dropped,
        ranked=event not in row.void,
        late=line.arrived_at is not None,
        left=line.left_after is not None,
        won=line.place == 1,
    )
