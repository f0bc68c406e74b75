"""Cards, what they are worth together, and what happens when they are played."""

from tournaments.translation import gettext_noop as _

SUITS: dict[str, str] = {
    "P": _("pique"),
    "C": _("cœur"),
    "K": _("carreau"),
    "T": _("trèfle"),
    "A": _("l’atout"),  # « fournir à l'atout »
}

CARDS: dict[str, str] = {
    "suit": _("{rank} de {suit}"),
    "trump": _("{rank} d’atout"),
    "excuse": _("Excuse"),
}

# The same cards inside a sentence: what stands before their names, by rank, else as every other card.
ARTICLES: dict[int | str, str] = {
    "other": _("le "),
    "excuse": _("l’"),
    13: _("la "),
    1: _("l’"),
}

RANKS: dict[int, str] = {
    14: _("roi"),
    13: _("dame"),
    12: _("cavalier"),
    11: _("valet"),
    1: _("as"),
}

KINDS: dict[str, str] = {
    "bout": _("bout"),
    "roi": _("roi"),
    "dame": _("dame"),
    "cavalier": _("cavalier"),
    "valet": _("valet"),
    "basse": _("petite carte"),
}

# A line of a pile counted by pairs.
PAIRS: dict[str, str] = {
    "pair": "{first} + {second} = {points}",
    "pairs": "{times} × ({first} + {second}) = {points}",
    "lone": _("{first}, sans autre carte = {points}"),
}

# What a player has to do: « Sud devait … », « il fallait … ».
DUTIES: dict[str, str] = {
    "free": _("jouer la carte de son choix"),
    "called": _("entamer dans une autre couleur que {suit}, ou avec la carte appelée elle-même"),
    "follow": _("fournir à {suit}"),
    "rise": _("monter sur le {trump}"),
    "trump": _("couper"),
    "overtrump": _("couper en montant sur le {trump}"),
    "undertrump": _("couper, même sous le {trump} (pisser)"),
}

# What the Excuse and the card that pays for it do once a trick is taken [R18, R19].
MOVES: dict[str, str] = {
    "kept": _("L’Excuse reste à {giver}."),
    "owed": _("{Giver} doit une petite carte."),
    "paid": _("{Giver} donne une carte en échange de l’Excuse ({card})."),
    "paid_dear": _(
        "{Giver} donne une carte en échange de l’Excuse ({card}) : ses plis n’ont pas de petite carte, c’est "
        "la moins chère qu’ils ont."
    ),
    "lost": _("Jouée au dernier pli, l’Excuse change de camp : elle va à {receiver}."),
    "takes": _("Jouée la dernière dans un chelem, l’Excuse fait le pli."),
}

CAMPS: dict[str, str] = {"attaque": _("l’attaque"), "defense": _("la défense")}
