"""A donne as it was played: the facts the marque needs, and nothing a card table would not know."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .checks import problems_in
from .glance import is_clear
from .house import NO_HOUSE_RULES, HouseRules, used
from .nouns import Camp, Chelem, Contract, Misere, PetitChelem, Poignee, Variant
from .oddities import oddities
from .problems import ImpossibleDonne, Problem

NO_CHELEM = Chelem()
NO_PETIT_CHELEM = PetitChelem()


@dataclass(frozen=True, init=False)
class Donne:
    """
    One donne, possible by the cards and by the rules.

    `players` are in playing order, the mort included; `partner` is `None` when the taker is alone; `half_points` is
    the attack's count in half-points (46 points is 92), before or after the stray half is given away [R8].
    `house` are the rules hors règlement that were in force; the donne keeps those it was marked by.

    Raises `ImpossibleDonne` with everything that is wrong.
    """

    variant: Variant
    players: tuple[str, ...]
    taker: str
    partner: str | None
    contract: Contract
    bouts: int
    half_points: int
    petit_au_bout: Camp | None
    poignees: tuple[Poignee, ...]
    chelem: Chelem
    sits_out: tuple[str, ...]
    petit_chelem: PetitChelem
    miseres: tuple[Misere, ...]
    house: HouseRules

    def __init__(  # noqa: PLR0917 - one for each fact
        self,
        variant: Variant,
        players: tuple[str, ...],
        taker: str,
        partner: str | None,
        contract: Contract,
        bouts: int,
        half_points: int,
        petit_au_bout: Camp | None = None,
        poignees: tuple[Poignee, ...] = (),
        chelem: Chelem = NO_CHELEM,
        sits_out: tuple[str, ...] = (),
        petit_chelem: PetitChelem = NO_PETIT_CHELEM,
        miseres: tuple[Misere, ...] = (),
        house: HouseRules = NO_HOUSE_RULES,
    ) -> None:
        if type(half_points) is not int or type(bouts) is not int:
            raise TypeError("half_points and bouts are ints: no float ever touches a count")
        # Written by hand: the `__init__` of a frozen dataclass gets round its own refusal of assignments fact by fact,
        # and for fourteen of them that takes a third of the time in which a donne is scored.
        facts: dict[str, Any] = {
            "variant": variant,
            "players": players,
            "taker": taker,
            "partner": partner,
            "contract": contract,
            "bouts": bouts,
            "half_points": half_points,
            "petit_au_bout": petit_au_bout,
            "poignees": poignees,
            "chelem": chelem,
            "sits_out": sits_out,
            "petit_chelem": petit_chelem,
            "miseres": miseres,
            "house": house,
        }
        vars(self).update(facts)
        if not is_clear(self) and (problems := problems_in(**facts)):
            raise ImpossibleDonne(problems)
        # One fact, one way to say it: a taker who called their own card is alone, an announced chelem is the taker's.
        if partner == taker:
            vars(self)["partner"] = None
        if chelem.announced_by is not None:
            vars(self)["chelem"] = Chelem(chelem.announced, chelem.made)
        if house is not NO_HOUSE_RULES:
            vars(self)["house"] = used(
                house, petit_chelem=petit_chelem.announced or petit_chelem.made, miseres=bool(miseres)
            )

    @property
    def alone(self) -> bool:
        """Return whether the taker plays against everyone else."""
        return self.partner is None

    @property
    def attackers(self) -> tuple[str, ...]:
        return (self.taker,) if self.partner is None else (self.taker, self.partner)

    @property
    def defenders(self) -> tuple[str, ...]:
        """Return those who face the attack, in playing order, without the mort [R25]."""
        aside = (self.taker, self.partner, *self.sits_out)
        return tuple(player for player in self.players if player not in aside)

    @property
    def points(self) -> Fraction:
        """Return the attack's count in points, for reading only."""
        return Fraction(self.half_points, 2)

    @property
    def playing(self) -> tuple[str, ...]:
        """Return those who play, in playing order."""
        return tuple(player for player in self.players if player not in self.sits_out)

    @property
    def house_rules(self) -> tuple[str, ...]:
        """Return which rules hors règlement this donne was played by, empty for the règlement's own."""
        rules = (
            ("pousse", self.house.pousse is not None),
            ("petit_chelem", self.house.petit_chelem),
            ("misere", self.house.miseres),
            ("variant", not self.variant.official),
        )
        return tuple(name for name, used in rules if used)

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Return what is possible but odd enough for a person to look twice."""
        return oddities(self)
