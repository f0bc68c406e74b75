"""
What is known of one donne, by chair; it may be incomplete or wrong.

Whatever writes or keeps a donne (a form, a stored line, a card record, an object of the exchange format) makes `Facts`;
`checks.problems_in` says everything that is wrong with them, and `Donne.of` names the players of what can be counted.
"""

from typing import Any, NamedTuple

from .nouns import Camp, Chelem, Contract, Misere, PetitChelem, Poignee, Variant
from .problems import Problem

NO_CHELEM: Chelem[Any] = Chelem()
NO_PETIT_CHELEM = PetitChelem()


class Facts(NamedTuple):
    """
    What is known of one donne. Chairs are indexes in playing order, 0 for the first; what is not known is `None`.

    `partner` is `None` when the taker is alone. `half_points` is the attack's count in half-points (46 points is 92).
    `players` is how many people were listed: a chair beyond is somebody who is not among them. `noted` are problems
    found before, of the names and of what was written and cannot be read; a `chelem` that cannot be read is `None`.
    """

    variant: Variant | None = None
    taker: int | None = None
    partner: int | None = None
    contract: Contract | None = None
    bouts: int | None = None
    half_points: int | None = None
    petit_au_bout: Camp | None = None
    poignees: tuple[Poignee[int], ...] = ()
    chelem: Chelem[int] | None = NO_CHELEM
    sits_out: tuple[int, ...] = ()
    petit_chelem: PetitChelem = NO_PETIT_CHELEM
    miseres: tuple[Misere[int], ...] = ()
    players: int | None = None
    noted: tuple[Problem, ...] = ()

    def at(self, variant: Variant | None) -> "Facts":
        """Return the same facts at a table of this variant; a taker who called their own card is alone."""
        partner = None if self.partner == self.taker else self.partner
        players = None if variant is None else variant.seats
        return self._replace(variant=variant, partner=partner, players=players)
