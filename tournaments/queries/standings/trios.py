"""What a board brought teams of three: each of its takers, and its defence once. `teams.py` ranks the teams."""

from collections import defaultdict
from collections.abc import Collection
from fractions import Fraction

from tournaments.models import Registration, Tournament
from tournaments.queries.standings.boards import BoardPoints, Unit, board_rows, compared, rule_of
from tournaments.seating import DEFENCES, IN_TRIO, TAKES


def won_by_trios(tournament: Tournament, rounds: Collection[int]) -> dict[tuple[int, int], BoardPoints]:
    """
    Return what each of these rounds brought each team, by (team id, round number).

    A team that takes has the sum of its takers' results; one that defends has one result for each board, which its
    three players share. Four queries.
    """
    rows = board_rows([tournament]).get(tournament.pk, [])
    members = Registration.objects.filter(tournament=tournament, team__isnull=False)
    team_of = dict(members.values_list("pk", "team"))
    brought = defaultdict[tuple[int, int], BoardPoints](BoardPoints)
    defended = set[tuple[int, int]]()
    for row, hand in compared(rule_of(tournament, rows), rows):
        team = team_of.get(row.registration)
        if team is None or row.round not in rounds or (row.chair and (row.table, row.board) in defended):
            continue
        if row.chair:
            defended.add((row.table, row.board))
        before = brought[team, row.round]
        brought[team, row.round] = BoardPoints(
            Fraction(before.points + hand.points), before.possible + (hand.most or 0), before.boards + 1
        )
    return dict(brought)


def trio_unit(tournament: Tournament, unit: Unit) -> Unit:
    """Return in what the ranking of teams is told where that of players is in `unit`: a team has more results."""
    if unit.most or not unit.whole:
        return unit
    return Unit((IN_TRIO * TAKES + DEFENCES) * (tournament.donnes_per_round or 1))
