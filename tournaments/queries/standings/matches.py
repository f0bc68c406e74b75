"""What matches of two teams brought: board by board, match by match, and the ranking of the teams."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.comparison import HandPoints, Method
from tournaments.kit.text import Percent, Total
from tournaments.models import Match, Table, Team, Tournament
from tournaments.queries.standings.boards import (
    TABLES_OF_MATCH,
    WHOLE,
    BoardPoints,
    BoardRow,
    board_rows,
    compared,
    rule_of,
)
from tournaments.queries.standings.standings import taken_later

VICTORY, DRAWN = 2, 1  # points of victory: of a match won, and of a drawn one


@dataclass(frozen=True)
class MatchBoard:
    """What one board of a match brought: marks of both takers and, for the team `one`, their comparison."""

    board: int
    marks: int | None
    other_marks: int | None
    one: HandPoints
    other: HandPoints


@dataclass(frozen=True)
class MatchScore:
    """
    A match as it stands: exact points of both teams, on the boards that both tables have played.

    `is_over` once both sheets are closed: before, nobody has won. `bye` is what a team without an opponent has instead.
    """

    match: Match
    boards: tuple[MatchBoard, ...] = ()
    is_over: bool = False
    bye: BoardPoints | None = None

    def points_of(self, team_id: int) -> BoardPoints:
        """Return what the match brought one of its teams."""
        if self.bye is not None:
            return self.bye
        total = BoardPoints()
        for board in self.boards:
            total = total.plus(board.one if team_id == self.match.one_id else board.other)
        return total

    def victory_points_of(self, team_id: int) -> int:
        """Return 2 for a match won, 1 for a drawn one and for a bye, 0 for one that is lost or not over."""
        if not self.is_over:
            return 0
        if self.bye is not None:
            given = self.match.tournament.bye_points
            return DRAWN if given is None or not self.match.tournament.counts_victories else given
        own, other = (self.points_of(pk).points for pk in self._own_first(team_id))
        return (VICTORY if own > other else DRAWN) if own >= other else 0

    @property
    def winner(self) -> Team | None:
        """The team that won; None before the end, in a drawn match and for a bye."""
        if not self.is_over or self.match.other is None:
            return None
        one, other = (self.points_of(pk).points for pk in self.match.team_ids)
        return None if one == other else self.match.one if one > other else self.match.other

    def _own_first(self, team_id: int) -> tuple[int, ...]:
        return tuple(sorted(self.match.team_ids, key=lambda pk: pk != team_id))


@dataclass(frozen=True)
class TeamOfMatches:
    """
    One team in the ranking: its place, its matches, and their sum as exact `points` and as people read it (`told`).

    `victories` are its points of victory. `penalties` are those of its members, whole and negative, in the unit of the
    ranking; they are in the sum.
    """

    team: Team
    place: int
    shared: bool
    scores: tuple[MatchScore, ...]
    points: Fraction
    told: Total
    victories: int
    penalties: int

    @property
    def played(self) -> int:
        """The number of its matches that are over, byes too."""
        return sum(score.is_over for score in self.scores)


def match_scores(
    tournament: Tournament, last: int | None = None, rows: Iterable[BoardRow] | None = None
) -> list[MatchScore]:
    """
    Return the matches whose round is published, as they stand, by round and number; up to round `last`.

    Three queries. What everybody may read ends with `Tournament.last_shown_round`.
    """
    matches = tournament.matches.select_related("one", "other").order_by("round_number", "number")
    if last is not None:
        matches = matches.filter(round_number__lte=last)
    tables = _tables(tournament)
    published = dict(tournament.rounds.values_list("number", "pk"))
    found = board_rows([tournament]).get(tournament.pk, []) if rows is None else rows
    boards = _boards_of(tournament, found, {table.pk: table for each in tables.values() for table in each})
    scores = []
    for match in matches:
        if match.round_number not in published:
            continue
        match.tournament = tournament
        if match.is_bye:
            over = all(
                table.closed_at is not None
                for each in tables.values()
                for table in each
                if table.round_id == published[match.round_number]
            )
            scores.append(MatchScore(match, (), over or tournament.is_finished, _bye(tournament)))
            continue
        both = tables.get(match.pk, [])
        over = len(both) == TABLES_OF_MATCH and all(table.closed_at is not None for table in both)
        scores.append(MatchScore(match, tuple(boards[match.pk]), over or tournament.is_finished))
    return scores


def ranked_teams(tournament: Tournament, last: int | None = None) -> list[TeamOfMatches]:
    """
    Return the teams of matches, the best first, after round `last` or now; those without a match stand last.

    They are ranked by the sum of their points, or by points of victory and then that sum. Equal ones share a place.
    """
    scores = match_scores(tournament, last)
    of_team: dict[int, list[MatchScore]] = defaultdict(list)
    for score in scores:
        for pk in score.match.team_ids:
            of_team[pk].append(score)
    penalties = _penalties(tournament, last)
    counted = [_counted(tournament, team, of_team[team.pk], penalties.get(team.pk, 0)) for team in _teams(tournament)]

    def key(team: TeamOfMatches) -> tuple[bool, int, Fraction]:
        return bool(team.scores), team.victories if tournament.counts_victories else 0, team.points

    counted.sort(key=lambda team: team.team.number)
    counted.sort(key=key, reverse=True)
    keys = [key(team) for team in counted]
    return [
        TeamOfMatches(
            team.team,
            keys.index(own) + 1,
            keys.count(own) > 1,
            team.scores,
            team.points,
            team.told,
            team.victories,
            team.penalties,
        )
        for team, own in zip(counted, keys, strict=True)
    ]


def _counted(tournament: Tournament, team: Team, scores: list[MatchScore], penalties: int) -> TeamOfMatches:
    """Return a team with its sums, before it has a place."""
    won = [score.points_of(team.pk) for score in scores]
    points, possible = sum((each.points for each in won), Fraction(0)), sum(each.possible for each in won)
    in_percent = tournament.compared_by == Method.MATCHPOINTS
    if in_percent:
        points = points * WHOLE / possible if possible else Fraction(0)
    points += penalties
    told: Total = Percent(points) if in_percent else points
    victories = sum(score.victory_points_of(team.pk) for score in scores)
    return TeamOfMatches(team, 0, False, tuple(scores), points, told, victories, penalties)


def _bye(tournament: Tournament) -> BoardPoints:
    """Return what a bye brings: the points that the settings say, else those of a drawn match."""
    boards = tournament.donnes_per_round or 0
    given = None if tournament.counts_victories else tournament.bye_points
    if tournament.compared_by == Method.MATCHPOINTS:
        possible = boards * (rule_of(tournament, ()).most(0) or 0)
        return BoardPoints(Fraction(possible * (WHOLE // 2 if given is None else given), WHOLE), possible, boards)
    return BoardPoints(Fraction(given or 0), 0, boards)


def _tables(tournament: Tournament) -> dict[int, list[Table]]:
    """Return both tables of each match in force, in their order, by match id. One query."""
    tables: dict[int, list[Table]] = defaultdict(list)
    found = Table.objects.filter(round__tournament=tournament, match__isnull=False)
    for table in found.order_by("round__number", "number"):
        assert table.match_id is not None
        tables[table.match_id].append(table)
    return tables


def _boards_of(
    tournament: Tournament, rows: Iterable[BoardRow], tables: Mapping[int, Table]
) -> dict[int, list[MatchBoard]]:
    """Return what each board of each match brought, by match id; only boards that both tables have played."""
    rows = list(rows)
    takers: dict[tuple[int, int], dict[bool, tuple[BoardRow, HandPoints]]] = defaultdict(dict)
    for row, hand in compared(rule_of(tournament, rows), rows):
        if row.chair == 0 and row.match is not None and row.table in tables:
            takers[row.match, row.board][tables[row.table].is_second_of_match] = (row, hand)
    boards: dict[int, list[MatchBoard]] = defaultdict(list)
    for (match, board), both in sorted(takers.items()):
        (own, one), (theirs, other) = both[False], both[True]
        boards[match].append(MatchBoard(board, own.points, theirs.points, one, other))
    return boards


def _teams(tournament: Tournament) -> list[Team]:
    return list(tournament.teams.all())


def _penalties(tournament: Tournament, last: int | None) -> dict[int, int]:
    """Return the penalties in force of each team's members, given up to round `last`: whole points by team id."""
    taken: dict[int, int] = defaultdict(int)
    later = {} if last is None else taken_later({tournament.pk: last})
    entries = tournament.registrations.filter(team__isnull=False, penalty_points__lt=0)
    for pk, team, points in entries.values_list("pk", "team", "penalty_points"):
        taken[team] += points - later.get(pk, 0)
    return taken
