"""
A donne from, and back to, an object of the exchange format.

`read` hears everything that is wrong before it answers: what cannot be read is left out and the rest is still checked.
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from .bareme import FFT_2012
from .checks import problems_in
from .donne import Donne
from .feasible import TOTAL
from .nouns import Camp, Chelem, Contract, Poignee, PoigneeSize, Variant
from .problems import ImpossibleDonne, Problem

Code = TypeVar("Code", bound=StrEnum)

REQUIRED = ("variant", "players", "taker", "contract", "bouts", "points")
OPTIONAL = ("partner", "sits_out", "defense_points", "petit_au_bout", "poignees", "chelem", "options")
KEYS = frozenset(REQUIRED + OPTIONAL)
HOUSE_VARIANTS = frozenset({"5_flambeuse", "2_tirette", "2_mort", "2_decouverte", "6", "7", "8"})
HOUSE_CONTRACTS = frozenset({"pousse"})
OPTIONS = frozenset({"pousse", "petit_chelem", "miseres", "misere_value"})

_FAR = 10**12  # no slip of the pen writes so many points
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}([.,][0-9]{1,9})?")


def read(mapping: object) -> Donne:
    """
    Return the donne an object of the exchange format describes.

    Raises `ImpossibleDonne` with every problem at once.
    """
    return _Reading(mapping).donne()


def as_mapping(donne: Donne) -> dict[str, object]:
    """Return the object of the exchange format that reads back as this donne."""
    whole, half = divmod(donne.half_points, 2)
    written: dict[str, object] = {
        "variant": donne.variant.value,
        "players": list(donne.players),
        "taker": donne.taker,
        "partner": donne.partner,
        "contract": donne.contract.value,
        "bouts": donne.bouts,
        "points": f"{whole}.5" if half else whole,
        "petit_au_bout": donne.petit_au_bout and donne.petit_au_bout.value,
        "poignees": [{"player": poignee.player, "size": poignee.size.value} for poignee in donne.poignees],
        "chelem": {"announced": donne.chelem.announced, "made": donne.chelem.made and donne.chelem.made.value},
    }
    if donne.sits_out:
        written["sits_out"] = list(donne.sits_out)
    return written


class _Reading:
    """One object being read. Each reader returns `None` for what it could not read, and notes why."""

    def __init__(self, mapping: object) -> None:
        if not isinstance(mapping, Mapping):
            raise ImpossibleDonne([Problem("not_object", "", {"value": mapping})])
        self.mapping = mapping
        self.found: list[Problem] = []

    def donne(self) -> Donne:
        mapping = self.mapping
        for key in mapping:
            if key not in KEYS:
                self.note("key_unknown", str(key), key=str(key))
        for key in REQUIRED:
            if mapping.get(key) is None:
                self.note("key_missing", key, key=key)
        variant = self.code("variant", mapping.get("variant"), Variant, HOUSE_VARIANTS, "variant_unavailable")
        players = self.names("players", mapping.get("players"))
        taker = self.name("taker", mapping.get("taker"))
        partner = self.name("partner", mapping.get("partner"))
        if variant is Variant.FIVE and "partner" not in mapping:
            self.note("partner_missing", "partner")
        sits_out = mapping.get("sits_out")
        aside = (sits_out,) if isinstance(sits_out, str) else self.names("sits_out", sits_out) or ()
        contract = self.code("contract", mapping.get("contract"), Contract, HOUSE_CONTRACTS, "contract_unavailable")
        bouts = self.integer("bouts", mapping.get("bouts"))
        half_points = self.half_points("points", mapping.get("points"))
        self.check_defense(half_points)
        petit_au_bout = self.code("petit_au_bout", mapping.get("petit_au_bout"), Camp)
        poignees = self.poignees(variant)
        chelem = self.chelem()
        self.check_options()
        if (
            self.found
            or variant is None
            or players is None
            or taker is None
            or contract is None
            or bouts is None
            or half_points is None
            or chelem is None
        ):
            self.found += problems_in(
                variant=variant,
                players=players,
                taker=taker,
                partner=partner,
                contract=contract,
                bouts=bouts,
                half_points=half_points,
                petit_au_bout=petit_au_bout,
                poignees=poignees,
                chelem=chelem,
                sits_out=aside,
            )
            raise ImpossibleDonne(self.found)
        return Donne(
            variant, players, taker, partner, contract, bouts, half_points, petit_au_bout, poignees, chelem, aside
        )

    def note(self, code: str, field: str, **values: object) -> None:
        self.found.append(Problem(code, field, values))

    def code(
        self,
        field: str,
        value: object,
        codes: type[Code],
        house: frozenset[str] = frozenset(),
        unavailable: str = "",
        key: str | None = None,
    ) -> Code | None:
        """Return the member of an enum. `house` holds codes of house rules, known but not available yet."""
        if value is None:
            return None
        if not isinstance(value, str):
            self.note("wrong_type", field, key=key or field, expected="text", value=value)
            return None
        try:
            return codes(value)
        except ValueError:
            choices = tuple(code.value for code in codes)
            self.note(
                unavailable if value in house else "code_unknown",
                field,
                key=key or field,
                value=value,
                choices=choices,
            )
            return None

    def name(self, field: str, value: object, key: str | None = None) -> str | None:
        if value is None or isinstance(value, str):
            return value
        self.note("wrong_type", field, key=key or field, expected="name", value=value)
        return None

    def names(self, field: str, value: object) -> tuple[str, ...] | None:
        if value is None:
            return None
        if isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value):
            return tuple(value)
        self.note("wrong_type", field, key=field, expected="names", value=value)
        return None

    def integer(self, field: str, value: object) -> int | None:
        if value is None or type(value) is int:
            return value
        self.note("wrong_type", field, key=field, expected="integer", value=value)
        return None

    def half_points(self, field: str, value: object) -> int | None:
        """Return a count in half-points, from a JSON number or its text, « 40,5 » included, without rounding."""
        if value is None:
            return None
        if isinstance(value, str):
            text = value.strip()
            if not _NUMBER.fullmatch(text):
                self.note("points_unreadable", field, key=field, value=value)
                return None
            number: int | float | Decimal = Decimal(text.replace(",", "."))
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            number = value
        else:
            self.note("wrong_type", field, key=field, expected="number", value=value)
            return None
        try:
            # The exact fraction a float stands for: 46.5 is 93/2, and 46.3 is found out instead of being rounded.
            numerator, denominator = number.as_integer_ratio()
        except (ValueError, OverflowError):  # NaN, Infinity
            numerator, denominator = _FAR, 1
        if abs(numerator) >= _FAR * denominator:
            self.note("points_unreadable", field, key=field, value=value)
            return None
        if denominator > 2:
            self.note("points_fraction", field, key=field, value=value)
            return None
        return numerator * 2 // denominator

    def check_defense(self, half_points: int | None) -> None:
        defense = self.half_points("defense_points", self.mapping.get("defense_points"))
        if defense is not None and half_points is not None and defense + half_points != TOTAL:
            self.note(
                "defense_points",
                "defense_points",
                points=Fraction(half_points, 2),
                defense_points=Fraction(defense, 2),
                total=Fraction(defense + half_points, 2),
            )

    def poignees(self, variant: Variant | None) -> tuple[Poignee, ...]:
        listed = self.mapping.get("poignees")
        if listed is None:
            return ()
        if not isinstance(listed, (list, tuple)):
            self.note("wrong_type", "poignees", key="poignees", expected="list", value=listed)
            return ()
        return tuple(poignee for item in listed if (poignee := self.poignee(item, variant)))

    def poignee(self, item: object, variant: Variant | None) -> Poignee | None:
        if not self.shaped("poignees", item, ("player", "size", "trumps")):
            return None
        assert isinstance(item, Mapping)
        player = self.name("poignees", item.get("player"), "player")
        if item.get("player") is None:
            self.note("key_missing", "poignees", key="player")
        size = self.code("poignees", item.get("size"), PoigneeSize, key="size")
        trumps = item.get("trumps")
        if trumps is not None:
            shown = self.size_of(trumps, variant)
            if size and shown and size is not shown:
                self.note("poignee_sizes_differ", "poignees", size=size, trumps=trumps)
            size = size or shown
        elif item.get("size") is None:
            self.note("key_missing", "poignees", key="size")
        return Poignee(player, size) if player is not None and size else None

    def size_of(self, trumps: object, variant: Variant | None) -> PoigneeSize | None:
        """Return the poignée made of exactly so many trumps: with eleven one shows ten [R12, R14]."""
        if type(trumps) is not int:
            self.note("wrong_type", "poignees", key="trumps", expected="integer", value=trumps)
            return None
        if variant is None:
            return None
        sizes = FFT_2012.poignee_trumps[variant.hands]
        for size, number in sizes.items():
            if number == trumps:
                return size
        self.note("poignee_trumps", "poignees", value=trumps, choices=tuple(sizes.values()))
        return None

    def chelem(self) -> Chelem | None:
        value = self.mapping.get("chelem")
        if value is None:
            return Chelem()
        if not self.shaped("chelem", value, ("announced", "made", "announced_by")):
            return None
        assert isinstance(value, Mapping)
        announced = value.get("announced")
        if announced is not None and not isinstance(announced, bool):
            self.note("wrong_type", "chelem", key="announced", expected="boolean", value=announced)
            return None
        made = self.code("chelem", value.get("made"), Camp, key="made")
        if made is None and value.get("made") is not None:
            return None
        return Chelem(bool(announced), made, self.name("chelem", value.get("announced_by"), "announced_by"))

    def check_options(self) -> None:
        """Note every house rule that is asked for: each is off by default, and an option left off says nothing."""
        options = self.mapping.get("options")
        if options is None or not self.shaped("options", options, OPTIONS):
            return
        assert isinstance(options, Mapping)
        for key, value in options.items():
            asked = any(value.values()) if isinstance(value, Mapping) else value
            if key in OPTIONS and asked:
                self.note("option_unavailable", "options", key=key)

    def shaped(self, field: str, value: object, keys: tuple[str, ...] | frozenset[str]) -> bool:
        """Return whether a value is an object; its unknown keys are noted."""
        if not isinstance(value, Mapping):
            self.note("wrong_type", field, key=field, expected="object", value=value)
            return False
        for key in value:
            if key not in keys:
                self.note("key_unknown", field, key=str(key))
        return True
