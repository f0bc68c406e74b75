"""
The books of a season: what came in and went out for it, by what it was for and how it was paid. Amounts are in cents.

A season has what was paid for its fees and at its evenings, whatever the day; prizes in kind are no money. Lines that
were struck are left out. An evening without a season is of the season in whose days it was held, so that a year's books
hold all of its euros; where no season has that day, it is in no books, and every season's page says so.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, OuterRef, QuerySet, Subquery, Sum, Value, When
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.labels import PaymentMethod, PrizeMethod
from tournaments.models import CashCount, Club, Payment, PrizeGiven, Season, Tournament
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
class EveningSum:
    """What an evening without a season brought in all, its prizes taken off."""

    evening: Tournament
    cents: int


@dataclass(frozen=True)
class Books:
    """
    The sums of a season. `by_date` are its evenings without a season that are counted for their day, `nowhere` those of
    the club that are in the books of no season.
    """

    methods: tuple[PaymentMethod, ...]
    kinds: tuple[KindSum, ...]
    counts: tuple[CashCount, ...]  # the last one of each evening
    by_date: tuple[EveningSum, ...] = ()
    nowhere: tuple[EveningSum, ...] = ()

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

    @property
    def cents_by_date(self) -> int:
        return sum(one.cents for one in self.by_date)

    @property
    def cents_nowhere(self) -> int:
        return sum(one.cents for one in self.nowhere)


def books(season: Season) -> Books:
    """Return the sums of a season. Six queries, however many movements."""
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
    without = _without_season(season.club)
    by_date = tuple(one for one in without if one.evening.in_books_of == season.pk)  # type: ignore[attr-defined]
    nowhere = tuple(one for one in without if one.evening.in_books_of is None)  # type: ignore[attr-defined]
    return Books(methods, kinds, tuple(_last_counts(season)), by_date, nowhere)


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
            payment.fee.season.name if payment.fee else _evening_text(payment.registration.tournament),
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
            _evening_text(prize.registration.tournament),
            str(PaymentMethod(prize.method).label),
            -prize.amount,
            prize.by_name,
        )
        for prize in given
    ]
    return sorted(lines, key=lambda line: line.day)


def _evening_text(evening: Tournament) -> str:
    if evening.season_id is not None:
        return evening.name
    return _("%(evening)s (sans saison)") % {"evening": evening.name}


def _evenings(club: Club) -> QuerySet[Any]:
    """Return a club's evenings with the season (id) of whose books each is, its own or its day's: `in_books_of`."""
    of_day = Season.objects.filter(club=club, starts_on__lte=OuterRef("date"), ends_on__gte=OuterRef("date"))
    in_books_of = Coalesce("season", Subquery(of_day.values("pk")[:1]))  # older clubs have seasons that share days
    return club.tournaments.filter(is_trial=False).annotate(in_books_of=in_books_of)


def _evenings_of(season: Season) -> QuerySet[Any]:
    """Return the ids of the evenings that are in the books of a season."""
    return _evenings(season.club).filter(in_books_of=season.pk).values("pk")


def _without_season(club: Club) -> list[EveningSum]:
    """Return the evenings of a club that have no season and moved money, the newest first. Three queries."""
    alone = {"tournament__club": club, "tournament__season": None, "tournament__is_trial": False}
    sums: dict[int, int] = defaultdict(int)
    paid = Payment.objects.filter(cancelled_at=None, **{f"registration__{name}": of for name, of in alone.items()})
    given = _prizes_given().filter(**{f"prize__plan__{name}": of for name, of in alone.items()})
    for rows, evening, sign in ((paid, "registration__tournament", 1), (given, "prize__plan__tournament", -1)):
        for pk, cents in rows.order_by().values_list(evening).annotate(cents=Sum("amount")):
            sums[pk] += sign * cents
    evenings = _evenings(club).filter(pk__in=sums).order_by("-date", "-pk")
    return [EveningSum(evening, sums[evening.pk]) for evening in evenings]


def _payments(season: Season) -> QuerySet[Any]:
    rows = Payment.objects.filter(cancelled_at=None)
    kind = Case(
        When(refunds__isnull=False, then=Value(MoneyKind.REFUNDS.value)),
        When(fee__isnull=False, then=Value(MoneyKind.FEES.value)),
        default=Value(MoneyKind.EVENINGS.value),
    )
    of_season = rows.filter(fee__season=season) | rows.filter(registration__tournament__in=_evenings_of(season))
    return of_season.annotate(kind=kind).order_by("paid_on", "pk")


def _prizes_given() -> QuerySet[PrizeGiven]:
    """Return the prizes in money that are handed over."""
    return PrizeGiven.objects.filter(cancelled_at=None, amount__gt=0).exclude(method=PrizeMethod.KIND)


def _prizes(season: Season) -> QuerySet[PrizeGiven]:
    return _prizes_given().filter(prize__plan__tournament__in=_evenings_of(season)).order_by("at", "pk")


def _last_counts(season: Season) -> Iterable[CashCount]:
    counts = CashCount.objects.filter(tournament__in=_evenings_of(season))
    last = {count.tournament_id: count for count in counts.select_related("tournament").order_by("pk")}
    return sorted(last.values(), key=lambda count: (count.tournament.date, count.pk))
