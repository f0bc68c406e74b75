"""
A donne on one line, for logs, tests, bug reports and messages.

    4 Nord,Est,Sud,Ouest garde Est 87/2 poignee=Est:simple petit=attaque chelem=annonce:attaque

Variant, players in playing order, contract, taker (`Est+Sud` with a partner), points/bouts, then what else happened.
"""

import dataclasses
import re

from .donne import Donne
from .fields import exchanged_count
from .nouns import NO_HOUSE_RULES, Camp, Chelem, HouseRules, PetitChelem, Variant
from .problems import ImpossibleDonne, Problem
from .reading import read

EXAMPLE = "4 Nord,Est,Sud,Ouest garde Est 46/2"

_CHELEMS: dict[str, Chelem[str]] = {
    "annonce": Chelem(announced=True),
    "attaque": Chelem(made=Camp.ATTAQUE),
    "defense": Chelem(made=Camp.DEFENSE),
    "annonce:attaque": Chelem(announced=True, made=Camp.ATTAQUE),
    "annonce:defense": Chelem(announced=True, made=Camp.DEFENSE),
}
_PETIT_CHELEMS = {
    "annonce": PetitChelem(announced=True),
    "reussi": PetitChelem(made=True),
    "annonce:reussi": PetitChelem(announced=True, made=True),
}
_CHELEM_WORDS = {chelem: word for word, chelem in _CHELEMS.items()}
_PETIT_CHELEM_WORDS = {petit_chelem: word for word, petit_chelem in _PETIT_CHELEMS.items()}
_HEAD = 5  # words every line has: variant, players, contract, attack, count
_ESCAPED = re.compile(r"[\s%,:=+/]")  # the characters that separate words or parts
_ESCAPE = re.compile(r"%([0-9A-F]{1,4});")


def to_line(donne: Donne) -> str:
    """Return the notation of a donne; `parse` returns an equal donne from it."""
    words = [
        donne.variant.value,
        ",".join(map(_escaped, donne.players)),
        donne.contract.value,
        "+".join(map(_escaped, donne.attackers)),
        f"{exchanged_count(donne.half_points)}/{donne.bouts}",
    ]
    aside = "mort" if donne.variant is Variant.FIVE_MORT else "repos"
    words += [f"{aside}={_escaped(player)}" for player in donne.sits_out]
    words += [f"poignee={_escaped(poignee.player)}:{poignee.size.value}" for poignee in donne.poignees]
    if donne.petit_au_bout is not None:
        words.append(f"petit={donne.petit_au_bout.value}")
    if donne.chelem in _CHELEM_WORDS:
        words.append(f"chelem={_CHELEM_WORDS[donne.chelem]}")
    if donne.house.pousse is not None:
        words.append(f"pousse={donne.house.pousse.value}")
    if donne.petit_chelem in _PETIT_CHELEM_WORDS:
        words.append(f"petit_chelem={_PETIT_CHELEM_WORDS[donne.petit_chelem]}")
    words += [f"misere={_escaped(misere.player)}:{misere.kind.value}" for misere in donne.miseres]
    if donne.miseres and donne.house.misere_value != NO_HOUSE_RULES.misere_value:
        words.append(f"valeur_misere={donne.house.misere_value}")
    return " ".join(words)


def parse(line: str, *, house: HouseRules = NO_HOUSE_RULES) -> Donne:
    """
    Return the donne of a line of notation; `house` are the rules hors règlement in force, as for `read`.

    Raises `ImpossibleDonne`: with the code `notation` when the line cannot be read, else with what is wrong.
    """
    words = line.split()
    if len(words) < _HEAD:
        raise _unreadable(line)
    variant, players, contract, attack, count = words[:_HEAD]
    taker, *partners = attack.split("+")
    points, slash, bouts = count.partition("/")
    if len(partners) > 1 or not slash or not re.fullmatch(r"[0-9]{1,3}", bouts):
        raise _unreadable(f"{attack} {count}")
    mapping: dict[str, object] = {
        "variant": variant,
        "players": [_unescaped(name) for name in players.split(",")],
        "taker": _unescaped(taker),
        "partner": _unescaped(partners[0]) if partners else None,
        "contract": contract,
        "bouts": int(bouts),
        "points": points,
    }
    return read(mapping | _events(words[_HEAD:]), house=house)


def _events(words: list[str]) -> dict[str, object]:
    """Return the words after points and bouts as keys of the exchange format. Refuses a word repeated wrongly."""
    poignees: list[dict[str, object]] = []
    sits_out: list[str] = []
    miseres: list[dict[str, object]] = []
    options: dict[str, object] = {"miseres": miseres}
    events: dict[str, object] = {"poignees": poignees, "sits_out": sits_out, "options": options}
    for word in words:
        key, _, value = word.partition("=")
        if key in {"mort", "repos"} and value:
            sits_out.append(_unescaped(value))
        elif key == "poignee" and value.count(":") == 1:
            player, size = value.split(":")
            poignees.append({"player": _unescaped(player), "size": size})
        elif key == "petit" and value and "petit_au_bout" not in events:
            events["petit_au_bout"] = value
        elif key == "chelem" and value in _CHELEMS and "chelem" not in events:
            events["chelem"] = {"announced": _CHELEMS[value].announced, "made": _CHELEMS[value].made}
        elif key == "pousse" and value and "pousse" not in options:
            options["pousse"] = value
        elif key == "petit_chelem" and value in _PETIT_CHELEMS and "petit_chelem" not in options:
            options["petit_chelem"] = dataclasses.asdict(_PETIT_CHELEMS[value])
        elif key == "misere" and value.count(":") == 1:
            player, kind = value.split(":")
            miseres.append({"player": _unescaped(player), "kind": kind})
        elif key == "valeur_misere" and re.fullmatch(r"[0-9]{1,6}", value) and "misere_value" not in options:
            options["misere_value"] = int(value)
        else:
            raise _unreadable(word)
    return events


def _unreadable(text: str) -> ImpossibleDonne:
    return ImpossibleDonne([Problem("notation", "", {"value": text, "example": EXAMPLE})])


def _escaped(name: str) -> str:
    return _ESCAPED.sub(lambda match: f"%{ord(match[0]):X};", name)


def _unescaped(word: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), word)
