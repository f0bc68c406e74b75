"""The mouche of a table: what each donne put into the pot or took from it, from the sheet's current lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.labels import Outcome
from scoring.marque import Contract, Variant
from scoring.marque.mouche import Turn, ledger
from scoring.marque.nouns import HouseRules
from scoring.queries.table.sheets import Sheet, SheetRow
from tournaments.labels import Keeps

# After these the same dealer deals again: it is the same turn, so nobody puts in the ante twice.
SAME_DEALER = {Outcome.MISDEAL, Outcome.ANNULLED}


@dataclass(frozen=True)
class PotRow:
    """
    A donne that changed the pot. `moves` are whole points by chair: positive from the pot, negative into it.

    `dealer` is the chair that dealt and put in the ante; `pot` is what the pot holds after the donne.
    """

    number: int
    dealer: int
    moves: tuple[int, ...]
    pot: int


@dataclass(frozen=True)
class Mouche:
    """
    The pot of a table. `balances` are whole points by chair; with `pot` they sum to zero.

    `missing` are donnes before the last one that are not entered: what they changed is not counted.
    """

    house: HouseRules
    rows: tuple[PotRow, ...]
    balances: tuple[int, ...]
    pot: int
    missing: tuple[int, ...]

    @property
    def prices(self) -> Mapping[str, int]:
        """Return contract → what each opponent of the taker pays; with the pousse only where it is played."""
        return {
            contract.value: price
            for contract, price in self.house.mouche_values.items()
            if contract is not Contract.POUSSE or self.house.pousse
        }


def mouche_of(sheet: Sheet) -> Mouche | None:
    """Return the pot of a table from its current lines, None when the table does not play the mouche."""
    house = sheet.rules.bareme.house
    if not house.mouche or sheet.tournament.keeps == Keeps.TOTALS or sheet.table.boards:
        return None
    names = sheet.rules.names
    dealt = list(_dealt(sheet))
    pot = ledger(names, [_turn(row, dealer, names) for row, dealer in dealt], house)
    last = max((row.number for row, _dealer in dealt), default=0)
    return Mouche(
        house=house,
        rows=tuple(
            PotRow(row.number, dealer, tuple(moved.moves[name] for name in names), moved.pot)
            for (row, dealer), moved in zip(dealt, pot.rows, strict=True)
        ),
        balances=tuple(pot.balances[name] for name in names),
        pot=pot.pot,
        missing=tuple(number for number in sheet.missing if number < last),
    )


def _dealt(sheet: Sheet) -> Iterator[tuple[SheetRow, int]]:
    """
    Yield the donnes that count for the pot, each with the chair that dealt it: in turn, from Sud.

    After a donne that nobody took, or a petit sec, the next chair deals. After a misdeal or an annulled donne, the same
    chair deals [R3a]. A petit sec marks nothing, so its dealer keeps his ante. At five with a mort, the mort deals
    [R25].
    """
    chairs = len(sheet.seats)
    mort_deals = sheet.rules.variant is Variant.FIVE_MORT
    turn = 0
    for row in sheet.rows:
        dealer = turn % chairs
        if mort_deals:
            dealer = sheet.expected_mort(row.number)
            if row.line is not None and row.line.sits_out is not None:
                dealer = row.line.sits_out.chair_index
        if row.line is None or row.line.outcome not in SAME_DEALER:
            turn += 1  # a donne still to be entered is taken for one that was played
        if row.line is not None and row.line.outcome in {Outcome.PLAYED, Outcome.PASSED}:
            yield row, dealer


def _turn(row: SheetRow, dealer: int, names: Sequence[str]) -> Turn:
    line = row.line
    assert line is not None, "only donnes that were dealt count"
    if line.outcome != Outcome.PLAYED:
        return Turn(names[dealer])
    return Turn(
        names[dealer],
        names[line.attacker.chair_index],
        Contract(line.contract),
        line.marque["won"],
        () if line.sits_out is None else (names[line.sits_out.chair_index],),
    )
