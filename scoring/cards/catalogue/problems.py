"""What can be wrong with a record, and the places and numbers its sentences name."""

from scoring.marque.catalogue import Texts

PROBLEMS: dict[str, Texts] = {
    # The line and its keys.
    "not_object": (
        "Un relevé s'écrit comme un objet JSON, reçu : {value}. Écrivez un objet par donne.",
        "A record is written as a JSON object, got {value}. Write one object for each donne.",
    ),
    "key_unknown": (
        "La clé « {key} » n'existe pas dans un relevé : corrigez-la ou retirez-la.",
        "A record has no key “{key}”: correct it or take it out.",
    ),
    "key_missing": ("Il manque « {key} » : indiquez-le.", "“{key}” is missing: give it."),
    "wrong_type": (
        "« {key} » doit être {expected}, reçu : {value}. Corrigez cette valeur.",
        "“{key}” must be {expected}, got {value}. Correct this value.",
    ),
    "too_many": (
        "« {key} » en compte {count} : une donne en a {most} au plus. Corrigez cette valeur.",
        "“{key}” holds {count}: a deal has {most} at most. Correct this value.",
    ),
    "code_unknown": (
        "« {key} » ne peut pas valoir {value} : choisissez parmi {choices}.",
        "“{key}” cannot be {value}: choose one of {choices}.",
    ),
    "card_unreadable": (
        (
            "Je ne connais pas la carte {value} dans {place} : écrivez 21 à 1 pour un atout, EX pour l'Excuse, sinon "
            "P, C, K ou T et R, D, C, V, 10 à 2 ou A (PR est le roi de pique)."
        ),
        (
            "I do not know the card {value} in {place}: write 21 to 1 for a trump, EX for the Excuse, otherwise P, C, "
            "K or T and R, D, C, V, 10 to 2 or A (PR is the king of spades)."
        ),
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
        "{player} n'est pas à cette table ({place}) : choisissez parmi {choices}.",
        "{player} is not at this table ({place}): choose one of {choices}.",
    ),
    "player_sits_out": (
        "{player} est le mort de cette donne et n'a pas de cartes ({place}) : choisissez un autre joueur.",
        "{player} sits this deal out and holds no cards ({place}): choose another player.",
    ),
    "mort_unclear": (
        "À cinq avec un mort, un seul joueur est sans cartes, ici {count} : indiquez le mort dans « sits_out ».",
        "With five players and a mort, one player is without cards, here {count}: name the mort in “sits_out”.",
    ),
    "sits_out_forbidden": (
        "Dans cette variante tout le monde joue : retirez {players} de « sits_out ».",
        "In this variant everyone plays: take {players} out of “sits_out”.",
    ),
    "leader_missing": (
        "On ne sait pas qui entame : indiquez le donneur (« dealer ») ou le premier à jouer (« leader »).",
        "Nobody knows who leads first: give the dealer (“dealer”) or the first to play (“leader”).",
    ),
    "leader_conflict": (
        "Ce n'est pas {player} qui entame, c'est {other} : corrigez le premier à jouer ou le donneur.",
        "{player} does not lead first, {other} does: correct the first to play or the dealer.",
    ),
    # The deal.
    "hand_size": (
        "{player} a {count} au lieu de {expected} : corrigez sa main.",
        "{player} holds {count} instead of {expected}: correct that hand.",
    ),
    "chien_size": (
        "Le chien a {count} au lieu de {expected} : corrigez-le.",
        "The dog has {count} instead of {expected}: correct it.",
    ),
    "card_twice": (
        "Carte donnée plusieurs fois : {card} ({places}). Elle n'existe qu'une fois, corrigez.",
        "Card dealt more than once: {card} ({places}). There is only one, correct it.",
    ),
    "cards_missing": (
        "Il manque au jeu de 78 cartes : {cards}. Donnez chaque carte à une main ou au chien.",
        "The pack of 78 lacks: {cards}. Give every card to a hand or to the dog.",
    ),
    "petit_sec": (
        "{player} a le Petit sec : la donne est annulée, rien n'est marqué. Corrigez sa main ou annulez la donne.",
        "{player} holds the Petit alone: the deal is void, nothing is marked. Correct that hand or void the deal.",
    ),
    "called_missing": (
        "À cinq joueurs, indiquez la carte appelée (« called »), par exemple CR.",
        "With five players, give the called card (“called”), for instance CR.",
    ),
    "called_forbidden": (
        "On n'appelle une carte qu'à cinq joueurs : retirez {card}.",
        "A card is only called with five players: take {card} out.",
    ),
    "called_not_allowed": (
        (
            "{player} ne peut pas appeler {card} : un roi ; avec les quatre rois en main, une dame, et ainsi de "
            "suite. Corrigez l'appel."
        ),
        "{player} may not call {card}: a king; holding the four kings, a queen, and so on. Correct the call.",
    ),
    "ecart_forbidden": (
        "Sans le chien ou contre le chien, {player} n'écarte pas : retirez l'écart.",
        "Without or against the dog, {player} discards nothing: take the écart out.",
    ),
    "ecart_size": (
        "L'écart a {count} au lieu de {expected} : corrigez-le.",
        "The écart has {count} instead of {expected}: correct it.",
    ),
    "ecart_not_held": (
        "{player} n'avait pas à l'écart : {cards}. Corrigez l'écart, la main ou le chien.",
        "{player} did not hold what is in the écart: {cards}. Correct the écart, the hand or the dog.",
    ),
    "ecart_king": (
        "On n'écarte pas de roi : {cards}. Corrigez l'écart.",
        "A king is never discarded: {cards}. Correct the écart.",
    ),
    "ecart_bout": (
        "On n'écarte pas de bout : {cards}. Corrigez l'écart.",
        "A bout is never discarded: {cards}. Correct the écart.",
    ),
    "ecart_trump": (
        "On n'écarte d'atout que faute d'autre carte : {cards}. Corrigez l'écart.",
        "A trump is only discarded when nothing else is left: {cards}. Correct the écart.",
    ),
    "poignee_twice": (
        "{player} ne montre qu'une poignée par donne : gardez la plus forte.",
        "{player} shows only one poignée in a deal: keep the biggest.",
    ),
    "poignee_number": (
        "{player} montre {count} : une poignée en a exactement {choices}. Corrigez les cartes montrées.",
        "{player} shows {count}: a poignée has exactly {choices}. Correct the cards shown.",
    ),
    "poignee_not_trump": (
        "La poignée de {player} se fait d'atouts, et de l'Excuse à défaut : corrigez les cartes montrées.",
        "The poignée of {player} is made of trumps, and of the Excuse for want of one: correct the cards shown.",
    ),
    "poignee_not_held": (
        "{player} montre en poignée des cartes qui ne sont pas dans sa main : corrigez la poignée ou la main.",
        "{player} shows in a poignée cards that are not in that hand: correct the poignée or the hand.",
    ),
    "poignee_excuse": (
        "{player} montre l'Excuse en gardant un autre atout : l'atout doit être montré à sa place.",
        "{player} shows the Excuse while keeping another trump: the trump must be shown in its place.",
    ),
    # The play.
    "trick_size": (
        "Le pli {trick} a {count} au lieu de {expected} : corrigez-le ({who}).",
        "Trick {trick} has {count} instead of {expected}: correct it ({who}).",
    ),
    "trick_stranger": (
        "Pli {trick} : {player} ne joue pas dans cette donne. Corrigez le nom.",
        "Trick {trick}: {player} does not play in this deal. Correct the name.",
    ),
    "out_of_turn": (
        "Pli {trick} : {player} a joué hors tour, c'était à {other}. Vérifiez l'ordre des cartes.",
        "Trick {trick}: {player} played out of turn, it was for {other} to play. Check the order of the cards.",
    ),
    "card_not_held": (
        "Pli {trick} : {player} n'a pas {card} en main. Vérifiez la carte jouée.",
        "Trick {trick}: {player} does not hold {card}. Check the card played.",
    ),
    "card_discarded": (
        "Pli {trick} : {player} joue {card}, qui est à l'écart. Vérifiez l'écart ou la carte jouée.",
        "Trick {trick}: {player} plays {card}, which is in the écart. Check the écart or the card played.",
    ),
    "card_played_twice": (
        "Pli {trick} : {player} joue {card}, déjà tombée au pli {first}. Vérifiez la carte jouée.",
        "Trick {trick}: {player} plays {card}, already played in trick {first}. Check the card played.",
    ),
    "renonce": (
        "Pli {trick} : {player} a joué {card}, il fallait {duty}. Cartes permises : {cards}.",
        "Trick {trick}: {player} played {card} but had to {duty}. Cards allowed: {cards}.",
    ),
    "called_suit": (
        "Pli {trick} : {player} a joué {card}, il fallait {duty}. Cartes permises : {cards}.",
        "Trick {trick}: {player} played {card} but had to {duty}. Cards allowed: {cards}.",
    ),
    "excuse_not_last": (
        (
            "Pli {trick} : chelem annoncé, et {player} joue l'Excuse avant le dernier pli. Son camp a fait tous les "
            "plis et le chelem est compté, mais l'Excuse devait se garder pour la fin : faites juger l'arbitre."
        ),
        (
            "Trick {trick}: a slam was announced, and {player} plays the Excuse before the last trick. Their camp "
            "took every trick and the slam is counted, but the Excuse had to be kept to the end: have the arbiter "
            "decide."
        ),
    ),
    "tricks_too_many": (
        "Il y a {count} au lieu de {expected} : retirez ce qui est en trop.",
        "There are {count} instead of {expected}: take out what is too much.",
    ),
    "unfinished": (
        "La donne n'est pas finie : {count} sur {expected}. Complétez le relevé.",
        "The deal is not finished: {count} out of {expected}. Complete the record.",
    ),
}

# What a value has to be.
EXPECTED: dict[str, Texts] = {
    "text": ("un texte", "a text"),
    "name": ("un nom", "a name"),
    "names": ("une liste de noms", "a list of names"),
    "boolean": ("true ou false", "true or false"),
    "object": ("un objet", "an object"),
    "list": ("une liste", "a list"),
    "card": ("une carte", "a card"),
    "cards": ("une liste de cartes", "a list of cards"),
}

# Where in a record something is.
PLACES: dict[str, Texts] = {
    "chien": ("le chien", "the dog"),
    "ecart": ("l'écart", "the écart"),
    "called": ("la carte appelée", "the called card"),
    "hand": ("la main de {player}", "the hand of {player}"),
    "poignee": ("la poignée de {player}", "the poignée of {player}"),
    "trick": ("le pli {trick}", "trick {trick}"),
    "taker": ("le preneur", "the taker"),
    "dealer": ("le donneur", "the dealer"),
    "leader": ("le premier à jouer", "the first to play"),
    "hands": ("les mains", "the hands"),
    "poignees": ("les poignées", "the poignées"),
    "sits_out": ("le mort", "the mort"),
}

# Counted things, one and several.
COUNTED: dict[str, Texts] = {
    "card": ("{count} carte", "{count} card"),
    "cards": ("{count} cartes", "{count} cards"),
    "trick": ("{count} pli", "{count} trick"),
    "tricks": ("{count} plis", "{count} tricks"),
}

WHO: dict[str, Texts] = {
    "missing": ("il manque {names}", "{names} missing"),
    "extra": ("{names} en trop", "{names} too many"),
}
