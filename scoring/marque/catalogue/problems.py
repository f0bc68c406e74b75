"""What is wrong with a line, its names and its house rules."""

from .texts import Texts

ASKED: dict[str, Texts] = {
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
    "pousse_not_in_force": (
        "La pousse est une règle maison qui n'est pas en vigueur ici : choisissez un contrat du règlement.",
        "The pousse is a house rule that is not in force here: choose a contract of the rules.",
    ),
    "petit_chelem_not_in_force": (
        "Le petit chelem est une règle maison qui n'est pas en vigueur ici : retirez-le.",
        "The petit chelem is a house rule that is not in force here: take it out.",
    ),
    "miseres_not_in_force": (
        "Les misères sont une règle maison qui n'est pas en vigueur ici : retirez-les.",
        "Misères are a house rule that is not in force here: take them out.",
    ),
    "misere_value": (
        "Une misère vaut de 1 à {most} points, reçu : {value}. Corrigez cette valeur.",
        "A misère is worth 1 to {most} points, got {value}. Correct this value.",
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
        "{player} ne joue pas cette donne et n'a pas de cartes : choisissez un autre joueur.",
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
        "À {playing} joueurs le preneur joue seul : retirez {player} comme partenaire.",
        "With {playing} players the taker plays alone: take {player} out as partner.",
    ),
    "team_mate_missing": (
        "À {playing} joueurs on joue par équipes de deux : indiquez le coéquipier du preneur.",
        "With {playing} players one plays in teams of two: name the taker's team-mate.",
    ),
    "dealer_missing": (
        "À sept, celui qui distribue ne joue pas : indiquez ce seul joueur au repos (reçu : {count}).",
        "With seven players the dealer does not play: name that one player as sitting out (got {count}).",
    ),
    "team_missing": (
        "À huit, l'équipe qui distribue ne joue pas : indiquez ces deux joueurs au repos (reçu : {count}).",
        "With eight players the dealing team does not play: name its two players as sitting out (got {count}).",
    ),
    "mort_missing": (
        "À cinq avec un mort, indiquez le seul joueur qui ne joue pas cette donne (reçu : {count}).",
        "With five players and a mort, name the one player who sits this deal out (got {count}).",
    ),
    "sits_out_twice": (
        "{player} est indiqué deux fois au repos : indiquez les deux joueurs de l'équipe qui distribue.",
        "{player} is named twice as sitting out: name both players of the dealing team.",
    ),
    "sits_out_forbidden": (
        "Dans cette variante tout le monde joue : retirez {players} des joueurs au repos.",
        "In this variant everyone plays: take {players} out of those who sit out.",
    ),
}
