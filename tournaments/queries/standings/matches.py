"""What matches of two teams brought: board by board, and match by match. `teams.py` ranks the teams."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from tournaments.comparison import HandPoints, Method, VictoryBy, VictoryRule
from tournaments.kit.languages import current_language
from tournaments.kit.text import WonPoints, signed
from tournaments.models import Match, Table, Team, Tournament
from tournaments.queries.standings.boards import (
    TABLES_OF_MATCH,
    VICTORY,
    WHOLE,
    BoardPoints,
    BoardRow,
    board_rows,
    compared,
    rule_of,
)
from tournaments.standings import Total


@dataclass(frozen=True)
class MatchBoard:
    """What one board of a match brought: marks of both takers and, for the team `one`, their comparison."""

    board: int
    marks: int | None
    other_marks: int | None
    one: HandPoints
    other: HandPoints

    @property
    def told(self) -> tuple[Total, Total]:
        """What it brought both teams, as people read it: points won by match points, else a difference."""
        one, other = self.one.points, self.other.points
        return (one, other) if self.one.most is None else (WonPoints(one), WonPoints(other))


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

    def on_boards_of(self, team_id: int) -> Total:
        """Return what the boards brought one of its teams, as people read it: « 5 » boards won, « +40,00 »."""
        points = self.points_of(team_id).points
        return WonPoints(points) if self.match.tournament.compared_by == Method.MATCHPOINTS else points

    def counted_of(self, team_id: int) -> Total:
        """Return what one of its teams has of it in the ranking: victory points, or `on_boards_of`."""
        rule = victory_rule(self.match.tournament)
        if rule is None:
            return self.on_boards_of(team_id)
        if self.bye is not None:
            given = self.match.tournament.bye_points
            return VICTORY.told(rule.drawn if given is None else given)
        return VICTORY.told(rule.points(self.difference)[team_id != self.match.one_id])

    @property
    def difference(self) -> Fraction:
        """By how much its team `one` is ahead: in points won of its boards, or in the difference of its takers."""
        one, other = self.points
        return one - other if self.match.tournament.compared_by == Method.MATCHPOINTS else (one - other) / 2

    @property
    def told(self) -> str:
        """What counts, as people read it: « 16 – 4 », « +40,00 – −40,00 » by difference; "" before the first board."""
        return self._of_both(self.counted_of)

    @property
    def on_boards(self) -> str:
        """What the boards brought where victory points count, as people read it: « +40,00 – −40,00 »; else ""."""
        return self._of_both(self.on_boards_of) if self.match.tournament.victory_by else ""

    def _of_both(self, of_team: Callable[[int], Total]) -> str:
        language = current_language()
        return " – ".join(signed(of_team(pk), language=language) for pk in self.match.team_ids) if self.boards else ""

    @property
    def winner(self) -> Team | None:
        """The team that won; None before the end, in a drawn match and for a bye."""
        if not self.is_over or self.match.other is None:
            return None
        one, other = self.points
        return None if one == other else self.match.one if one > other else self.match.other


def victory_rule(tournament: Tournament) -> VictoryRule | None:
    """Return how a match brings victory points; None where the points of its boards are added up."""
    if tournament.victory_by == VictoryBy.RESULT:
        win, draw, loss = tournament.victory_win, tournament.victory_draw, tournament.victory_loss
        return VictoryRule.of_result(win or 0, draw or 0, loss or 0)
    return _rule_of_scale(tournament.victory_scale) if tournament.victory_by else None


_rule_of_scale = lru_cache(64)(VictoryRule.of_scale)  # read for each match of a round


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
    """
    A match of one team: who its `opponent` was (None: a bye), and what it has of it in the ranking, as people read it.

    `boards` is what the boards brought where victory points count, else None.
    """

    score: MatchScore
    opponent: Team | None
    points: Total
    has_won: bool
    boards: Total | None = None


def scores_of_team(tournament: Tournament, number: int, last: int | None) -> list[MatchOfTeam]:
    """Return the matches of the team with this number, up to round `last`; none where teams meet in no matches."""
    if not tournament.plays_matches:
        return []
    told = []
    for score in match_scores(tournament, last):
        one, other = score.match.one, score.match.other
        for team, opponent in ((one, other), (other, one)):
            if team is not None and team.number == number:
                boards = score.on_boards_of(team.pk) if tournament.victory_by and opponent is not None else None
                told.append(MatchOfTeam(score, opponent, score.counted_of(team.pk), score.winner == team, boards))
    return told


def won_by_teams(tournament: Tournament, rounds: Collection[int]) -> dict[tuple[int, int], BoardPoints]:
    """
    Return what its match of each of these rounds brought each team, by (team id, round number).

    These are victory points where they count, of the match as it stands. Nothing is told of a match of which no board
    is played at both tables. A bye brings its points once another match of its round has begun.
    """
    scores = [score for score in match_scores(tournament) if score.match.round_number in rounds]
    begun = {score.match.round_number for score in scores if score.boards}
    return {
        (pk, score.match.round_number): BoardPoints(Fraction(score.counted_of(pk)))
        if tournament.victory_by
        else score.points_of(pk)
        for score in scores
        for pk in score.match.team_ids
        if score.boards or (score.bye is not None and score.match.round_number in begun)
    }


def _bye(tournament: Tournament) -> BoardPoints:
    """Return what a bye brings: the points that the settings say, else those of a drawn match."""
    boards = tournament.donnes_per_round or 0
    given = None if tournament.victory_by else tournament.bye_points
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
