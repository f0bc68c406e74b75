"""The pot beside the marque [R32]."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.marque import Contract, HouseRules, Turn, ledger

HOUSE = HouseRules(mouche=True)
PLAYERS = ("Nord", "Est", "Sud", "Ouest")


def test_an_evening_of_the_mouche():
    turns = (
        Turn("Nord"),  # everybody passes: the ante waits
        Turn("Est", "Sud", Contract.GARDE, won=False),  # 5 + 5 + 3 × 40 = 130, and Sud pays in as much
        Turn("Sud", "Nord", Contract.PRISE, won=True),  # 260 + 5 + 3 × 10 = 295 for Nord
    )
    kept = ledger(PLAYERS, turns, HOUSE)
    assert [(row.turn, row.moves, row.pot) for row in kept.rows] == [
        (turns[0], {"Nord": -5, "Est": 0, "Sud": 0, "Ouest": 0}, 5),
        (turns[1], {"Nord": -40, "Est": -45, "Sud": -130, "Ouest": -40}, 260),
        (turns[2], {"Nord": 295, "Est": -10, "Sud": -15, "Ouest": -10}, 0),
    ]
    assert (kept.balances, kept.pot) == ({"Nord": 250, "Est": -55, "Sud": -145, "Ouest": -50}, 0)


def test_a_dealer_who_takes_antes_and_pays_no_price():
    (row,) = ledger(PLAYERS, [Turn("Est", "Est", Contract.GARDE_CONTRE, won=True)], HOUSE).rows
    assert (row.moves, row.pot) == ({"Nord": -160, "Est": 480, "Sud": -160, "Ouest": -160}, 0)


def test_who_sits_out_pays_no_price_and_antes_when_dealing():
    turn = Turn("Ouest", "Est", Contract.POUSSE, won=True, sits_out=("Ouest",))
    (row,) = ledger(PLAYERS, [turn], HOUSE).rows
    assert row.moves == {"Nord": -20, "Est": 45, "Sud": -20, "Ouest": -5}


def test_a_club_s_own_prices():
    prices = dict.fromkeys(Contract, 1)
    house = HouseRules(mouche=True, mouche_ante=2, mouche_values=prices)
    assert ledger(PLAYERS, [Turn("Est", "Est", Contract.GARDE, won=False)], house).pot == 10


@pytest.mark.parametrize("turn", [Turn("Paul"), Turn("Nord", "Paul", Contract.PRISE, won=True)])
def test_who_is_not_at_the_table_neither_deals_nor_takes(turn):
    with pytest.raises(ValueError, match="Paul is not one of the players"):
        ledger(PLAYERS, [turn], HOUSE)


def test_half_a_turn_is_no_turn():
    with pytest.raises(ValueError, match="or none of the three"):
        Turn("Nord", "Est")


played = st.builds(Turn, st.sampled_from(PLAYERS), st.sampled_from(PLAYERS), st.sampled_from(Contract), st.booleans())
passed = st.builds(Turn, st.sampled_from(PLAYERS))


@settings(deadline=None)
@given(st.lists(played | passed, max_size=12))
def test_players_and_pot_sum_to_zero_after_every_turn(turns):
    kept = ledger(PLAYERS, turns, HOUSE)
    assert sum(kept.balances.values()) + kept.pot == 0
    pot, balances = 0, dict.fromkeys(PLAYERS, 0)
    for row in kept.rows:
        pot -= sum(row.moves.values())
        balances = {player: balances[player] + row.moves[player] for player in PLAYERS}
        assert row.pot == pot
        assert row.pot >= 0
    assert balances == kept.balances


@settings(deadline=None)
@given(st.lists(played | passed, max_size=12), st.integers(0, 3))
def test_the_pot_does_not_know_the_names(turns, shift):
    other = dict(zip(PLAYERS, PLAYERS[shift:] + PLAYERS[:shift], strict=True))
    renamed = [Turn(other[t.dealer], t.taker and other[t.taker], t.contract, t.won) for t in turns]
    balances = ledger(PLAYERS, turns, HOUSE).balances
    assert ledger(PLAYERS, renamed, HOUSE).balances == {other[player]: kept for player, kept in balances.items()}
