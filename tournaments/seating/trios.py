"""
Teams of three (« triplettes »): which team takes, which one defends, and on which boards, in every position.

A team that takes sends each of its three members to a table of his own, in Sud, against another whole team. No team
meets a set of boards twice, each takes as often as every other, and each set has at least three results of different
teams as takers, and as many in defence. That works for 6 teams and for each multiple of four from 8. With 4 or 5 a
board has two results at most; other numbers take equally only after as many positions as there are teams, or ten.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from tournaments.seating.refusals import ImpossibleDemand

IN_TRIO = 3
FEWEST, FEWEST_BY_FOUR = 6, 8  # teams
GROUPS = 4  # of teams that take together, where they are a multiple of four: one in each position
TAKES, DEFENCES = 1, 3  # rounds in which a team takes, and defends
ROUNDS_OF_TRIOS = (GROUPS, FEWEST)  # as many as each plan has
LEAST_RESULTS = 3  # of different teams: fewer compare nobody

Trio = tuple[int, int, int]

# A line is a position: each team that takes, with (set, team that defends) of the tables of its members, in order.
# Of 6 teams one takes in each: any two meet once or twice, and are compared on two sets or more.
OF_SIX = (
    ((0, ((0, 3), (1, 4), (2, 1))),),
    ((1, ((0, 4), (1, 5), (3, 0))),),
    ((2, ((0, 5), (4, 0), (5, 1))),),
    ((3, ((1, 2), (4, 1), (5, 4))),),
    ((4, ((2, 2), (3, 3), (4, 5))),),
    ((5, ((2, 3), (3, 2), (5, 0))),),
)
# Of 8 a pair takes in each, and meets everybody but each other once; a set is played in two positions.
OF_EIGHT = (
    ((0, ((0, 4), (1, 6), (2, 2))), (1, ((0, 5), (1, 7), (2, 3)))),
    ((2, ((0, 6), (3, 1), (4, 4))), (3, ((0, 7), (3, 0), (4, 5)))),
    ((4, ((1, 3), (3, 6), (5, 1))), (5, ((1, 2), (3, 7), (5, 0)))),
    ((6, ((2, 5), (4, 1), (5, 3))), (7, ((2, 4), (4, 0), (5, 2)))),
)


@dataclass(frozen=True)
class TrioTable:
    """A table: `member` (0 to 2) of the team `takes` against the whole team `defends`; sets count from 1."""

    takes: int
    member: int
    defends: int
    board_set: int


@dataclass(frozen=True)
class TrioRounds:
    """The rounds of teams of three: tables with whoever takes first, those who sit out, the set of each table."""

    tables: tuple[tuple[tuple[int, ...], ...], ...]
    exempts: tuple[tuple[int, ...], ...]
    sets: tuple[tuple[int, ...], ...]


def can_be_trios(teams: int) -> bool:
    """Return whether so many teams of three can play."""
    return teams == FEWEST or (teams >= FEWEST_BY_FOUR and teams % GROUPS == 0)


def refuse_trios(teams: int, rounds: int) -> None:
    """Raise ImpossibleDemand unless so many teams can play, with the two nearest numbers, and in so many positions."""
    if can_be_trios(teams):
        if rounds != positions_of_trios(teams):
            raise ImpossibleDemand("rounds_of_trios", {"teams": teams, "needed": positions_of_trios(teams)})
        return
    fewer = next((count for count in range(teams, 0, -1) if can_be_trios(count)), FEWEST)
    more = next(count for count in range(max(teams, fewer + 1), teams + FEWEST_BY_FOUR + 1) if can_be_trios(count))
    raise ImpossibleDemand("number_of_trios", {"teams": teams, "fewer": fewer, "more": more})


def positions_of_trios(teams: int) -> int:
    """Return in how many positions each of so many teams takes once and defends three times."""
    return FEWEST if teams == FEWEST else GROUPS


def sets_of_trios(teams: int) -> int:
    """Return how many sets of boards so many teams play."""
    return len(OF_SIX) if teams <= FEWEST_BY_FOUR else GROUPS * IN_TRIO


def tables_of_trios(teams: int) -> int:
    """Return how many tables there are in each position: three for each team that takes."""
    return IN_TRIO if teams == FEWEST else teams // GROUPS * IN_TRIO


def tables_of_a_set(teams: int) -> int:
    """Return how many tables play the same set in a position, beside each other: one for each team that takes."""
    return 1 if teams == FEWEST else teams // GROUPS


def trio_tables(teams: int) -> tuple[tuple[TrioTable, ...], ...]:
    """
    Return the tables of every position, those with the same set beside each other; teams are numbers from 0.

    Raises ImpossibleDemand for a number of teams that cannot play.
    """
    refuse_trios(teams, positions_of_trios(teams))
    known = {FEWEST: OF_SIX, FEWEST_BY_FOUR: OF_EIGHT}.get(teams)
    rounds = _by_four(teams // GROUPS) if known is None else [_known(line) for line in known]
    return tuple(tuple(sorted(tables, key=lambda table: (table.board_set, table.takes))) for tables in rounds)


def rounds_of_trios(trios: Sequence[Trio], seed: int) -> TrioRounds:
    """
    Return the rounds of these teams; `seed` says by lot which team has which place of the plan.

    The first member of a team takes on the first of its sets. In defence its members turn: each sits once in Est, Nord
    and Ouest.
    """
    drawn = sorted(trios)
    Random(seed).shuffle(drawn)  # noqa: S311 - a draw people can repeat, not a secret
    defended = Counter[int]()
    rounds, exempts, sets = [], [], []
    for of_round in trio_tables(len(drawn)):
        tables = []
        for table in of_round:
            by, whole = defended[table.defends] % IN_TRIO, drawn[table.defends]
            tables.append((drawn[table.takes][table.member], *whole[by:], *whole[:by]))
            defended[table.defends] += 1
        seated = {player for table_ in tables for player in table_}
        rounds.append(tuple(tables))
        exempts.append(tuple(sorted(player for trio in drawn for player in trio if player not in seated)))
        sets.append(tuple(table.board_set for table in of_round))
    return TrioRounds(tuple(rounds), tuple(exempts), tuple(sets))


def most_meetings(trios: Sequence[Trio], rounds: Iterable[Iterable[tuple[int, ...]]]) -> int:
    """Return how often two of these teams meet at a table at most."""
    team_of = {player: number for number, trio in enumerate(trios) for player in trio}
    met = Counter(frozenset((team_of[table[0]], team_of[table[1]])) for tables in rounds for table in tables)
    return max(met.values(), default=0)


def _known(line: Iterable[tuple[int, Sequence[tuple[int, int]]]]) -> list[TrioTable]:
    return [
        TrioTable(takes, member, defends, board_set + 1)
        for takes, of_members in line
        for member, (board_set, defends) in enumerate(of_members)
    ]


def _by_four(group: int) -> list[list[TrioTable]]:
    """
    Return the tables of four groups of three teams or more, of which each takes in one position.

    Each position has three sets of its own, one for each member of the teams that take. A set is defended by teams of
    all other groups; of two groups those of the same place meet when one takes, and the next ones when the other does,
    so that no two teams meet twice.
    """
    rounds = []
    for taking in range(GROUPS):
        others = [one for one in range(GROUPS) if one != taking]
        tables = []
        for place in range(group):
            for member in range(IN_TRIO):
                defending = others[(member + place) % IN_TRIO]
                against = (place + (defending < taking)) % group
                takes, defends = taking * group + place, defending * group + against
                tables.append(TrioTable(takes, member, defends, taking * IN_TRIO + member + 1))
        rounds.append(tables)
    return rounds
