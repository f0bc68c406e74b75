"""Donnes that show what a barème changes: the règlement's examples, then others for the figures these do not show."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.labels import CONTRACT_WORDS
from scoring.marque import FFT_2012, Bareme, Contract, read, score
from scoring.marque.mouche import Turn, ledger
from tournaments.labels import SEAT_NAMES

TAKER, DEFENDER, *OTHERS = "Est", "Sud", "Nord", "Ouest"
FOUR = {"variant": "4", "players": [DEFENDER, TAKER, *OTHERS], "taker": TAKER}
FIVE = {"variant": "5_flambeuse", "players": [*FOUR["players"], "5"], "taker": TAKER}
MADE, FAILED = {"announced": True, "made": "attaque"}, {"announced": True, "made": None}


@dataclass(frozen=True)
class Worth:
    """The worth of a donne by one barème: whole points of the taker, and of each defender."""

    won: bool
    taker: int
    defender: int


@dataclass(frozen=True)
class Example:
    """A donne in words, scored by the règlement of 2012 and by another barème; None when a barème does not allow it."""

    title: str
    official: Worth | None
    own: Worth | None

    @property
    def changes(self) -> bool:
        return self.official != self.own

    @property
    def is_turned(self) -> bool:
        """Return whether the contract is made by one barème and failed by the other."""
        return self.official is not None and self.own is not None and self.official.won != self.own.won


@dataclass(frozen=True)
class PotExample:
    """A donne of the mouche: what each chair takes from the pot (negative: puts in), and what the pot then holds."""

    title: str
    moves: tuple[int, ...]
    pot: int


@dataclass(frozen=True)
class ComparedExamples:
    """The examples of a barème. `pot` has donnes of the mouche; it is empty where the mouche is not played."""

    printed: tuple[Example, ...]
    others: tuple[Example, ...]
    house: tuple[Example, ...]
    pot: tuple[PotExample, ...]
    chairs: tuple[str, ...]

    @property
    def changed(self) -> int:
        return sum(example.changes for example in (*self.printed, *self.others, *self.house))


def compare(bareme: Bareme) -> ComparedExamples:
    """Return every example, scored by the règlement and by this barème. Makes no query."""
    house = bareme.house
    rules = [
        (house.pousse is not None, _pousse),
        (house.petit_chelem, _petit_chelem),
        (house.miseres, _miseres),
        (house.flambeuse, _flambeuse),
    ]
    return ComparedExamples(
        printed=tuple(_example(title, donne, bareme) for title, donne in _printed()),
        others=tuple(_example(title, donne, bareme) for title, donne in _other_examples()),
        house=tuple(
            Example(title, None, _worth(donne, bareme))
            for is_on, examples in rules
            if is_on
            for title, donne in examples()
        ),
        pot=_pot(bareme) if house.mouche else (),
        chairs=tuple(str(name) for name in SEAT_NAMES[:4]),
    )


def _example(title: str, donne: dict[str, Any], bareme: Bareme) -> Example:
    return Example(title, _worth(donne, FFT_2012), _worth(donne, bareme))


def _worth(donne: dict[str, Any], bareme: Bareme) -> Worth:
    scored = score(read(donne, house=bareme.house), bareme=bareme)
    return Worth(scored.marque.won, scored.scores[TAKER], scored.scores[DEFENDER])


def _donne(contract: str, bouts: int, points: float, **facts: Any) -> dict[str, Any]:
    return FOUR | {"contract": contract, "bouts": bouts, "points": points} | facts


def _poignee(size: str, player: str = TAKER) -> list[dict[str, str]]:
    return [{"player": player, "size": size}]


def _printed() -> list[tuple[str, dict[str, Any]]]:
    """Return the five examples of the règlement. Where it prints only a difference, points are chosen that give it."""
    return [
        (
            _("Garde, 2 bouts, 49 points, poignée simple et petit au bout de l’attaque"),
            _donne("garde", 2, 49, poignees=_poignee("simple"), petit_au_bout="attaque"),
        ),
        (
            _("Garde sans le chien, 2 bouts, 45 points, petit au bout de la défense"),
            _donne("garde_sans", 2, 45, petit_au_bout="defense"),
        ),
        (
            _("Prise, 2 bouts, 34 points, poignée simple et petit au bout de l’attaque"),
            _donne("prise", 2, 34, poignees=_poignee("simple"), petit_au_bout="attaque"),
        ),
        (
            _("Garde, 1 bout, 62 points, poignée simple de la défense"),
            _donne("garde", 1, 62, poignees=_poignee("simple", DEFENDER)),
        ),
        (
            _("Garde, 2 bouts, 87 points, poignée simple, petit au bout, chelem annoncé et réussi"),
            _donne("garde", 2, 87, poignees=_poignee("simple"), petit_au_bout="attaque", chelem=MADE),
        ),
    ]


def _other_examples() -> list[tuple[str, dict[str, Any]]]:
    return [
        (_("Prise, 3 bouts, 36 points : juste fait"), _donne("prise", 3, 36)),
        (_("Garde contre le chien, 1 bout, 49 points"), _donne("garde_contre", 1, 49)),
        (
            _("Garde, 2 bouts, 50 points, poignée double"),
            _donne("garde", 2, 50, poignees=_poignee("double")),
        ),
        (
            _("Garde, 3 bouts, 30 points, poignée triple de la défense"),
            _donne("garde", 3, 30, poignees=_poignee("triple", DEFENDER)),
        ),
        (
            _("Garde, 3 bouts, 91 points, chelem réussi sans annonce"),
            _donne("garde", 3, 91, chelem={"announced": False, "made": "attaque"}),
        ),
        (
            _("Garde, 3 bouts, 80 points, chelem annoncé et chuté"),
            _donne("garde", 3, 80, chelem=FAILED),
        ),
        (
            _("Prise, aucun bout, 10 points, chelem de la défense"),
            _donne("prise", 0, 10, chelem={"announced": False, "made": "defense"}),
        ),
    ]


def _pousse() -> list[tuple[str, dict[str, Any]]]:
    return [
        (_("Pousse, 2 bouts, 49 points"), _donne("pousse", 2, 49)),
        (_("Pousse, 1 bout, 41 points"), _donne("pousse", 1, 41)),
    ]


def _petit_chelem() -> list[tuple[str, dict[str, Any]]]:
    return [
        (
            _("Garde, 3 bouts, 88 points, petit chelem annoncé et réussi"),
            _donne("garde", 3, 88, options={"petit_chelem": {"announced": True, "made": True}}),
        ),
        (
            _("Garde, 3 bouts, 70 points, petit chelem annoncé et chuté"),
            _donne("garde", 3, 70, options={"petit_chelem": {"announced": True, "made": False}}),
        ),
    ]


def _miseres() -> list[tuple[str, dict[str, Any]]]:
    return [
        (
            _("Garde, 2 bouts, 49 points, misère de figure du preneur"),
            _donne("garde", 2, 49, options={"miseres": [{"player": TAKER, "kind": "tete"}]}),
        ),
    ]


def _flambeuse() -> list[tuple[str, dict[str, Any]]]:
    return [(_("À cinq, garde seul contre quatre, 2 bouts, 49 points"), _donne("garde", 2, 49) | FIVE)]


def _pot(bareme: Bareme) -> tuple[PotExample, ...]:
    """Return some donnes of the mouche; each next chair deals, whatever happened before."""
    contracts = [contract for contract in Contract if contract != Contract.POUSSE or bareme.house.pousse is not None]
    names = [DEFENDER, TAKER, *OTHERS]
    turns = [Turn(names[0])]
    titles = [_("tout le monde passe")]
    for number, contract in enumerate(contracts, start=1):
        won = number % 2 == 1
        turns.append(Turn(names[number % 4], TAKER, contract, won))
        title = _("%(contract)s réussie par Est") if won else _("%(contract)s chutée par Est")
        titles.append(title % {"contract": CONTRACT_WORDS[contract]})
    pot = ledger(names, turns, bareme.house)
    return tuple(
        PotExample(title, tuple(row.moves[name] for name in names), row.pot)
        for title, row in zip(titles, pot.rows, strict=True)
    )
