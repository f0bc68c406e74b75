"""
The books of a season: what came in and went out for it, by what it was for and how it was paid. Amounts are in cents.

A season has what was paid for its fees and at its evenings, whatever the day; prizes in kind are no money. Lines that
were struck are left out.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, QuerySet, Sum, Value, When
from django.utils import timezone

from tournaments.labels import PaymentMethod, PrizeMethod
from tournaments.models import CashCount, Payment, PrizeGiven, Season
from tournaments.money_labels import MoneyKind


@dataclass(frozen=True)
class MoneyMoved:
    """One movement: `cents` are below zero for money that went out."""

    day: date
    kind: MoneyKind
    who: str
    what: str
    method: str
    cents: int
    by_name: str


@dataclass(frozen=True)
class KindSum:
    """What one kind of movement brought or cost, by method (those of the `Books`, in their order), and in all."""

    kind: MoneyKind
    by_method: tuple[int, ...]

    @property
    def cents(self) -> int:
        return sum(self.by_method)


@dataclass(frozen=True)
class Books:
    methods: tuple[PaymentMethod, ...]
    kinds: tuple[KindSum, ...]
    counts: tuple[CashCount, ...]  # the last one of each evening

    @property
    def by_method(self) -> tuple[int, ...]:
        return tuple(sum(column) for column in zip(*(line.by_method for line in self.kinds), strict=True))

    @property
    def cents(self) -> int:
        return sum(line.cents for line in self.kinds)

    @property
    def difference(self) -> int:
        """What was counted above what should have been in the cash boxes, in all."""
        return sum(count.difference for count in self.counts)


def books(season: Season) -> Books:
    """Return the sums of a season. Three queries, however many movements."""
    sums: dict[tuple[str, str], int] = defaultdict(int)
    paid = _payments(season).order_by().values_list("kind", "method").annotate(cents=Sum("amount"))
    given = _prizes(season).order_by().values_list("method").annotate(cents=Sum("amount"))
    for kind, method, cents in [*paid, *((MoneyKind.PRIZES, method, -cents) for method, cents in given)]:
        sums[kind, method] += cents
    used = {method for _kind, method in sums}
    methods = tuple(method for method in PaymentMethod if method in used)
    kinds = tuple(
        KindSum(kind, tuple(sums.get((kind, method), 0) for method in methods))
        for kind in MoneyKind
        if any((kind, method) in sums for method in methods)
    )
    return Books(methods, kinds, tuple(_last_counts(season)))


def movements(season: Season) -> list[MoneyMoved]:
    """Return each movement of a season, by day. Two queries."""
    paid: QuerySet[Any] = _payments(season).select_related(
        "fee__membership__player", "fee__season", "registration__player", "registration__tournament"
    )
    given = _prizes(season).select_related("registration__player", "registration__tournament")
    lines = [
        MoneyMoved(
            payment.paid_on,
            MoneyKind(payment.kind),
            payment.owed.player.full_name,
            payment.fee.season.name if payment.fee else payment.registration.tournament.name,
            payment.get_method_display(),
            payment.amount,
            payment.by_name,
        )
        for payment in paid
    ] + [
        MoneyMoved(
            timezone.localdate(prize.at),
            MoneyKind.PRIZES,
            prize.registration.player.full_name,
            prize.registration.tournament.name,
            str(PaymentMethod(prize.method).label),
            -prize.amount,
            prize.by_name,
        )
        for prize in given
    ]
    return sorted(lines, key=lambda line: line.day)


def _payments(season: Season) -> QuerySet[Any]:
    rows = Payment.objects.filter(cancelled_at=None)
    evenings = {"registration__tournament__season": season, "registration__tournament__is_trial": False}
    kind = Case(
        When(refunds__isnull=False, then=Value(MoneyKind.REFUNDS.value)),
        When(fee__isnull=False, then=Value(MoneyKind.FEES.value)),
        default=Value(MoneyKind.EVENINGS.value),
    )
    return (rows.filter(fee__season=season) | rows.filter(**evenings)).annotate(kind=kind).order_by("paid_on", "pk")


def _prizes(season: Season) -> QuerySet[PrizeGiven]:
    evenings = {"prize__plan__tournament__season": season, "prize__plan__tournament__is_trial": False}
    rows = PrizeGiven.objects.filter(cancelled_at=None, amount__gt=0, **evenings).exclude(method=PrizeMethod.KIND)
    return rows.order_by("at", "pk")


def _last_counts(season: Season) -> Iterable[CashCount]:
    counts = CashCount.objects.filter(tournament__season=season, tournament__is_trial=False)
    last = {count.tournament_id: count for count in counts.select_related("tournament").order_by("pk")}
    return sorted(last.values(), key=lambda count: (count.tournament.date, count.pk))
