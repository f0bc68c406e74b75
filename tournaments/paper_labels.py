"""What an evening prints at once, in words."""

from django.utils.translation import gettext_lazy as _

from tournaments.labels import JobKind, Words

# What « Tout imprimer » may hold, in the order of its pages, each with the words of its tick box.
PAPERS: Words = {
    JobKind.NOTICE: _("l’avis à afficher"),
    JobKind.SEATING_PLAN: _("le plan des tables"),
    JobKind.POSTER: _("l’affiche murale"),
    JobKind.BLANK_SHEETS: _("les feuilles à remplir"),
    JobKind.PLAYER_CARDS: _("les fiches des joueurs"),
    JobKind.TABLE_LISTS: _("les listes des tables"),
}
