"""What the cards do not allow."""

from .texts import Texts

IMPOSSIBLE: dict[str, Texts] = {
    # Points and bouts.
    "bouts_range": (
        "Il y a trois bouts dans le jeu, l'attaque ne peut pas en avoir {value} : indiquez de 0 à 3.",
        "There are three bouts in the pack, the attack cannot hold {value}: give 0 to 3.",
    ),
    "points_unreadable": (
        "« {key} » n'est pas un nombre de points : {value}. Écrivez par exemple 46.",
        "“{key}” is not a number of points: {value}. Write for instance 46.",
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
            "L'attaque ne peut pas avoir {points} points à {playing} joueurs : ses cartes font {below} ou {above}. "
            "Recomptez les points."
        ),
        (
            "The attack cannot have {points} points with {playing} players: its cards make {below} or {above}. "
            "Count the points again."
        ),
    ),
    "points_bouts": (
        (
            "Avec {bouts} en {contract} à {playing} joueurs, l'attaque a {range} points : {points} est "
            "impossible. Vérifiez les points et les bouts."
        ),
        (
            "With {bouts} in a {contract} with {playing} players, the attack has {range} points: "
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
        "Le petit au bout ne peut pas aller à {camp} quand {winner} fait tous les plis : corrigez l'un ou l'autre.",
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
            "À {playing} joueurs ces poignées demandent {shown} atouts et il n'y en a que {trumps}, Excuse comprise : "
            "vérifiez les poignées."
        ),
        (
            "With {playing} players these poignées need {shown} trumps and there are only {trumps}, the Excuse "
            "included: check the poignées."
        ),
    ),
    "poignee_by_level": (
        (
            "Aucune source ne dit combien d'atouts fait une poignée dans cette variante : indiquez simple, double ou "
            "triple au lieu d'un nombre."
        ),
        (
            "No source says how many trumps make a poignée in this variant: give simple, double or triple instead of a "
            "number."
        ),
    ),
    "misere_twice": (
        "{player} montre deux fois la même {misere} : n'en gardez qu'une.",
        "{player} shows the same {misere} twice: keep only one.",
    ),
    "misere_poignee": (
        "{player} montre une poignée et une {misere} : la seconde veut une main sans atout, retirez l'une des deux.",
        "{player} shows a poignée and a {misere}: the latter needs a hand without trumps, take one of them out.",
    ),
    "miseres_cards": (
        (
            "À {playing} joueurs, les 78 cartes ne permettent pas toutes ces misères à la fois : vérifiez les misères "
            "et les poignées."
        ),
        (
            "With {playing} players the 78 cards do not allow all these misères at once: check the misères and the "
            "poignées."
        ),
    ),
    "petit_chelem_made": (
        (
            "Le petit chelem, c'est tous les plis sauf un, et le chelem de {camp} les prend tous : gardez l'un "
            "ou l'autre."
        ),
        "A petit chelem is all the tricks but one, and the slam by {camp} takes them all: keep one or the other.",
    ),
    "petit_chelem_and_chelem": (
        "Le petit chelem et le chelem de l'attaque s'excluent : gardez l'un ou l'autre.",
        "The petit chelem and the slam of the attack exclude each other: keep one or the other.",
    ),
    "petit_chelem_bouts": (
        (
            "Un petit chelem réussi en {contract} ne peut pas laisser {bouts} à l'attaque : vérifiez le petit chelem "
            "et les bouts."
        ),
        "A petit chelem made in a {contract} cannot leave the attack with {bouts}: check it and the bouts.",
    ),
    "points_petit_chelem": (
        (
            "Un petit chelem réussi avec {bouts} en {contract} donne à l'attaque {range} points : {points} est "
            "impossible. Vérifiez le petit chelem, les points et les bouts."
        ),
        (
            "A petit chelem made with {bouts} in a {contract} gives the attack {range} points: {points} is impossible. "
            "Check the petit chelem, the points and the bouts."
        ),
    ),
    "chelem_bouts": (
        (
            "Un chelem réussi par {camp} en {contract} ne peut pas laisser {bouts} à l'attaque : vérifiez le chelem et "
            "les bouts."
        ),
        "A slam made by {camp} in a {contract} cannot leave the attack with {bouts}: check the slam and the bouts.",
    ),
    "chelem_poignees": (
        (
            "Un chelem réussi par {camp} est impossible contre {shown} atouts montrés : il n'en reste que {left} pour "
            "les prendre. Vérifiez le chelem et les poignées."
        ),
        (
            "A slam made by {camp} is impossible against {shown} trumps shown: only {left} are left to beat them. "
            "Check the slam and the poignées."
        ),
    ),
    "petit_chelem_poignees": (
        (
            "Un petit chelem est impossible contre {shown} atouts montrés : il n'en reste que {left} pour les prendre. "
            "Vérifiez le petit chelem et les poignées."
        ),
        (
            "A petit chelem is impossible against {shown} trumps shown: only {left} are left to beat them. Check the "
            "petit chelem and the poignées."
        ),
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
}
