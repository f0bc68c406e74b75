"""The desk of a concours that keeps balances alone: a table is complete when everybody's is written."""

from scoring.queries.desk.desk import overview
from tests.factories import rewrite
from tests.scoring.sheets import balanced, seated
from tournaments.labels import Keeps
from tournaments.models import Account, Tournament


def test_a_table_counts_its_balances_and_misses_no_donne(tournament: Tournament, the_arbiter: Account) -> None:
    rewrite(tournament, keeps=Keeps.TOTALS)
    first, _second = seated(tournament, tables=2)
    balanced(first, the_arbiter, 120, -40, -40, -40)

    round_ = tournament.rounds.get()
    seen = [(view.number, view.entered, view.expected, view.missing) for view in overview(tournament, round_).tables]
    assert seen == [(1, 4, 4, ()), (2, 0, 4, ())]
    assert overview(tournament, round_).complete == 1
