"""
What a tournament takes, in cents: due, paid, by rate and by method of payment; who still owes.

A player who came owes his rate, even when he left since; without one, the rate that he is likely to pay. One who did
not come owes nothing more than he has paid, nor does who withdrew before anybody let him in.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, QuerySet, Sum

from tournaments.labels import HAVE_LEFT, OVER, PaymentMethod, PrizeMethod, Status
from tournaments.models import Payment, Player, PrizeGiven, Rate, Registration, Seat, Tournament
from tournaments.queries.money.proposed_rates import proposed_rates
from tournaments.queries.people.names import by_alphabet, in_alphabet

CAME = (Status.PRESENT, *HAVE_LEFT)


@dataclass(frozen=True)
class Debt:
    """What one person owes and paid."""

    registration: Registration
    due: int
    paid: int

    @property
    def owed(self) -> int:
        return max(0, self.due - self.paid)


@dataclass(frozen=True)
class RateTakings:
    """
    The players with one rate (None: none chosen yet, the one that each is likely to pay counts): how many came, what is
    due, paid and still owed.
    """

    rate: Rate | None
    people: int
    due: int
    paid: int
    owed: int


@dataclass(frozen=True)
class MethodTakings:
    method: PaymentMethod
    payments: int
    paid: int


@dataclass(frozen=True)
class Takings:
    """What a tournament takes."""

    by_rate: tuple[RateTakings, ...]
    by_method: tuple[MethodTakings, ...]

    @property
    def due(self) -> int:
        return sum(line.due for line in self.by_rate)

    @property
    def paid(self) -> int:
        return sum(line.paid for line in self.by_rate)

    @property
    def owed(self) -> int:
        return sum(line.owed for line in self.by_rate)

    @property
    def people(self) -> int:
        return sum(line.people for line in self.by_rate)

    @property
    def without_rate(self) -> int:
        """How many came without a rate, in a tournament that has rates."""
        has_rates = any(line.rate for line in self.by_rate)
        return sum(line.people for line in self.by_rate if line.rate is None) if has_rates else 0


@dataclass(frozen=True)
class CashBox:
    """What went into the cash box and out of it: `paid` by players in cash, `prizes` given in cash."""

    paid: int
    prizes: int

    @property
    def minus_prizes(self) -> int:
        """What the prizes took out, as a negative amount."""
        return -self.prizes

    @property
    def moved(self) -> int:
        """What the box has gained since the start; below zero, what was taken from the opening."""
        return self.paid - self.prizes


def takings(tournament: Tournament) -> Takings:
    """
    Return what a tournament takes: four queries, two more while somebody who came has no rate, and one where somebody
    withdrew without one.
    """
    own_rates = list(tournament.rates.all())
    accounts = _accounts(tournament, own_rates)
    rates: list[Rate | None] = [*own_rates, None]
    lines = []
    for rate in rates:
        of_rate = [account for account in accounts if account.rate == (rate.pk if rate else None)]
        people = sum(account.status in CAME for account in of_rate)
        if rate or people:
            due, paid = sum(account.due for account in of_rate), sum(account.paid for account in of_rate)
            lines.append(RateTakings(rate, people, due, paid, sum(account.owed for account in of_rate)))
    in_force = _in_force(tournament).values("method").annotate(count=Count("pk"), paid=Sum("amount")).order_by()
    by_method = {row["method"]: row for row in in_force}
    return Takings(
        tuple(lines),
        tuple(
            MethodTakings(method, by_method[method]["count"], by_method[method]["paid"])
            for method in PaymentMethod
            if method in by_method
        ),
    )


def debts(tournament: Tournament) -> list[Debt]:
    """Return who still owes something, with his `rate`, in the order of a French list: as many queries as `takings`."""
    accounts = _accounts(tournament, list(tournament.rates.all()))
    owing = {account.registration: account for account in accounts if account.owed}
    entries = by_alphabet(tournament.registrations.filter(pk__in=owing).select_related("rate"))
    return [Debt(entry, owing[entry.pk].due, owing[entry.pk].paid) for entry in entries]


def receipts(tournament: Tournament, registration: int | None = None) -> list[Registration]:
    """
    Return who paid, each with his `payments` in force, in the order of a French list: two queries.

    Only that `registration` (an id) when one is given.
    """
    entries = tournament.registrations.filter(payments__in=_in_force(tournament)).distinct()
    if registration is not None:
        entries = entries.filter(pk=registration)
    entries = entries.select_related("player", "rate").annotate(alphabet=in_alphabet("player__"))
    in_force = Prefetch("payments", queryset=Payment.objects.filter(cancelled_at=None))
    return list(entries.prefetch_related(in_force).order_by("alphabet", "start_number"))


def payments(tournament: Tournament) -> list[Payment]:
    """Return every payment, cancelled ones too, the newest first."""
    rows = Payment.objects.filter(registration__tournament=tournament)
    return list(rows.select_related("registration__player").order_by("-pk"))


def last_with_rates(tournament: Tournament) -> Tournament | None:
    """Return the club's last other tournament that has rates: the next one mostly costs the same."""
    others = Tournament.objects.filter(club=tournament.club_id, rates__isnull=False).exclude(pk=tournament.pk)
    return others.order_by("-date", "-pk").first()


def asks_for_rates(tournament: Tournament) -> bool:
    """Whether its rates are to be written before the door opens: the club's last ones had some, or it is the first."""
    if tournament.rates.exists():
        return False
    others = Tournament.objects.filter(club=tournament.club_id, is_trial=False).exclude(pk=tournament.pk)
    return last_with_rates(tournament) is not None or not others.filter(state__in=OVER).exists()


def cash_box(tournament: Tournament) -> CashBox:
    """Return what the payments and the prizes in force made of the cash box: two queries."""
    paid = _in_force(tournament).filter(method=PaymentMethod.CASH)
    prizes = PrizeGiven.objects.filter(prize__plan__tournament=tournament, cancelled_at=None, method=PrizeMethod.CASH)
    return CashBox(*(rows.aggregate(cents=Sum("amount"))["cents"] or 0 for rows in (paid, prizes)))


def paid_by(registrations: Iterable[int]) -> dict[int, int]:
    """Return the cents paid by each of these registrations (by id) that paid anything."""
    payments = Payment.objects.filter(registration__in=list(registrations), cancelled_at=None)
    return dict(payments.order_by().values_list("registration").annotate(paid=Sum("amount")))


def due_of(status: str, amount: int | None, paid: int) -> int:
    """Return the cents that somebody owes in all, by the amount of his rate (None: not known)."""
    return (amount or 0) if status in CAME else paid


@dataclass(frozen=True)
class _Account:
    """What one registration (an id) owes and paid: small, for the check-in reads all of them every ten seconds."""

    registration: int
    status: str
    rate: int | None
    due: int
    paid: int

    @property
    def owed(self) -> int:
        return max(0, self.due - self.paid)


def _accounts(tournament: Tournament, rates: Sequence[Rate]) -> list[_Account]:
    paid = dict(_in_force(tournament).order_by().values_list("registration").annotate(paid=Sum("amount")))
    entries = tournament.registrations.order_by().values_list("pk", "status", "rate", "rate__amount", "player")
    rows = _as_they_came(list(entries), paid)
    likely = _likely_amounts(tournament, [row[4] for row in rows if row[2] is None and row[1] in CAME], rates)
    return [
        _Account(pk, status, rate, due_of(status, likely.get(player, amount), paid.get(pk, 0)), paid.get(pk, 0))
        for pk, status, rate, amount, player in rows
    ]


def _as_they_came(rows: list[tuple[Any, ...]], paid: Mapping[int, int]) -> list[tuple[Any, ...]]:
    """Return these entries, as absent whoever withdrew without a rate, a payment or a place: he stayed away."""
    withdrawn = {pk for pk, status, rate, *_ in rows if status == Status.WITHDRAWN and rate is None and pk not in paid}
    if not withdrawn:
        return rows
    withdrawn -= set(Seat.objects.filter(registration__in=withdrawn).values_list("registration", flat=True))
    return [(pk, Status.ABSENT if pk in withdrawn else status, *more) for pk, status, *more in rows]


def _likely_amounts(tournament: Tournament, players: Sequence[int], rates: Sequence[Rate]) -> dict[int, int]:
    """Return the cents that each of these players (ids), who have no rate, is likely to pay."""
    if not (players and rates):
        return {}
    proposed = proposed_rates(tournament, Player.objects.filter(pk__in=players), rates)
    return {player: rate.amount for player, rate in proposed.items()}


def _in_force(tournament: Tournament) -> QuerySet[Payment]:
    return Payment.objects.filter(registration__tournament=tournament, cancelled_at=None)
