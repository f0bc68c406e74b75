"""
A donne on one line, for logs, tests, bug reports and messages.

    4 Nord,Est,Sud,Ouest garde Est 87/2 poignee=Est:simple petit=attaque chelem=annonce:attaque

Variant, players in playing order, contract, taker (`Est+Sud` with a partner), points/bouts, then what else happened.
"""

import re

from .donne import Donne
from .nouns import Camp, Chelem
from .problems import ImpossibleDonne, Problem
from .reading import read

EXAMPLE = "4 Nord,Est,Sud,Ouest garde Est 46/2"

_CHELEMS = {
    "annonce": Chelem(announced=True),
    "attaque": Chelem(made=Camp.ATTAQUE),
    "defense": Chelem(made=Camp.DEFENSE),
    "annonce:attaque": Chelem(announced=True, made=Camp.ATTAQUE),
    "annonce:defense": Chelem(announced=True, made=Camp.DEFENSE),
}
_CHELEM_WORDS = {chelem: word for word, chelem in _CHELEMS.items()}
_HEAD = 5  # words every line has: variant, players, contract, attack, count
_ESCAPED = re.compile(r"[\s%,:=+/]")  # what would cut a name in two
_ESCAPE = re.compile(r"%([0-9A-F]{1,4});")


def to_line(donne: Donne) -> str:
    """Return the notation of a donne; `parse` reads it back to an equal one."""
    whole, half = divmod(donne.half_points, 2)
    words = [
        donne.variant.value,
        ",".join(map(_written, donne.players)),
        donne.contract.value,
        "+".join(map(_written, donne.attackers)),
        f"{whole}{'.5' if half else ''}/{donne.bouts}",
    ]
    words += [f"mort={_written(player)}" for player in donne.sits_out]
    words += [f"poignee={_written(poignee.player)}:{poignee.size.value}" for poignee in donne.poignees]
    if donne.petit_au_bout is not None:
        words.append(f"petit={donne.petit_au_bout.value}")
    if donne.chelem in _CHELEM_WORDS:
        words.append(f"chelem={_CHELEM_WORDS[donne.chelem]}")
    return " ".join(words)


def parse(line: str) -> Donne:
    """
    Return the donne a line of notation describes.

    Raises `ImpossibleDonne`: code `notation` when the line cannot be read, otherwise what is wrong with the donne.
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
        "players": [_read(name) for name in players.split(",")],
        "taker": _read(taker),
        "partner": _read(partners[0]) if partners else None,
        "contract": contract,
        "bouts": int(bouts),
        "points": points,
    }
    poignees: list[dict[str, object]] = []
    sits_out: list[str] = []
    for word in words[_HEAD:]:
        key, _, value = word.partition("=")
        if key == "mort" and value:
            sits_out.append(_read(value))
        elif key == "poignee" and value.count(":") == 1:
            player, size = value.split(":")
            poignees.append({"player": _read(player), "size": size})
        elif key == "petit" and value and "petit_au_bout" not in mapping:
            mapping["petit_au_bout"] = value
        elif key == "chelem" and value in _CHELEMS and "chelem" not in mapping:
            mapping["chelem"] = {"announced": _CHELEMS[value].announced, "made": _CHELEMS[value].made}
        else:
            raise _unreadable(word)
    return read(mapping | {"poignees": poignees, "sits_out": sits_out})


def _unreadable(text: str) -> ImpossibleDonne:
    return ImpossibleDonne([Problem("notation", "", {"value": text, "example": EXAMPLE})])


def _written(name: str) -> str:
    return _ESCAPED.sub(lambda match: f"%{ord(match[0]):X};", name)


def _read(word: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), word)
