"""Duplicate: whether somebody may read hands that are still to be played, and boards in words."""

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.labels import WITH_HANDS_TO_PLAY
from tournaments.models import Account, Document, Registration, Tournament


def plays_boards(account: Account | None, tournament: Tournament) -> bool:
    """
    Return whether somebody still has to play étuis of a tournament: there, or in another tournament of the same étuis.

    Whoever is registered counts, whatever his place: he may still come.
    """
    if account is None or account.player is None or tournament.free_rounds >= tournament.rounds_planned:
        return False
    of_etuis = Q(tournament=tournament)
    if tournament.board_deal_id is not None:
        of_etuis |= Q(tournament__board_deal=tournament.board_deal_id)
    return Registration.objects.filter(of_etuis, player__in=account.player.files).exists()


def is_hidden_from(account: Account | None, document: Document) -> bool:
    """Return whether a document has hands that this account still has to play."""
    job, tournament = document.job, document.tournament
    if job is None or tournament is None or job.kind not in WITH_HANDS_TO_PLAY:
        return False
    return plays_boards(account, tournament)


def boards_words(boards: range) -> str:
    """Return « étuis 7 à 9 », or « étui 7 » for one board; "" for none."""
    if not boards:
        return ""
    if len(boards) == 1:
        return _("étui %(number)d") % {"number": boards[0]}
    return _("étuis %(first)d à %(last)d") % {"first": boards[0], "last": boards[-1]}
