"""Who marks what."""

from .count import Marque
from .donne import Donne


def split(donne: Donne, marque: Marque) -> dict[str, int]:
    """
    Return the score of every player, in playing order; they always sum to zero [R9].

    Each defender gives the attack the same amount. A taker alone keeps it all; with a partner, at five, the attack
    shares three payers' worth two thirds and one third, which is always exact [R22, R23]. A mort marks 0 [R25].
    """
    amount = marque.per_defender
    defenders = donne.defenders
    scores = dict.fromkeys(donne.players, 0)
    for player in defenders:
        scores[player] = -amount
    if donne.partner is not None:
        scores[donne.partner] = amount
    scores[donne.taker] = amount * (len(defenders) - (donne.partner is not None))
    return scores
