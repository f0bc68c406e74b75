"""Two entries of one tournament that are one person's: what becomes of them, and where he would have met himself."""

from django.db.models import Sum
from django.utils.translation import gettext as _

from tournaments.languages import current_language
from tournaments.models import Draw, Payment, PrizeGiven, Registration, Seat
from tournaments.queries.undoing import draws_with, hangs_on
from tournaments.text import euros


def meetings(one: Registration, other: Registration) -> list[tuple[Seat, Seat]]:
    """Return the seats that both have in the same rounds, the first rounds first, cancelled rounds too."""
    of_other = {seat.round_id: seat for seat in other.seats.select_related("table")}
    both = one.seats.filter(round__in=of_other).select_related("round", "table").order_by("round__number", "round")
    return [(seat, of_other[seat.round_id]) for seat in both]


def drawn_together(one: Registration, other: Registration) -> list[Draw]:
    """Return the draws that seated both and still make a round, although one of them has no seat there any more."""
    return [draw for draw in draws_with(other) if one.pk in draw.players and draw.rounds.exists()]


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
    told = [
        _(
            "Dans « %(tournament)s », où les deux sont inscrits sans s’être rencontrés, tout ce qui est à « %(gone)s » "
            "(places, résultats, pénalités, souhaits, paiements, prix) passe à « %(stays)s », et l’inscription "
            "« %(gone)s » s’efface."
        )
        % values
    ]
    payments = Payment.objects.filter(registration__in=[one, other], cancelled_at=None)
    if payments.values("registration").distinct().count() > 1:
        paid = euros(payments.aggregate(paid=Sum("amount"))["paid"], current_language())
        told.append(
            _("Les deux ont payé « %(tournament)s », %(paid)s en tout : rendez ce qui est en trop à la caisse.")
            % {**values, "paid": paid}
        )
    return told


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
