"""The marque told in sentences: what was played, what it comes to, who gives what to whom."""

from .texts import Texts

SENTENCES: dict[str, Texts] = {
    # What was played.
    "made": (
        (
            "{taker} a demandé une {contract} : {counted} {with_bouts}, il en fallait {required} : contrat réussi de "
            "{distance}."
        ),
        "{taker} bid a {contract}: {counted} {with_bouts}, {required} were needed: contract made by {distance}.",
    ),
    "just_made": (
        "{taker} a demandé une {contract} : {counted} {with_bouts}, il en fallait {required} : contrat juste fait.",
        "{taker} bid a {contract}: {counted} {with_bouts}, {required} were needed: contract just made.",
    ),
    "failed": (
        (
            "{taker} a demandé une {contract} : {counted} {with_bouts}, il en fallait {required} : contrat chuté de "
            "{distance}."
        ),
        "{taker} bid a {contract}: {counted} {with_bouts}, {required} were needed: contract failed by {distance}.",
    ),
    "half": (
        "Le demi-point va au camp qui gagne le contrat, {camp} : {points} comptent pour {number}.",
        "The half point goes to the camp that wins the contract, {camp}: {points} counts as {number}.",
    ),
    # What it comes to.
    "contract": (
        (
            "{base} points de base et {distance} d'écart, multipliés par {multiplier} pour une {contract} : ({base} "
            "+ {distance}) × {multiplier} = {amount} pour {camp}."
        ),
        (
            "{base} base points and {distance} of margin, multiplied by {multiplier} for a {contract}: ({base} + "
            "{distance}) × {multiplier} = {amount} for {camp}."
        ),
    ),
    "contract_added": (
        "La {contract} vaut {base}, et l'on y ajoute l'écart : {base} + {distance} = {amount} pour {camp}.",
        "The {contract} is worth {base}, and the margin is added: {base} + {distance} = {amount} for {camp}.",
    ),
    "petit_au_bout": (
        "Petit au bout pour {camp}, quel que soit le résultat du contrat : {prime} × {multiplier} = {amount}.",
        "Petit au bout for {camp}, whatever becomes of the contract: {prime} × {multiplier} = {amount}.",
    ),
    "petit_au_bout_added": (
        "Petit au bout pour {camp}, quel que soit le résultat du contrat : {amount}.",
        "Petit au bout for {camp}, whatever becomes of the contract: {amount}.",
    ),
    "poignee": (
        "Poignée {size} montrée par {player} : {amount} pour le camp qui gagne le contrat, {camp}.",
        "A {size} poignée shown by {player}: {amount} for the camp that wins the contract, {camp}.",
    ),
    "chelem_announced_made": (
        "Chelem annoncé et réussi : {amount} pour {camp}.",
        "Slam announced and made: {amount} for {camp}.",
    ),
    "chelem_made": (
        "Chelem réussi sans avoir été annoncé : {amount} pour {camp}.",
        "Slam made without being announced: {amount} for {camp}.",
    ),
    "chelem_announced_failed": (
        "Chelem annoncé et chuté : {amount} pour {camp}, que le contrat soit réussi ou non.",
        "Slam announced and failed: {amount} for {camp}, whether the contract is made or not.",
    ),
    "chelem_inflicted": (
        "La défense a fait tous les plis : {amount} pour {camp}.",
        "The defence took every trick: {amount} for {camp}.",
    ),
    "petit_chelem_made": (
        "Petit chelem annoncé et réussi : {amount} pour {camp}.",
        "Petit chelem announced and made: {amount} for {camp}.",
    ),
    "petit_chelem_failed": (
        "Petit chelem annoncé et chuté : {amount} pour {camp}, que le contrat soit réussi ou non.",
        "Petit chelem announced and failed: {amount} for {camp}, whether the contract is made or not.",
    ),
    "total": ("Au total pour {camp} : {sum} = {amount}.", "In all for {camp}: {sum} = {amount}."),
    # Who gives what to whom.
    "nothing": ("Personne ne donne rien à personne.", "Nobody gives anybody anything."),
    "one_gives": ("{defender} donne {amount} à {taker}.", "{defender} gives {taker} {amount}."),
    "one_gets": ("{taker} donne {amount} à {defender}.", "{taker} gives {defender} {amount}."),
    "each_gives": (
        "Chacun des {defenders} défenseurs donne {amount} à {taker}, soit {total}.",
        "Each of the {defenders} defenders gives {taker} {amount}, {total} in all.",
    ),
    "each_gets": (
        "{taker} donne {amount} à chacun des {defenders} défenseurs, soit {total}.",
        "{taker} gives each of the {defenders} defenders {amount}, {total} in all.",
    ),
    "thirds_give": (
        (
            "Chacun des {defenders} défenseurs donne {amount} à l'attaque, soit {total} : deux tiers à {taker}, un "
            "tiers à {partner}."
        ),
        (
            "Each of the {defenders} defenders gives the attack {amount}, {total} in all: two thirds to {taker}, one "
            "third to {partner}."
        ),
    ),
    "thirds_get": (
        (
            "L'attaque donne {amount} à chacun des {defenders} défenseurs, soit {total} : deux tiers par {taker}, un "
            "tiers par {partner}."
        ),
        (
            "The attack gives each of the {defenders} defenders {amount}, {total} in all: two thirds by {taker}, one "
            "third by {partner}."
        ),
    ),
    "halves_give": (
        (
            "Chacun des {defenders} défenseurs donne {amount} à l'attaque, soit {total} : une moitié à {taker}, "
            "l'autre à {partner}."
        ),
        (
            "Each of the {defenders} defenders gives the attack {amount}, {total} in all: half to {taker}, half to "
            "{partner}."
        ),
    ),
    "halves_get": (
        (
            "L'attaque donne {amount} à chacun des {defenders} défenseurs, soit {total} : une moitié par {taker}, "
            "l'autre par {partner}."
        ),
        (
            "The attack gives each of the {defenders} defenders {amount}, {total} in all: half by {taker}, half by "
            "{partner}."
        ),
    ),
    "misere": (
        "Une {misere} montrée par {player}, qui reçoit {amount} de chacun des autres.",
        "A {misere} shown by {player}, who gets {amount} from each of the others.",
    ),
    "misere_of_two": (
        "Une {misere} montrée par {player}, qui reçoit {amount} de l'autre.",
        "A {misere} shown by {player}, who gets {amount} from the other.",
    ),
    "resting": ("{player} ne joue pas cette donne et marque 0.", "{player} sits this deal out and marks 0."),
    "resting_team": (
        "{player} et {other} ne jouent pas cette donne et marquent 0.",
        "{player} and {other} sit this deal out and mark 0.",
    ),
    "scores": ("On marque : {scores}.", "The score: {scores}."),
}
