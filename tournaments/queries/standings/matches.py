"""What matches of two teams brought: board by board, and match by match. `teams.py` ranks the teams."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from tournaments.comparison import HandPoints, Method
from tournaments.kit.languages import current_language
from tournaments.kit.text import signed
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
        hands = [board.one if team_id == self.match.one_id else board.other for board in self.boards]
        points = sum((hand.points for hand in hands), Fraction(0))
        return BoardPoints(points, sum(hand.most or 0 for hand in hands), len(hands))

    @property
    def points(self) -> tuple[Fraction, ...]:
        """The points of its teams, `one` first."""
        return tuple(self.points_of(pk).points for pk in self.match.team_ids)

    @property
    def told(self) -> str:
        """The points as people read them: « 5 – 3 » boards won, « +40 – −40 » by difference; "" before the first."""
        if not self.boards:
            return ""
        won = self.match.tournament.compared_by == Method.MATCHPOINTS
        language = current_language()
        return " – ".join(
            signed(int(points) if points.denominator == 1 else points, plus=not won, language=language)
            for points in self.points
        )

    @property
    def winner(self) -> Team | None:
        """The team that won; None before the end, in a drawn match and for a bye."""
        if not self.is_over or self.match.other is None:
            return None
        one, other = self.points
        return None if one == other else self.match.one if one > other else self.match.other


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


def shown_scores(tournament: Tournament) -> dict[int, MatchScore]:
    """Return the scores of the matches that everybody may read, by match id."""
    return {score.match.pk: score for score in match_scores(tournament, tournament.last_shown_round)}


@dataclass(frozen=True)
class MatchOfTeam:
    """A match of one team: who its `opponent` was (None: a bye), its own points and those of the other team."""

    score: MatchScore
    opponent: Team | None
    points: Fraction
    has_won: bool


def scores_of_team(tournament: Tournament, number: int, last: int | None) -> list[MatchOfTeam]:
    """Return the matches of the team with this number, up to round `last`; none where teams meet in no matches."""
    if not tournament.plays_matches:
        return []
    told = []
    for score in match_scores(tournament, last):
        one, other = score.match.one, score.match.other
        for team, opponent in ((one, other), (other, one)):
            if team is not None and team.number == number:
                points = score.points_of(team.pk).points
                told.append(MatchOfTeam(score, opponent, points, score.winner == team))
    return told


def won_by_teams(tournament: Tournament, rounds: Collection[int]) -> dict[tuple[int, int], BoardPoints]:
    """
    Return what its match of each of these rounds brought each team, by (team id, round number).

    Nothing is told of a match of which no board is played at both tables. A bye brings its points once another match of
    its round has begun.
    """
    scores = [score for score in match_scores(tournament) if score.match.round_number in rounds]
    begun = {score.match.round_number for score in scores if score.boards}
    return {
        (pk, score.match.round_number): score.points_of(pk)
        for score in scores
        for pk in score.match.team_ids
        if score.boards or (score.bye is not None and score.match.round_number in begun)
    }


def _bye(tournament: Tournament) -> BoardPoints:
    """Return what a bye brings: the points that the settings say, else those of a drawn match."""
    boards = tournament.donnes_per_round or 0
    given = tournament.bye_points
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
