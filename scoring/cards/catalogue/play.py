"""Cards, what they are worth together, and what happens when they are played."""

from scoring.marque.catalogue import Texts

SUITS: dict[str, Texts] = {
    "P": ("pique", "spades"),
    "C": ("cœur", "hearts"),
    "K": ("carreau", "diamonds"),
    "T": ("trèfle", "clubs"),
    "A": ("l'atout", "trumps"),  # « fournir à l'atout »
}

CARDS: dict[str, Texts] = {
    "suit": ("{rank} de {suit}", "{rank} of {suit}"),
    "trump": ("{rank} d'atout", "{rank} of trumps"),
    "excuse": ("Excuse", "Excuse"),
}

# The same cards inside a sentence: what stands before their names, by rank, else as every other card.
ARTICLES: dict[int | str, Texts] = {
    "other": ("le ", "the "),
    "excuse": ("l'", "the "),
    13: ("la ", "the "),
    1: ("l'", "the "),
}

RANKS: dict[int, Texts] = {
    14: ("roi", "king"),
    13: ("dame", "queen"),
    12: ("cavalier", "knight"),
    11: ("valet", "jack"),
    1: ("as", "ace"),
}

KINDS: dict[str, Texts] = {
    "bout": ("bout", "bout"),
    "roi": ("roi", "king"),
    "dame": ("dame", "queen"),
    "cavalier": ("cavalier", "knight"),
    "valet": ("valet", "jack"),
    "basse": ("petite carte", "low card"),
}

# A line of a pile counted by pairs.
PAIRS: dict[str, Texts] = {
    "pair": ("{first} + {second} = {points}", "{first} + {second} = {points}"),
    "pairs": ("{times} × ({first} + {second}) = {points}", "{times} × ({first} + {second}) = {points}"),
    "lone": ("{first}, sans autre carte = {points}", "{first}, with no other card = {points}"),
}

# What a player has to do: « Sud devait … », « il fallait … ».
DUTIES: dict[str, Texts] = {
    "free": ("jouer la carte de son choix", "play any card"),
    "called": (
        "entamer dans une autre couleur que {suit}, ou avec la carte appelée elle-même",
        "lead another suit than {suit}, or the called card itself",
    ),
    "follow": ("fournir à {suit}", "follow {suit}"),
    "rise": ("monter sur le {trump}", "play a trump above the {trump}"),
    "trump": ("couper", "trump"),
    "overtrump": ("couper en montant sur le {trump}", "trump above the {trump}"),
    "undertrump": ("couper, même sous le {trump} (pisser)", "trump, even below the {trump}"),
}

# What the Excuse and the card that pays for it do once a trick is taken [R18, R19].
MOVES: dict[str, Texts] = {
    "kept": ("L'Excuse reste à {giver}.", "The Excuse stays with {giver}."),
    "owed": ("{Giver} doit une petite carte.", "{Giver} owes a low card."),
    "paid": (
        "{Giver} donne une carte en échange de l'Excuse ({card}).",
        "{Giver} gives a card for the Excuse ({card}).",
    ),
    "paid_dear": (
        (
            "{Giver} donne une carte en échange de l'Excuse ({card}) : ses plis n'ont pas de petite carte, c'est la "
            "moins chère qu'ils ont."
        ),
        (
            "{Giver} gives a card for the Excuse ({card}): its tricks hold no low card, and this is the cheapest "
            "they have."
        ),
    ),
    "lost": (
        "Jouée au dernier pli, l'Excuse change de camp : elle va à {receiver}.",
        "Played to the last trick, the Excuse changes sides: it goes to {receiver}.",
    ),
    "takes": (
        "Jouée la dernière dans un chelem, l'Excuse fait le pli.",
        "Played last in a slam, the Excuse takes the trick.",
    ),
}

CAMPS: dict[str, Texts] = {"attaque": ("l'attaque", "the attack"), "defense": ("la défense", "the defence")}
