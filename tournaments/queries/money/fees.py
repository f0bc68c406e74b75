"""The fees of a season: what each member owes and has paid. Amounts are in cents."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import (
    BigIntegerField,
    Case,
    Count,
    Exists,
    F,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Least

from tournaments.labels import Category, Grade, RateCode
from tournaments.models import Club, Fee, Membership, Payment, Player, Season, SeasonRate
from tournaments.queries.people.names import in_alphabet


@dataclass(frozen=True)
class FeesTotal:
    """A season's fees: how many members owe nothing more, the cents received, how many owe, and how many cents."""

    paid: int
    amount: int
    owing: int
    rest: int


@dataclass(frozen=True)
class PaidFee:
    """The rate of a member's fee, the cents paid in all, and the day and the means of the last payment."""

    rate: str
    paid: int = 0
    paid_on: date | None = None
    method: str = ""


@dataclass(frozen=True)
class OwnFee:
    """A fee as its member reads it: `paid` and `rest` in cents, and its payments and refunds, the oldest first."""

    fee: Fee
    payments: tuple[Payment, ...]

    @property
    def paid(self) -> int:
        return sum(payment.amount for payment in self.payments)

    @property
    def rest(self) -> int:
        return max(0, self.fee.rate.amount - self.paid)


def season_to_pay(club: Club, day: date) -> Season | None:
    """Return the season of a club on a day, else its latest one; None if it has none."""
    seasons = club.seasons.select_related("club")
    return seasons.filter(starts_on__lte=day, ends_on__gte=day).first() or seasons.first()


def season_before(season: Season) -> Season | None:
    """Return the season of the club before this one, or None."""
    return Season.objects.filter(club=season.club_id, starts_on__lt=season.starts_on).first()


def member_fees(season: Season) -> QuerySet[Any]:
    """
    Return who owes or paid a fee of a season, in alphabetical order, with `due`, `paid` and `rest` in cents.

    These are the members of the club, without players of another home club, and whoever paid for the season and has
    left or was erased since: he owes no more than he paid. `rate_pk` and `rate_label` are the rate of his fee
    (`fee_pk`); while he has none, the rate of the same name as last season's, else the one for young people, else the
    first. `paid_on` is the last day on which he paid. `email_here` and `phone_here` are the contacts that this club
    keeps. Without rates nobody owes anything. One query for the rates, now.
    """
    rates = list(season.rates.all())
    fees = Fee.objects.filter(season=season, membership__player=OuterRef("pk"))
    before = Fee.objects.filter(
        membership__club=season.club_id, membership__player=OuterRef("pk"), season__starts_on__lt=season.starts_on
    )
    payments = Payment.objects.filter(fee__season=season, fee__membership__player=OuterRef("pk"), cancelled_at=None)
    sums = payments.order_by().values("fee__season").annotate(cents=Sum("amount")).values("cents")
    return (
        Player.objects.filter(_owes_or_paid(season))
        .annotate(label_before=Subquery(before.order_by("-season__starts_on").values("rate__label")[:1]))
        .annotate(
            season_pk=Value(season.pk),
            fee_pk=Subquery(fees.values("pk")[:1]),
            rate_pk=Coalesce(Subquery(fees.values("rate")[:1]), _proposed(rates), output_field=BigIntegerField()),
            paid=Coalesce(Subquery(sums), 0),
            paid_on=Subquery(payments.filter(refunds=None).order_by("-paid_on").values("paid_on")[:1]),
        )
        .annotate(
            whole=Case(*(When(rate_pk=rate.pk, then=rate.amount) for rate in rates), default=0),
            rate_label=Case(*(When(rate_pk=rate.pk, then=Value(rate.label)) for rate in rates), default=Value("")),
        )
        .annotate(
            due=Case(
                When(_is_member(season), then=F("whole")), default=Least("whole", "paid"), output_field=IntegerField()
            )
        )
        .annotate(
            rest=Case(When(due__gt=F("paid"), then=F("due") - F("paid")), default=0, output_field=IntegerField()),
            alphabet=in_alphabet(),
            email_here=_kept_here(season, "email"),
            phone_here=_kept_here(season, "phone"),
        )
        .order_by("alphabet", "pk")
    )


def fees_owing(season: Season) -> QuerySet[Any]:
    """Return who still owes something for a season, as `member_fees`."""
    return member_fees(season).filter(rest__gt=0)


def fees_to_ask(season: Season) -> QuerySet[Any]:
    """Return who is written to for a season's fee: of `fees_owing` the members of today, neither dead nor gone."""
    members = season.club.memberships.filter(grade=Grade.MEMBER, until=None, player__erased_at=None)
    return fees_owing(season).filter(pk__in=members.values("player"))


def seasons_of(club: Club, player: Player, day: date) -> QuerySet[Season]:
    """
    Return the seasons of a club for which a player owes or paid a fee on a day, with `due` and `paid` in cents,
    `paid_on`.

    A season for which he has no fee yet has no `due`. It is left out if it is over or has no rates, if he is no member,
    or of another home club. Who is no member any more owes nothing, and has the seasons for which he paid.
    """
    fees = Fee.objects.filter(season=OuterRef("pk"), membership__player=player)
    payments = Payment.objects.filter(fee__season=OuterRef("pk"), fee__membership__player=player, cancelled_at=None)
    sums = payments.order_by().values("fee__season").annotate(cents=Sum("amount")).values("cents")
    seasons = club.seasons.annotate(
        due=Subquery(fees.values("rate__amount")[:1]),
        paid=Coalesce(Subquery(sums), 0),
        paid_on=Subquery(payments.filter(refunds=None).order_by("-paid_on").values("paid_on")[:1]),
    )
    if not club.players.filter(pk=player.pk).exists():
        return seasons.filter(Exists(payments)).annotate(rest=Value(0))
    has_fee, rates = Q(due__isnull=False), SeasonRate.objects.filter(season=OuterRef("pk"))
    asked = has_fee if player.home_club else has_fee | Q(Exists(rates), ends_on__gte=day)
    return seasons.filter(asked).annotate(rest=F("due") - F("paid"))


def fees_by_player(season: Season) -> dict[int, PaidFee]:
    """Return what was noted of a season's fees, by player id. Two queries."""
    fees = {
        player: PaidFee(rate)
        for player, rate in season.fees.order_by().values_list("membership__player", "rate__label")
    }
    payments = Payment.objects.filter(fee__season=season, cancelled_at=None).order_by("paid_on", "pk")
    for player, amount, paid_on, method in payments.values_list(
        "fee__membership__player", "amount", "paid_on", "method"
    ):
        fee = fees[player]
        last = fee if amount < 0 else replace(fee, paid_on=paid_on, method=method)
        fees[player] = replace(last, paid=fee.paid + amount)
    return fees


def own_fees(player: Player, day: date) -> list[OwnFee]:
    """Return the fees that a player was given for the seasons of a day, one of each of his clubs. Two queries."""
    fees = Fee.objects.filter(membership__player=player, season__starts_on__lte=day, season__ends_on__gte=day)
    in_force = Payment.objects.filter(cancelled_at=None).order_by("paid_on", "pk")
    fees = fees.select_related("season__club", "rate").prefetch_related(Prefetch("payments", queryset=in_force))
    return [OwnFee(fee, tuple(fee.payments.all())) for fee in fees.order_by("season__club__name", "pk")]


def fees_settled(season: Season) -> QuerySet[Any]:
    """Return who paid all that he owed for a season, or is a member and owed nothing, as `member_fees`."""
    return member_fees(season).filter(_is_settled(season))


def paid_for(season: Season) -> Exists:
    """Return whether a player paid something for a season, as a condition."""
    paid = Payment.objects.filter(fee__season=season, fee__membership__player=OuterRef("pk"), cancelled_at=None)
    return Exists(paid)


def fees_total(season: Season) -> FeesTotal:
    """Return the totals of a season's fees. Two queries."""
    sums = member_fees(season).aggregate(
        settled=Count("pk", filter=_is_settled(season)),
        amount=Sum("paid"),
        owing=Count("pk", filter=Q(rest__gt=0)),
        left=Sum("rest"),
    )
    return FeesTotal(sums["settled"], sums["amount"] or 0, sums["owing"], sums["left"] or 0)


def unasked_fees(season: Season) -> QuerySet[Fee]:
    """Return the fees of a season on which nobody ever paid and that nobody is asked for: their members left."""
    members = season.club.players.filter(erased_at=None)
    return season.fees.filter(payments=None).exclude(membership__player__in=members.values("pk"))


def _owes_or_paid(season: Season) -> Q:
    noted = season.fees.exclude(pk__in=unasked_fees(season).values("pk")).values("membership__player")
    return (_is_member(season) & Q(home_club="")) | Q(pk__in=noted)


def _kept_here(season: Season, contact: str) -> Case:
    """Return a contact of a player as the club may read it: in his file, or what it noted if another club keeps it."""
    own = Membership.objects.filter(club=season.club_id, player=OuterRef("pk"), until=None).values(contact)[:1]
    return Case(When(club=season.club_id, then=F(contact)), default=Coalesce(Subquery(own), Value("")))


def _is_settled(season: Season) -> Q:
    return Q(rest=0) & (_is_member(season) | Q(paid__gt=0))


def _is_member(season: Season) -> Q:
    return Q(pk__in=season.club.players.filter(erased_at=None).values("pk"))


def _proposed(rates: list[SeasonRate]) -> Case | Value:
    """Return the rate (an id) that is proposed to a member who has no fee yet; NULL without rates."""
    if not rates:
        return Value(None, output_field=IntegerField())
    young = [rate for rate in rates if rate.code == RateCode.YOUTH][:1]
    return Case(
        *(When(label_before=rate.label, then=rate.pk) for rate in rates),
        *(When(category=Category.YOUTH, then=rate.pk) for rate in young),
        default=rates[0].pk,
        output_field=IntegerField(),
    )
