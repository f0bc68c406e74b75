"""A donne as it was played: the facts the marque needs, and nothing a card table would not know."""

from dataclasses import dataclass
from fractions import Fraction

from .checks import oddities, problems_in
from .nouns import Camp, Chelem, Contract, Poignee, Variant
from .problems import ImpossibleDonne, Problem

NO_CHELEM = Chelem()


@dataclass(frozen=True, slots=True)
class Donne:
    """
    One donne, possible by the cards and by the rules.

    `players` are in playing order, the mort included; `partner` is `None` when the taker is alone; `half_points` is
    the attack's count in half-points (46 points is 92), before or after the stray half is given away [R8].

    Raises `ImpossibleDonne` with everything that is wrong.
    """

    variant: Variant
    players: tuple[str, ...]
    taker: str
    partner: str | None
    contract: Contract
    bouts: int
    half_points: int
    petit_au_bout: Camp | None = None
    poignees: tuple[Poignee, ...] = ()
    chelem: Chelem = NO_CHELEM
    sits_out: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if type(self.half_points) is not int or type(self.bouts) is not int:
            raise TypeError("half_points and bouts are ints: no float ever touches a count")
        problems = problems_in(
            variant=self.variant,
            players=self.players,
            taker=self.taker,
            partner=self.partner,
            contract=self.contract,
            bouts=self.bouts,
            half_points=self.half_points,
            petit_au_bout=self.petit_au_bout,
            poignees=self.poignees,
            chelem=self.chelem,
            sits_out=self.sits_out,
        )
        if problems:
            raise ImpossibleDonne(problems)
        # One fact, one way to say it: a taker who called their own card is alone, an announced chelem is the taker's.
        if self.partner == self.taker:
            object.__setattr__(self, "partner", None)
        if self.chelem.announced_by is not None:
            object.__setattr__(self, "chelem", Chelem(self.chelem.announced, self.chelem.made))

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
    def warnings(self) -> tuple[Problem, ...]:
        """Return what is possible but odd enough for an arbiter to look twice."""
        return oddities(chelem=self.chelem, poignees=self.poignees, attackers=self.attackers)
