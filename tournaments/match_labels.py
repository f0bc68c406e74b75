"""How matches of teams are counted: stored code and words shown."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.comparison import VictoryBy
from tournaments.labels import Words, choices_of

VICTORY_WORDS: Words = {
    VictoryBy.RESULT: _("des points pour un match gagné, nul ou perdu"),
    VictoryBy.SCALE: _("des points selon l’écart du match, par une table que vous donnez"),
}


def victories() -> list[tuple[str, Promise]]:
    return choices_of(VICTORY_WORDS)
