"""
Reads a donne from an object of the exchange format, and writes it back.

`read` tells everything that is wrong: a value that cannot be read is noted in the facts, and the rest is checked.
"""

import dataclasses
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .bareme import FFT_2012
from .checks import naming
from .donne import Donne, NamesByChair
from .facts import NO_CHELEM, NO_PETIT_CHELEM, Facts
from .feasible import TOTAL
from .fields import Fields, by_code, exchanged_count, half_points_in, misere_value_in
from .nouns import (
    NO_HOUSE_RULES,
    Camp,
    Chelem,
    Contract,
    HouseRules,
    Misere,
    MisereKind,
    PetitChelem,
    Poignee,
    PoigneeSize,
    PousseReading,
    Variant,
)
from .problems import ImpossibleDonne, Problem

REQUIRED = ("variant", "players", "taker", "contract", "bouts", "points")
OPTIONAL = ("partner", "sits_out", "defense_points", "petit_au_bout", "poignees", "chelem", "options")
KEYS = frozenset(REQUIRED + OPTIONAL)
_OPTIONS = frozenset({"pousse", "petit_chelem", "miseres", "misere_value"})
_OF_POIGNEE, _OF_MISERE = frozenset({"player", "size", "trumps"}), frozenset({"player", "kind"})
_OF_CHELEM, _OF_PETIT_CHELEM = frozenset({"announced", "made", "announced_by"}), frozenset({"announced", "made"})

_VARIANTS, _CONTRACTS, _CAMPS, _SIZES = by_code(Variant), by_code(Contract), by_code(Camp), by_code(PoigneeSize)
_POUSSES, _KINDS = by_code(PousseReading), by_code(MisereKind)


def read(mapping: object, *, house: HouseRules = NO_HOUSE_RULES) -> Donne:
    """
    Return the donne that an object of the exchange format describes.

    `house` are the rules hors règlement in force; `options` of the donne switch more rules on. Raises `ImpossibleDonne`
    with every problem at once.
    """
    reading = _Reading(mapping, house)
    facts = reading.facts()  # also sets the people and the house rules
    return Donne.of(facts, reading.people.names, reading.house)


def as_mapping(donne: Donne) -> dict[str, object]:
    """Return a donne as an object of the exchange format; `read` returns an equal donne under the same house rules."""
    mapping: dict[str, object] = {
        "variant": donne.variant.value,
        "players": list(donne.players),
        "taker": donne.taker,
        "partner": donne.partner,
        "contract": donne.contract.value,
        "bouts": donne.bouts,
        "points": exchanged_count(donne.half_points),
        "petit_au_bout": donne.petit_au_bout and donne.petit_au_bout.value,
        "poignees": [{"player": poignee.player, "size": poignee.size.value} for poignee in donne.poignees],
        "chelem": {"announced": donne.chelem.announced, "made": donne.chelem.made and donne.chelem.made.value},
    }
    if donne.sits_out:
        mapping["sits_out"] = list(donne.sits_out)
    if options := _options(donne):
        mapping["options"] = options
    return mapping


def _options(donne: Donne) -> dict[str, object]:
    """Return the `options` of a donne. Except a misère's, the figures of house rules stay in the club's barème."""
    options: dict[str, object] = {}
    if donne.house.pousse is not None:
        options["pousse"] = donne.house.pousse.value
    if donne.house.petit_chelem:
        options["petit_chelem"] = {"announced": donne.petit_chelem.announced, "made": donne.petit_chelem.made}
    if donne.house.miseres:
        options["miseres"] = [{"player": misere.player, "kind": misere.kind.value} for misere in donne.miseres]
        options["misere_value"] = donne.house.misere_value
    return options


class _Reading(Fields):
    """
    Reads one object. House rules that its options switch on are added to those in force.

    `people` are the players by chair, then everybody else it names; set when the facts are read.
    """

    people: NamesByChair

    def __init__(self, mapping: object, house: HouseRules) -> None:
        if not isinstance(mapping, (dict, Mapping)):
            raise ImpossibleDonne([Problem("not_object", "", {"value": mapping})])
        self.problems = []
        self.mapping = mapping
        self.house = house

    def facts(self) -> Facts:
        mapping = self.mapping
        get = mapping.get
        code, names, taken_by, bid = get("variant"), get("players"), get("taker"), get("contract")
        bouts, points = get("bouts"), get("points")
        # Keys that are mostly absent are tested here: calling a reader for nothing costs as much as reading.
        second, aside, last, switched = get("partner"), get("sits_out"), get("petit_au_bout"), get("options")
        is_short = code is None or names is None or taken_by is None or bid is None or bouts is None or points is None
        if is_short or not KEYS.issuperset(mapping):
            self.check_keys()
        variant = self.code("variant", code, _VARIANTS)
        players = self.names("players", names)
        self.people = NamesByChair(players or ())
        taker = self.chair("taker", taken_by)
        partner = None if second is None else self.chair("partner", second)
        if variant is Variant.FIVE and "partner" not in mapping:
            self.note("partner_missing", "partner")
        sits_out = () if aside is None else self.chairs_aside(aside)
        contract = self.code("contract", bid, _CONTRACTS)
        bouts = self.integer("bouts", bouts)
        half_points = half_points_in(points, self.problems)
        if "defense_points" in mapping:
            self.check_defense(mapping["defense_points"], half_points)
        petit_au_bout = None if last is None else self.code("petit_au_bout", last, _CAMPS)
        poignees = self.poignees(get("poignees"), variant)
        chelem = self.chelem(get("chelem"))
        petit_chelem, miseres = (NO_PETIT_CHELEM, ()) if switched is None else self.options(switched)
        if players is not None:
            self.problems += naming(variant, players)
        return Facts(
            variant=variant,
            taker=taker,
            partner=partner,
            contract=contract,
            bouts=bouts,
            half_points=half_points,
            petit_au_bout=petit_au_bout,
            poignees=poignees,
            chelem=chelem,
            sits_out=sits_out,
            petit_chelem=petit_chelem,
            miseres=miseres,
            players=None if players is None else len(players),
            noted=tuple(self.problems),
        )

    def check_keys(self) -> None:
        """Note unknown keys and missing required keys."""
        for key in self.mapping:
            if key not in KEYS:
                self.note("key_unknown", str(key), key=str(key))
        for key in REQUIRED:
            if self.mapping.get(key) is None:
                self.note("key_missing", key, key=key)

    def chair(self, field: str, value: object, key: str | None = None) -> int | None:
        """Return the chair of a player's name; an unknown name gets a new chair beyond the others."""
        if isinstance(value, str):
            return self.people.chair_of(value)
        if value is not None:
            self.note("wrong_type", field, key=key or field, expected="name", value=value)
        return None

    def chairs_aside(self, written: object) -> tuple[int, ...]:
        """Return the chairs of those who sit out. A single name may be written without a list."""
        names = (written,) if isinstance(written, str) else self.names("sits_out", written) or ()
        return tuple(map(self.people.chair_of, names))

    def check_defense(self, written: object, half_points: int | None) -> None:
        defense = half_points_in(written, self.problems, "defense_points")
        if defense is not None and half_points is not None and defense + half_points != TOTAL:
            self.note(
                "defense_points",
                "defense_points",
                points=Fraction(half_points, 2),
                defense_points=Fraction(defense, 2),
                total=Fraction(defense + half_points, 2),
            )

    def poignees(self, listed: object, variant: Variant | None) -> tuple[Poignee[int], ...]:
        if listed is None:
            return ()
        if not isinstance(listed, (list, tuple)):
            self.note("wrong_type", "poignees", key="poignees", expected="list", value=listed)
            return ()
        return tuple([poignee for item in listed if (poignee := self.poignee(item, variant))]) if listed else ()

    def poignee(self, written: object, variant: Variant | None) -> Poignee[int] | None:
        item = self.shaped("poignees", written, _OF_POIGNEE)
        if item is None:
            return None
        player = self.chair("poignees", item.get("player"), "player")
        if item.get("player") is None:
            self.note("key_missing", "poignees", key="player")
        size = self.code("poignees", item.get("size"), _SIZES, "size")
        trumps = item.get("trumps")
        if trumps is not None:
            size_by_trumps = self.size_of(trumps, variant)
            if size and size_by_trumps and size is not size_by_trumps:
                self.note("poignee_sizes_differ", "poignees", size=size, trumps=trumps)
            size = size or size_by_trumps
        elif item.get("size") is None:
            self.note("key_missing", "poignees", key="size")
        return Poignee(player, size) if player is not None and size else None

    def size_of(self, trumps: object, variant: Variant | None) -> PoigneeSize | None:
        """Return the poignée with exactly this number of trumps: with eleven trumps a player shows ten [R12, R14]."""
        if type(trumps) is not int:
            self.note("wrong_type", "poignees", key="trumps", expected="integer", value=trumps)
            return None
        if variant is None:
            return None
        sizes = FFT_2012.shown_trumps(variant)
        if sizes is None:
            self.note("poignee_by_level", "poignees")
            return None
        for size, number in sizes.items():
            if number == trumps:
                return size
        self.note("poignee_trumps", "poignees", value=trumps, choices=tuple(sizes.values()))
        return None

    def chelem(self, written: object) -> Chelem[int] | None:
        if written is None:
            return NO_CHELEM
        value = self.shaped("chelem", written, _OF_CHELEM)
        if value is None:
            return None
        announced = value.get("announced")
        if announced is not None and not isinstance(announced, bool):
            self.note("wrong_type", "chelem", key="announced", expected="boolean", value=announced)
            return None
        if not announced and value.get("made") is None and value.get("announced_by") is None:
            return NO_CHELEM
        made = self.code("chelem", value.get("made"), _CAMPS, "made")
        if made is None and value.get("made") is not None:
            return None
        return Chelem(bool(announced), made, self.chair("chelem", value.get("announced_by"), "announced_by"))

    def options(self, written: object) -> tuple[PetitChelem, tuple[Misere[int], ...]]:
        """Return the petit chelem and the misères of the donne. Each rule switched on is added to those in force."""
        options = self.shaped("options", written, _OPTIONS)
        if options is None:
            return NO_PETIT_CHELEM, ()
        rules: dict[str, object] = {}
        if options.get("pousse") is not None:
            pousse = self.code("options", options["pousse"], _POUSSES, "pousse")
            rules["pousse"] = pousse or PousseReading.ADD  # asked for, either way
        small = options.get("petit_chelem")
        petit_chelem = NO_PETIT_CHELEM if small is None else self.petit_chelem(small)
        if petit_chelem != NO_PETIT_CHELEM:
            rules["petit_chelem"] = True
        listed = options.get("miseres")
        miseres = () if listed is None else self.miseres(listed)
        if listed:
            rules["miseres"] = True
        value = options.get("misere_value")
        if value is not None:
            rules["misere_value"] = misere_value_in(value, self.problems, self.house)
        if rules:
            self.house = _joined(self.house, tuple(rules.items()))
        return petit_chelem, miseres

    def petit_chelem(self, written: object) -> PetitChelem:
        value = self.shaped("options", written, _OF_PETIT_CHELEM, "petit_chelem")
        if value is None:
            return NO_PETIT_CHELEM
        answers = {}
        for key, answer in value.items():
            # Only the attack can make one: its camp says the same as true, as it does for the chelem.
            answers[key] = True if key == "made" and answer == Camp.ATTAQUE.value else answer
            if key in {"announced", "made"} and answers[key] is not None and not isinstance(answers[key], bool):
                self.note("wrong_type", "options", key=f"petit_chelem.{key}", expected="boolean", value=answer)
                return NO_PETIT_CHELEM
        return PetitChelem(bool(answers.get("announced")), bool(answers.get("made")))

    def miseres(self, listed: object) -> tuple[Misere[int], ...]:
        """Return the misères that can be read."""
        if not isinstance(listed, (list, tuple)):
            self.note("wrong_type", "options", key="miseres", expected="list", value=listed)
            return ()
        return tuple([misere for item in listed if (misere := self.misere(item))])

    def misere(self, written: object) -> Misere[int] | None:
        item = self.shaped("options", written, _OF_MISERE, "miseres")
        if item is None:
            return None
        player = self.chair("options", item.get("player"), "player")
        kind = self.code("options", item.get("kind"), _KINDS, "kind")
        for key in ("player", "kind"):
            if item.get(key) is None:
                self.note("key_missing", "options", key=key)
        return Misere(player, kind) if player is not None and kind else None


# An evening has the same few rules: copying them for each donne takes as long as counting it.
@lru_cache(maxsize=1 << 8)
def _joined(house: HouseRules, rules: tuple[tuple[str, Any], ...]) -> HouseRules:
    """Return the house rules in force, with those that a donne's options switch on."""
    return dataclasses.replace(house, **dict(rules))
