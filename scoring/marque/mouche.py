"""
The mouche: a pot beside the marque, kept donne by donne [R32].

The dealer puts in an ante. Each opponent of the taker pays the contract's price into the pot. A taker who makes the
contract takes the whole pot; a taker who fails pays in as much as it then holds. When everybody passes, the pot waits
for the next donne.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from .nouns import Contract, HouseRules


@dataclass(frozen=True, slots=True)
class Turn:
    """
    What the pot needs to know of one donne. When everybody passed, `taker`, `contract` and `won` are None.

    A player who sits the donne out pays no price; the dealer always puts in the ante.
    """

    dealer: str
    taker: str | None = None
    contract: Contract | None = None
    won: bool | None = None
    sits_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len({known is None for known in (self.taker, self.contract, self.won)}) > 1:
            raise ValueError("a turn has a taker, a contract and a result, or none of the three")


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One turn: what each player got from the pot (negative: put in), and what the pot holds after it."""

    turn: Turn
    moves: Mapping[str, int] = field(hash=False)
    pot: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """All turns, and each player's balance; balances and pot sum to zero."""

    rows: tuple[LedgerRow, ...]
    balances: Mapping[str, int] = field(hash=False)
    pot: int


def ledger(players: Sequence[str], turns: Iterable[Turn], house: HouseRules) -> Ledger:
    """
    Return the ledger of the pot for these players.

    Only the taker wins or fails; his partner pays in like the others. Raises `ValueError` for a dealer or a taker who
    is not one of the players.
    """
    rows: list[LedgerRow] = []
    balances = dict.fromkeys(players, 0)
    pot = 0
    for turn in turns:
        for name in (turn.dealer, turn.taker):
            if name is not None and name not in balances:
                raise ValueError(f"{name} is not one of the players")
        moves = dict.fromkeys(players, 0)
        moves[turn.dealer] -= house.mouche_ante
        if turn.taker is not None and turn.contract is not None:
            for player in players:
                if player != turn.taker and player not in turn.sits_out:
                    moves[player] -= house.mouche_values[turn.contract]
            in_pot = pot - sum(moves.values())
            moves[turn.taker] += in_pot if turn.won else -in_pot
        for player, move in moves.items():
            balances[player] += move
        pot -= sum(moves.values())
        rows.append(LedgerRow(turn, moves, pot))
    return Ledger(tuple(rows), balances, pot)
