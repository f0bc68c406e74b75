"""The mouche of a table: what each donne puts into the pot and takes out of it, apart from the marque."""

import pytest

from scoring.labels import Outcome
from scoring.queries.table.mouche import mouche_of
from scoring.queries.table.sheets import sheet_of
from tests.factories import rewrite
from tests.scoring.sheets import EST, NORD, OUEST, SUD, garde, played_by, record, results, seated, void
from tournaments.labels import Keeps

pytestmark = pytest.mark.django_db

MADE = garde(points="41")
FAILED = garde(points="40")


@pytest.fixture
def table(tournament):
    played_by(tournament, mouche=True)
    return seated(tournament)[0]


def moves(mouche):
    return {row.number: (row.dealer, row.moves, row.pot) for row in mouche.rows}


def test_where_nobody_plays_it_there_is_none(tournament):
    assert mouche_of(sheet_of(seated(tournament)[0])) is None


def test_nothing_moved_yet(table):
    mouche = mouche_of(sheet_of(table))

    assert (mouche.rows, mouche.balances, mouche.pot, mouche.missing) == ((), (0, 0, 0, 0), 0, ())


def test_a_pot_by_hand(table, the_arbiter):
    """Sud deals and takes, everybody passes, Nord deals and Sud fails, then Sud takes what is left."""
    record(table, 1, the_arbiter, MADE)
    record(table, 2, the_arbiter, void(Outcome.PASSED))
    record(table, 3, the_arbiter, FAILED)
    record(table, 4, the_arbiter, MADE)

    mouche = mouche_of(sheet_of(table))

    assert moves(mouche) == {
        1: (SUD, (120, -40, -40, -40), 0),  # his own 5 and three times 40 come back to him
        2: (EST, (0, -5, 0, 0), 5),
        3: (NORD, (-130, -40, -45, -40), 260),  # 5 + 5 + 120 in the pot: he pays as much
        4: (OUEST, (385, -40, -40, -45), 0),
    }
    assert mouche.balances == (375, -125, -125, -125)
    assert sum(mouche.balances) + mouche.pot == 0


def test_it_is_no_part_of_the_marque(table, the_arbiter):
    record(table, 1, the_arbiter, MADE)

    assert results(table) == [150, -50, -50, -50]


@pytest.mark.parametrize(
    ("outcome", "dealer", "antes"),
    [
        (Outcome.PASSED, EST, 1),
        (Outcome.PETIT_SEC, EST, 0),
        (Outcome.MISDEAL, SUD, 0),
        (Outcome.ANNULLED, SUD, 0),
    ],
)
def test_who_deals_after_a_void_donne(table, the_arbiter, outcome, dealer, antes):
    record(table, 1, the_arbiter, void(outcome))
    record(table, 2, the_arbiter, MADE)

    mouche = mouche_of(sheet_of(table))

    assert [row.dealer for row in mouche.rows][-1] == dealer
    assert len(mouche.rows) == 1 + antes


def test_a_missing_donne_is_told_and_its_dealer_is_passed_over(table, the_arbiter):
    record(table, 1, the_arbiter, MADE)
    record(table, 3, the_arbiter, MADE)

    mouche = mouche_of(sheet_of(table))

    assert mouche.missing == (2,)
    assert [(row.number, row.dealer) for row in mouche.rows] == [(1, SUD), (3, NORD)]


def test_a_correction_moves_the_pot_again(table, the_arbiter):
    record(table, 1, the_arbiter, MADE)
    record(table, 1, the_arbiter, FAILED)

    mouche = mouche_of(sheet_of(table))

    assert moves(mouche) == {1: (SUD, (-130, -40, -40, -40), 250)}


def test_at_five_with_a_mort_he_deals_and_pays_no_price(tournament, the_arbiter):
    played_by(tournament, mouche=True)
    table = seated(tournament, chairs=5)[0]
    record(table, 1, the_arbiter, garde(taker=EST, points="41", mort=SUD))
    record(table, 2, the_arbiter, void(Outcome.PASSED))
    record(table, 3, the_arbiter, garde(taker=SUD, points="41", mort=EST))

    mouche = mouche_of(sheet_of(table))

    assert [row.dealer for row in mouche.rows] == [SUD, EST, EST]
    assert mouche.rows[0].moves == (-5, 125, -40, -40, -40)
    assert sum(mouche.balances) + mouche.pot == 0


def test_the_price_of_a_pousse_is_told_where_it_is_played(table, tournament):
    assert mouche_of(sheet_of(table)).prices == {"prise": 10, "garde": 40, "garde_sans": 80, "garde_contre": 160}

    played_by(tournament, mouche=True, pousse="add")
    table.round.tournament = tournament
    assert mouche_of(sheet_of(table)).prices["pousse"] == 20


def test_where_only_balances_are_kept_there_is_no_pot(table):
    rewrite(table.round.tournament, keeps=Keeps.TOTALS)

    assert mouche_of(sheet_of(table)) is None
