"""
The money of a tournament at the door, in cents: due and paid, by rate and by method; players who still owe.

A player who came owes his rate, even if he has left since; without a rate, the one that he is likely to pay. A player
who did not come owes no more than he has paid, and so does one who withdrew before the check-in, and everybody once the
evening is called off.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from tournaments.labels import HAVE_LEFT, OVER, PaymentMethod, PrizeMethod, Status
from tournaments.models import Payment, Player, PrizeGiven, Rate, Registration, Season, Seat, Tournament
from tournaments.queries.money.proposed_rates import proposed_rates
from tournaments.queries.people.names import by_alphabet, in_alphabet

CAME = (Status.PRESENT, *HAVE_LEFT)


@dataclass(frozen=True)
class Debt:
    """The cents that one player owes in all (`due`) and has paid."""

    registration: Registration
    due: int
    paid: int

    @property
    def owed(self) -> int:
        return max(0, self.due - self.paid)


@dataclass(frozen=True)
class RateTakings:
    """
    The players with one rate: how many came, and the cents due, paid and still owed. None is for players without a
    rate: the rate that each is likely to pay counts.
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
    """The money of a tournament, in cents."""

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
        """How many players came without a rate; 0 if the tournament has no rates."""
        has_rates = any(line.rate for line in self.by_rate)
        return sum(line.people for line in self.by_rate if line.rate is None) if has_rates else 0


@dataclass(frozen=True)
class CashBox:
    """Cents that went into the cash box (`paid` by players in cash) and out of it (`prizes` given in cash)."""

    paid: int
    prizes: int

    @property
    def minus_prizes(self) -> int:
        """The prizes given in cash, as a negative amount."""
        return -self.prizes

    @property
    def moved(self) -> int:
        """The cents that the box has gained since its opening; negative if it has lost."""
        return self.paid - self.prizes


def takings(tournament: Tournament) -> Takings:
    """
    Return the money of a tournament. Four queries; two more while a player who came has no rate, one more if a player
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
    in_force = (
        _in_force(tournament)
        .values("method")
        .annotate(count=Count("pk", filter=Q(refunds=None)), paid=Sum("amount"))
        .order_by()
    )
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
    """Return the players who still owe something, in alphabetical order. As many queries as `takings`."""
    accounts = _accounts(tournament, list(tournament.rates.all()))
    owing = {account.registration: account for account in accounts if account.owed}
    entries = by_alphabet(tournament.registrations.filter(pk__in=owing).select_related("rate"))
    return [Debt(entry, owing[entry.pk].due, owing[entry.pk].paid) for entry in entries]


def receipts(tournament: Tournament, registration: int | None = None) -> list[Registration]:
    """
    Return the registrations that paid, each with its `payments` and refunds in force, in alphabetical order. Two
    queries. Who was given all back is left out.

    `registration` (an id) limits the list to that one.
    """
    entries = tournament.registrations.filter(payments__in=_in_force(tournament)).distinct()
    if registration is not None:
        entries = entries.filter(pk=registration)
    entries = entries.select_related("player", "rate").annotate(alphabet=in_alphabet("player__"))
    in_force = Prefetch("payments", queryset=Payment.objects.filter(cancelled_at=None))
    found = entries.prefetch_related(in_force).order_by("alphabet", "start_number")
    return [entry for entry in found if sum(payment.amount for payment in entry.payments.all())]


def payments(tournament: Tournament) -> list[Payment]:
    """Return every payment and refund, cancelled ones too, the newest first."""
    rows = with_refunds(Payment.objects.filter(registration__tournament=tournament))
    return list(rows.select_related("registration__player").order_by("-pk"))


def last_with_rates(tournament: Tournament) -> Tournament | None:
    """Return the club's last other tournament that has rates: the next one mostly costs the same."""
    others = Tournament.objects.filter(club=tournament.club_id, rates__isnull=False).exclude(pk=tournament.pk)
    return others.order_by("-date", "-pk").first()


def asks_for_rates(tournament: Tournament) -> bool:
    """Return whether rates should be written before the check-in: the last tournament had some, or it is the first."""
    if tournament.rates.exists():
        return False
    others = Tournament.objects.filter(club=tournament.club_id, is_trial=False).exclude(pk=tournament.pk)
    return last_with_rates(tournament) is not None or not others.filter(state__in=OVER).exists()


def cash_box(tournament: Tournament) -> CashBox:
    """Return what payments and prizes in cash changed in the cash box. Two queries."""
    paid = _in_force(tournament).filter(method=PaymentMethod.CASH)
    prizes = PrizeGiven.objects.filter(prize__plan__tournament=tournament, cancelled_at=None, method=PrizeMethod.CASH)
    return CashBox(*(rows.aggregate(cents=Sum("amount"))["cents"] or 0 for rows in (paid, prizes)))


def paid_by(registrations: Iterable[int]) -> dict[int, int]:
    """Return, by registration id, the cents that these registrations (ids) have paid, if they have paid anything."""
    return _paid("registration", registrations)


def paid_for_fees(fees: Iterable[int]) -> dict[int, int]:
    """Return, by fee id, the cents that were paid for these fees (ids), if anything was."""
    return _paid("fee", fees)


def _paid(column: str, rows: Iterable[int]) -> dict[int, int]:
    payments = Payment.objects.filter(**{f"{column}__in": list(rows)}, cancelled_at=None)
    return dict(payments.order_by().values_list(column).annotate(paid=Sum("amount")))


def fee_payments(season: Season, players: Iterable[int]) -> dict[int, list[Payment]]:
    """Return the payments and refunds in force of a season's fees by player id. One query."""
    rows = Payment.objects.filter(fee__season=season, fee__membership__player__in=list(players), cancelled_at=None)
    payments: dict[int, list[Payment]] = defaultdict(list)
    for payment in rows.select_related("fee__membership").order_by("paid_on", "pk"):
        if payment.fee is not None:
            payments[payment.fee.membership.player_id].append(payment)
    return payments


def with_refunds(payments: QuerySet[Payment]) -> QuerySet[Payment]:
    """Annotate `given_back`: the cents of each payment that were given back."""
    in_force = Q(refunded__cancelled_at=None)
    return payments.annotate(given_back=Coalesce(-Sum("refunded__amount", filter=in_force), 0))


def due_of(status: str, amount: int | None, paid: int) -> int:
    """Return the cents that a player owes in all, by his status and the `amount` of his rate (None: unknown)."""
    return (amount or 0) if status in CAME else paid


@dataclass(frozen=True)
class _Account:
    """What one registration (id) owes and has paid; small, because the check-in reads all of them every ten seconds."""

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
    is_off = bool(tournament.called_off)
    return [
        _Account(pk, status, rate, got if is_off else due_of(status, likely.get(player, amount), got), got)
        for pk, status, rate, amount, player in rows
        for got in (paid.get(pk, 0),)
    ]


def _as_they_came(rows: list[tuple[Any, ...]], paid: Mapping[int, int]) -> list[tuple[Any, ...]]:
    """Return these rows with « absent » for players who withdrew without rate, payment or place: they did not come."""
    withdrawn = {pk for pk, status, rate, *_ in rows if status == Status.WITHDRAWN and rate is None and pk not in paid}
    if not withdrawn:
        return rows
    withdrawn -= set(Seat.objects.filter(registration__in=withdrawn).values_list("registration", flat=True))
    return [(pk, Status.ABSENT if pk in withdrawn else status, *more) for pk, status, *more in rows]


def _likely_amounts(tournament: Tournament, players: Sequence[int], rates: Sequence[Rate]) -> dict[int, int]:
    """Return, by player id, the cents that each of these players without a rate is likely to pay."""
    if not (players and rates):
        return {}
    proposed = proposed_rates(tournament, Player.objects.filter(pk__in=players), rates)
    return {player: rate.amount for player, rate in proposed.items()}


def _in_force(tournament: Tournament) -> QuerySet[Payment]:
    return Payment.objects.filter(registration__tournament=tournament, cancelled_at=None)
