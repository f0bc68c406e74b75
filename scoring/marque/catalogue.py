"""
Every sentence and word this package shows people: (French, English).

The package is plain Python, so it keeps its own small catalogue. French is written here with ordinary spaces and
apostrophes, and typeset by `words`. Values are named in braces; `words` knows how to show each kind.
"""

from enum import Enum

from .nouns import Camp, Contract, PoigneeSize

Texts = tuple[str, str]

PROBLEMS: dict[str, Texts] = {
    # The line and its keys.
    "not_json": (
        "Cette ligne n'est pas du JSON : écrivez un objet JSON par ligne, en UTF-8.",
        "This line is not JSON: write one JSON object a line, in UTF-8.",
    ),
    "not_object": (
        "Une donne s'écrit comme un objet JSON, reçu : {value}. Écrivez un objet par donne.",
        "A donne is written as a JSON object, got {value}. Write one object for each donne.",
    ),
    "key_twice": (
        "La clé « {key} » est écrite deux fois : n'en gardez qu'une.",
        "The key “{key}” is written twice: keep only one.",
    ),
    "key_unknown": (
        "La clé « {key} » n'existe pas dans une donne : corrigez-la ou retirez-la.",
        "A donne has no key “{key}”: correct it or take it out.",
    ),
    "key_missing": ("Il manque « {key} » : indiquez-le.", "“{key}” is missing: give it."),
    "wrong_type": (
        "« {key} » doit être {expected}, reçu : {value}. Corrigez cette valeur.",
        "“{key}” must be {expected}, got {value}. Correct this value.",
    ),
    "code_unknown": (
        "« {key} » ne peut pas valoir {value} : choisissez parmi {choices}.",
        "“{key}” cannot be {value}: choose one of {choices}.",
    ),
    "variant_unavailable": (
        "La variante {value} n'est pas encore disponible : choisissez parmi {choices}.",
        "The variant {value} is not available yet: choose one of {choices}.",
    ),
    "contract_unavailable": (
        "Le contrat {value} est une règle maison qui n'est pas encore disponible : choisissez parmi {choices}.",
        "The contract {value} is a house rule that is not available yet: choose one of {choices}.",
    ),
    "option_unavailable": (
        "La règle maison « {key} » n'est pas encore disponible : retirez-la des options.",
        "The house rule “{key}” is not available yet: take it out of the options.",
    ),
    "notation": (
        "Je ne sais pas lire {value} dans cette notation : écrivez par exemple « {example} ».",
        "I cannot read {value} in this notation: write for instance “{example}”.",
    ),
    # The people.
    "players_count": (
        "Il faut {expected} joueurs, il y en a {count} : complétez ou corrigez la liste.",
        "There must be {expected} players, {count} given: complete or correct the list.",
    ),
    "players_twice": (
        "Un même nom figure plusieurs fois ({players}) : donnez à chaque joueur un nom différent.",
        "A name stands more than once ({players}): give every player a different name.",
    ),
    "player_unnamed": ("Un joueur n'a pas de nom : donnez-lui en un.", "A player has no name: give them one."),
    "player_unknown": (
        "{player} n'est pas à cette table : choisissez parmi {players}.",
        "{player} is not at this table: choose one of {players}.",
    ),
    "player_sits_out": (
        "{player} est le mort de cette donne et n'a pas de cartes : choisissez un autre joueur.",
        "{player} sits this deal out and holds no cards: choose another player.",
    ),
    "partner_missing": (
        (
            "À cinq joueurs, dites qui est avec le preneur : le détenteur de la carte appelée, ou personne (null) si "
            "le preneur est seul."
        ),
        (
            "With five players, say who is with the taker: the holder of the called card, or nobody (null) if the "
            "taker is alone."
        ),
    ),
    "partner_forbidden": (
        "À {hands} joueurs le preneur joue seul : retirez {player} comme partenaire.",
        "With {hands} players the taker plays alone: take {player} out as partner.",
    ),
    "mort_missing": (
        "À cinq avec un mort, indiquez le seul joueur qui ne joue pas cette donne (reçu : {count}).",
        "With five players and a mort, name the one player who sits this deal out (got {count}).",
    ),
    "sits_out_forbidden": (
        "Dans cette variante tout le monde joue : retirez {players} des joueurs au repos.",
        "In this variant everyone plays: take {players} out of those who sit out.",
    ),
    # Points and bouts.
    "bouts_range": (
        "Il y a trois bouts dans le jeu, l'attaque ne peut pas en avoir {value} : indiquez de 0 à 3.",
        "There are three bouts in the pack, the attack cannot hold {value}: give 0 to 3.",
    ),
    "points_unreadable": (
        "« {key} » n'est pas un nombre de points : {value}. Écrivez par exemple 46 ou 40,5.",
        "“{key}” is not a number of points: {value}. Write for instance 46 or 40.5.",
    ),
    "points_fraction": (
        "Les cartes se comptent au demi-point, {value} ne convient pas pour « {key} » : arrondissez au demi-point.",
        "Cards are counted in halves, {value} will not do for “{key}”: give a whole number or a half.",
    ),
    "points_range": (
        "Il y a 91 points dans le jeu, l'attaque ne peut pas en avoir {points} : recomptez.",
        "There are 91 points in the pack, the attack cannot have {points}: count again.",
    ),
    "points_half": (
        (
            "L'attaque ne peut pas avoir {points} points à {hands} joueurs : ses cartes font {below} ou {above}. "
            "Recomptez les points."
        ),
        (
            "The attack cannot have {points} points with {hands} players: its cards make {below} or {above}. "
            "Count the points again."
        ),
    ),
    "points_bouts": (
        (
            "Avec {bouts} en {contract} à {hands} joueurs, l'attaque a {range} points : {points} est "
            "impossible. Vérifiez les points et les bouts."
        ),
        (
            "With {bouts} in a {contract} with {hands} players, the attack has {range} points: "
            "{points} is impossible. Check the points and the bouts."
        ),
    ),
    "points_chelem": (
        (
            "Un chelem réussi par {camp} avec {bouts} en {contract} laisse à l'attaque {range} "
            "points : {points} est impossible. Vérifiez le chelem, les points et les bouts."
        ),
        (
            "A slam made by {camp} with {bouts} in a {contract} leaves the attack {range} points: "
            "{points} is impossible. Check the slam, the points and the bouts."
        ),
    ),
    "defense_points": (
        (
            "Les deux comptes font {total} points au lieu de 91 ({points} pour l'attaque, {defense_points} pour la "
            "défense) : recomptez les deux tas."
        ),
        (
            "The two counts make {total} points instead of 91 ({points} for the attack, {defense_points} for the "
            "defence): count both piles again."
        ),
    ),
    # Primes.
    "petit_bouts": (
        "Le petit au bout ne peut pas aller à {camp} quand l'attaque a {bouts} : corrigez l'un ou l'autre.",
        "The petit au bout cannot go to {camp} when the attack holds {bouts}: correct one or the other.",
    ),
    "petit_chelem": (
        "Le petit au bout ne peut pas aller à {camp} quand {winner} fait toutes les levées : corrigez l'un ou l'autre.",
        "The petit au bout cannot go to {camp} when {winner} takes every trick: correct one or the other.",
    ),
    "poignee_twice": (
        "{player} ne montre qu'une poignée par donne : gardez la plus forte.",
        "{player} shows only one poignée in a deal: keep the biggest.",
    ),
    "poignee_trumps": (
        (
            "Une poignée se montre avec exactement {choices} atouts dans cette variante, reçu : {value}. Indiquez le "
            "nombre d'atouts montrés."
        ),
        (
            "A poignée is shown with exactly {choices} trumps in this variant, got {value}. Give the number of trumps "
            "shown."
        ),
    ),
    "poignee_sizes_differ": (
        "La poignée est dite {size} et {trumps} atouts n'en font pas une {size} : corrigez l'un ou l'autre.",
        "The poignée is called {size} and {trumps} trumps do not make a {size} one: correct one or the other.",
    ),
    "poignees_trumps": (
        (
            "À {hands} joueurs ces poignées demandent {shown} atouts et il n'y en a que {trumps}, Excuse comprise : "
            "vérifiez les poignées."
        ),
        (
            "With {hands} players these poignées need {shown} trumps and there are only {trumps}, the Excuse included: "
            "check the poignées."
        ),
    ),
    "chelem_bouts": (
        (
            "Un chelem réussi par {camp} en {contract} ne peut pas laisser {bouts} à l'attaque : vérifiez le chelem et "
            "les bouts."
        ),
        "A slam made by {camp} in a {contract} cannot leave the attack with {bouts}: check the slam and the bouts.",
    ),
    "chelem_unsaid": (
        "{points} points avec {bouts}, c'est un chelem réussi par {camp} : indiquez le chelem ou recomptez.",
        "{points} points with {bouts} is a slam made by {camp}: record the slam or count again.",
    ),
    "chelem_not_announced": (
        "Le chelem est dit non annoncé, mais annoncé par {player} : corrigez l'un ou l'autre.",
        "The slam is said not to be announced, yet announced by {player}: correct one or the other.",
    ),
    "chelem_announcer": (
        "Seul le preneur ({taker}) peut annoncer le chelem : retirez l'annonce de {player}.",
        "Only the taker ({taker}) may announce a slam: take out the announcement by {player}.",
    ),
    # Warnings.
    "chelem_inflicted_on_announcer": (
        (
            "Chelem annoncé par l'attaque et réussi par la défense : les deux primes s'ajoutent. Faites confirmer par "
            "l'arbitre."
        ),
        "Slam announced by the attack and made by the defence: both primes are counted. Have the arbiter confirm.",
    ),
    "poignee_without_trick": (
        (
            "{player} a montré une poignée {size} sans que son camp fasse une seule levée : vérifiez le chelem et la "
            "poignée."
        ),
        "{player} showed a {size} poignée and yet their camp took no trick: check the slam and the poignée.",
    ),
}

PARTS: dict[str, Texts] = {
    "contract": ("({base} + {distance}) × {multiplier}", "({base} + {distance}) × {multiplier}"),
    "contract_failed": ("−({base} + {distance}) × {multiplier}", "−({base} + {distance}) × {multiplier}"),
    "petit_au_bout": (
        "petit au bout pour {camp}, {prime} × {multiplier}",
        "petit au bout for {camp}, {prime} × {multiplier}",
    ),
    "poignee": ("poignée {size}", "{size} poignée"),
    "chelem_announced_made": ("chelem annoncé et réussi", "slam announced and made"),
    "chelem_made": ("chelem réussi sans annonce", "slam made unannounced"),
    "chelem_announced_failed": ("chelem annoncé et chuté", "slam announced and failed"),
    "chelem_inflicted": ("chelem de la défense", "slam by the defence"),
}

NAMES: dict[Enum, Texts] = {
    Contract.PRISE: ("prise", "prise"),
    Contract.GARDE: ("garde", "garde"),
    Contract.GARDE_SANS: ("garde sans le chien", "garde sans le chien"),
    Contract.GARDE_CONTRE: ("garde contre le chien", "garde contre le chien"),
    Camp.ATTAQUE: ("l'attaque", "the attack"),
    Camp.DEFENSE: ("la défense", "the defence"),
    PoigneeSize.SIMPLE: ("simple", "simple"),
    PoigneeSize.DOUBLE: ("double", "double"),
    PoigneeSize.TRIPLE: ("triple", "triple"),
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
