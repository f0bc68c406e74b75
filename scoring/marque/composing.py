"""A club's own barème: the figures of the règlement with some changes, as a JSON object."""

import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, TypeVar

from tournaments.kit.translation import gettext_noop as _

from .bareme import FFT_2012, Bareme
from .nouns import NO_HOUSE_RULES, Contract, HouseRules, PoigneeSize, PousseReading
from .problems import ImpossibleBareme, Problem
from .words import DEFAULT_LANGUAGE, say

Key = TypeVar("Key", bound=int | StrEnum)

MOST_FIGURE = 10_000  # a greater figure is a typing mistake
MOST_POINTS = 91  # R2

_PRIMES = ("chelem_made", "chelem_announced_made", "chelem_announced_failed", "chelem_inflicted")
_PLAIN = ("base", "petit_au_bout", *_PRIMES)
_KEYS = ("base", "required", "multipliers", "petit_au_bout", "poignees", *_PRIMES, "house")
_HOUSE_KEYS = tuple(rule.name for rule in dataclasses.fields(HouseRules))
_REPLACED = ("base", "multipliers")  # by the values of the pousse, where it is played [R29]
# The rule a house figure belongs to: the figure is no departure while that rule is off.
_RULE_OF = {
    "pousse_values": "pousse",
    "petit_chelem_made": "petit_chelem",
    "petit_chelem_failed": "petit_chelem",
    "misere_value": "miseres",
    "mouche_ante": "mouche",
    "mouche_values": "mouche",
}


@dataclass(frozen=True, slots=True)
class Departure:
    """
    One figure or rule that differs from the règlement.

    `key` is its dotted path in the JSON object. `official` is the figure of the règlement, None when it has none;
    `value` is the club's.
    """

    key: str
    official: int | str | None
    value: int | str | bool

    def text(self, language: str = DEFAULT_LANGUAGE) -> str:
        """Return a short phrase: « poignée double : 40 au lieu de 30 »."""
        sentence = _ADDED if self.official is None else _INSTEAD
        figure = _figure_text(self.key, self.value, language)
        return say(sentence, {"figure": figure, "own": self.value, "official": self.official}, language)


def compose(mapping: object, *, edition: str) -> Bareme:
    """
    Return the barème of a JSON object. A figure that is left out is that of the règlement of 2012.

    Raises `ImpossibleBareme` with every problem at once, each at its dotted key.
    """
    composing = _Composing()
    bareme = composing.bareme(mapping, edition)
    if composing.problems:
        raise ImpossibleBareme(composing.problems)
    return bareme


def as_composed(bareme: Bareme) -> dict[str, Any]:
    """Return the complete JSON object of a barème; `compose` returns an equal barème from it."""
    figures = {key: _as_json(getattr(bareme, key)) for key in _KEYS}
    return figures | {"required": {str(bouts): count // 2 for bouts, count in bareme.required.items()}}


def departures(bareme: Bareme) -> tuple[Departure, ...]:
    """Return the differences from the règlement of 2012, in its order, without rules that are off or replaced."""
    return tuple(_departures(bareme))


def _departures(bareme: Bareme) -> Iterator[Departure]:
    official, own = as_composed(FFT_2012), as_composed(bareme)
    house, usual = own.pop("house"), official.pop("house")
    for key, figure in own.items():
        if key not in _REPLACED or not house["pousse"]:
            yield from _figures(key, official[key], figure)
    for key, value in house.items():
        rule = _RULE_OF.get(key)
        if rule is None and value:
            yield Departure(f"house.{key}", None, value)
        elif rule is not None and house[rule]:
            yield from _figures(f"house.{key}", usual[key], value)


def _figures(key: str, official: Any, own: Any) -> Iterator[Departure]:
    if isinstance(own, dict):
        for name, figure in own.items():
            yield from _figures(f"{key}.{name}", official[name], figure)
    elif own != official:
        yield Departure(key, official, own)


def _last(key: str) -> str:
    """Return the last part of a dotted key."""
    return key.rpartition(".")[2]


def _as_json(value: Any) -> Any:
    """Return a figure, a scale, a switch or all house rules as JSON values."""
    if isinstance(value, HouseRules):
        return {key: _as_json(getattr(value, key)) for key in _HOUSE_KEYS}
    if isinstance(value, Mapping):
        return {str(code): figure for code, figure in value.items()}
    return value.value if isinstance(value, StrEnum) else value


class _Composing:
    """Reads one object. An unreadable value is noted, and the règlement's is used in its place."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def bareme(self, mapping: object, edition: str) -> Bareme:
        figures = self.shaped("", mapping, _KEYS)
        points = {bouts: count // 2 for bouts, count in FFT_2012.required.items()}
        required = self.scale("required", figures, points, most=MOST_POINTS)
        if any(problem.field.startswith("required") for problem in self.problems):
            required = points  # only readable figures are compared
        for bouts in range(1, len(required)):
            if required[bouts] >= required[bouts - 1]:
                values = {"bouts": bouts, "number": required[bouts], "other": required[bouts - 1]}
                self.note("required_order", f"required.{bouts}", **values)
        return Bareme(
            edition=edition,
            required=MappingProxyType({bouts: 2 * points for bouts, points in required.items()}),
            multipliers=self.scale("multipliers", figures, FFT_2012.multipliers),
            poignees=self.scale("poignees", figures, FFT_2012.poignees),
            poignee_trumps=FFT_2012.poignee_trumps,  # a club cannot choose how many trumps are shown
            house=self.house(figures.get("house")),
            **{key: self.figure(key, figures, getattr(FFT_2012, key)) for key in _PLAIN},
        )

    def house(self, value: object) -> HouseRules:
        rules = {} if value is None else self.shaped("house", value, _HOUSE_KEYS)
        house = HouseRules(**{key: self.rule(key, rules) for key in _HOUSE_KEYS})
        if house.pousse is PousseReading.TIMES:
            self.check_multiples(house.pousse_values)
        return house

    def rule(self, key: str, rules: Mapping[str, object]) -> Any:
        """Return a house rule or its figures, read in the shape of the default value."""
        usual = getattr(NO_HOUSE_RULES, key)
        if key == "pousse":
            return self.pousse(rules.get(key))
        if isinstance(usual, bool):
            return self.switch(f"house.{key}", rules)
        if isinstance(usual, Mapping):
            return self.scale(f"house.{key}", rules, usual)
        return self.figure(f"house.{key}", rules, usual)

    def check_multiples(self, values: Mapping[Contract, int]) -> None:
        """Note contracts whose value is no whole multiple of the prise's, when the pousse multiplies [R29]."""
        unit = values[Contract.PRISE]
        for contract, value in values.items():
            if unit == 0 or value % unit:
                key = f"house.pousse_values.{contract.value}"
                self.note("pousse_multiple", key, contract=contract, number=value, unit=unit)

    def note(self, code: str, field: str, /, **values: object) -> None:
        self.problems.append(Problem(code, field, values))

    def shaped(self, key: str, value: object, keys: Collection[str]) -> dict[str, object]:
        """Return the entries of an object, an empty dict for anything else. Unknown keys are noted."""
        if not isinstance(value, Mapping):
            self.note("figures_not_object", key, key=key or "barème", value=value)
            return {}
        entries = {str(name): entry for name, entry in value.items()}
        for name in entries:
            if name not in keys:
                path = f"{key}.{name}" if key else name
                self.note("figure_unknown", path, key=path, choices=tuple(keys))
        return entries

    def scale(
        self, key: str, figures: Mapping[str, object], usual: Mapping[Key, int], *, most: int = MOST_FIGURE
    ) -> Mapping[Key, int]:
        """Return the figure of each code, the default when it is left out."""
        value = figures.get(_last(key))
        codes = {str(code): code for code in usual}
        entries = {} if value is None else self.shaped(key, value, codes)
        scale = {code: self.figure(f"{key}.{name}", entries, usual[code], most=most) for name, code in codes.items()}
        return MappingProxyType(scale)

    def figure(self, key: str, figures: Mapping[str, object], usual: int, *, most: int = MOST_FIGURE) -> int:
        """Return the figure of a key, the default when it is left out."""
        value = figures.get(_last(key))
        if value is None:
            return usual
        if type(value) is not int:
            self.note("figure_type", key, key=key, value=value)
        elif not 0 <= value <= most:
            self.note("figure_range", key, key=key, number=value, most=most)
        else:
            return value
        return usual

    def switch(self, key: str, figures: Mapping[str, object]) -> bool:
        value = figures.get(_last(key))
        if value is None or isinstance(value, bool):
            return bool(value)
        self.note("switch_type", key, key=key, value=value)
        return False

    def pousse(self, value: object) -> PousseReading | None:
        if value is None or value is False:
            return None
        if isinstance(value, str) and value in set(PousseReading):
            return PousseReading(value)
        choices = tuple(reading.value for reading in PousseReading)
        self.note("pousse_reading", "house.pousse", key="house.pousse", value=value, choices=choices)
        return None


def _figure_text(key: str, value: object, language: str) -> str:
    """Return the name of the figure at a dotted key: « poignée double ». The name of the pousse needs its value too."""
    scale, _dot, code = key.rpartition(".")
    if f"{key}.{value}" in _FIGURE_NAMES:
        return say(_FIGURE_NAMES[f"{key}.{value}"], {}, language)
    if key in _FIGURE_NAMES:
        return say(_FIGURE_NAMES[key], {}, language)
    kind, codes = _SCALES[scale]
    return say(_FIGURE_NAMES[scale], {kind: codes(code)}, language)


_INSTEAD = _("{figure} : {own} au lieu de {official}")
_ADDED = _("{figure} : hors règlement")
# A figure by its dotted key; one of a scale by the key of the scale, its code standing in braces.
_FIGURE_NAMES: dict[str, str] = {
    "base": _("points du contrat"),
    "required": _("points à faire avec {bouts}"),
    "multipliers": _("coefficient de la {contract}"),
    "petit_au_bout": _("petit au bout"),
    "poignees": _("poignée {size}"),
    "chelem_made": _("chelem réussi sans annonce"),
    "chelem_announced_made": _("chelem annoncé et réussi"),
    "chelem_announced_failed": _("chelem annoncé et chuté"),
    "chelem_inflicted": _("chelem de la défense"),
    "house.pousse.add": _("pousse, points ajoutés"),
    "house.pousse.x": _("pousse, points multipliés"),
    "house.pousse_values": _("pousse, valeur de la {contract}"),
    "house.petit_chelem": _("petit chelem"),
    "house.petit_chelem_made": _("petit chelem annoncé et réussi"),
    "house.petit_chelem_failed": _("petit chelem annoncé et chuté"),
    "house.miseres": _("misères"),
    "house.misere_value": _("misère"),
    "house.mouche": _("mouche"),
    "house.mouche_ante": _("mouche, mise du donneur"),
    "house.mouche_values": _("mouche, mise sur une {contract}"),
    "house.flambeuse": _("flambeuse (un contre quatre à cinq)"),
}
# What stands at the end of a scale's keys: the name of the value in its words, and how to read the code.
_SCALES: dict[str, tuple[str, Callable[[str], object]]] = {
    "required": ("bouts", int),
    "multipliers": ("contract", Contract),
    "poignees": ("size", PoigneeSize),
    "house.pousse_values": ("contract", Contract),
    "house.mouche_values": ("contract", Contract),
}
