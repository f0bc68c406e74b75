"""Two entries of one tournament that are one person's: what becomes of them, and where he would have met himself."""

from django.utils.translation import gettext as _

from tournaments.kit.languages import current_language
from tournaments.kit.text import euros
from tournaments.models import Draw, Payment, PrizeGiven, Registration, Seat
from tournaments.queries.undo.consequences import draws_with, hangs_on


def meetings(one: Registration, other: Registration) -> list[tuple[Seat, Seat]]:
    """Return the seats that both have in the same rounds, the first rounds first, cancelled rounds too."""
    of_other = {seat.round_id: seat for seat in other.seats.select_related("table")}
    both = one.seats.filter(round__in=of_other).select_related("round", "table").order_by("round__number", "round")
    return [(seat, of_other[seat.round_id]) for seat in both]


def drawn_together(one: Registration, other: Registration) -> list[Draw]:
    """Return the draws that seated both and still make a round, although one of them has no seat there any more."""
    return [draw for draw in draws_with(other) if one.pk in draw.players and draw.rounds.exists()]


def meeting_words(number: int, table: int | None, table_of_other: int | None) -> str:
    """Return where two had each a place in a round, in words: at one table, at two, or one without a table."""
    if table is None or table_of_other is None:
        return _("position %(number)d") % {"number": number}
    if table == table_of_other:
        return _("position %(round)d, table %(table)d") % {"round": number, "table": table}
    return _("position %(round)d, tables %(one)d et %(other)d") % {
        "round": number,
        "one": table,
        "other": table_of_other,
    }


def rounds_met(one: Registration, other: Registration) -> list[str]:
    """Return in words where two entries that met had each a place, round by round."""
    told = []
    for seats in meetings(one, other):
        table, table_of_other = (seat.table.number if seat.table else None for seat in seats)
        told.append(meeting_words(seats[0].round.number, table, table_of_other))
    return told or [_("un même tirage")]


def have_met(one: Registration, other: Registration) -> bool:
    """Whether two entries cannot be joined: one person would sit twice in a round, or in a draw that is in force."""
    return bool(meetings(one, other) or drawn_together(one, other))


def one_that_goes(one: Registration, other: Registration) -> Registration:
    """Return which of two registrations goes when they are joined: one that nothing refers to, else the second."""
    return next((entry for entry in (other, one) if not hangs_on(entry)), other)


def joining_told(one: Registration, other: Registration) -> list[str]:
    """Return what joining two entries does, in sentences."""
    gone = one_that_goes(one, other)
    values = {
        "stays": str(one if gone.pk == other.pk else other),
        "gone": str(gone),
        "tournament": one.tournament.name,
    }
    if not hangs_on(gone):
        return [_("Dans « %(tournament)s », où les deux sont inscrits, l’inscription « %(gone)s » s’efface.") % values]
    return [
        _(
            "Dans « %(tournament)s », où les deux sont inscrits sans s’être rencontrés, tout ce qui est à « %(gone)s » "
            "(places, résultats, pénalités, souhaits, paiements, prix) passe à « %(stays)s », et l’inscription "
            "« %(gone)s » s’efface."
        )
        % values,
        *paid_twice(one, other),
    ]


def paid_twice(one: Registration, other: Registration) -> list[str]:
    """Return in a sentence what two entries paid, when both did."""
    payments = Payment.objects.filter(registration__in=[one, other], cancelled_at=None)
    if len({payment.registration_id for payment in payments}) < 2:
        return []
    paid = euros(sum(payment.amount for payment in payments), current_language())
    sentence = _("Les deux ont payé « %(tournament)s », %(paid)s en tout : rendez ce qui est en trop à la caisse.")
    return [sentence % {"tournament": one.tournament.name, "paid": paid}]


def why_not_joined(one: Registration, other: Registration) -> list[str]:
    """Return why two entries cannot be joined, in sentences: a prize given to both."""
    in_force = PrizeGiven.objects.filter(cancelled_at=None, registration=other)
    twice = in_force.filter(prize__given__registration=one, prize__given__cancelled_at=None).select_related("prize")
    return [
        _(
            "Le prix n° %(number)d de « %(tournament)s » est remis à « %(one)s » et à « %(other)s » : "
            "reprenez l’un des deux d’abord."
        )
        % {"number": given.prize.number, "tournament": one.tournament.name, "one": one, "other": other}
        for given in twice
    ]
