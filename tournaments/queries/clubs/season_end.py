"""What is left to do when a season ends: evenings, leagues, finals, prizes, report, and the next season."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Count, Max, Q
from django.utils.text import slugify

from tournaments.kit.text import in_thousandths
from tournaments.labels import OVER, JobKind
from tournaments.models import Document, League, LeaguePublication, PublishedLine, Qualifying, Season, Tournament
from tournaments.queries.standings.cached import cached_results
from tournaments.queries.standings.leagues import IN_TIME, LeagueStandings, standings_of_leagues
from tournaments.queries.standings.qualifying import ROWS
from tournaments.queries.standings.qualifying_words import cut_words
from tournaments.standings import rule_of

REPORT = "bilan"  # how the file of a season's report begins
MADE = "document fait"  # its action in the journal, which outlives the document


class Task(StrEnum):
    """What is done at the end of a season, in order."""

    EVENINGS = "evenings"
    LEAGUES = "leagues"
    FINALS = "finals"
    PRIZES = "prizes"
    REPORT = "report"
    NEXT = "next"


@dataclass(frozen=True)
class LeagueEnd:
    """A league with its last publication; `is_same` if that still says what the league is now."""

    standings: LeagueStandings
    publication: LeaguePublication | None
    is_same: bool

    @property
    def league(self) -> League:
        return self.standings.league

    @property
    def is_done(self) -> bool:
        """True if nothing is to be published: no evening counts, or the last publication is final and the same."""
        return not self.standings.events or (self.is_same and not self.standings.running)


@dataclass(frozen=True)
class FinalEnd:
    """A ranking of the season that leads to a final, and its cut in words."""

    row: Qualifying
    words: str

    @property
    def is_done(self) -> bool:
        return self.row.final is not None and self.row.final.is_finished


@dataclass(frozen=True)
class PrizesEnd:
    """The prizes of a finished tournament: how many, and how many were handed over to somebody."""

    tournament: Tournament
    prizes: int
    given: int


@dataclass(frozen=True)
class SeasonEnd:
    """
    What is done and what is left at the end of a season.

    Evenings that are called off are none of it. `unfinished` are its tournaments that are not over. `reported_at` is
    when its report was made last. `following` is the club's next season. A tournament whose list has a prize that
    nobody wins is done once one is handed over.
    """

    season: Season
    held: int
    unfinished: tuple[Tournament, ...]
    leagues: tuple[LeagueEnd, ...]
    finals: tuple[FinalEnd, ...]
    prizes: tuple[PrizesEnd, ...]
    reported_at: datetime | None
    following: Season | None

    @property
    def done(self) -> set[Task]:
        """The tasks of which nothing is left."""
        is_done = {
            Task.EVENINGS: not self.unfinished,
            Task.LEAGUES: all(league.is_done for league in self.leagues),
            Task.FINALS: all(final.is_done for final in self.finals),
            Task.PRIZES: all(prizes.given for prizes in self.prizes),
            Task.REPORT: not self.held or self.reported_at is not None,
            Task.NEXT: self.following is not None,
        }
        return {task for task, done in is_done.items() if done}

    @property
    def nothing(self) -> set[Task]:
        """The tasks of which there was never anything to do."""
        is_empty = {
            Task.EVENINGS: not self.held and not self.unfinished,
            Task.LEAGUES: not any(league.standings.events for league in self.leagues),
            Task.PRIZES: not self.prizes,
            Task.REPORT: not self.held,
        }
        return {task for task, empty in is_empty.items() if empty}

    @property
    def first(self) -> Task | None:
        """The first task that is left; None if all are done."""
        return next((task for task in Task if task not in self.done), None)

    @property
    def to_publish(self) -> list[LeagueEnd]:
        """The leagues that can be published as final, and are not as they are now."""
        return [each for each in self.leagues if not each.is_done and not each.standings.running]

    @property
    def final_to_play(self) -> FinalEnd | None:
        return next((each for each in self.finals if not each.is_done), None)


def season_end(season: Season) -> SeasonEnd:
    """
    Return what is done and left at the end of a season, with the real places of all players.

    Sixteen queries whatever the evenings, members and leagues; two more for each league of teams.
    """
    tournaments = season.tournaments.filter(is_trial=False, called_off="")
    leagues = standings_of_leagues(
        list(season.leagues.filter(committee=None).select_related("season__club")), results_of=cached_results
    )
    rows = (
        Qualifying.objects.filter(league__season=season, league__committee=None)
        .select_related(*ROWS)
        .order_by("league__number", "pk")
    )
    with_prizes = tournaments.filter(state__in=OVER, prize_plan__prizes__isnull=False).annotate(
        prizes=Count("prize_plan__prizes", distinct=True),
        given=Count("prize_plan__prizes__given", filter=Q(prize_plan__prizes__given__cancelled_at=None), distinct=True),
    )
    return SeasonEnd(
        season,
        tournaments.filter(state__in=OVER).count(),
        tuple(tournaments.exclude(state__in=OVER).select_related("club").order_by(*IN_TIME)),
        tuple(_league_ends(leagues)),
        tuple(FinalEnd(row, cut_words(row.cut, of_teams=row.takes_teams)) for row in rows),
        tuple(PrizesEnd(one, one.prizes, one.given) for one in with_prizes.order_by(*IN_TIME)),
        _reported_at(season),
        season.club.seasons.filter(starts_on__gt=season.ends_on).order_by("starts_on").first(),
    )


def _league_ends(leagues: Iterable[LeagueStandings]) -> list[LeagueEnd]:
    leagues = list(leagues)
    publications = LeaguePublication.objects.filter(league__in=[each.league for each in leagues]).order_by("at", "pk")
    last = {publication.league_id: publication for publication in publications}
    lines: dict[int, set[tuple[object, ...]]] = defaultdict(set)
    columns = ("publication", "player", "name", "place", "played", "total")
    for publication, *line in PublishedLine.objects.filter(publication__in=last.values()).values_list(*columns):
        lines[publication].add(tuple(line))
    return [LeagueEnd(each, found := last.get(each.league.pk), _is_same(each, found, lines)) for each in leagues]


def _is_same(
    league: LeagueStandings, publication: LeaguePublication | None, lines: dict[int, set[tuple[object, ...]]]
) -> bool:
    """Return whether a publication says what the league is now, under the same rule, and as final."""
    if publication is None or publication.is_provisional or rule_of(publication.rule) != league.rule:
        return False
    return lines[publication.pk] == {
        (line.player_id, line.name if line.team_id else "", line.place, line.played, in_thousandths(line.total))
        for line in league.lines
    }


def _reported_at(season: Season) -> datetime | None:
    """Return when the report of a season was made last: from the journal too, since documents are purged."""
    made = Document.objects.filter(season=season, job__kind=JobKind.YEAR_REPORT).aggregate(last=Max("made_at"))["last"]
    name = f"{REPORT}-{slugify(f'{season.club.name} {season.name}')[:80]}.pdf"
    told = season.club.journal.filter(action=MADE, details__filename=name).aggregate(last=Max("at"))["last"]
    return max(filter(None, (made, told)), default=None)
