"""Words of a ranking: who counts in it, what a round without playing brings, what decides between equal totals."""

from itertools import permutations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.labels import Words, choices_of
from tournaments.standings import Adjusted, Missed, Tie, Unfinished

UNFINISHED_WORDS: Words = {
    Unfinished.RANKED: _("classé, avec une marque"),
    Unfinished.MINIMUM: _("classé à partir d’un minimum de positions"),
    Unfinished.OUT: _("hors classement, à moins d’avoir tout joué"),
}
MISSED_WORDS: Words = {
    Missed.ZERO: _("rien : 0 point"),
    Missed.AVERAGE: _("la moyenne du joueur à ses autres positions"),
    Missed.FIXED: _("un nombre de points fixé"),
}
TIE_WORDS: Words = {
    Tie.POSITION: _("la meilleure position"),
    Tie.PENALTIES: _("le moins de pénalités"),
    Tie.CONTRACTS: _("le plus de contrats réussis"),
    Tie.DIRECT: _("les tables jouées ensemble"),
    Tie.LOTS: _("le sort"),
}
ADJUSTED_WORDS: Words = {
    Adjusted.EVENT: _("moyenne de l’épreuve"),
    Adjusted.OWN: _("moyenne du joueur"),
    Adjusted.ASSIGNED: _("score attribué"),
}


def tie_break_orders() -> list[str]:
    """Return every order of criteria that a tournament may choose, as it is kept: codes and commas, lots at the end."""
    decided = [tie.value for tie in Tie if tie is not Tie.LOTS]
    orders = [order for many in range(len(decided) + 1) for order in permutations(decided, many)]
    return [",".join(order) for order in [*orders, *((*order, Tie.LOTS.value) for order in orders)]]


def unfinished_rules() -> list[tuple[str, Promise]]:
    return choices_of(UNFINISHED_WORDS)


def missed_rules() -> list[tuple[str, Promise]]:
    return choices_of(MISSED_WORDS)


def adjusted_choices() -> list[tuple[str, Promise]]:
    return choices_of(ADJUSTED_WORDS)
