"""A donne that is possible, with the names of its players."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .checks import problems_in
from .facts import Facts
from .nouns import NO_HOUSE_RULES, Camp, Chelem, Contract, HouseRules, Misere, PetitChelem, Poignee, Variant, used
from .problems import ImpossibleDonne


@dataclass(frozen=True, kw_only=True)
class Donne:
    """
    One donne, possible by the cards and by the rules. Make it with `of`, which refuses any other.

    `players` are in playing order, with the mort. `partner` is None when the taker is alone. `half_points` is the
    attack's count in half-points (46 points is 92), before or after the half point is given away [R8]. `house` are the
    rules hors règlement in force; the donne keeps those it was scored by.

    Equal donnes have equal facts: a taker who called his own card is alone, an announced chelem is the taker's, and
    `house` has only rules that change this marque.
    """

    variant: Variant
    players: tuple[str, ...]
    taker: str
    partner: str | None
    contract: Contract
    bouts: int
    half_points: int
    petit_au_bout: Camp | None
    poignees: tuple[Poignee[str], ...]
    chelem: Chelem[str]
    sits_out: tuple[str, ...]
    petit_chelem: PetitChelem
    miseres: tuple[Misere[str], ...]
    house: HouseRules

    @classmethod
    def of(cls, facts: Facts, players: Sequence[str], house: HouseRules = NO_HOUSE_RULES) -> "Donne":
        """
        Return the donne of these facts; `players` are the names, by chair.

        Raises `ImpossibleDonne` with every problem. `players` may also name people beyond the chairs, for its
        sentences.
        """
        if problems := problems_in(facts, house):
            raise ImpossibleDonne(problem.named(players) for problem in problems)
        return cls.unchecked(facts, players, house)

    @classmethod
    def unchecked(cls, facts: Facts, players: Sequence[str], house: HouseRules = NO_HOUSE_RULES) -> "Donne":
        """Return the donne of facts that were found possible before, such as the facts of a stored line."""
        variant, taker, partner, chelem = facts.variant, facts.taker, facts.partner, facts.chelem
        assert variant is not None
        assert taker is not None
        assert facts.contract is not None
        assert facts.bouts is not None
        assert facts.half_points is not None
        assert chelem is not None
        small = facts.petit_chelem
        return cls(
            variant=variant,
            players=tuple(players[: variant.seats]),
            taker=players[taker],
            partner=None if partner is None or partner == taker else players[partner],
            contract=facts.contract,
            bouts=facts.bouts,
            half_points=facts.half_points,
            petit_au_bout=facts.petit_au_bout,
            poignees=tuple([Poignee(players[shown.player], shown.size) for shown in facts.poignees]),
            chelem=Chelem(chelem.announced, chelem.made),
            sits_out=tuple([players[chair] for chair in facts.sits_out]),
            petit_chelem=small,
            miseres=tuple([Misere(players[shown.player], shown.kind) for shown in facts.miseres]),
            house=used(house, petit_chelem=small.announced or small.made, miseres=bool(facts.miseres)),
        )

    @property
    def alone(self) -> bool:
        """Return whether the taker plays without a partner."""
        return self.partner is None

    @property
    def attackers(self) -> tuple[str, ...]:
        return (self.taker,) if self.partner is None else (self.taker, self.partner)

    @property
    def defenders(self) -> tuple[str, ...]:
        """Return the names of the defenders, in playing order, without the mort [R25]."""
        aside = (self.taker, self.partner, *self.sits_out)
        return tuple(player for player in self.players if player not in aside)

    @property
    def points(self) -> Fraction:
        """Return the attack's count in points, to be shown only."""
        return Fraction(self.half_points, 2)

    @property
    def playing(self) -> tuple[str, ...]:
        """Return the names of those who play, in playing order."""
        return tuple(player for player in self.players if player not in self.sits_out)

    @property
    def house_rules(self) -> tuple[str, ...]:
        """Return the codes of the rules hors règlement in this donne; empty for the règlement's own."""
        rules = (
            ("pousse", self.house.pousse is not None),
            ("petit_chelem", self.house.petit_chelem),
            ("misere", self.house.miseres),
            ("variant", not self.variant.official),
        )
        return tuple(name for name, used in rules if used)


class NamesByChair:
    """
    Names by chair: the players, then other names beyond the chairs. It finds the chair of a name in constant time.

    Two players with the same name cannot be told apart: the donne is refused, and the name means the last of them.
    """

    __slots__ = ("_chairs", "names")

    def __init__(self, players: Sequence[str]) -> None:
        self.names = [*players]
        self._chairs = {name: chair for chair, name in enumerate(players)}

    def chair_of(self, name: str) -> int:
        """Return the chair of a name; an unknown name gets a new chair beyond the others."""
        chair = self._chairs.get(name)
        if chair is None:
            chair = self._chairs[name] = len(self.names)
            self.names.append(name)
        return chair
