"""
A notice for the wall in the club's name: the game, its place and time, the address to follow it on a phone, whose names
are shown, and a message from the organiser.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.documents.composed_pages import MM, about, composed, fitted, lines_of, logo_url
from tournaments.documents.registry import Content, Order, document
from tournaments.labels import JobKind, Pace
from tournaments.models import Tournament
from tournaments.queries.evening.round_names import counted_rounds

ROOM, HEIGHT = 180, 32  # millimetres for the name of the event
SIZES = (44, 40, 36, 31, 27, 22)
# Points for the club's message, and its room in millimetres: across, and down where the QR code is small.
MESSAGE, ACROSS, DOWN = (22, 20, 18, 16, 14, 13, 12), 170, 56
LEADING = 1.35


@document(JobKind.NOTICE, template="documents/notice.html")
def notice(order: Order) -> Content:
    tournament, message = order.tournament, order.job.wanted.get("message", "")
    page = {
        "about": about(tournament, _("Avis"), order.at),
        "event": fitted(tournament.name, ROOM, SIZES, height=HEIGHT, bold=True),
        "logo": logo_url(tournament.club),
        "where": " · ".join(filter(None, (tournament.where, "" if tournament.starts_at else tournament.club.hours))),
        "facts": list(_facts(tournament)),
        "message": message,
        "size": next((size for size in MESSAGE if _height(message, size) <= DOWN), MESSAGE[-1]),
    }
    title = _("Avis · %(tournament)s") % {"tournament": tournament.name}
    return Content(title, "avis", composed([page], layout="composed notice"))


def _height(message: str, size: float) -> float:
    """Return about how many millimetres a message takes when its long lines are broken; `size` is in points."""
    return sum(lines_of(line, ACROSS, size) for line in message.splitlines()) * size * MM * LEADING


def _facts(tournament: Tournament) -> Iterator[str]:
    """Yield the facts that everybody needs before the first donne."""
    yield _rounds(tournament)
    yield _("Tables de %(size)d joueurs") % {"size": tournament.table_size}
    yield tournament.bareme_label[:1].upper() + tournament.bareme_label[1:]


def _rounds(tournament: Tournament) -> str:
    """Return « 5 positions de 4 donnes », « 3 séquences de 60 minutes »."""
    planned, donnes, minutes = (
        tournament.rounds_planned,
        tournament.donnes_per_round or 0,
        tournament.minutes_per_round or 0,
    )
    rounds = counted_rounds(tournament, planned)
    if tournament.pace == Pace.DONNES:
        length = ngettext("%(count)d donne", "%(count)d donnes", donnes) % {"count": donnes}
        return _("%(rounds)s de %(each)s") % {"rounds": rounds, "each": length}
    if not minutes:
        return rounds
    length = ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}
    return _("%(rounds)s de %(each)s") % {"rounds": rounds, "each": length}
