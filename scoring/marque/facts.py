"""
What is known of one donne, by chair; it may be incomplete or wrong.

Whatever writes or keeps a donne (a form, a stored line, a card record, an object of the exchange format) makes `Facts`;
`checks.problems_in` says everything that is wrong with them, and `Donne.of` names the players of what can be counted.

`COLUMNS` are the same facts as plain values under their names: what forms, programs, lines of a sheet and typed papers
share. `facts_of` makes the facts of such values, `columns_of` the values of facts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from typing import Any

from .feasible import TOTAL
from .fields import by_code
from .nouns import Camp, Chelem, Contract, Misere, MisereKind, PetitChelem, Poignee, PoigneeSize, Variant
from .problems import Problem

NO_CHELEM: Chelem[Any] = Chelem()
NO_PETIT_CHELEM = PetitChelem()


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
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
        return replace(self, variant=variant, partner=partner, players=players)


class FactKind(Enum):
    """How a fact is written: a chair, a code, a number from 0, yes or no, or a list of a code for a chair."""

    CHAIR = "chair"
    CODE = "code"
    NUMBER = "number"
    FLAG = "flag"
    LIST = "list"


@dataclass(frozen=True)
class FactColumn:
    """
    One fact of a donne: its name, its kind, and the codes it may take. A code that nobody said is "", a chair or a
    number None.

    In a list each item has its code under the key `said`. `most` is the greatest number, `unit` says what is counted.
    `of_house` is True for the facts of rules hors règlement.
    """

    name: str
    kind: FactKind
    codes: type[StrEnum] | None = None
    said: str = ""
    most: int = 0
    unit: str = ""
    of_house: bool = False


# Stored by their order too: a typed sheet keeps the values of a row without their names. A new one comes last.
COLUMNS = (
    FactColumn("taker", FactKind.CHAIR),
    FactColumn("partner", FactKind.CHAIR),
    FactColumn("sits_out", FactKind.CHAIR),
    FactColumn("contract", FactKind.CODE, Contract),
    FactColumn("bouts", FactKind.NUMBER, most=3),
    FactColumn("half_points", FactKind.NUMBER, most=TOTAL, unit="The attack's count in half-points: 46 is 92."),
    FactColumn("petit_au_bout", FactKind.CODE, Camp),
    FactColumn("poignees", FactKind.LIST, PoigneeSize, said="size"),
    FactColumn("chelem_announced", FactKind.FLAG),
    FactColumn("chelem_made", FactKind.CODE, Camp),
    FactColumn("petit_chelem_announced", FactKind.FLAG, of_house=True),
    FactColumn("petit_chelem_made", FactKind.FLAG, of_house=True),
    FactColumn("miseres", FactKind.LIST, MisereKind, said="kind", of_house=True),
)
NAMES = tuple(column.name for column in COLUMNS)
SEATED = tuple(column.name for column in COLUMNS if column.kind is FactKind.CHAIR)

_CONTRACTS, _SIZES, _KINDS = by_code(Contract), by_code(PoigneeSize), by_code(MisereKind)
_CAMPS: dict[str | None, Camp | None] = {"": None, None: None} | {camp.value: camp for camp in Camp}


def facts_of(
    values: Mapping[str, Any],
    *,
    variant: Variant | None = None,
    players: int | None = None,
    noted: tuple[Problem, ...] = (),
) -> Facts:
    """
    Return the facts in the values of `COLUMNS`, at a table of this variant. What has no value was not said.

    `players` and `noted` as in `Facts`; so many as the variant has, where it is not told.
    """
    get = values.get
    sits_out = get("sits_out")
    return Facts(
        variant=variant,
        taker=get("taker"),
        partner=get("partner"),
        contract=_CONTRACTS.get(get("contract") or ""),
        bouts=get("bouts"),
        half_points=get("half_points"),
        petit_au_bout=_CAMPS[get("petit_au_bout")],
        poignees=tuple([Poignee(each["position"], _SIZES[each["size"]]) for each in get("poignees") or ()]),
        chelem=Chelem(bool(get("chelem_announced")), _CAMPS[get("chelem_made")]),
        sits_out=() if sits_out is None else (sits_out,),
        petit_chelem=PetitChelem(bool(get("petit_chelem_announced")), bool(get("petit_chelem_made"))),
        miseres=tuple([Misere(each["position"], _KINDS[each["kind"]]) for each in get("miseres") or ()]),
        players=variant.seats if players is None and variant is not None else players,
        noted=noted,
    )


def columns_of(facts: Facts) -> dict[str, Any]:
    """Return the values of `COLUMNS` for facts of which nothing was unreadable: the reverse of `facts_of`."""
    chelem = facts.chelem
    assert chelem is not None  # what could not be read is never written
    return {
        "taker": facts.taker,
        "partner": facts.partner,
        "sits_out": facts.sits_out[0] if facts.sits_out else None,
        "contract": facts.contract.value if facts.contract else "",
        "bouts": facts.bouts,
        "half_points": facts.half_points,
        "petit_au_bout": facts.petit_au_bout.value if facts.petit_au_bout else "",
        "poignees": [{"position": each.player, "size": each.size.value} for each in facts.poignees],
        "chelem_announced": chelem.announced,
        "chelem_made": chelem.made.value if chelem.made else "",
        "petit_chelem_announced": facts.petit_chelem.announced,
        "petit_chelem_made": facts.petit_chelem.made,
        "miseres": [{"position": each.player, "kind": each.kind.value} for each in facts.miseres],
    }
