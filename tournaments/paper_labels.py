"""What is printed of an event: the jobs of papers, which of them are about one round, and the sizes of a sheet."""

from django.utils.translation import gettext_lazy as _

from tournaments.labels import OF_MATCHES, Codes, JobKind, Words

# What is printed of a rotation; the first ones are about one position rather than about all of them.
PRINTS_OF_A_ROUND = (
    *(JobKind.PAPERS, JobKind.SEATING_PLAN, JobKind.POSTER, JobKind.BLANK_SHEETS),
    *(JobKind.BOARD_SLIPS, JobKind.BOARD_RECAP, *OF_MATCHES),
)
PRINTS = (
    *PRINTS_OF_A_ROUND,
    *(JobKind.PLAYER_CARDS, JobKind.TENT_CARDS, JobKind.TABLE_LISTS, JobKind.CERTIFICATE, JobKind.NOTICE),
    JobKind.SET_CARDS,
)


class Paper(Codes):
    A4 = "A4", "A4"
    A3 = "A3", "A3"


# The keys that ask for a part of a ranking: of one group, of some rounds, of one club, of teams.
OF_LEAGUES = frozenset({JobKind.LEAGUE, JobKind.LEAGUE_POSTER})
NARROWED = ("group", "part", "club", "league", "teams")

# What « Tout imprimer » may hold, in the order of its pages, each with the words of its tick box.
PAPERS: Words = {
    JobKind.NOTICE: _("l’avis à afficher"),
    JobKind.SEATING_PLAN: _("le plan des tables"),
    JobKind.POSTER: _("l’affiche murale"),
    JobKind.BLANK_SHEETS: _("les feuilles à remplir"),
    JobKind.PLAYER_CARDS: _("les fiches des joueurs"),
    JobKind.TABLE_LISTS: _("les listes des tables"),
}
