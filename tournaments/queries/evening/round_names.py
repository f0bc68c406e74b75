"""
The word for a round on pages and papers: « position », or « séquence » if a clock ends it.

Both words are feminine, so that one sentence takes either: « Plan de la %(round)s ».
"""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.labels import Pace
from tournaments.models import Tournament


def round_name(tournament: Tournament, number: int) -> str:
    """Return « position 2 » or « séquence 2 »."""
    words = _("séquence %(number)d") if is_timed(tournament) else _("position %(number)d")
    return words % {"number": number}


def round_title(tournament: Tournament, number: int) -> str:
    """Return « Position 2 » or « Séquence 2 »."""
    name = round_name(tournament, number)
    return name[:1].upper() + name[1:]


def after_round(tournament: Tournament, number: int) -> str:
    """Return « après la position 2 », for a ranking as it was then."""
    return _("après la %(round)s") % {"round": round_name(tournament, number)}


def round_alone(tournament: Tournament, number: int) -> str:
    """Return « la position 2 seule », for a ranking that counts this round only."""
    return _("la %(round)s seule") % {"round": round_name(tournament, number)}


def round_word(tournament: Tournament) -> str:
    """Return « position » or « séquence », for a sentence about a round without a number."""
    return _("séquence") if is_timed(tournament) else _("position")


def rounds_word(tournament: Tournament) -> str:
    """Return « positions » or « séquences »."""
    return _("séquences") if is_timed(tournament) else _("positions")


def all_rounds(tournament: Tournament) -> str:
    """Return « toutes les positions » or « toutes les séquences »."""
    return _("toutes les séquences") if is_timed(tournament) else _("toutes les positions")


def counted_rounds(tournament: Tournament, count: int) -> str:
    """Return « 3 positions » or « 3 séquences »."""
    if is_timed(tournament):
        return ngettext("%(count)d séquence", "%(count)d séquences", count) % {"count": count}
    return ngettext("%(count)d position", "%(count)d positions", count) % {"count": count}


def round_heading(tournament: Tournament) -> str:
    """Return the heading of a narrow column of round numbers."""
    return _("Séq.") if is_timed(tournament) else _("Pos.")


def round_mark(tournament: Tournament, number: int) -> str:
    """Return the heading of a round's column of points: « P2 », « S2 »."""
    return (_("S%(number)d") if is_timed(tournament) else _("P%(number)d")) % {"number": number}


def is_timed(tournament: Tournament) -> bool:
    """Return whether the rounds of a tournament end by the clock, and are called « séquence »."""
    return tournament.pace == Pace.MINUTES
