"""The parts of a marque in words, and the names of things."""

from enum import Enum

from scoring.marque.nouns import Camp, Contract, MisereKind, PoigneeSize

from .texts import Texts

PARTS: dict[str, Texts] = {
    "contract": ("({base} + {distance}) × {multiplier}", "({base} + {distance}) × {multiplier}"),
    "contract_failed": ("−({base} + {distance}) × {multiplier}", "−({base} + {distance}) × {multiplier}"),
    "contract_added": ("{base} + {distance}", "{base} + {distance}"),
    "contract_failed_added": ("−({base} + {distance})", "−({base} + {distance})"),
    "petit_au_bout_added": ("petit au bout pour {camp}", "petit au bout for {camp}"),
    "petit_au_bout": (
        "petit au bout pour {camp}, {prime} × {multiplier}",
        "petit au bout for {camp}, {prime} × {multiplier}",
    ),
    "poignee": ("poignée {size}", "{size} poignée"),
    "chelem_announced_made": ("chelem annoncé et réussi", "slam announced and made"),
    "chelem_made": ("chelem réussi sans annonce", "slam made unannounced"),
    "chelem_announced_failed": ("chelem annoncé et chuté", "slam announced and failed"),
    "chelem_inflicted": ("chelem de la défense", "slam by the defence"),
    "petit_chelem_made": ("petit chelem annoncé et réussi", "petit chelem announced and made"),
    "petit_chelem_failed": ("petit chelem annoncé et chuté", "petit chelem announced and failed"),
    "misere_atout": (
        "misère d'atout montrée par {player}, {points} de chacun",
        "misère d'atout shown by {player}, {points} from each",
    ),
    "misere_tete": (
        "misère de figure montrée par {player}, {points} de chacun",
        "misère de figure shown by {player}, {points} from each",
    ),
}

NAMES: dict[Enum, Texts] = {
    Contract.PRISE: ("prise", "prise"),
    Contract.POUSSE: ("pousse", "pousse"),
    Contract.GARDE: ("garde", "garde"),
    Contract.GARDE_SANS: ("garde sans le chien", "garde sans le chien"),
    Contract.GARDE_CONTRE: ("garde contre le chien", "garde contre le chien"),
    Camp.ATTAQUE: ("l'attaque", "the attack"),
    Camp.DEFENSE: ("la défense", "the defence"),
    PoigneeSize.SIMPLE: ("simple", "simple"),
    PoigneeSize.DOUBLE: ("double", "double"),
    PoigneeSize.TRIPLE: ("triple", "triple"),
    MisereKind.ATOUT: ("misère d'atout", "misère d'atout"),
    MisereKind.TETE: ("misère de figure", "misère de figure"),
}

EXPECTED: dict[str, Texts] = {
    "text": ("un texte", "a text"),
    "name": ("un nom", "a name"),
    "names": ("une liste de noms", "a list of names"),
    "list": ("une liste", "a list"),
    "object": ("un objet", "an object"),
    "integer": ("un nombre entier", "a whole number"),
    "number": ("un nombre", "a number"),
    "boolean": ("vrai ou faux (true, false)", "true or false"),
}
