"""Sentences about the ranking of teams of three."""

from django.utils.translation import gettext as _

from tournaments.comparison import Method
from tournaments.models import Tournament


def trios_ranked_words() -> str:
    """Return what counts for a team: each of its takers, and a defence of three once."""
    return _(
        "Par triplettes : une équipe a ce qu’ont gagné ses trois preneurs et, à chaque étui qu’elle défend, ce que sa "
        "défense a gagné, une fois pour trois joueurs."
    )


def trios_compared_words(tournament: Tournament) -> str:
    """Return how takers are compared with takers and defences with defences, and what each player has of it."""
    if tournament.compared_by == Method.MATCHPOINTS:
        how = _(
            "Par triplettes : sur chaque étui les preneurs sont comparés entre eux et les défenses entre elles, 2 "
            "points par résultat battu, 1 par résultat égal. Le classement dit la part gagnée de ce qui était possible."
        )
    else:
        how = _(
            "Par triplettes : sur chaque étui un preneur est comparé à la moyenne des autres preneurs, une défense, "
            "ses trois marques ensemble, à celle des autres défenses."
        )
    least = _("Un étui qui a moins de %(count)d résultats rapporte une moyenne.") % {"count": tournament.compared_least}
    whose = _("Chacun a ce qu’il a gagné preneur ou en défense ; le classement qui compte est celui des équipes.")
    return " ".join([how, least, whose])
