"""The fees of a season: which members paid, and which still owe. Amounts are in cents."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, QuerySet, Sum

from tournaments.models import Club, Fee, Player, Season
from tournaments.queries.people.names import in_alphabet


@dataclass(frozen=True)
class FeesTotal:
    """The totals of a season's fees: how many members paid, how much in all, and how many still owe."""

    paid: int
    amount: int
    owing: int


def season_to_pay(club: Club, day: date) -> Season | None:
    """Return the season of a club on a day, else its latest one; None if it has none."""
    seasons = club.seasons.select_related("club")
    return seasons.filter(starts_on__lte=day, ends_on__gte=day).first() or seasons.first()


def fees_of(season: Season) -> QuerySet[Fee]:
    """Return the fees that were paid for a season, in alphabetical order."""
    fees = season.fees.select_related("membership__player")
    return fees.annotate(alphabet=in_alphabet("membership__player__")).order_by("alphabet", "pk")


def owing_fee(season: Season) -> QuerySet[Player]:
    """Return the members who have not paid the fee of a season; players with another home club owe none."""
    members = season.club.players.filter(erased_at=None, home_club="")
    paid = Fee.objects.filter(season=season).values("membership__player")
    return members.exclude(pk__in=paid).annotate(alphabet=in_alphabet()).order_by("alphabet", "pk")


def fees_total(season: Season) -> FeesTotal:
    """Return the totals of a season's fees. Two queries."""
    sums = season.fees.aggregate(paid=Count("pk"), amount=Sum("amount"))
    return FeesTotal(sums["paid"], sums["amount"] or 0, owing_fee(season).count())
