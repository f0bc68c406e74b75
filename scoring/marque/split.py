"""Who marks what."""

from .count import Marque
from .donne import Donne


def split(donne: Donne, marque: Marque) -> dict[str, int]:
    """
    Return the score of every player, in playing order; they always sum to zero [R9].

    Each defender gives the attack the same amount. A taker alone keeps it all; with a partner, at five, the attack
    shares three payers' worth two thirds and one third, which is always exact [R22, R23, R26]; a team of two halves
    what four pay [R28]. Who sits out marks 0 [R25]. A misère is paid to one player by all who play [R31].
    """
    amount = marque.per_defender
    scores = dict.fromkeys(donne.players, -amount)
    if donne.partner is None:
        scores[donne.taker] = amount * (donne.variant.playing - 1)
    else:
        defenders = donne.variant.playing - 2
        scores[donne.partner] = amount * (defenders // 2)
        scores[donne.taker] = amount * (defenders - defenders // 2)
    for player in donne.sits_out:
        scores[player] = 0
    if donne.miseres:
        for part in marque.parts:
            if part.player is not None:
                for player in donne.playing:
                    scores[player] -= part.points
                scores[part.player] += part.points * donne.variant.playing
    return scores
