"""The figures of a barème: what is wrong with them, and how they differ from the règlement's."""

from .texts import Texts

FIGURE_PROBLEMS: dict[str, Texts] = {
    "figures_not_object": (
        "« {key} » doit être un objet, reçu : {value}. Écrivez ses chiffres entre accolades.",
        "“{key}” must be an object, got {value}. Write its figures between braces.",
    ),
    "figure_unknown": (
        "Un barème n'a pas de chiffre « {key} » : choisissez parmi {choices}.",
        "A barème has no figure “{key}”: choose one of {choices}.",
    ),
    "figure_type": (
        "« {key} » doit être un nombre entier, reçu : {value}. Corrigez ce chiffre.",
        "“{key}” must be a whole number, got {value}. Correct this figure.",
    ),
    "figure_range": (
        "« {key} » doit aller de 0 à {most}, reçu : {number}. Corrigez ce chiffre.",
        "“{key}” must be from 0 to {most}, got {number}. Correct this figure.",
    ),
    "required_order": (
        (
            "Avec {bouts}, il faut moins de points qu'avec un bout de moins : {number} ne va pas après {other}. "
            "Corrigez l'un ou l'autre."
        ),
        "With {bouts} fewer points are needed than with one less: {number} cannot follow {other}. Correct one of them.",
    ),
    "pousse_multiple": (
        (
            "Quand la pousse se multiplie, chaque contrat vaut un nombre entier de fois la prise ({unit}) : {contract} "
            "à {number} ne convient pas. Corrigez l'un ou l'autre."
        ),
        (
            "When the pousse multiplies, every contract is a whole number of times the prise ({unit}): {contract} at "
            "{number} will not do. Correct one of them."
        ),
    ),
    "pousse_reading": (
        "« {key} » ne peut pas valoir {value} : choisissez parmi {choices}, ou rien (null) pour jouer sans pousse.",
        "“{key}” cannot be {value}: choose one of {choices}, or nothing (null) to play without the pousse.",
    ),
    "switch_type": (
        "« {key} » doit être vrai ou faux (true, false), reçu : {value}. Corrigez cette valeur.",
        "“{key}” must be true or false, got {value}. Correct this value.",
    ),
}

# What differs from the règlement.
DEPARTURES: dict[str, Texts] = {
    "instead": ("{what} : {own} au lieu de {official}", "{what}: {own} instead of {official}"),
    "added": ("{what} : hors règlement", "{what}: not in the rules"),
}

# A figure by its dotted key; one of a scale by the key of the scale, its code standing in braces.
FIGURES: dict[str, Texts] = {
    "base": ("points du contrat", "points for the contract"),
    "required": ("points à faire avec {bouts}", "points needed with {bouts}"),
    "multipliers": ("coefficient de la {contract}", "multiplier of the {contract}"),
    "petit_au_bout": ("petit au bout", "petit au bout"),
    "poignees": ("poignée {size}", "{size} poignée"),
    "chelem_made": ("chelem réussi sans annonce", "slam made unannounced"),
    "chelem_announced_made": ("chelem annoncé et réussi", "slam announced and made"),
    "chelem_announced_failed": ("chelem annoncé et chuté", "slam announced and failed"),
    "chelem_inflicted": ("chelem de la défense", "slam by the defence"),
    "house.pousse.add": ("pousse, points ajoutés", "pousse, points added"),
    "house.pousse.x": ("pousse, points multipliés", "pousse, points multiplied"),
    "house.pousse_values": ("pousse, valeur de la {contract}", "pousse, value of the {contract}"),
    "house.petit_chelem": ("petit chelem", "petit chelem"),
    "house.petit_chelem_made": ("petit chelem annoncé et réussi", "petit chelem announced and made"),
    "house.petit_chelem_failed": ("petit chelem annoncé et chuté", "petit chelem announced and failed"),
    "house.miseres": ("misères", "misères"),
    "house.misere_value": ("misère", "misère"),
    "house.mouche": ("mouche", "mouche"),
    "house.mouche_ante": ("mouche, mise du donneur", "mouche, the dealer's ante"),
    "house.mouche_values": ("mouche, mise sur une {contract}", "mouche, stake on a {contract}"),
    "house.flambeuse": ("flambeuse (un contre quatre à cinq)", "flambeuse (one against four with five players)"),
}
