"""The words of a league's rule: what an evening brings, what is made of them, what decides between equal totals."""

from django.utils.translation import gettext_lazy as _

from tournaments.labels import Words
from tournaments.standings import Adds, Brings, LeagueTie

BRINGS_WORDS: Words = {
    Brings.SCORES: _("les points marqués à la table"),
    Brings.TABLE: _("des points selon la place, d’après un tableau"),
    Brings.FIELD: _("un point, et un de plus par joueur classé derrière"),
}
ADDS_WORDS: Words = {Adds.SUM: _("leur somme"), Adds.AVERAGE: _("leur moyenne")}
LEAGUE_TIE_WORDS: Words = {
    LeagueTie.WINS: _("le plus de soirées gagnées"),
    LeagueTie.BEST: _("la meilleure soirée"),
    LeagueTie.EVENTS: _("le plus de soirées jouées"),
    LeagueTie.ALL: _("la somme de tous les résultats"),
}
