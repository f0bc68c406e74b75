"""A donne that was possible, its players named."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from .checks import naming, problems_in
from .facts import NO_CHELEM, NO_PETIT_CHELEM, Facts
from .nouns import NO_HOUSE_RULES, Camp, Chelem, Contract, HouseRules, Misere, PetitChelem, Poignee, Variant, used
from .problems import ImpossibleDonne


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
    poignees: tuple[Poignee[str], ...]
    chelem: Chelem[str]
    sits_out: tuple[str, ...]
    petit_chelem: PetitChelem
    miseres: tuple[Misere[str], ...]
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
        poignees: tuple[Poignee[str], ...] = (),
        chelem: Chelem[str] = NO_CHELEM,
        sits_out: tuple[str, ...] = (),
        petit_chelem: PetitChelem = NO_PETIT_CHELEM,
        miseres: tuple[Misere[str], ...] = (),
        house: HouseRules = NO_HOUSE_RULES,
    ) -> None:
        if type(half_points) is not int or type(bouts) is not int:
            raise TypeError("half_points and bouts are ints: no float ever touches a count")
        people = People(players)
        facts = Facts(
            variant,
            people.chair_of(taker),
            None if partner is None else people.chair_of(partner),
            contract,
            bouts,
            half_points,
            petit_au_bout,
            tuple([Poignee(people.chair_of(poignee.player), poignee.size) for poignee in poignees]),
            Chelem(
                chelem.announced,
                chelem.made,
                None if chelem.announced_by is None else people.chair_of(chelem.announced_by),
            ),
            tuple([people.chair_of(player) for player in sits_out]),
            petit_chelem,
            tuple([Misere(people.chair_of(misere.player), misere.kind) for misere in miseres]),
            len(players),
            tuple(naming(variant, players)),
        )
        if problems := problems_in(facts, house):
            raise ImpossibleDonne(problem.named(people.names) for problem in problems)
        _keep(self, facts, players, house)

    @classmethod
    def of(cls, facts: Facts, players: Sequence[str], house: HouseRules = NO_HOUSE_RULES) -> "Donne":
        """
        Return the donne of these facts, with these names for its chairs.

        Raises `ImpossibleDonne` with every problem; in it `players` may also name people beyond the chairs.
        """
        if problems := problems_in(facts, house):
            raise ImpossibleDonne(problem.named(players) for problem in problems)
        return cls.unchecked(facts, players, house)

    @classmethod
    def unchecked(cls, facts: Facts, players: Sequence[str], house: HouseRules = NO_HOUSE_RULES) -> "Donne":
        """Return the donne of facts that were found possible before, such as those of a stored line."""
        donne = object.__new__(cls)
        _keep(donne, facts, players, house)
        return donne

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


class People:
    """
    `names` by chair: the players, then other names, beyond the chairs. Finds the chair of a name in constant time.

    Two players with the same name cannot be told apart: the donne is refused for it, and the name means the last one.
    """

    __slots__ = ("_chairs", "names")

    def __init__(self, players: Sequence[str]) -> None:
        self.names = [*players]
        self._chairs = {name: chair for chair, name in enumerate(players)}

    def chair_of(self, name: str) -> int:
        """Return the chair of somebody, a new one beyond the others when nobody has that name."""
        chair = self._chairs.get(name)
        if chair is None:
            chair = self._chairs[name] = len(self.names)
            self.names.append(name)
        return chair


def _keep(donne: Donne, facts: Facts, players: Sequence[str], house: HouseRules) -> None:
    """
    Set the fields of a donne, which is frozen everywhere else, from possible facts and these names.

    Each fact has one form: a taker who called their own card is alone, an announced chelem is the taker's, and the
    house rules are those that change this marque.
    """
    (
        variant,
        taker,
        partner,
        contract,
        bouts,
        half_points,
        petit_au_bout,
        poignees,
        chelem,
        sits_out,
        petit_chelem,
        miseres,
        _players,
        _noted,
    ) = facts  # unpacked together: fourteen reads by name would be a fifth of the time of scoring a donne
    assert variant is not None
    assert taker is not None
    assert chelem is not None
    if house is not NO_HOUSE_RULES:
        house = used(house, petit_chelem=petit_chelem.announced or petit_chelem.made, miseres=bool(miseres))
    fields = vars(donne)
    fields["variant"] = variant
    fields["players"] = tuple(players[: variant.seats])
    fields["taker"] = players[taker]
    fields["partner"] = None if partner is None or partner == taker else players[partner]
    fields["contract"] = contract
    fields["bouts"] = bouts
    fields["half_points"] = half_points
    fields["petit_au_bout"] = petit_au_bout
    fields["poignees"] = (
        tuple([Poignee(players[poignee.player], poignee.size) for poignee in poignees]) if poignees else ()
    )
    fields["chelem"] = chelem if chelem.announced_by is None else Chelem(chelem.announced, chelem.made)
    fields["sits_out"] = tuple([players[chair] for chair in sits_out]) if sits_out else ()
    fields["petit_chelem"] = petit_chelem
    fields["miseres"] = tuple([Misere(players[misere.player], misere.kind) for misere in miseres]) if miseres else ()
    fields["house"] = house
